import CoreML
import VisionRuntime

/// Finds rectangles as they are seen in perspective: screens, sheets of paper, windows. Sides may be interrupted or faint as long as most of
/// them shows.
///
/// A setting that is out of its range makes performing the request fail with `invalidArgument`.
public struct DetectRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The rectangles, the most certain first. Large ones are more certain than small ones that show as well.
    public typealias Result = [RectangleObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// The least ratio of the shorter side to the longer one, 0 to 1, as the sides are seen; 0.5 by default.
    public var minimumAspectRatio: Float = 0.5
    /// The greatest ratio of the shorter side to the longer one, 0 to 1; 1 by default.
    public var maximumAspectRatio: Float = 1
    /// How far a corner's angle may be from 90°, in degrees, 0 to 45; 30 by default.
    public var quadratureToleranceDegrees: Float = 30
    /// The least length of a rectangle's shorter side, as a part of the shorter side of the image or its region of interest, 0 to 1; 0.2 by
    /// default.
    public var minimumSize: Float = 0.2
    /// The least confidence, 0 to 1; 0 by default.
    public var minimumConfidence: Float = 0
    /// How many rectangles are found at most; 0 for any number, 1 by default.
    public var maximumObservations = 1
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
