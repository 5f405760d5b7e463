import CreateML
import Foundation
import NaturalLanguage
import TabularData
import TestSupport
import Testing

/// Classifiers of texts.
@Suite struct TextClassifierTests {
    private static let texts = [
        "sport": ["the team won the match", "a goal in the last minute", "the coach praised the team", "the match was a draw"],
        "food": ["bake the bread for an hour", "the soup needs salt", "a cake with cream", "salt and bread for the soup"],
        "code": ["the compiler found a bug", "a loop over the array", "fix the bug in the parser", "the parser reads an array"],
    ]

    @Test("A classifier learns texts, from a dictionary, a table and a data frame alike")
    func learning() throws {
        let classifier = try MLTextClassifier(trainingData: Self.texts)
        #expect(classifier.trainingMetrics.classificationError == 0 && !classifier.validationMetrics.isValid)
        #expect(try classifier.prediction(from: "The TEAM had a match") == "sport")
        #expect(try classifier.predictions(from: ["bread and soup!", "a bug in the array"]) == ["food", "code"])
        let confidence = try classifier.predictionWithConfidence(from: "bread")
        #expect(Set(confidence.keys) == ["sport", "food", "code"] && abs(confidence.values.reduce(0, +) - 1) < 1e-12)
        let rows = Self.texts.sorted { $0.key < $1.key }.flatMap { label, texts in texts.map { (label, $0) } }
        let table = try MLDataTable(dictionary: ["words": rows.map(\.1), "kind": rows.map(\.0)])
        let other = try MLTextClassifier(trainingData: table, textColumn: "words", labelColumn: "kind")
        #expect(try other.predictionWithConfidence(from: "bread") == confidence)
        let frame = try DataFrame(csvData: Data(("words,kind\n" + rows.map { "\($0.1),\($0.0)" }.joined(separator: "\n")).utf8))
        let third = try MLTextClassifier(trainingData: frame, textColumn: "words", labelColumn: "kind")
        #expect(try third.predictionWithConfidence(from: "bread") == confidence)
        #expect(other.evaluation(on: table, textColumn: "words", labelColumn: "kind").classificationError == 0)
        #expect(!other.evaluation(on: table, textColumn: "none", labelColumn: "kind").isValid)
        // Without names, the columns are the training table's, or `text` and `label`.
        #expect(other.evaluation(on: table).classificationError == 0 && third.evaluation(on: table).classificationError == 0)
        #expect(!classifier.evaluation(on: table).isValid)
        let named = try MLDataTable(dictionary: ["text": ["bread"], "label": ["code"]])
        #expect(classifier.evaluation(on: named).classificationError == 1 && !other.evaluation(on: named).isValid)
        #expect(other.evaluation(on: ["cats": ["miau"]]).classificationError == 1)
    }

    @Test("The written pipeline gives the classifier's own probabilities to 1e-9, through NLModel too", arguments: [2, 3])
    func pipeline(_ count: Int) throws {
        let temporary = try TemporaryFolder()
        let texts = Self.texts.filter { count == 3 || $0.key != "code" }
        let classifier = try MLTextClassifier(trainingData: texts, parameters: .init(language: .english))
        try classifier.write(to: temporary.url, metadata: MLModelMetadata(author: "Ada", additional: ["own": "entry"]))
        let file = temporary.url.appendingPathComponent("TextClassifier.mlmodel")
        let model = try NLModel(contentsOf: file)
        #expect(model.configuration.type == .classifier && model.configuration.language == .english)
        for text in ["the team likes bread", "A bug, a bug", "", "nothing known", "soup 😀 'salt'"] {
            let own = try classifier.predictionWithConfidence(from: text)
            let read = model.predictedLabelHypotheses(for: text, maximumCount: count)
            #expect(own.count == count && own.allSatisfy { abs($0.value - (read[$0.key] ?? 0)) < 1e-9 })
            #expect(try model.predictedLabel(for: text) == classifier.prediction(from: text))
        }
        #expect(model.predictedLabelHypotheses(for: "bread", maximumCount: 1).keys.map { $0 } == ["food"])
        let entries = try MLModel(contentsOf: file).modelDescription.metadata[.creatorDefinedKey] as? [String: String]
        #expect(entries?["own"] == "entry" && entries?["com.osprey.text"] == "classifier")
    }

    @Test("Parts of words stand in for a word that the training data lack, in the written model too")
    func parts() throws {
        let texts = [
            "move": ["we walked home", "she jumped far", "they walked on", "he jumped up"],
            "cook": ["the baker baked bread", "a baker bakes pies", "we baked a cake", "the baker was late"],
        ]
        for features in [MLTextClassifier.FeatureExtractorType.staticEmbedding, .dynamicEmbedding] {
            let temporary = try TemporaryFolder()
            let parameters = MLTextClassifier.ModelParameters(validation: .none, algorithm: .transferLearning(features, revision: nil))
            let classifier = try MLTextClassifier(trainingData: texts, parameters: parameters)
            #expect(classifier.trainingMetrics.classificationError == 0)
            #expect(classifier.description.contains("parts of words"))
            #expect(try classifier.predictions(from: ["walking", "jumps", "baking", "bakery"]) == ["move", "move", "cook", "cook"])
            try classifier.write(to: temporary.url)
            let model = try NLModel(contentsOf: temporary.url.appendingPathComponent("TextClassifier.mlmodel"))
            #expect(model.configuration.type == .classifier)
            for text in ["walking home", "the bakery", "", "nothing"] {
                let own = try classifier.predictionWithConfidence(from: text)
                let read = model.predictedLabelHypotheses(for: text, maximumCount: 2)
                #expect(own.count == 2 && own.allSatisfy { abs($0.value - (read[$0.key] ?? 0)) < 1e-9 })
            }
        }
        // Words and pairs alone know nothing of an unknown word.
        let words = try MLTextClassifier(trainingData: texts)
        #expect(try words.predictionWithConfidence(from: "walking") == words.predictionWithConfidence(from: "baking"))
    }

