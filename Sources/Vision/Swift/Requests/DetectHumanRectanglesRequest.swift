import CoreML
import VisionRuntime

/// Finds where people are in an image.
///
/// The network is the catalogue's model `people`; where there is none, the boxes are drawn around the joints that the model `bodyPose` finds.
/// Where both are missing, performing the request fails with `dataUnavailable`.
public struct DetectHumanRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The people, the most certain first.
    public typealias Result = [HumanObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// Whether boxes are around head and upper body, as by default, rather than around all of a person that is seen.
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

    /// Makes the request use a network, to whose input the whole image is brought in its own ratio.
    ///
    /// - Throws: an error where the model takes no image.
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
