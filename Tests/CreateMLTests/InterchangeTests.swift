import CreateML
import Foundation
import TestSupport
import Testing

/// Models of the trainers that the command line does not have, for `Scripts/check_interchange.py --models`.
@Suite struct InterchangeTests {
    /// The folder to write to.
    private static let folder = ProcessInfo.processInfo.environment["OSPREY_INTERCHANGE"].map { URL(fileURLWithPath: $0) }

    @Test("Models are written to the folder that OSPREY_INTERCHANGE names", .enabled(if: folder != nil))
    func models() throws {
        let folder = try #require(Self.folder)
        let trails = ["alp", "lake", "wood", "fen", "moor"]
        let table = try MLDataTable(dictionary: [
            "hiker": (0..<60).map { $0 % 12 }, "trail": (0..<60).map { trails[$0 * $0 % 5] },
            "stars": (0..<60).map { Double(1 + $0 * 7 % 5) },
        ])
        for (name, type) in [("cosine", MLRecommender.SimilarityType.cosine), ("pearson", .pearson)] {
            try MLRecommender(
                trainingData: table, userColumn: "hiker", itemColumn: "trail", ratingColumn: "stars",
                parameters: .init(algorithm: .itemSimilarity(type))
            ).write(to: folder.appendingPathComponent("recommender-\(name).mlmodel"))
        }
        try MLWordTagger(trainingData: [
            (["I", "can", "see"], ["PRON", "VERB", "VERB"]), (["the", "can", "fell"], ["DET", "NOUN", "VERB"]),
            (["we", "see", "the", "dog"], ["PRON", "VERB", "DET", "NOUN"]), (["the", "dog", "ran"], ["DET", "NOUN", "VERB"]),
        ]).write(to: folder.appendingPathComponent("word-tagger.mlmodel"))
        try MLWordEmbedding(dictionary: ["Hello": [0, 1.25, 5], "Hi": [0, 1.5, 5], "Grüße": [0, 1.25, -6]])
            .write(to: folder.appendingPathComponent("word-embedding.mlmodel"))
        try MLGazetteer(dictionary: ["planet": ["Mars", "Earth"], "moon": ["Titan", "Io", "Grüße"]])
            .write(to: folder.appendingPathComponent("gazetteer.mlmodel"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasSuffix(".mlmodel") } >= 5)
    }
}
