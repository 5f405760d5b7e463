import CoreML
import VisionRuntime

/// Finds the most prominent document in an image, such as a sheet of paper or a card. It is found by its edges. A document that fills the whole image
/// is not found, because its edges are not visible.
public struct DetectDocumentSegmentationRequest: ImageProcessingRequest, AnalysisRequest {
    /// The document; `nil` if the image shows none.
    public typealias Result = DetectedDocumentObservation?

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
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

    public var descriptor: RequestDescriptor { .detectDocumentSegmentationRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        job(DocumentAnalysis(regionOfInterest: regionOfInterest.cgRect), cancellation) { findings, origin in
            findings.first.map { DetectedDocumentObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectDocumentSegmentation(self, result) }
}
