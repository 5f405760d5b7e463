import CoreML
import VisionRuntime

/// Finds cats and dogs, and labels each as one or the other.
///
/// The request uses the object detector `animals` of Osprey's model catalogue. It returns animals with a confidence of at least 0.25. It mistakes
/// some other animals for cats or dogs. If the model is missing, performing the request fails with `dataUnavailable`.
public struct RecognizeAnimalsRequest: ImageProcessingRequest, AnalysisRequest {
    /// The animals, with the labels `Cat` and `Dog`, the most certain first.
    public typealias Result = [RecognizedObjectObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    var source = NetworkSource.catalog(AnimalAnalysis.modelName)
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

    public var descriptor: RequestDescriptor { .recognizeAnimalsRequest(revision) }

    /// An animal that the request knows.
    public enum Animal: String, Sendable, Equatable, Codable, Hashable {
        /// A dog.
        case dog
        /// A cat.
        case cat
    }

    /// The animals that the request may find.
    public var supportedAnimals: [Animal] { [.dog, .cat] }

    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if the model has no image input.
    package mutating func use(_ model: MLModel) throws {
        source = try NetworkSource(model)
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = AnimalAnalysis(source: source, regionOfInterest: regionOfInterest.cgRect, usesCPUOnly: false)
        return job(analysis, cancellation) { animals, origin in animals.map { RecognizedObjectObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .recognizeAnimals(self, result) }
}