    @Test("A conditional random field with one variable has the probabilities of the maximum entropy model")
    func randomField() throws {
        let field = try MLTextClassifier(trainingData: Self.texts, parameters: .init(validation: .none, algorithm: .crf(revision: nil)))
        let entropy = try MLTextClassifier(trainingData: Self.texts, parameters: .init(validation: .none))
        #expect(field.description.contains("conditional random field"))
        for text in ["the team likes bread", "a bug"] {
            #expect(try field.predictionWithConfidence(from: text) == entropy.predictionWithConfidence(from: text))
        }
    }

    @Test("Texts that cannot be learnt from are refused with a reason")
    func badTexts() throws {
        #expect(reason { _ = try MLTextClassifier(trainingData: [:]) }.contains("no texts"))
        #expect(reason { _ = try MLTextClassifier(trainingData: ["a": ["x", "y"]]) }.contains("all texts have the label 'a'"))
        #expect(
            reason { _ = try MLTextClassifier(trainingData: ["a": ["", "."], "b": [" "]]) }.contains("none of the 3 texts has a word"))
        let many = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("\($0)", ["text"]) })
        #expect(reason { _ = try MLTextClassifier(trainingData: many) }.contains("different labels; there may be 1000"))
        let table = try MLDataTable(dictionary: ["n": [1, 2], "t": ["a", "b"], "d": [1.5, 2]])
        #expect(
            reason { _ = try MLTextClassifier(trainingData: table, textColumn: "n", labelColumn: "t") }.contains("holds int, not texts"))
        #expect(reason { _ = try MLTextClassifier(trainingData: table, textColumn: "t", labelColumn: "d") }.contains("holds double"))
        #expect(reason { _ = try MLTextClassifier(trainingData: table, textColumn: "x", labelColumn: "t") }.contains("no column 'x'"))
        // The name that programs have for it lies in the classifier, or in its parameters.
        let unknown: [MLTextClassifier.ModelAlgorithmType] = [
            .maxEnt(revision: 9), .crf(revision: 9), .transferLearning(.dynamicEmbedding, revision: 9),
        ]
        for algorithm in unknown {
            #expect(
                reason { _ = try MLTextClassifier(trainingData: Self.texts, parameters: .init(algorithm: algorithm)) }
                    .contains("revision 9"))
        }
    }

    @Test("Missing texts are empty, missing labels an error, whole numbers are labels")
    func missingValues() throws {
        let table = try MLDataTable(namedColumns: [
            "text": MLUntypedColumn([.string("good"), .invalid, .string("bad"), .string("good")]),
            "label": MLUntypedColumn([1, 0, 0, 1]),
            "gap": MLUntypedColumn([.string("a"), .string("b"), .invalid, .string("b")]),
        ])
        let classifier = try MLTextClassifier(trainingData: table, textColumn: "text", labelColumn: "label")
        #expect(try classifier.prediction(from: "good") == "1" && classifier.prediction(from: "") == "0")
        #expect(reason { _ = try MLTextClassifier(trainingData: table, textColumn: "text", labelColumn: "gap") }.contains("row 3 (line 4)"))
    }

    @Test("Files that are not UTF-8 are skipped with a warning, and a label without any other file is an error")
    func files() throws {
        let temporary = try TemporaryFolder()
        for (label, texts) in Self.texts {
            let folder = temporary.url.appendingPathComponent(label)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (index, text) in texts.enumerated() { try Data(text.utf8).write(to: folder.appendingPathComponent("\(index).txt")) }
        }
        let source = MLTextClassifier.DataSource.labeledDirectories(at: temporary.url)
        try Data([0x62, 0xFF, 0x61]).write(to: temporary.url.appendingPathComponent("food/9.txt"))
        let classifier = try MLTextClassifier(trainingData: source)
        #expect(classifier.warnings.count == 1 && classifier.warnings[0].contains("food/9.txt was skipped: it is not UTF-8"))
        #expect(try classifier.prediction(from: "soup") == "food" && classifier.evaluation(on: source).classificationError == 0)
        let only = MLTextClassifier.DataSource.filesByLabel([
            "a": [temporary.url.appendingPathComponent("food/9.txt")], "b": [temporary.url.appendingPathComponent("food/1.txt")],
        ])
        #expect(reason { _ = try MLTextClassifier(trainingData: only) }.contains("the label 'a' has no text that can be read"))
    }
}
