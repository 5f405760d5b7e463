import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectHumanBodyPoseRequest``.
public let VNDetectHumanBodyPoseRequestRevision1 = 1

/// Finds the visible joints of all people in an image, up to 19 for each person.
///
/// The request uses the model `bodyPose` of Osprey's model catalogue. If the model is missing, performing the request fails with `dataUnavailable`.
open class VNDetectHumanBodyPoseRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The bodies of all people, the most certain first.
    public var results: [VNHumanBodyPoseObservation]? { latestResults as? [VNHumanBodyPoseObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectHumanBodyPoseRequestRevision1) }

    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(BodyPoseAnalysis.modelName)
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The joints that the request looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointNames: [VNHumanBodyPoseObservation.JointName] {
        get throws {
            try checkRevision()
            return VNHumanBodyPoseObservation.JointName.all
        }
    }

    /// The groups of joints that the request's observations have.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointsGroupNames: [VNHumanBodyPoseObservation.JointsGroupName] {
        get throws {
            try checkRevision()
            return VNHumanBodyPoseObservation.JointsGroupName.members.map(\.group) + [.all]
        }
    }

    /// The joints that a revision looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedJointNames of a request")
    public class func supportedJointNames(forRevision revision: Int) throws -> [VNHumanBodyPoseObservation.JointName] {
        try check(revision: revision)
        return VNHumanBodyPoseObservation.JointName.all
    }

    /// The groups of joints that a revision supports.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedJointsGroupNames of a request")
    public class func supportedJointsGroupNames(forRevision revision: Int) throws -> [VNHumanBodyPoseObservation.JointsGroupName] {
        try check(revision: revision)
        return VNHumanBodyPoseObservation.JointsGroupName.members.map(\.group) + [.all]
    }

    override func makeTwin() -> VNRequest { VNDetectHumanBodyPoseRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let analysis = BodyPoseAnalysis(
            source: own.source, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.regionJob(analysis) { VNHumanBodyPoseObservation($1, $0) }
    }
}
