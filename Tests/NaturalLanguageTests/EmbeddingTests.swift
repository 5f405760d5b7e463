import CoreMLSpecification
import TestSupport
import Testing

@testable import NaturalLanguage

/// Embeddings of words.
@Suite struct EmbeddingTests {
    private static let vectors = ["north": [0, 2.0], "south": [0, -1.0], "east": [3.0, 0], "northeast": [1.0, 1.0], "here": [0.0, 0]]

    private static func embedding(_ vectors: [String: [Double]] = vectors) throws -> NLEmbedding {
        let folder = try TemporaryFolder()
        let file = folder.file("e.mlmodel")
        try NLEmbedding.write(vectors, language: .english, revision: 3, to: file)
        return try NLEmbedding(contentsOf: file)
    }

    @Test("An embedding tells words, vectors and distances as they were written")
    func words() throws {
        let embedding = try Self.embedding()
        #expect(embedding.dimension == 2 && embedding.vocabularySize == 5 && embedding.revision == 3 && embedding.language == .english)
        #expect(embedding.contains("east") && !embedding.contains("East") && !embedding.contains(""))
        #expect(embedding.vector(for: "south") == [0, -1] && embedding.vector(for: "west") == nil)
        #expect(abs(embedding.distance(between: "north", and: "northeast") - (1 - 0.5.squareRoot())) < 1e-15)
        #expect(embedding.distance(between: "north", and: "south") == 2 && embedding.distance(between: "north", and: "east") == 1)
        // A word that is not there is as far as can be; a vector of zeros has no direction.
        #expect(embedding.distance(between: "north", and: "west") == 2 && embedding.distance(between: "here", and: "north") == 1)
    }

    @Test("The nearest words come first, without the word itself, as many and as near as is asked for")
    func neighbours() throws {
        let embedding = try Self.embedding()
        #expect(embedding.neighbors(for: "north", maximumCount: 9).map(\.0) == ["northeast", "east", "here", "south"])
        #expect(embedding.neighbors(for: "north", maximumCount: 2).map(\.0) == ["northeast", "east"])
        #expect(embedding.neighbors(for: "north", maximumCount: 9, maximumDistance: 0.5).map(\.0) == ["northeast"])
        #expect(embedding.neighbors(for: [5, 0], maximumCount: 2).map(\.0) == ["east", "northeast"])
        #expect(embedding.neighbors(for: [1e300, 0], maximumCount: 1).map(\.0) == ["east"])
        for (vector, count) in [([1.0], 1), ([.nan, 1], 1), ([.infinity, 1], 1), ([1, 1], 0), ([1, 1], -1), ([1, 1], .min)] {
            #expect(embedding.neighbors(for: vector, maximumCount: count).isEmpty)
        }
        #expect(embedding.neighbors(for: "west", maximumCount: 1).isEmpty)
        #expect(embedding.neighbors(for: "north", maximumCount: .max).count == 4)
        var seen: [String] = []
        embedding.enumerateNeighbors(for: "north", maximumCount: 9) { word, _ in
            seen.append(word)
            return seen.count < 2
        }
        embedding.enumerateNeighbors(for: [0, -1], maximumCount: 1) { word, distance in
            seen.append("\(word) \(distance)")
            return true
        }
        #expect(seen == ["northeast", "east", "south 0.0"])
    }

