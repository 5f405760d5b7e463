import CoreML
import VisionRuntime

/// Sets each person in an image apart.
///
/// The model is that of ``VNGeneratePersonInstanceMaskRequest``.
public struct GeneratePersonInstanceMaskRequest: ImageProcessingRequest, AnalysisRequest {
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

    public var descriptor: RequestDescriptor { .generatePersonInstanceMaskRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = SegmentationAnalysis(
            model: "personInstances", for: "GeneratePersonInstanceMaskRequest", regionOfInterest: regionOfInterest.cgRect,
            usesCPUOnly: false)
        return job(analysis, cancellation) { try InstanceMaskObservation.observation($0, &$1) }
    }

    func visionResult(_ result: Result) -> VisionResult { .generatePersonInstanceMask(self, result) }
}
