import CoreML
import VisionRuntime

/// Finds the most prominent sheet of paper, card or the like in an image, by its sides. A document that fills the whole image has none.
public struct DetectDocumentSegmentationRequest: ImageProcessingRequest, AnalysisRequest {
    /// `nil` where there is no document.
    public typealias Result = DetectedDocumentObservation?

    public var regionOfInterest: NormalizedRect = .fullImage
    public let revision: Revision
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        case revision1
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .detectDocumentSegmentationRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        job(DocumentAnalysis(regionOfInterest: regionOfInterest.cgRect), cancellation) { findings, origin in
            findings.first.map { DetectedDocumentObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectDocumentSegmentation(self, result) }
}
