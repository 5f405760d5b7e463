import CoreML
import VisionRuntime

/// Finds the visible joints of hands, up to 21 for each hand.
///
/// A network finds the hands, and another network finds the joints of each hand. They are the models `hands` and `handPose` of Osprey's model
/// catalogue. If a model is missing, performing the request fails with `dataUnavailable`.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest, AnalysisRequest {
    /// The hands, the most certain first.
    public typealias Result = [HumanHandPoseObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The maximum number of hands to find; 2 by default. Of more hands than this, the most certain hands are returned. If the value is not
    /// between 1 and 6, performing the request fails with `invalidArgument`.
    public var maximumHandCount = 2
    var source = NetworkSource.catalog(HandPoseAnalysis.modelName)
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

    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints that the request looks for.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] { HumanHandPoseObservation.JointName.all }

    /// The groups of joints that the request's observations have.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if the model has no image input.
    package mutating func use(_ model: MLModel) throws {
        source = try NetworkSource(model)
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let count = try HandPoseAnalysis.check(count: maximumHandCount)
        let analysis = HandPoseAnalysis(source: source, regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return regionJob(analysis, cancellation) { hands, origin in
            hands.prefix(count).map { HumanHandPoseObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHumanHandPose(self, result) }
}
