import CoreML
import VisionRuntime

/// Finds the visible joints of a cat or dog, up to 25.
///
/// Osprey contains no model for this request. You must supply a model named `animalPose`. Put the model into the folder that the
/// environment variable `OSPREY_MODELS` names, and list it in the folder's `catalog.json`. If the model is missing, performing the request
/// fails with `dataUnavailable`.
public struct DetectAnimalBodyPoseRequest: ImageProcessingRequest, AnalysisRequest {
    /// The bodies, the most certain first.
    public typealias Result = [AnimalBodyPoseObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    var source = NetworkSource.catalog(AnimalPoseAnalysis.modelName)
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .detectAnimalBodyPoseRequest(revision) }

    /// The joints that the request looks for.
    public var supportedJointNames: [AnimalBodyPoseObservation.JointName] { AnimalBodyPoseObservation.JointName.all }

    /// The groups of joints that the request's observations have.
    public var supportedJointsGroupNames: [AnimalBodyPoseObservation.JointsGroupName] { AnimalBodyPoseObservation.JointsGroupName.allCases }

    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if the model has no image input.
    package mutating func use(_ model: MLModel) throws {
        source = try NetworkSource(model)
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = AnimalPoseAnalysis(source: source, regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { poses, origin in poses.map { AnimalBodyPoseObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectAnimalBodyPose(self, result) }
}
