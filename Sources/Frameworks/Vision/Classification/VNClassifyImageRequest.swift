import VisionRuntime

/// Revision 1 of ``VNClassifyImageRequest``.
public let VNClassifyImageRequestRevision1 = 1
/// Revision 2 of ``VNClassifyImageRequest``. Both revisions use the same model.
public let VNClassifyImageRequestRevision2 = 2

/// Classifies the content of an image with Osprey's own model.
///
/// Osprey searches for the model in the folder of the environment variable `OSPREY_MODELS`, and in `~/.local/share/osprey/models`. The
/// installation's `share/osprey/models` and the package's `Models` follow. If no folder has the model, performing the request fails with
/// `dataUnavailable`.
open class VNClassifyImageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// All classes that the model knows, the most probable first.
    public var results: [VNClassificationObservation]? { latestResults as? [VNClassificationObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNClassifyImageRequestRevision1...VNClassifyImageRequestRevision2)
    }

    /// The labels that the request may return, in alphabetical order.
    ///
    /// - Throws: `dataUnavailable` if the model is missing, `unsupportedRevision` if the request does not have the revision.
    public func supportedIdentifiers() throws -> [String] {
        let settings = settings
        try validate(settings)
        return try withVisionErrors { try ClassificationAnalysis.identifiers(usesCPUOnly: settings.usesCPUOnly).sorted() }
    }

    /// Observations with confidence 0, one for each label that the request may return.
    @available(*, deprecated, message: "use supportedIdentifiers()")
    public class func knownClassifications(forRevision requestRevision: Int) throws -> [VNClassificationObservation] {
        let request = VNClassifyImageRequest()
        request.revision = requestRevision
        return try request.supportedIdentifiers().map { identifier in
            VNClassificationObservation(
                VNObservation.Origin(revision: requestRevision), Classification(identifier: identifier, confidence: 0))
        }
    }

    override func makeTwin() -> VNRequest { VNClassifyImageRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = try ClassificationAnalysis(regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { VNClassificationObservation($1, $0) }
    }
}
