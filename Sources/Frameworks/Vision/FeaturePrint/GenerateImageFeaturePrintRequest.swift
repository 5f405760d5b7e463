import CoreML
import CoreMLRuntime
import VisionRuntime

/// Describes an image by a vector: the more alike two images look, the smaller the distance between their vectors.
///
/// The vector is that of revision 2, 3 or 4 of ``VNGenerateImageFeaturePrintRequest``.
public struct GenerateImageFeaturePrintRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = FeaturePrintObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// How the image, or its region of interest, is cropped and scaled to the network's square input.
    public var cropAndScaleAction: ImageCropAndScaleAction = .scaleToFill
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
        /// Osprey's addition: the vector of a network that products may use.
        case revision3
        /// Osprey's addition: the vector of revision 2's network for smaller images, which takes about three fifths of the time.
        case revision4

        /// The number of the revision in the `VN` request.
        var number: Int {
            switch self {
            case .revision2: VNGenerateImageFeaturePrintRequestRevision2
            case .revision3: VNGenerateImageFeaturePrintRequestRevision3
            case .revision4: VNGenerateImageFeaturePrintRequestRevision4
            }
        }
    }

    /// - Parameter revision: `nil` for revision 2, the newest of Apple's.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2, .revision3, .revision4]

    public var descriptor: RequestDescriptor { .generateImageFeaturePrintRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = FeaturePrintAnalysis(
            regionOfInterest: regionOfInterest.cgRect, cropAndScale: cropAndScaleAction.cropAndScale, usesCPUOnly: false,
            network: PrintNetwork(revision: revision.number) ?? .scene)
        return job(analysis, cancellation) { findings, origin in
            guard let vector = findings.first else { throw VisionFailure(.internalError, "an image has no feature print") }
            return FeaturePrintObservation(vector.normalized, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .generateImageFeaturePrint(self, result) }
}
