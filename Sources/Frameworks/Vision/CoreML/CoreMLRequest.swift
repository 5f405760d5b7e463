import CoreML
import VisionRuntime

/// Runs a Core ML model on an image.
public struct CoreMLRequest: ImageProcessingRequest, AnalysisRequest {
    /// The results depend on the model:
    /// - A classifier: a ``ClassificationObservation`` for each class, the most probable first.
    /// - An object detector that ends in non-maximum suppression: ``RecognizedObjectObservation``s with bounding boxes in the region of interest.
    /// - Any other model: a ``PixelBufferObservation`` for each picture and a ``CoreMLFeatureValueObservation`` for every other output, in
    ///   the order of the model's outputs.
    public typealias Result = [any VisionObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The model that is run.
    public let modelContainer: CoreMLModelContainer
    /// How the image, or its region of interest, is cropped and scaled to the model's input. Use the option that the model was trained with.
    public var cropAndScaleAction: ImageCropAndScaleAction = .centerCrop
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Creates a request that runs a model.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(model: CoreMLModelContainer, _ revision: Revision? = nil) {
        modelContainer = model
        self.revision = revision ?? .revision1
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .coreMLRequest(revision) }

    /// The labels that a classifier or detector may return, in the model's order; `nil` for other models.
    public var supportedIdentifiers: [String]? {
        let identifiers = modelContainer.imageModel.answer.identifiers
        return identifiers.isEmpty ? nil : identifiers
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = CoreModelAnalysis(
            model: modelContainer.imageModel, cropAndScale: cropAndScaleAction.cropAndScale, regionOfInterest: regionOfInterest.cgRect,
            usesCPUOnly: false)
        return regionJob(analysis, cancellation) { findings, origin in
            try findings.map { try $0.observation(&origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .coreML(self, result) }
}

extension CoreModelFinding {
    fileprivate func observation(_ origin: inout ObservationOrigin) throws -> any VisionObservation {
        switch self {
        case .classification(let classification): return ClassificationObservation(classification, &origin)
        case .object(let object): return RecognizedObjectObservation(object, &origin)
        case .picture(let picture, _): return PixelBufferObservation(picture, &origin)
        case .feature(let value, let name):
            guard let value = MLSendableFeatureValue(value) else {
                throw VisionFailure(.operationFailed, "the model's output \(name) has no value that can be handed on")
            }
            return CoreMLFeatureValueObservation(value, name: name, &origin)
        }
    }
}
