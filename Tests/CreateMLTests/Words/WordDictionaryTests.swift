import CreateML
import Foundation
import NaturalLanguage
import TestSupport
import Testing

/// Embeddings and gazetteers, which are written and not learnt.
@Suite struct WordDictionaryTests {
    @Test("An embedding gives the nearest words, and its file is one that NLEmbedding reads")
    func embedding() throws {
        let folder = try TemporaryFolder()
        let embedding = try MLWordEmbedding(
            dictionary: ["Hello": [0, 1.25, 5, 0], "Hi": [0, 1.5, 5, 0], "Goodbye": [0, 1.5, -6, 0.5]],
            parameters: .init(language: .english, revision: 2))
        #expect(embedding.dimension == 4 && embedding.vocabularySize == 3 && embedding.contains("Hi") && !embedding.contains("hi"))
        #expect(embedding.vector(for: "Hello") == [0, 1.25, 5, 0] && embedding.vector(for: "") == nil)
        #expect(try embedding.prediction(from: "Hello").map(\.text) == ["Hi", "Goodbye"])
        #expect(try embedding.prediction(from: "Hello", maxCount: 1).map(\.text) == ["Hi"])
        #expect(try embedding.prediction(from: "Hello", maxDistance: 1).map(\.text) == ["Hi"])
        #expect(try embedding.prediction(from: "Hello", maxCount: -1).isEmpty)
        #expect(reason { _ = try embedding.prediction(from: "hello") }.contains("has no word 'hello'"))
        try embedding.write(to: folder.url, metadata: MLModelMetadata(author: "Ada"))
        let file = folder.file("WordEmbedding.mlmodel")
        let read = try NLEmbedding(contentsOf: file)
        #expect(read.language == .english && read.revision == 2 && read.vocabularySize == 3)
        #expect(read.neighbors(for: "Hello", maximumCount: 1)[0].1 == embedding.distance(between: "Hello", and: "Hi"))
        #expect(embedding.distance(between: "Hi", and: "?") == 2)
        #expect(try MLModel(contentsOf: file).modelDescription.metadata[.author] as? String == "Ada")
        let input = try MLDictionaryFeatureProvider(dictionary: ["text": "Hi"])
        #expect(try embedding.model.prediction(from: input).featureValue(for: "vector")?.multiArrayValue?[2] == 5)
    }

    @Test("Vectors that make no embedding are an error of Create ML")
    func badVectors() {
        #expect(reason { _ = try MLWordEmbedding(dictionary: [:]) }.contains("no words"))
        #expect(reason { _ = try MLWordEmbedding(dictionary: ["a": [1], "b": [1, 2]]) }.contains("'b' has 2 numbers"))
        #expect(reason { _ = try MLWordEmbedding(dictionary: ["a": [.nan]]) }.contains("not finite"))
        #expect(reason { _ = try MLWordEmbedding(dictionary: ["": [1]]) }.contains("empty"))
        #expect(reason { _ = try MLWordEmbedding(dictionary: ["a": [1]], parameters: .init(revision: -1)) }.contains("revision -1"))
        #expect(
            reason { try MLWordEmbedding(dictionary: ["a": [1]]).write(toFile: "/nowhere/e.mlmodel") }.contains("cannot be written"))
    }

    @Test("A gazetteer tells labels, from a dictionary and a table alike, and its file is one that NLGazetteer reads")
    func gazetteer() throws {
        let folder = try TemporaryFolder()
        let gazetteer = try MLGazetteer(dictionary: ["1": ["Mars", "Earth"], "2": ["Hoth"]], parameters: .init(language: .english))
        let table = try MLDataTable(dictionary: ["planet": ["Mars", "Hoth", "Earth", "Mars"], "kind": [1, 2, 1, 1]])
        let other = try MLGazetteer(labeledData: table, textColumn: "planet", labelColumn: "kind")
        for own in [gazetteer, other] {
            #expect(try own.prediction(from: "Hoth") == "2" && own.prediction(from: "hoth") == "")
            #expect(try own.predictions(from: ["Earth", "Pluto", "Mars"]) == ["1", "", "1"])
            #expect(try Array(own.predictions(from: MLDataColumn(["Mars", "Hoth"]))) == ["1", "2"])
        }
        try gazetteer.write(to: folder.url, metadata: MLModelMetadata(author: "Ada"))
        let read = try NLGazetteer(contentsOf: folder.file("Gazetteer.mlmodel"))
        #expect(read.language == .english && read.label(for: "Mars") == "1" && read.label(for: "Pluto") == nil)
        let input = try MLDictionaryFeatureProvider(dictionary: ["text": "Hoth"])
        #expect(try gazetteer.model.prediction(from: input).featureValue(for: "label")?.stringValue == "2")
    }

    @Test("Terms that make no gazetteer are an error of Create ML")
    func badTerms() throws {
        #expect(reason { _ = try MLGazetteer(dictionary: [:]) }.contains("no terms"))
        #expect(reason { _ = try MLGazetteer(dictionary: ["a": ["x"], "b": ["x"]]) }.contains("labels 'a' and 'b'"))
        let table = try MLDataTable(namedColumns: [
            "term": MLUntypedColumn([.string("x"), .invalid]), "label": MLUntypedColumn([.string("a"), .string("b")]),
            "gap": MLUntypedColumn([.string("a"), .invalid]),
        ])
        #expect(reason { _ = try MLGazetteer(labeledData: table, textColumn: "term", labelColumn: "label") }.contains("'b' is empty"))
        #expect(reason { _ = try MLGazetteer(labeledData: table, textColumn: "label", labelColumn: "gap") }.contains("row 2 (line 3)"))
        #expect(reason { _ = try MLGazetteer(labeledData: table, textColumn: "none", labelColumn: "gap") }.contains("no column 'none'"))
    }
}
