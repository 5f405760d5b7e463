import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectHumanRectanglesRequest``, which finds upper bodies alone.
public let VNDetectHumanRectanglesRequestRevision1 = 1
/// Revision 2 of ``VNDetectHumanRectanglesRequest``, which finds whole bodies too.
public let VNDetectHumanRectanglesRequestRevision2 = 2

/// Finds where people are in an image.
///
/// The network is the catalogue's model `people`; where there is none, the boxes are drawn around the joints that the model `bodyPose` finds.
/// Where both are missing, performing the request fails with `dataUnavailable`.
open class VNDetectHumanRectanglesRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The people, the most certain first.
    public var results: [VNHumanObservation]? { latestResults as? [VNHumanObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNDetectHumanRectanglesRequestRevision1...VNDetectHumanRectanglesRequestRevision2)
    }

    private struct Settings: OwnSettings {
        var source: NetworkSource?
        var upperBodyOnly = true
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// Whether boxes are around head and upper body, as by default, rather than around all of a person that is seen. Revision 1 knows upper
    /// bodies alone.
    public var upperBodyOnly: Bool {
        get { self[own: \Settings.upperBodyOnly] }
        set { self[own: \Settings.upperBodyOnly] = newValue }
    }

    override func makeTwin() -> VNRequest { VNDetectHumanRectanglesRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let upperBodyOnly = own.upperBodyOnly || settings.revision == VNDetectHumanRectanglesRequestRevision1
        let analysis = HumanAnalysis(
            source: own.source, upperBodyOnly: upperBodyOnly, regionOfInterest: settings.regionOfInterest,
            usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { VNHumanObservation($1, $0) }
    }
}
