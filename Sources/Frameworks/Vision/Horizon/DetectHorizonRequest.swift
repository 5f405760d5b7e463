import CoreML
import VisionRuntime

/// Finds the angle by which an image is tilted, up to 45°, from its long straight edges: the horizon, shelves, roofs and walls.
public struct DetectHorizonRequest: ImageProcessingRequest, AnalysisRequest {
    /// The horizon; `nil` if the image has no straight edges, or they have no common direction.
    public typealias Result = HorizonObservation?

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

    public var descriptor: RequestDescriptor { .detectHorizonRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        job(HorizonAnalysis(regionOfInterest: regionOfInterest.cgRect), cancellation) { findings, origin in
            findings.first.map { HorizonObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHorizon(self, result) }
}