    @Test("Among 20,000 words the nearest are those of a plain search in double precision")
    func manyWords() throws {
        var generator = SplitMix64(seed: 7)
        let words = (0..<20_000).map { "w\($0)" }
        let vectors = words.map { _ in (0..<3).map { _ in Double(Float.random(in: -1...1, using: &generator)) } }
        let embedding = try Self.embedding(Dictionary(uniqueKeysWithValues: zip(words, vectors)))
        let query = [0.3, -0.2, 0.9]
        let length = query.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let distances = vectors.map { vector in
            let product = vector[0] * query[0] + vector[1] * query[1] + vector[2] * query[2]
            return 1 - product / (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]).squareRoot() / length
        }
        let bound = distances.sorted()[4]
        let found = embedding.neighbors(for: query, maximumCount: 5)
        #expect(found.count == 5 && found.map(\.1) == found.map(\.1).sorted())
        for (word, distance) in found {
            let place = try #require(Int(word.dropFirst()))
            #expect(abs(distance - distances[place]) < 1e-12 && distance <= bound + 1e-7)
        }
    }

    @Test("Words are the same in composed and in decomposed form, and may be any text")
    func unicode() throws {
        let embedding = try Self.embedding(["café": [1], "two words": [2], "😀": [3]])
        #expect(embedding.vector(for: "cafe\u{301}") == [1] && embedding.contains("two words") && embedding.vector(for: "😀") == [3])
    }

    @Test("A compiled model is read as the file, and as a Core ML model it gives the vector of a text")
    func coreML() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("e.mlmodel")
        try NLEmbedding.write(Self.vectors, language: nil, revision: 1, to: file)
        let compiled = try MLModel.compileModel(at: file)
        let embedding = try NLEmbedding(contentsOf: compiled)
        try FileManager.default.removeItem(at: compiled)
        #expect(embedding.vector(for: "east") == [3, 0] && embedding.language == nil)
        let model = try MLModel(contentsOf: file)
        let vector = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["text": "north"])).featureValue(for: "vector")
        #expect(vector?.multiArrayValue.map { [$0[0].doubleValue, $0[1].doubleValue] } == [0, 2])
        #expect(throws: MLModelError.self) { try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["text": "west"])) }
        #expect(throws: MLModelError.self) { try NLGazetteer(contentsOf: file) }
        #expect(throws: MLModelError.self) { try NLModel(contentsOf: file) }
    }

    @Test("Vectors that make no embedding are refused with a reason")
    func badVectors() throws {
        let folder = try TemporaryFolder()
        func reason(_ vectors: [String: [Double]], revision: Int = 1, to name: String = "e.mlmodel") -> String {
            do {
                try NLEmbedding.write(vectors, language: nil, revision: revision, to: folder.file(name))
                return "no error"
            } catch {
                #expect(error is MLModelError)
                return error.localizedDescription
            }
        }
        #expect(reason([:]).contains("has no words"))
        #expect(reason(["a": []]).contains("have no numbers"))
        #expect(reason(["": [1]]).contains("a word of the wordEmbedding is empty"))
        #expect(reason(["a": [1, 2], "b": [1]]).contains("the vector of 'b' has 1 numbers, and that of 'a' has 2"))
        for number in [Double.nan, .infinity, 1e39] {
            #expect(reason(["a": [1], "b": [number]]).contains("'b' has a number that is not finite"))
        }
        #expect(reason(["a": [3e38]]).contains("the length"))
        #expect(reason(["a": [1]], revision: 0).contains("revision 0") && reason(["a": [1]], revision: .max).contains("revision"))
        #expect(reason(["a": [1]], to: "none/e.mlmodel").contains("cannot be written"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Vectors of very small and very large numbers keep their directions")
    func extremes() throws {
        let embedding = try Self.embedding(["small": [1e-30, 0], "large": [2e30, 2e30], "tiny": [1e-44, 0]])
        #expect(abs(embedding.distance(between: "small", and: "large") - (1 - 0.5.squareRoot())) < 1e-6)
        #expect(embedding.neighbors(for: [1, 0], maximumCount: 3).map(\.0) == ["small", "large", "tiny"])
        #expect(embedding.distance(between: "tiny", and: "small") == 1)
    }

    @Test("A file that is damaged or contradicts itself is an error")
    func hostileFiles() throws {
        typealias Parameters = Specification.WordEmbeddingParameters
        let folder = try TemporaryFolder()
        let file = folder.file("e.mlmodel")
        try NLEmbedding.write(Self.vectors, language: .english, revision: 1, to: file)
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(throws: MLModelError.self) { try NLEmbedding(contentsOf: file) }
        }
        let model = try Specification.Model(parsing: Bytes(copying: whole))
        guard case .wordEmbedding(let own) = model.type else { throw MLModelError(.generic, "no embedding") }
        func load(_ change: (inout Parameters) -> Void) throws -> NLEmbedding {
            var (changed, embedding, parameters) = (model, own, try Parameters(parsing: own.modelParameterData))
            change(&parameters)
            embedding.modelParameterData = Bytes(copying: parameters.encoded())
            changed.type = .wordEmbedding(embedding)
            try changed.write(to: file)
            return try NLEmbedding(contentsOf: file)
        }
        #expect(try load { _ in }.vocabularySize == 5)
        for dimension in [0, 1, 3, UInt64.max] { #expect(throws: MLModelError.self) { try load { $0.dimension = dimension } } }
        #expect(throws: MLModelError.self) { try load { $0.words[1] = $0.words[0] } }
        #expect(throws: MLModelError.self) { try load { $0.words[1] = "" } }
        #expect(throws: MLModelError.self) { try load { $0.words = [] } }
        #expect(throws: MLModelError.self) { try load { $0.values = PackedFloats([Float](repeating: .nan, count: 10)) } }
        #expect(throws: MLModelError.self) { try load { $0.form = "another" } }
    }

    @Test("There are no built-in embeddings")
    func builtIn() {
        #expect(NLEmbedding.wordEmbedding(for: .english) == nil && NLEmbedding.sentenceEmbedding(for: .english) == nil)
        #expect(NLEmbedding.supportedRevisions(for: .english).isEmpty && NLEmbedding.currentRevision(for: .english) == 0)
    }
}
