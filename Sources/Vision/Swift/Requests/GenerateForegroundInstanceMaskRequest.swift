import CoreML
import VisionRuntime

/// Sets each object of the foreground in an image apart.
///
/// The model is that of ``VNGenerateForegroundInstanceMaskRequest``.
public struct GenerateForegroundInstanceMaskRequest: ImageProcessingRequest, AnalysisRequest {
    /// `nil` where there is no instance.
    public typealias Result = InstanceMaskObservation?

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

    public var descriptor: RequestDescriptor { .generateForegroundInstanceMaskRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = SegmentationAnalysis(
            model: "foregroundInstances", for: "GenerateForegroundInstanceMaskRequest", regionOfInterest: regionOfInterest.cgRect,
            usesCPUOnly: false)
        return job(analysis, cancellation) { try InstanceMaskObservation.observation($0, &$1) }
    }

    func visionResult(_ result: Result) -> VisionResult { .generateForegroundInstanceMask(self, result) }
}
