import CoreML
import CoreMLRuntime
import CoreMLSpecification
import NaturalLanguage

/// An embedding: a vector for each of many words or other texts. Similar words have vectors with similar directions. The embedding is written as a
/// model that `NLEmbedding` reads.
public struct MLWordEmbedding: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The model. Its input `text` is a word. Its output `vector` is the word's vector. An unknown word causes an error.
    public let model: MLModel
    /// The parameters of the embedding.
    public let modelParameters: ModelParameters
    /// The number of elements of each vector.
    public var dimension: Int { vectors.dimension }
    /// The number of words.
    public var vocabularySize: Int { vectors.words.count }
    private let vectors: WordVectors

    /// An embedding with the given vectors. Their numbers are stored as `Float`.
    ///
    /// - Parameter dictionary: the vector of each word. All vectors have the same length.
    /// - Throws: `MLCreateError.generic` if there are no words, a word is empty, or a parameter is out of range. Also if a vector is empty, has
    ///   another length, or has numbers that are not finite as `Float`.
    public init(dictionary: [String: [Double]], parameters: ModelParameters = ModelParameters()) throws {
        modelParameters = parameters
        do {
            vectors = try WordVectors(dictionary)
            let specification = try Self.specification(vectors, parameters, MLModelMetadata())
            model = try MLModel(
                package: ModelPackage(model: specification), configuration: MLModelConfiguration(), name: "the word embedding")
        } catch let error as RuntimeError {
            throw MLCreateError.generic(reason: "\(error)")
        }
    }

    private static func specification(
        _ vectors: WordVectors, _ parameters: ModelParameters, _ metadata: MLModelMetadata
    ) throws -> Specification.Model {
        try WordModelFile.embedding(
            vectors, language: parameters.language, revision: parameters.revision, metadata: metadata.specification)
    }

    /// Whether the embedding has a word. The spelling must match exactly, including upper and lower case.
    public func contains(_ text: String) -> Bool { vectors.contains(text) }

    /// The vector of a word; `nil` for an unknown word.
    public func vector(for text: String) -> [Double]? { vectors.vector(for: text) }

    /// The cosine distance between two words, 0…2; 2 if one of them is unknown.
    public func distance(between text1: String, and text2: String, distanceType: NLDistanceType = .cosine) -> Double {
        vectors.distance(text1, text2) ?? 2
    }

    /// The words nearest to a word, with their distances, the nearest first. The word itself is not included.
    ///
    /// - Parameters:
    ///   - maxCount: the maximum number of words.
    ///   - maxDistance: the maximum distance, 0…2.
    /// - Throws: `MLCreateError.generic` if the word is unknown.
    public func prediction(
        from text: String, maxCount: Int = 10, maxDistance: Double = 2, distanceType: NLDistanceType = .cosine
    ) throws -> [(text: String, distance: Double)] {
        guard contains(text) else { throw MLCreateError.generic(reason: "the embedding has no word '\(text)'") }
        return vectors.neighbours(of: text, count: maxCount, within: maxDistance).map { (text: $0.word, distance: $0.distance) }
    }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `WordEmbedding.mlmodel` into.
    /// - Throws: `MLCreateError.io` if the file cannot be written.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        let specification = try Self.specification(vectors, modelParameters, metadata ?? MLModelMetadata())
        try AtomicFile.write(specification.encoded(), to: fileURL.modelFile(named: "WordEmbedding.mlmodel"))
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String { "MLWordEmbedding of \(vocabularySize) words, \(dimension) numbers each\n\(modelParameters)" }
    public var debugDescription: String { description }

    /// The parameters of an embedding.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The language of the words, which is stored in the model; `nil` for any language.
        public var language: NLLanguage?
        /// The revision number in the model, 1 or more.
        public var revision: Int

        /// Parameters with Apple's defaults.
        public init(language: NLLanguage? = nil, revision: Int = 1) { (self.language, self.revision) = (language, revision) }

        public var description: String { "revision \(revision)" + (language.map { "; \($0.rawValue)" } ?? "") }
        public var debugDescription: String { description }
    }
}
