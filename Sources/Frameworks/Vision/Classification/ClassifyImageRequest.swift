import CoreML
import VisionRuntime

/// Classifies the content of an image with Osprey's own model.
///
/// Osprey searches for the model in the folders that the description of ``VNClassifyImageRequest`` lists. If the model is missing, performing the
/// request fails with `dataUnavailable`.
public struct ClassifyImageRequest: ImageProcessingRequest, AnalysisRequest {
    /// All classes that the model knows, the most probable first.
    public typealias Result = [ClassificationObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// How the image, or its region of interest, is cropped and scaled to the model's input.
    public var cropAndScaleAction: ImageCropAndScaleAction = .centerCrop
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    public var descriptor: RequestDescriptor { .classifyImageRequest(revision) }

    /// The labels that the request may return, in alphabetical order. Empty if the model is missing.
    public var supportedIdentifiers: [String] {
        (try? ClassificationAnalysis.identifiers(usesCPUOnly: false).sorted()) ?? []
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = try ClassificationAnalysis(
            regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false, cropAndScale: cropAndScaleAction.cropAndScale)
        return job(analysis, cancellation) { findings, origin in
            findings.map { ClassificationObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .classifyImage(self, result) }
}
