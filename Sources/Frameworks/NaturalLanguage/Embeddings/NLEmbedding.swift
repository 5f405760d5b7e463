import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// An embedding: a vector for each of many words or other texts. Similar words have vectors with similar directions.
///
/// `NLEmbedding` reads only embeddings that Osprey wrote. The format of embeddings from Apple's platforms is readable only on these platforms.
/// Osprey has no built-in embeddings.
public final class NLEmbedding: Sendable {
    /// The language of the words; `nil` if it is unknown.
    public let language: NLLanguage?
    /// The revision in the file, 1 or more.
    public let revision: Int
    private let vectors: WordVectors

    /// Loads an embedding that `MLWordEmbedding` or ``write(_:language:revision:to:)`` wrote. The file is an `.mlmodel` or a compiled model.
    ///
    /// - Throws: the errors of `MLModel(contentsOf:)`, and `MLModelError.generic` if the model is not a word embedding.
    public init(contentsOf url: URL) throws {
        guard let predictor = try MLModel(contentsOf: url).wordEmbedding else {
            throw MLModelError(.generic, "The model at \(url.path) is no word embedding.")
        }
        vectors = predictor.vectors
        language = NLLanguage(tag: predictor.language)
        revision = predictor.revision
    }

    /// Writes an embedding as an `.mlmodel`. The file is written completely or not at all. Numbers are stored as `Float`.
    ///
    /// - Parameters:
    ///   - dictionary: the vector of each word. All vectors have the same length.
    ///   - revision: a number that is stored in the file, 1 or more.
    /// - Throws: `MLModelError.generic` if there are no words, a word is empty, or the revision is out of range. Also if a vector is empty, has
    ///   another length, or has numbers that are not finite as `Float`. `MLModelError.io` if the file cannot be written.
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
    /// Whether the embedding has a word. The spelling must match exactly, including upper and lower case.
    public func contains(_ string: String) -> Bool { vectors.contains(string) }
    /// The vector of a word; `nil` if the word is unknown.
    public func vector(for string: String) -> [Double]? { vectors.vector(for: string) }

    /// The distance between two words. It is 2, the maximum, if one of the words is unknown.
    public func distance(
        between firstString: String, and secondString: String, distanceType: NLDistanceType = .cosine
    ) -> NLDistance {
        vectors.distance(firstString, secondString) ?? 2
    }

    // MARK: Neighbours

    /// The words nearest to a word, the nearest first. The word itself is not included. Empty if the word is unknown.
    ///
    /// - Parameters:
    ///   - maximumCount: the maximum number of words.
    ///   - maximumDistance: the maximum distance to the word, 0…2.
    public func neighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: string, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// The words nearest to a vector, the nearest first. Empty if the vector does not have ``dimension`` finite numbers.
    ///
    /// - Parameters:
    ///   - maximumCount: the maximum number of words.
    ///   - maximumDistance: the maximum distance to the vector, 0…2.
    public func neighbors(
        for vector: [Double], maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: vector, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// Calls a closure with each of the words nearest to a word, in the order of `neighbors`. The calls end when the closure returns `false`.
    public func enumerateNeighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine,
        using block: (String, NLDistance) -> Bool
    ) {
        for (word, distance) in neighbors(for: string, maximumCount: maximumCount, maximumDistance: maximumDistance) {
            guard block(word, distance) else { return }
        }
    }

    /// Calls a closure with each of the words nearest to a vector, in the order of `neighbors`. The calls end when the closure returns `false`.
    public func enumerateNeighbors(
        for vector: [Double], maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine,
        using block: (String, NLDistance) -> Bool
    ) {
        for (word, distance) in neighbors(for: vector, maximumCount: maximumCount, maximumDistance: maximumDistance) {
            guard block(word, distance) else { return }
        }
    }
}

// Apple's platforms have built-in embeddings. Osprey has none. These methods return the values of a language without an embedding.
extension NLEmbedding {
    /// Always `nil`, because there are no built-in embeddings.
    public class func wordEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// Always `nil`, because there are no built-in embeddings.
    public class func wordEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// Always `nil`, because there are no built-in embeddings.
    public class func sentenceEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// Always `nil`, because there are no built-in embeddings.
    public class func sentenceEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// Always empty, because there are no built-in embeddings.
    public class func supportedRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// Always empty, because there are no built-in embeddings.
    public class func supportedSentenceEmbeddingRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// Always 0, because there are no built-in embeddings.
    public class func currentRevision(for language: NLLanguage) -> Int { 0 }
    /// Always 0, because there are no built-in embeddings.
    public class func currentSentenceEmbeddingRevision(for language: NLLanguage) -> Int { 0 }
}
