import CoreML
import VisionRuntime

/// Finds the parts of faces: eyes, brows, nose, lips, jaw.
///
/// Osprey searches for the models `faces` and `faceLandmarks` in the folders that the description of ``VNClassifyImageRequest`` lists.
public struct DetectFaceLandmarksRequest: ImageProcessingRequest, AnalysisRequest {
    /// The faces with their landmarks, in the order of ``inputFaceObservations``. If ``inputFaceObservations`` is `nil`, all faces that the request
    /// found, the most certain first.
    public typealias Result = [FaceObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The faces to analyze. Each becomes an observation with the same `uuid`. If `nil`, the request finds the faces itself.
    ///
    /// Performing the request fails with `invalidArgument` if a face's bounding box is empty, not a number or wholly outside of the image.
    public var inputFaceObservations: [FaceObservation]?
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

    public var descriptor: RequestDescriptor { .detectFaceLandmarksRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let known = inputFaceObservations
        let descriptor = descriptor
        let analysis = try FaceLandmarkAnalysis(
            faces: known?.map(\.given), regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { findings, origin in
            findings.enumerated().map { index, finding in
                let landmarks = FaceObservation.Landmarks2D(finding.landmarks(.points76), originatingRequestDescriptor: descriptor)
                return FaceObservation(known: known?[index], seen: finding.face, landmarks: landmarks, quality: nil, &origin)
            }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectFaceLandmarks(self, result) }
}
