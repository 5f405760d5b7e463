import CoreML
import NaturalLanguage

/// Gives each word of a sentence a label, by the word, its form, its neighbours and the labels before it.
///
/// It labels from the first word to the last, each with the most probable label after those before it.
public struct MLWordTagger: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is the dictionary of a word's features; its outputs are `label` and the probabilities of all labels.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The measurements on the sentences that it learnt from.
    public let trainingMetrics: MLWordTaggerMetrics
    /// Not valid where no sentences were set aside.
    public let validationMetrics: MLWordTaggerMetrics
    private let learnt: MaximumEntropyModel

    /// Trains on sentences: their tokens, with a label each.
    ///
    /// - Throws: `MLCreateError.generic` for no tokens, a sentence with another number of labels than tokens, and fewer than two labels or more
    ///   than 1,000.
    public init(
        trainingData: [(tokens: [String], labels: [String])], parameters: ModelParameters = ModelParameters()
    ) throws {
        try parameters.check()
        let (own, held) = try parameters.divide(trainingData)
        learnt = try TokenLearner.learn(own)
        modelParameters = parameters
        trainingMetrics = Self.metrics(learnt, own)
        validationMetrics = Self.metrics(learnt, held)
        model = try WordModelExport(model: learnt, kind: .tagger, language: parameters.language).makeModel()
    }

    /// Trains on a table, a row for each sentence, with a list of texts in both columns, as JSON files have them.
    ///
    /// - Throws: as `init(trainingData:parameters:)`, and for columns that are missing, or values that are no lists of texts.
    public init(
        trainingData: MLDataTable, tokenColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(trainingData: TokenLearner.sentences(trainingData, tokenColumn, labelColumn), parameters: parameters)
    }

    /// The labels of a sentence's tokens.
    public func prediction(from tokens: [String]) throws -> [String] { TokenLearner.labels(learnt, tokens) }

    /// The labels of the tokens of sentences.
    public func predictions(from sentences: [[String]]) throws -> [[String]] {
        ParallelLoop.map(sentences.count) { TokenLearner.labels(learnt, sentences[$0]) }
    }

    /// Measures the model on sentences. The metrics are not valid where there are none, or labels are missing.
    public func evaluation(on labeledTokens: [(tokens: [String], labels: [String])]) -> MLWordTaggerMetrics {
        do {
            try TokenLearner.check(labeledTokens)
            return Self.metrics(learnt, labeledTokens)
        } catch {
            return MLWordTaggerMetrics(MLClassifierMetrics(error: error))
        }
    }

    /// Measures the model on a table. The metrics are not valid if it cannot be used.
    public func evaluation(on labeledTokens: MLDataTable, tokenColumn: String, labelColumn: String) -> MLWordTaggerMetrics {
        do {
            return evaluation(on: try TokenLearner.sentences(labeledTokens, tokenColumn, labelColumn))
        } catch {
            return MLWordTaggerMetrics(MLClassifierMetrics(error: error))
        }
    }

    private static func metrics(
        _ model: MaximumEntropyModel, _ sentences: [(tokens: [String], labels: [String])]
    ) -> MLWordTaggerMetrics {
        let tokens = sentences.map(\.tokens)
        let answers = ParallelLoop.map(tokens.count) { TokenLearner.labels(model, tokens[$0]) }
        let pairs = zip(sentences, answers).flatMap { sentence, answers in
            zip(sentence.labels, answers).map { (label: $0, answer: $1) }
        }
        return MLWordTaggerMetrics(MLClassifierMetrics(pairs))
    }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `WordTagger.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try WordModelExport(model: learnt, kind: .tagger, language: modelParameters.language)
            .write(to: fileURL, named: "WordTagger", metadata)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        let held = validationMetrics.isValid ? "\nvalidation: \(validationMetrics)" : ""
        return "MLWordTagger of \(learnt.labels.count) labels by \(learnt.features.count) features\n\(modelParameters)"
            + "\ntraining: \(trainingMetrics)\(held)"
    }

    public var debugDescription: String { description }
}

/// How well a word tagger did on labelled tokens.
public struct MLWordTaggerMetrics: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private let metrics: MLClassifierMetrics

    init(_ metrics: MLClassifierMetrics) { self.metrics = metrics }

    /// The fraction of tokens with a wrong label, 0…1; NaN if nothing was evaluated.
    public var taggingError: Double { metrics.classificationError }
    /// How many tokens of each label got each label, as that of a classifier.
    public var confusion: MLDataTable { metrics.confusion }
    /// The precision and the recall of each label, as those of a classifier.
    public var precisionRecall: MLDataTable { metrics.precisionRecall }
    /// Why there are no metrics.
    public var error: (any Error)? { metrics.error }
    /// Whether there is a measurement.
    public var isValid: Bool { metrics.isValid }

    public var description: String { metrics.description }
    public var debugDescription: String { description }
}
