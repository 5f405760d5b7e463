import CoreML
import VisionRuntime

/// Finds the bounding boxes of the people in an image.
///
/// The request uses the model `people` of Osprey's model catalogue. If it is missing, the boxes enclose the joints that the model `bodyPose` finds.
/// If both models are missing, performing the request fails with `dataUnavailable`.
public struct DetectHumanRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The people, the most certain first.
    public typealias Result = [HumanObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// Whether boxes enclose only the head and upper body (`true`, the default) or the whole visible person (`false`).
    public var upperBodyOnly = true
    var source: NetworkSource?
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

    public var descriptor: RequestDescriptor { .detectHumanRectanglesRequest(revision) }

    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if the model has no image input.
    package mutating func use(_ model: MLModel) throws {
        source = try NetworkSource(model)
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = HumanAnalysis(
            source: source, upperBodyOnly: upperBodyOnly, regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { humans, origin in humans.map { HumanObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHumanRectangles(self, result) }
}
