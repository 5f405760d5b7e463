import CoreML
import VisionRuntime

/// Finds faces. A face may be rotated by any angle in the plane of the image.
///
/// Osprey searches for the models `faces` and `faceLandmarks` in the folders that the description of ``VNClassifyImageRequest`` lists.
public struct DetectFaceRectanglesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The faces, the most certain first.
    public typealias Result = [FaceObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 3 of the request.
        case revision3
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision3
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision3]

    public var descriptor: RequestDescriptor { .detectFaceRectanglesRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = FaceRectangleAnalysis(regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            findings.map { FaceObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectFaceRectangles(self, result) }
}
