import CoreML
import VisionRuntime

/// Scores how good an image looks, and detects utility images, such as receipts and screenshots.
///
/// The request uses the same model as ``VNCalculateImageAestheticsScoresRequest``.
public struct CalculateImageAestheticsScoresRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = ImageAestheticsScoresObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// How the image, or its region of interest, is cropped and scaled to the model's input. Use the option that the model was trained with.
    public var cropAndScaleAction: ImageCropAndScaleAction = .scaleToFill
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

    public var descriptor: RequestDescriptor { .calculateImageAestheticsScoresRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = ScoreAnalysis(
            model: "aesthetics", for: "CalculateImageAestheticsScoresRequest", regionOfInterest: regionOfInterest.cgRect,
            cropAndScale: cropAndScaleAction.cropAndScale,
            usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            guard let scores = findings.first else { throw VisionFailure(.internalError, "an image has no scores") }
            return try ImageAestheticsScoresObservation(scores, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .calculateImageAestheticsScores(self, result) }
}
