import CoreML
import VisionRuntime

/// Finds the parts of an image that show foreground objects.
///
/// The request uses the same models as ``VNGenerateObjectnessBasedSaliencyImageRequest``.
public struct GenerateObjectnessBasedSaliencyImageRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = SaliencyImageObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    public var descriptor: RequestDescriptor { .generateObjectnessBasedSaliencyImageRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = SaliencyAnalysis(.objectness, regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            guard let finding = findings.first else { throw VisionFailure(.internalError, "an image has no saliency") }
            return try SaliencyImageObservation(finding, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .generateObjectnessBasedSaliencyImage(self, result) }
}
