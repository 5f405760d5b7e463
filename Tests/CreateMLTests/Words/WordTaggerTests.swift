import CreateML
import Foundation
import NaturalLanguage
import TestSupport
import Testing

/// Taggers of words.
@Suite struct WordTaggerTests {
    /// Sentences in which "can" is a verb after a pronoun and a noun after an article.
    private static let sentences: [(tokens: [String], labels: [String])] = [
        (["I", "can", "see"], ["PRON", "VERB", "VERB"]), (["the", "can", "fell"], ["DET", "NOUN", "VERB"]),
        (["you", "can", "go"], ["PRON", "VERB", "VERB"]), (["a", "can", "fell"], ["DET", "NOUN", "VERB"]),
        (["we", "see", "the", "dog"], ["PRON", "VERB", "DET", "NOUN"]), (["the", "dog", "ran"], ["DET", "NOUN", "VERB"]),
    ]

    @Test("A tagger tells a word's label by its neighbours, and NLModel gives the same labels from the written model")
    func tagging() throws {
        let temporary = try TemporaryFolder()
        let tagger = try MLWordTagger(trainingData: Self.sentences)
        #expect(tagger.trainingMetrics.taggingError == 0 && !tagger.validationMetrics.isValid)
        #expect(
            try tagger.prediction(from: ["You", "can", "see", "the", "can", "fell"]) == ["PRON", "VERB", "VERB", "DET", "NOUN", "VERB"])
        #expect(try tagger.prediction(from: []).isEmpty)
        try tagger.write(to: temporary.url)
        let model = try NLModel(contentsOf: temporary.url.appendingPathComponent("WordTagger.mlmodel"))
        #expect(model.configuration.type == .sequence)
        for (tokens, _) in Self.sentences + [(["a", "zebra", "Can", "", "42"], [])] {
            #expect(try model.predictedLabels(forTokens: tokens) == tagger.prediction(from: tokens))
        }
        let best = model.predictedLabelHypotheses(forTokens: ["the", "can"], maximumCount: 1)
        #expect(best.map { $0.keys.first } == ["DET", "NOUN"] && best.allSatisfy { $0.count == 1 })
    }

    @Test("NLTagger tags the words of a text with the labels of a written tagger, sentence by sentence")
    func texts() throws {
        let temporary = try TemporaryFolder()
        try MLWordTagger(trainingData: Self.sentences).write(to: temporary.url)
        let model = try NLModel(contentsOf: temporary.url.appendingPathComponent("WordTagger.mlmodel"))
        let scheme = NLTagScheme("part of speech")
        let text = "The can fell. You can go!"
        let tagger = NLTagger(tagSchemes: [scheme])
        tagger.string = text
        tagger.setModels([model], forTagScheme: scheme)
        let range = text.startIndex..<text.endIndex
        let found = tagger.tags(in: range, unit: .word, scheme: scheme, options: [.omitWhitespace, .omitPunctuation])
        #expect(found.map { $0.0?.rawValue } == ["DET", "NOUN", "VERB", "PRON", "VERB", "VERB"])
        let marks = tagger.tags(in: range, unit: .word, scheme: scheme, options: [.omitWhitespace, .omitWords])
        #expect(marks.count == 2 && marks.allSatisfy { $0.0 == nil })
        let can = try #require(text.range(of: "can go"))
        #expect(tagger.tag(at: can.lowerBound, unit: .word, scheme: scheme).0 == NLTag("VERB"))
        let guesses = tagger.tagHypotheses(at: can.lowerBound, unit: .word, scheme: scheme, maximumCount: 2).0
        #expect(guesses.max { $0.value < $1.value }?.key == "VERB" && guesses.count == 2)
        #expect(tagger.tags(in: range, unit: .sentence, scheme: scheme).allSatisfy { $0.0 == nil })
        #expect(tagger.models(forTagScheme: scheme).count == 1 && tagger.models(forTagScheme: .lemma).isEmpty)
    }

    @Test("The sentences for validation come from a table or a list, and a table without the columns is refused")
    func validation() throws {
        let held: [(tokens: [String], labels: [String])] = [
            (["the", "dog", "fell"], ["DET", "NOUN", "NOUN"]), (["I", "go"], ["PRON", "VERB"]),
        ]
        let table = try MLDataTable(namedColumns: ["tokens": Self.column(held.map(\.tokens)), "labels": Self.column(held.map(\.labels))])
        for parameters in [MLWordTagger.ModelParameters(validationData: table), .init(validationData: held, language: .english)] {
            let tagger = try MLWordTagger(trainingData: Self.sentences, parameters: parameters)
            #expect(tagger.validationMetrics.isValid && abs(tagger.validationMetrics.taggingError - 1.0 / 5) < 1e-12)
            #expect(tagger.trainingMetrics.taggingError == 0)
        }
        let other = try MLDataTable(namedColumns: ["words": Self.column(held.map(\.tokens)), "marks": Self.column(held.map(\.labels))])
        #expect(throws: MLCreateError.self) {
            try MLWordTagger(trainingData: Self.sentences, parameters: .init(validationData: other))
        }
        let named = MLWordTagger.ModelParameters(
            validationData: other, tokenColumnValidationData: "words", labelColumnValidationData: "marks")
        #expect(try MLWordTagger(trainingData: Self.sentences, parameters: named).validationMetrics.isValid)
        let uneven = MLWordTagger.ModelParameters(validationData: [(["a"], [])])
        #expect(throws: MLCreateError.self) { try MLWordTagger(trainingData: Self.sentences, parameters: uneven) }
    }

    private static func column(_ lists: [[String]]) -> MLUntypedColumn { MLUntypedColumn(lists.map { MLDataValue.sequence(.init($0)) }) }

    @Test("A tagger learns from lists in a table, and refuses other values")
    func tables() throws {
        let table = try MLDataTable(namedColumns: [
            "tokens": Self.column(Self.sentences.map(\.tokens)), "labels": Self.column(Self.sentences.map(\.labels)),
            "text": MLUntypedColumn(Self.sentences.map { $0.tokens.joined(separator: " ") }),
        ])
        let tagger = try MLWordTagger(trainingData: table, tokenColumn: "tokens", labelColumn: "labels")
        #expect(tagger.evaluation(on: table, tokenColumn: "tokens", labelColumn: "labels").taggingError == 0)
        #expect(!tagger.evaluation(on: table, tokenColumn: "text", labelColumn: "labels").isValid)
        #expect(throws: MLCreateError.self) { try MLWordTagger(trainingData: table, tokenColumn: "text", labelColumn: "labels") }
        #expect(throws: MLCreateError.self) { try MLWordTagger(trainingData: []) }
        #expect(throws: MLCreateError.self) { try MLWordTagger(trainingData: [(["a", "b"], ["X"])]) }
        #expect(throws: MLCreateError.self) { try MLWordTagger(trainingData: [(["a", "b"], ["X", "X"])]) }
    }
}
