import CoreML
import CoreMedia
import VisionRuntime

/// Revision 1 of ``VNDetectHumanBodyPose3DRequest``.
public let VNDetectHumanBodyPose3DRequestRevision1 = 1

/// Finds the 3D joints of the most prominent person in an image.
///
/// The model for body poses finds the people in the image, and a second model finds the 3D joints of the most prominent person. The request
/// works on single images and on sequences of frames.
open class VNDetectHumanBodyPose3DRequest: VNStatefulRequest, NetworkRequest, @unchecked Sendable {
    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(BodyPose3DAnalysis.modelName)
    }

    private let tracker = RegionSequence<SpacedAnalysis<BodyPose3DAnalysis>>()

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; frames that come sooner are skipped. With zero, every frame is
    ///     analyzed.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// A single observation of the person. The array is empty if nobody was found, or if `frameAnalysisSpacing` excluded the frame.
    public var results: [VNHumanBodyPose3DObservation]? { latestResults as? [VNHumanBodyPose3DObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectHumanBodyPose3DRequestRevision1) }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The joints that the request looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointNames: [VNHumanBodyPose3DObservation.JointName] {
        get throws {
            try checkRevision()
            return VNHumanBodyPose3DObservation.JointName.all
        }
    }

    /// The groups of joints that the request's observations have.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointsGroupNames: [VNHumanBodyPose3DObservation.JointsGroupName] {
        get throws {
            try checkRevision()
            return VNHumanBodyPose3DObservation.JointsGroupName.members.map(\.group) + [.all]
        }
    }

    override func makeTwin() -> VNRequest {
        VNDetectHumanBodyPose3DRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let question = BodyPose3DAnalysis(
            source: settings.own(Settings.self).source, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        let state = tracker.state(of: question, region: settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { findings, origin in findings.map { VNHumanBodyPose3DObservation(origin, $0) } }
    }
}
