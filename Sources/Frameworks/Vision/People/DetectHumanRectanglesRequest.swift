import CoreML
import VisionRuntime

/// Finds where people are in an image.
///
/// The network is the catalogue's model `people`. Without it, the boxes enclose the joints that the model `bodyPose` finds. If both are missing,
/// performing the request fails with `dataUnavailable`.
public struct DetectHumanRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The people, the most certain first.
    public typealias Result = [HumanObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// Whether boxes enclose only head and upper body, the default, or all of the person that is visible.
    public var upperBodyOnly = true
    var source: NetworkSource?
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    public var descriptor: RequestDescriptor { .detectHumanRectanglesRequest(revision) }

    /// Makes the request use another network. The whole image is scaled to the network's input with its aspect ratio kept.
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
