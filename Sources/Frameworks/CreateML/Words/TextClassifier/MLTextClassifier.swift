import CoreML
import NaturalLanguage
import TabularData

/// A model that classifies a text by its words and pairs of words, or also by parts of words.
///
/// The model's input is a dictionary of the text's features. `NLModel` and ``prediction(from:)`` make this dictionary from the text. The model's
/// metadata describe its form.
public struct MLTextClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is the dictionary of a text's features. Its outputs are `label` and the probabilities of all labels.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the texts that were set aside. Not valid if no texts were set aside.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's addition: a warning for each text file that could not be read.
    public let warnings: [String]
    private let learnt: LearntTexts
    /// The columns of the training table; `nil` if the training data were no table.
    private var columns: (text: String, label: String)?

    /// Trains a classifier on the texts of each label.
    ///
    /// - Throws: `MLCreateError.generic` if there are no texts, no text has a word, or there are fewer than two labels or more than 1,000.
    public init(trainingData: [String: [String]], parameters: ModelParameters = ModelParameters()) throws {
        try self.init(LabeledTexts(trainingData), parameters)
    }

    /// Trains a classifier on text files.
    ///
    /// - Throws: the errors of `init(trainingData:parameters:)`, and `MLCreateError` if a folder cannot be read, or if a label has no
    ///   readable file.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        try self.init(trainingData.texts, parameters)
    }

    /// Trains a classifier on a table. A missing text is the empty text.
    ///
    /// - Parameters:
    ///   - textColumn: the column of texts.
    ///   - labelColumn: the column of labels, which are texts or whole numbers.
    /// - Throws: the errors of `init(trainingData:parameters:)`, and `MLCreateError` if a column is missing or of another type, or if a
    ///   label is missing.
    public init(
        trainingData: MLDataTable, textColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(LabeledTexts(trainingData, text: textColumn, label: labelColumn), parameters)
        columns = (textColumn, labelColumn)
    }

    /// Trains a classifier on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, textColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), textColumn: textColumn, labelColumn: labelColumn, parameters: parameters)
    }

    private init(_ examples: LabeledTexts, _ parameters: ModelParameters) throws {
        try parameters.check()
        let (own, held) = try parameters.divide(examples)
        try self.init(own, held: held, parameters, warnings: examples.warnings + (held?.warnings ?? []))
    }

    /// Trains a classifier on texts that are already divided into a training set and a validation set.
    package init(_ own: LabeledTexts, held: LabeledTexts?, language: NLLanguage?) throws {
        let parameters = ModelParameters(validation: .none, language: language)
        try self.init(own, held: held, parameters, warnings: own.warnings + (held?.warnings ?? []))
    }

    private init(_ own: LabeledTexts, held: LabeledTexts?, _ parameters: ModelParameters, warnings: [String]) throws {
        let learnt = LearntTexts(model: try TextLearner.learn(own, parameters.keys), keys: parameters.keys)
        self.learnt = learnt
        modelParameters = parameters
        self.warnings = warnings
        trainingMetrics = learnt.metrics(own)
        validationMetrics = held.map { learnt.metrics($0) } ?? MLClassifierMetrics(labels: [], confusionCounts: [])
        model = try learnt.export(language: parameters.language).makeModel()
    }

    // MARK: Predictions

    /// Predicts the label of a text. If the text has no word of the training data, the prediction does not depend on the text.
    public func prediction(from text: String) throws -> String { learnt.label(text) }

    /// Predicts the probability of each label, 0…1.
    public func predictionWithConfidence(from text: String) throws -> [String: Double] {
        learnt.probabilities(text)
    }

    /// Predicts the labels of texts, in their order.
    public func predictions(from texts: [String]) throws -> [String] { learnt.labels(texts) }

    /// Predicts the probabilities of all labels for each text, in the order of the texts.
    public func predictionsWithConfidence(from texts: [String]) throws -> [[String: Double]] {
        try texts.map { try predictionWithConfidence(from: $0) }
    }

    /// Predicts the labels of a column of texts. A missing text is the empty text.
    ///
    /// - Throws: the error of a column that is not valid.
    public func predictions(from texts: MLDataColumn<String>) throws -> MLDataColumn<String> {
        let column = try texts.materialize()
        return MLDataColumn(learnt.labels((0..<column.count).map { column[$0] }))
    }

    // MARK: Evaluation

    /// Evaluates the model on the texts of each label. If a text's label is not in the training data, its prediction is wrong.
    public func evaluation(on labeledTexts: [String: [String]]) -> MLClassifierMetrics { learnt.metrics(LabeledTexts(labeledTexts)) }

    /// Evaluates the model on text files. The metrics are not valid if the files cannot be read.
    public func evaluation(on labeledTexts: DataSource) -> MLClassifierMetrics { catching { try labeledTexts.texts } }

    /// Evaluates the model on a table. The metrics are not valid if the table cannot be used.
    public func evaluation(on labeledTexts: MLDataTable, textColumn: String, labelColumn: String) -> MLClassifierMetrics {
        catching { try LabeledTexts(labeledTexts, text: textColumn, label: labelColumn) }
    }

    /// Evaluates the model on a table whose columns have the names of the training table's. If the model was not trained on a table, the names are
    /// `text` and `label`. The metrics are not valid if the table cannot be used.
    public func evaluation(on labeledTexts: MLDataTable) -> MLClassifierMetrics {
        evaluation(on: labeledTexts, textColumn: columns?.text ?? "text", labelColumn: columns?.label ?? "label")
    }

    /// Evaluates the model on a data frame. The metrics are not valid if the data frame cannot be used.
    public func evaluation(on labeledTexts: DataFrame, textColumn: String, labelColumn: String) -> MLClassifierMetrics {
        catching { try LabeledTexts(MLDataTable(labeledTexts), text: textColumn, label: labelColumn) }
    }

    private func catching(_ texts: () throws -> LabeledTexts) -> MLClassifierMetrics {
        do { return learnt.metrics(try texts()) } catch { return MLClassifierMetrics(error: error) }
    }

    // MARK: Files

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `TextClassifier.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try learnt.export(language: modelParameters.language).write(to: fileURL, named: "TextClassifier", metadata)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        let held = validationMetrics.isValid ? "\nvalidation: \(validationMetrics)" : ""
        return "MLTextClassifier of \(learnt.model.labels.count) labels by \(learnt.model.features.count) \(learnt.featureText)"
            + "\n\(modelParameters)\ntraining: \(trainingMetrics)\(held)"
    }

    public var debugDescription: String { description }
}
