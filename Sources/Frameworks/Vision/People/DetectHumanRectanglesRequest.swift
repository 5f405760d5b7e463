import CoreML
import VisionRuntime

/// Finds the people in an image, as boxes.
///
/// The network is the catalogue's model `people`. Without it, the boxes enclose the joints that the model `bodyPose` finds. If both are missing,
/// performing the request fails with `dataUnavailable`.
public struct DetectHumanRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The people, the most certain first.
    public typealias Result = [HumanObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// Whether boxes enclose only head and upper body, which is the default, or the whole visible person.
    public var upperBodyOnly = true
    var source: NetworkSource?
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// - Parameter revision: the revision; `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The supported revisions, the newest last.
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
