import CoreML
import VisionRuntime

/// Finds rectangles seen in perspective: screens, sheets of paper, windows. Sides may be interrupted or faint if most of each side is visible.
///
/// Performing the request fails with `invalidArgument` if a setting is out of its range.
public struct DetectRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The rectangles, the most certain first. Of equally clear rectangles, large rectangles are more certain than small ones.
    public typealias Result = [RectangleObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The minimum ratio of the shorter to the longer visible side, 0 to 1; 0.5 by default.
    public var minimumAspectRatio: Float = 0.5
    /// The maximum ratio of the shorter to the longer visible side, 0 to 1; 1 by default.
    public var maximumAspectRatio: Float = 1
    /// The maximum difference of a corner's angle from 90°, in degrees, 0 to 45; 30 by default.
    public var quadratureToleranceDegrees: Float = 30
    /// The minimum length of a rectangle's shorter side, from 0 to 1; 0.2 by default. The unit is the shorter side of the image or its region of
    /// interest.
    public var minimumSize: Float = 0.2
    /// The minimum confidence, 0 to 1; 0 by default.
    public var minimumConfidence: Float = 0
    /// The maximum number of rectangles to find, 1 by default. 0 means no limit.
    public var maximumObservations = 1
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

    public var descriptor: RequestDescriptor { .detectRectanglesRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = try RectangleAnalysis(
            minimumAspectRatio: minimumAspectRatio, maximumAspectRatio: maximumAspectRatio,
            quadratureTolerance: quadratureToleranceDegrees, minimumSize: minimumSize, minimumConfidence: minimumConfidence,
            maximumObservations: maximumObservations, regionOfInterest: regionOfInterest.cgRect)
        return job(analysis, cancellation) { findings, origin in
            findings.map { RectangleObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectRectangles(self, result) }
}
