import CoreML
import VisionRuntime

/// Finds the outlines of what is dark on light ground, or light on dark, the outlines of holes in it, of what lies in those, and so on.
/// What the edge of the image cuts is closed along it; an outline that is nothing but that edge is left out.
///
/// A setting that is out of its range makes performing the request fail with `invalidArgument`.
public struct DetectContoursRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = ContoursObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// How much the contrast is raised, 0 to 3; 2 by default. The higher, the fainter edges have contours; with 0 there are none.
    public var contrastAdjustment: Float = 2
    /// The brightness around which the contrast is raised, and at which contours run, 0 to 1; 0.5 by default. With `nil` it is what divides
    /// the image's own brightness most clearly.
    public var contrastPivot: Float? = 0.5
    /// Whether what is dark is outlined, rather than what is light.
    public var detectsDarkOnLight = true
    /// How many pixels of the longer side are looked at, 64 at least; 512 by default. Nothing is enlarged, and more than 4,096 are not used.
    public var maximumImageDimension = 512
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .detectContoursRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = try ContourAnalysis(
            contrastAdjustment: contrastAdjustment, contrastPivot: contrastPivot, detectsDarkOnLight: detectsDarkOnLight,
            maximumImageDimension: maximumImageDimension, regionOfInterest: regionOfInterest.cgRect)
        return job(analysis, cancellation) { findings, origin in
            guard let tree = findings.first else { throw VisionFailure(.internalError, "the image's contours are missing") }
            return ContoursObservation(tree, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectContours(self, result) }
}
