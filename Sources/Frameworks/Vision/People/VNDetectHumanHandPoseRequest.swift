import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectHumanHandPoseRequest``.
public let VNDetectHumanHandPoseRequestRevision1 = 1

/// Finds the visible joints of hands, up to 21 for each hand.
///
/// A network finds the hands, and another network finds the joints of each hand. They are the models `hands` and `handPose` of Osprey's model
/// catalogue. If a model is missing, performing the request fails with `dataUnavailable`.
open class VNDetectHumanHandPoseRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The hands, the most certain first.
    public var results: [VNHumanHandPoseObservation]? { latestResults as? [VNHumanHandPoseObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectHumanHandPoseRequestRevision1) }

    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(HandPoseAnalysis.modelName)
        var maximumHandCount = 2
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The maximum number of hands to find; 2 by default. Of more hands than this, the most certain hands are returned. If the value is not
    /// between 1 and 6, performing the request fails with `invalidArgument`.
    public var maximumHandCount: Int {
        get { self[own: \Settings.maximumHandCount] }
        set { self[own: \Settings.maximumHandCount] = newValue }
    }

    /// The joints that the request looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointNames: [VNHumanHandPoseObservation.JointName] {
        get throws {
            try checkRevision()
            return VNHumanHandPoseObservation.JointName.all
        }
    }

    /// The groups of joints that the request's observations have.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointsGroupNames: [VNHumanHandPoseObservation.JointsGroupName] {
        get throws {
            try checkRevision()
            return VNHumanHandPoseObservation.JointsGroupName.members.map(\.group) + [.all]
        }
    }

    /// The joints that a revision looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedJointNames of a request")
    public class func supportedJointNames(forRevision revision: Int) throws -> [VNHumanHandPoseObservation.JointName] {
        try check(revision: revision)
        return VNHumanHandPoseObservation.JointName.all
    }

    /// The groups of joints that a revision supports.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedJointsGroupNames of a request")
    public class func supportedJointsGroupNames(forRevision revision: Int) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
        try check(revision: revision)
        return VNHumanHandPoseObservation.JointsGroupName.members.map(\.group) + [.all]
    }

    override func makeTwin() -> VNRequest { VNDetectHumanHandPoseRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let analysis = HandPoseAnalysis(
            source: own.source, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        let count = try withVisionErrors { try HandPoseAnalysis.check(count: own.maximumHandCount) }
        return performance.regionJob(analysis) { hands, origin in hands.prefix(count).map { VNHumanHandPoseObservation(origin, $0) } }
    }
}
