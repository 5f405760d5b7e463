import CoreML
import VisionRuntime

/// Revision 1 of ``VNDetectAnimalBodyPoseRequest``.
public let VNDetectAnimalBodyPoseRequestRevision1 = 1

/// Finds the visible joints of a cat or dog, up to 25.
///
/// Osprey contains no model for this request. You must supply a model named `animalPose`. Put the model into the folder that the
/// environment variable `OSPREY_MODELS` names, and list it in the folder's `catalog.json`. If the model is missing, performing the request
/// fails with `dataUnavailable`.
open class VNDetectAnimalBodyPoseRequest: VNImageBasedRequest, NetworkRequest, @unchecked Sendable {
    /// The bodies, the most certain first.
    public var results: [VNAnimalBodyPoseObservation]? { latestResults as? [VNAnimalBodyPoseObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectAnimalBodyPoseRequestRevision1) }

    private struct Settings: OwnSettings {
        var source = NetworkSource.catalog(AnimalPoseAnalysis.modelName)
    }

    package func use(_ model: MLModel) throws {
        self[own: \Settings.source] = try NetworkSource(model)
    }

    /// The joints that the request looks for.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public var supportedJointNames: [VNAnimalBodyPoseObservation.JointName] {
        get throws {
            try checkRevision()
            return VNAnimalBodyPoseObservation.JointName.all
        }
    }

    /// The groups of joints that the request's observations have.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
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
