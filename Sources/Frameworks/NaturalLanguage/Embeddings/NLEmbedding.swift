import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// Words or other texts, each with a vector. Similar words have vectors of similar directions.
///
/// Only embeddings that Osprey wrote can be read. Embeddings from Apple's platforms have a form that only these platforms read. There are
/// no built-in embeddings.
public final class NLEmbedding: Sendable {
    /// The language of the words; `nil` if it is unknown.
    public let language: NLLanguage?
    /// The revision in the file, 1 or more.
    public let revision: Int
    private let vectors: WordVectors

    /// Loads an embedding: an `.mlmodel` that `MLWordEmbedding` or ``write(_:language:revision:to:)`` wrote, or such a model compiled.
    ///
    /// - Throws: the errors of `MLModel(contentsOf:)`, and `MLModelError.generic` if the model is of another kind.
    public init(contentsOf url: URL) throws {
        guard let predictor = try MLModel(contentsOf: url).wordEmbedding else {
            throw MLModelError(.generic, "The model at \(url.path) is no word embedding.")
        }
        vectors = predictor.vectors
        language = NLLanguage(tag: predictor.language)
        revision = predictor.revision
    }

    /// Writes an embedding as an `.mlmodel`. The file is written completely or not at all. Numbers are kept in single precision.
    ///
    /// - Parameters:
    ///   - dictionary: the vector of each word, all of the same length.
    ///   - revision: a number that is stored in the file, 1 or more.
    /// - Throws: `MLModelError.generic` if there are no words or an empty word; if vectors have no numbers, different lengths, or numbers
    ///   that are not finite in single precision; or if the revision is out of range. `MLModelError.io` if the file cannot be written.
    public class func write(_ dictionary: [String: [Double]], language: NLLanguage?, revision: Int, to url: URL) throws {
        try MLModelError.catching {
            try WordModelFile.embedding(WordVectors(dictionary), language: language, revision: revision).write(to: url)
        }
    }

    // MARK: Words

    /// The number of elements in each vector.
    public var dimension: Int { vectors.dimension }
    /// The number of words.
    public var vocabularySize: Int { vectors.words.count }
    /// Whether the embedding has a word, in exactly this form.
    public func contains(_ string: String) -> Bool { vectors.contains(string) }
    /// The vector of a word; `nil` if the embedding does not have it.
    public func vector(for string: String) -> [Double]? { vectors.vector(for: string) }

    /// The distance of two words. It is 2, the maximum, if the embedding lacks one of them.
    public func distance(
        between firstString: String, and secondString: String, distanceType: NLDistanceType = .cosine
    ) -> NLDistance {
        vectors.distance(firstString, secondString) ?? 2
    }

    // MARK: Neighbours

    /// The words nearest to a word, without the word itself, the nearest first. Empty if the embedding does not have the word.
    ///
    /// - Parameters:
    ///   - maximumCount: the maximum number of words.
    ///   - maximumDistance: the maximum distance of the words.
    public func neighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: string, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// The words nearest to a vector, the nearest first. Empty if the vector does not have ``dimension`` finite numbers.
    ///
    /// - Parameters:
    ///   - maximumCount: the maximum number of words.
    ///   - maximumDistance: the maximum distance of the words.
    public func neighbors(
        for vector: [Double], maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: vector, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// Calls a closure with the words nearest to a word, in the order of `neighbors`, until it returns false.
    public func enumerateNeighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine,
        using block: (String, NLDistance) -> Bool
    ) {
        for (word, distance) in neighbors(for: string, maximumCount: maximumCount, maximumDistance: maximumDistance) {
            guard block(word, distance) else { return }
        }
    }

    /// Calls a closure with the words nearest to a vector, in the order of `neighbors`, until it returns false.
    public func enumerateNeighbors(
        for vector: [Double], maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine,
        using block: (String, NLDistance) -> Bool
    ) {
        for (word, distance) in neighbors(for: vector, maximumCount: maximumCount, maximumDistance: maximumDistance) {
            guard block(word, distance) else { return }
        }
    }
}

// Apple's platforms have embeddings built in. Here there are none, and programs see what they see there for a language without one.
extension NLEmbedding {
    /// Always `nil`, as there are no built-in embeddings.
    public class func wordEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// Always `nil`, as there are no built-in embeddings.
    public class func wordEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// Always `nil`, as there are no built-in embeddings.
    public class func sentenceEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// Always `nil`, as there are no built-in embeddings.
    public class func sentenceEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// Always empty, as there are no built-in embeddings.
    public class func supportedRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// Always empty, as there are no built-in embeddings.
    public class func supportedSentenceEmbeddingRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// Always 0, as there are no built-in embeddings.
    public class func currentRevision(for language: NLLanguage) -> Int { 0 }
    /// Always 0, as there are no built-in embeddings.
    public class func currentSentenceEmbeddingRevision(for language: NLLanguage) -> Int { 0 }
}
