import CoreML
import VisionRuntime

/// Finds the most prominent document in an image, such as a sheet of paper or a card, by its sides. A document that fills the whole image is not
/// found, because no sides are visible.
public struct DetectDocumentSegmentationRequest: ImageProcessingRequest, AnalysisRequest {
    /// `nil` where there is no document.
    public typealias Result = DetectedDocumentObservation?

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
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

    public var descriptor: RequestDescriptor { .detectDocumentSegmentationRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        job(DocumentAnalysis(regionOfInterest: regionOfInterest.cgRect), cancellation) { findings, origin in
            findings.first.map { DetectedDocumentObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectDocumentSegmentation(self, result) }
}
