import CoreML
import VisionRuntime

/// Finds lines of text. Lines may have any direction, and may be dark on light or light on dark.
///
/// The model `textLines` finds the lines in a picture whose longer side is reduced to 1,280 pixels. If most of the lines are less than 11 pixels high
/// there, it searches a picture of twice the size. If ``reportCharacterBoxes`` is set, the model `textReader` finds the characters. If a model is
/// missing, the request fails with `dataUnavailable`.
public struct DetectTextRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The lines, from the top of the image down.
    public typealias Result = [TextObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// Whether observations contain the bounding boxes of their characters; `false` by default.
    public var reportCharacterBoxes = false
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

    public var descriptor: RequestDescriptor { .detectTextRectanglesRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = TextRectangleAnalysis(regionOfInterest: regionOfInterest.cgRect, findsCharacters: reportCharacterBoxes)
        return regionJob(analysis, cancellation) { findings, origin in findings.map { TextObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectTextRectangles(self, result) }
}
