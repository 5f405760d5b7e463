import CoreML
import VisionRuntime

/// Measures the quality of pictures of faces. With it, a program can choose the best of several pictures of one person. See
/// ``VNDetectFaceCaptureQualityRequest``.
public struct DetectFaceCaptureQualityRequest: ImageProcessingRequest, AnalysisRequest {
    /// The faces with their quality, in the order of ``inputFaceObservations``. If ``inputFaceObservations`` is `nil`, all faces that the request
    /// found, the most certain first.
    public typealias Result = [FaceObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The faces to analyze. See ``DetectFaceLandmarksRequest/inputFaceObservations``.
    public var inputFaceObservations: [FaceObservation]?
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 3 of the request.
        case revision3
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision3
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision3]

    public var descriptor: RequestDescriptor { .detectFaceCaptureQualityRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let known = inputFaceObservations
        let descriptor = descriptor
        let analysis = try FaceQualityAnalysis(
            faces: known?.map(\.given), regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            findings.enumerated().map { index, finding in
                let quality = FaceObservation.CaptureQuality(score: finding.quality, originatingRequestDescriptor: descriptor)
                return FaceObservation(known: known?[index], seen: finding.face, landmarks: nil, quality: quality, &origin)
            }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectFaceCaptureQuality(self, result) }
}
