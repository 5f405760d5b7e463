import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// Words, or other texts, with a vector each; similar ones have vectors of similar directions.
///
/// Embeddings are read that were written here. Those that Apple's platforms wrote have a form that only these read, and there are none built in.
public final class NLEmbedding: Sendable {
    /// The language of the words; `nil` where that is not known.
    public let language: NLLanguage?
    /// The revision that the file names, 1 or more.
    public let revision: Int
    private let vectors: WordVectors

    /// Loads an embedding: an `.mlmodel` that `MLWordEmbedding` or ``write(_:language:revision:to:)`` wrote, or such a model compiled.
    ///
    /// - Throws: as `MLModel(contentsOf:)`, and `MLModelError.generic` for a model of another kind.
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
    ///   - revision: a number that the file names, 1 or more.
    /// - Throws: `MLModelError.generic` for no words, an empty word, vectors without numbers or of different lengths, numbers that are not
    ///   finite in single precision, and a revision out of range; `MLModelError.io` where the file cannot be written.
    public class func write(_ dictionary: [String: [Double]], language: NLLanguage?, revision: Int, to url: URL) throws {
        try MLModelError.catching {
            try WordModelFile.embedding(WordVectors(dictionary), language: language, revision: revision).write(to: url)
        }
    }

    // MARK: Words

    /// The numbers of each vector.
    public var dimension: Int { vectors.dimension }
    /// The number of words.
    public var vocabularySize: Int { vectors.words.count }
    /// Whether a word is there, in exactly this form.
    public func contains(_ string: String) -> Bool { vectors.contains(string) }
    /// The vector of a word; `nil` if it is not there.
    public func vector(for string: String) -> [Double]? { vectors.vector(for: string) }

    /// The distance of two words; 2, the greatest, if one of them is not there.
    public func distance(
        between firstString: String, and secondString: String, distanceType: NLDistanceType = .cosine
    ) -> NLDistance {
        vectors.distance(firstString, secondString) ?? 2
    }

    // MARK: Neighbours

    /// The words nearest to a word, without itself, the nearest first; none if the word is not there.
    ///
    /// - Parameters:
    ///   - maximumCount: how many words there may be.
    ///   - maximumDistance: how far away they may be.
    public func neighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: string, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// The words nearest to a vector, the nearest first; none if it has not ``dimension`` finite numbers.
    ///
    /// - Parameters:
    ///   - maximumCount: how many words there may be.
    ///   - maximumDistance: how far away they may be.
    public func neighbors(
        for vector: [Double], maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine
    ) -> [(String, NLDistance)] {
        vectors.neighbours(of: vector, count: maximumCount, within: maximumDistance).map { ($0.word, $0.distance) }
    }

    /// Calls a closure with the words nearest to a word, as `neighbors` has them, until it returns false.
    public func enumerateNeighbors(
        for string: String, maximumCount: Int, maximumDistance: NLDistance = 2, distanceType: NLDistanceType = .cosine,
        using block: (String, NLDistance) -> Bool
    ) {
        for (word, distance) in neighbors(for: string, maximumCount: maximumCount, maximumDistance: maximumDistance) {
            guard block(word, distance) else { return }
        }
    }

    /// Calls a closure with the words nearest to a vector, as `neighbors` has them, until it returns false.
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
    /// No embedding: none is built in.
    public class func wordEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// No embedding: none is built in.
    public class func wordEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// No embedding: none is built in.
    public class func sentenceEmbedding(for language: NLLanguage) -> NLEmbedding? { nil }
    /// No embedding: none is built in.
    public class func sentenceEmbedding(for language: NLLanguage, revision: Int) -> NLEmbedding? { nil }
    /// No revisions of built-in embeddings.
    public class func supportedRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// No revisions of built-in embeddings.
    public class func supportedSentenceEmbeddingRevisions(for language: NLLanguage) -> IndexSet { [] }
    /// 0, as there is no revision of a built-in embedding.
    public class func currentRevision(for language: NLLanguage) -> Int { 0 }
    /// 0, as there is no revision of a built-in embedding.
    public class func currentSentenceEmbeddingRevision(for language: NLLanguage) -> Int { 0 }
}
