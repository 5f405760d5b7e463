import CoreML
import VisionRuntime

/// Makes a mask for each person in an image.
///
/// The request uses the same model as ``VNGeneratePersonInstanceMaskRequest``.
public struct GeneratePersonInstanceMaskRequest: ImageProcessingRequest, AnalysisRequest {
    /// The observation of all people; `nil` if nobody was found.
    public typealias Result = InstanceMaskObservation?

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

    public var descriptor: RequestDescriptor { .generatePersonInstanceMaskRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = PersonInstancesAnalysis(
            for: "GeneratePersonInstanceMaskRequest", regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { try InstanceMaskObservation.observation($0, &$1) }
    }

    func visionResult(_ result: Result) -> VisionResult { .generatePersonInstanceMask(self, result) }
}
