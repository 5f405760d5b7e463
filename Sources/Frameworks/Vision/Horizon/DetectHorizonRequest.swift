import CoreML
import VisionRuntime

/// Finds the angle by which an image is tilted, up to 45°. The angle is measured at long straight edges, such as the horizon, shelves, roofs and
/// walls.
public struct DetectHorizonRequest: ImageProcessingRequest, AnalysisRequest {
    /// The horizon; `nil` if the image has no straight edges, or if its edges have no common direction.
    public typealias Result = HorizonObservation?

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

    public var descriptor: RequestDescriptor { .detectHorizonRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        job(HorizonAnalysis(regionOfInterest: regionOfInterest.cgRect), cancellation) { findings, origin in
            findings.first.map { HorizonObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHorizon(self, result) }
}
