import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectAnimalBodyPoseRequest``.
public let VNDetectAnimalBodyPoseRequestRevision1 = 1

/// Finds the joints of a cat or dog: 25, as far as they are visible.
///
/// The network is the catalogue's model `animalPose`. Where it is missing, performing the request fails with `dataUnavailable`.
open class VNDetectAnimalBodyPoseRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The bodies, the most certain first.
    public var results: [VNAnimalBodyPoseObservation]? { latestResults as? [VNAnimalBodyPoseObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectAnimalBodyPoseRequestRevision1) }

    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(AnimalPoseAnalysis.modelName)
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The joints that the request looks for.
    ///
    /// - Throws: `unsupportedRevision` for a revision that the request does not have.
    public var supportedJointNames: [VNAnimalBodyPoseObservation.JointName] {
        get throws {
            try checkRevision()
            return VNAnimalBodyPoseObservation.JointName.all
        }
    }

    /// The groups of joints that observations have.
    ///
    /// - Throws: `unsupportedRevision` for a revision that the request does not have.
    public var supportedJointsGroupNames: [VNAnimalBodyPoseObservation.JointsGroupName] {
        get throws {
            try checkRevision()
            return VNAnimalBodyPoseObservation.JointsGroupName.members.map(\.group) + [.all]
        }
    }

    override func makeTwin() -> VNRequest { VNDetectAnimalBodyPoseRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let analysis = AnimalPoseAnalysis(
            source: own.source, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { VNAnimalBodyPoseObservation($1, $0) }
    }
}
