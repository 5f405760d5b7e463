import CoreML
import VisionRuntime

/// Estimates whether the lens was smudged when an image was taken.
///
/// A convolutional network computes the probability of a smudged lens from the whole image. The default model learnt from photographs on which
/// smudges were drawn. If an image is out of focus, foggy, or low in contrast, the probability can be too high.
public struct DetectLensSmudgeRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = SmudgeObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// How the image, or its region of interest, is cropped and scaled to the model's input. The default model was trained with the
    /// default option.
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

    public var descriptor: RequestDescriptor { .detectLensSmudgeRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = ScoreAnalysis(
            model: "lensSmudge", for: "DetectLensSmudgeRequest", regionOfInterest: regionOfInterest.cgRect,
            cropAndScale: cropAndScaleAction.cropAndScale,
            usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            guard let scores = findings.first else { throw VisionFailure(.internalError, "an image has no scores") }
            return try SmudgeObservation(scores, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectLensSmudge(self, result) }
}
