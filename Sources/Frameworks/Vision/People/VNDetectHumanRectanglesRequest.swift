import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectHumanRectanglesRequest``, which finds only upper bodies.
public let VNDetectHumanRectanglesRequestRevision1 = 1
/// Revision 2 of ``VNDetectHumanRectanglesRequest``, which also finds whole bodies.
public let VNDetectHumanRectanglesRequestRevision2 = 2

/// Finds the bounding boxes of the people in an image.
///
/// The request uses the model `people` of Osprey's model catalogue. If it is missing, the boxes enclose the joints that the model `bodyPose` finds.
/// If both models are missing, performing the request fails with `dataUnavailable`.
open class VNDetectHumanRectanglesRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The people, the most certain first.
    public var results: [VNHumanObservation]? { latestResults as? [VNHumanObservation] }

    /// The supported revisions, the newest last.
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

    /// Whether boxes enclose only the head and upper body (`true`, the default) or the whole visible person (`false`). Revision 1 finds only upper
    /// bodies.
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
