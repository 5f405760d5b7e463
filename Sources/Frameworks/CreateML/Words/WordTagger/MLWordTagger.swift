import CoreML
import NaturalLanguage

/// A model that gives each word of a sentence a label. The label depends on the word, its form, the neighbouring words and the labels of the
/// previous words.
///
/// Words are labelled from the first to the last. Each word gets its most probable label, given the labels of the previous words.
public struct MLWordTagger: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is the dictionary of a word's features. Its outputs are `label` and the probabilities of all labels.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLWordTaggerMetrics
    /// The model's metrics on the sentences that were set aside. Not valid if no sentences were set aside.
    public let validationMetrics: MLWordTaggerMetrics
    private let learnt: MaximumEntropyModel

    /// Trains a tagger on sentences. Each sentence has a list of tokens and a list of the tokens' labels.
    ///
    /// - Throws: `MLCreateError.generic` if there are no tokens, or a sentence has different numbers of tokens and labels. Also if there are fewer
    ///   than two labels or more than 1,000.
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

    /// Trains a tagger on a table with a row for each sentence. Both columns have lists of texts, which a table can read from a JSON file.
    ///
    /// - Throws: the errors of `init(trainingData:parameters:)`, and `MLCreateError` if a column is missing, or if a value is not a list of texts.
    public init(
        trainingData: MLDataTable, tokenColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(trainingData: TokenLearner.sentences(trainingData, tokenColumn, labelColumn), parameters: parameters)
    }

    /// Predicts the labels of a sentence's tokens.
    public func prediction(from tokens: [String]) throws -> [String] { TokenLearner.labels(learnt, tokens) }

    /// Predicts the labels of the tokens of each sentence.
    public func predictions(from sentences: [[String]]) throws -> [[String]] {
        ParallelLoop.map(sentences.count) { TokenLearner.labels(learnt, sentences[$0]) }
    }

    /// Evaluates the model on sentences. The metrics are not valid if there are no tokens, or if labels are missing.
    public func evaluation(on labeledTokens: [(tokens: [String], labels: [String])]) -> MLWordTaggerMetrics {
        do {
            try TokenLearner.check(labeledTokens)
            return Self.metrics(learnt, labeledTokens)
        } catch {
            return MLWordTaggerMetrics(MLClassifierMetrics(error: error))
        }
    }

    /// Evaluates the model on a table. The metrics are not valid if the table cannot be used.
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

/// The metrics of a word tagger on labelled tokens.
public struct MLWordTaggerMetrics: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private let metrics: MLClassifierMetrics

    init(_ metrics: MLClassifierMetrics) { self.metrics = metrics }

    /// The fraction of tokens with a wrong label, 0…1; NaN if nothing was evaluated.
    public var taggingError: Double { metrics.classificationError }
    /// The confusion matrix as a table. Each row has the number of tokens with a true label and a predicted label. The columns are those of
    /// ``MLClassifierMetrics/confusion``.
    public var confusion: MLDataTable { metrics.confusion }
    /// The precision and the recall of each label. The columns are those of ``MLClassifierMetrics/precisionRecall``.
    public var precisionRecall: MLDataTable { metrics.precisionRecall }
    /// The reason why there are no metrics; `nil` if there are metrics.
    public var error: (any Error)? { metrics.error }
    /// Whether the metrics have no ``error``.
    public var isValid: Bool { metrics.isValid }

    public var description: String { metrics.description }
    public var debugDescription: String { description }
}
