import CoreML
import VisionRuntime

/// Finds the visible joints of all people in an image, up to 19 for each person.
///
/// The request uses the model `bodyPose` of Osprey's model catalogue. If the model is missing, performing the request fails with `dataUnavailable`.
public struct DetectHumanBodyPoseRequest: ImageProcessingRequest, AnalysisRequest {
    /// The bodies of all people, the most certain first.
    public typealias Result = [HumanBodyPoseObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// Whether the request also finds the people's hands, with the model `handPose`; `false` by default.
    public var detectsHands = false
    var source = NetworkSource.catalog(BodyPoseAnalysis.modelName)
    var handSource = NetworkSource.catalog(HandPoseAnalysis.modelName)
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    public var descriptor: RequestDescriptor { .detectHumanBodyPoseRequest(revision) }

    /// The joints that the request looks for.
    public var supportedJointNames: [HumanBodyPoseObservation.JointName] { HumanBodyPoseObservation.JointName.all }

    /// The groups of joints that the request's observations have.
    public var supportedJointsGroupNames: [HumanBodyPoseObservation.JointsGroupName] { HumanBodyPoseObservation.JointsGroupName.allCases }

    /// Replaces the request's network for bodies and, if `hands` is not `nil`, its network for hands. Each image is scaled to fit completely into a
    /// network's input, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if a model has no image input.
    package mutating func use(_ model: MLModel, hands: MLModel? = nil) throws {
        source = try NetworkSource(model)
        if let hands { handSource = try NetworkSource(hands) }
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let region = regionOfInterest.cgRect
        let bodies = BodyPoseAnalysis(source: source, regionOfInterest: region, usesCPUOnly: false)
        guard detectsHands else {
            return regionJob(bodies, cancellation) { poses, origin in
                poses.map { HumanBodyPoseObservation(BodyHandsFinding(body: $0), &origin) }
            }
        }
        let hands = HandPoseAnalysis(source: handSource, regionOfInterest: region, usesCPUOnly: false)
        return regionJob(BodyHandsAnalysis(bodies: bodies, hands: hands), cancellation) { findings, origin in
            findings.map { HumanBodyPoseObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHumanBodyPose(self, result) }
}
