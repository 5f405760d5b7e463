import CoreML
import VisionRuntime

/// Finds the outlines of dark shapes on a light background, or of light shapes on a dark background. Holes, and shapes inside holes, are outlined
/// too. A shape cut by the edge of the image is closed along that edge. A contour that consists only of the edge of the image is not returned.
///
/// Performing the request fails with `invalidArgument` if a setting is out of its range.
public struct DetectContoursRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = ContoursObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The increase of the contrast, 0 to 3; 2 by default. High values also find the contours of faint edges. With 0, no contours are
    /// found.
    public var contrastAdjustment: Float = 2
    /// The brightness that separates dark from light, 0 to 1; 0.5 by default. Contours run along this brightness, and the contrast is increased
    /// around it. With `nil`, the request finds the value that separates the brightness levels of the image best.
    public var contrastPivot: Float? = 0.5
    /// Whether dark shapes on a light background are outlined, instead of light shapes on a dark background.
    public var detectsDarkOnLight = true
    /// The maximum length of the image's longer side, in pixels; at least 64, 512 by default. Images beyond this length are reduced before
    /// the analysis. Values above 4,096 have the effect of 4,096.
    public var maximumImageDimension = 512
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

    public var descriptor: RequestDescriptor { .detectContoursRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = try ContourAnalysis(
            contrastAdjustment: contrastAdjustment, contrastPivot: contrastPivot, detectsDarkOnLight: detectsDarkOnLight,
            maximumImageDimension: maximumImageDimension, regionOfInterest: regionOfInterest.cgRect)
        return regionJob(analysis, cancellation) { findings, origin in
            guard let tree = findings.first else { throw VisionFailure(.internalError, "the image's contours are missing") }
            return ContoursObservation(tree, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectContours(self, result) }
}
