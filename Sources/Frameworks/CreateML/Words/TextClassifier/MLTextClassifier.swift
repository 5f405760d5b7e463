import CoreML
import NaturalLanguage
import TabularData

/// A model that classifies a text by its words and pairs of words.
///
/// The model's input is a dictionary of the text's features. `NLModel` and ``prediction(from:)`` make it from the text, as the metadata of the model
/// say.
public struct MLTextClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is the dictionary of a text's features; its outputs are `label` and the probabilities of all labels.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the texts that were set aside. Not valid if no texts were.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's addition: a warning for each text file that could not be read.
    public let warnings: [String]
    private let learnt: MaximumEntropyModel

    /// Trains on the texts of each label.
    ///
    /// - Throws: `MLCreateError` for no texts, fewer than two labels or more than 1,000, and texts without words.
    public init(trainingData: [String: [String]], parameters: ModelParameters = ModelParameters()) throws {
        try self.init(LabeledTexts(trainingData), parameters)
    }

    /// Trains on text files.
    ///
    /// - Throws: as `init(trainingData:parameters:)`, for a folder that cannot be read, and for a label whose files all cannot be read.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        try self.init(trainingData.texts, parameters)
    }

    /// Trains on a table. A missing text is the empty text.
    ///
    /// - Parameters:
    ///   - textColumn: the column of texts.
    ///   - labelColumn: the column of their labels, texts or whole numbers.
    /// - Throws: as `init(trainingData:parameters:)`, and for columns that are missing or of another type, and for missing labels.
    public init(
        trainingData: MLDataTable, textColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(LabeledTexts(trainingData, text: textColumn, label: labelColumn), parameters)
    }

    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`.
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

    /// Learns from texts that were divided before.
    package init(_ own: LabeledTexts, held: LabeledTexts?, language: NLLanguage?) throws {
        let parameters = ModelParameters(validation: .none, language: language)
        try self.init(own, held: held, parameters, warnings: own.warnings + (held?.warnings ?? []))
    }

    private init(_ own: LabeledTexts, held: LabeledTexts?, _ parameters: ModelParameters, warnings: [String]) throws {
        learnt = try TextLearner.learn(own)
        modelParameters = parameters
        self.warnings = warnings
        trainingMetrics = Self.metrics(learnt, own)
        validationMetrics = held.map { [learnt] in Self.metrics(learnt, $0) } ?? MLClassifierMetrics(labels: [], confusionCounts: [])
        model = try WordModelExport(model: learnt, kind: .classifier, language: parameters.language).makeModel()
    }

    private static func metrics(_ model: MaximumEntropyModel, _ examples: LabeledTexts) -> MLClassifierMetrics {
        MLClassifierMetrics(zip(examples.labels, labels(model, examples.texts)).map { (label: $0, answer: $1) })
    }

    private static func labels(_ model: MaximumEntropyModel, _ texts: [String]) -> [String] {
        ParallelLoop.map(texts.count, isParallel: texts.count > 64) { model.label(TextDictionary.entries(texts[$0])) }
    }

    // MARK: Predictions

    /// The label of a text. A text without any word of the training data gets the most frequent label.
    public func prediction(from text: String) throws -> String { learnt.label(TextDictionary.entries(text)) }

    /// The probability of each label, 0…1.
    public func predictionWithConfidence(from text: String) throws -> [String: Double] {
        Dictionary(uniqueKeysWithValues: zip(learnt.labels, learnt.probabilities(TextDictionary.entries(text))))
    }

    /// The labels of texts, in their order.
    public func predictions(from texts: [String]) throws -> [String] { Self.labels(learnt, texts) }

    /// The labels of texts with their probabilities, in their order.
    public func predictionsWithConfidence(from texts: [String]) throws -> [[String: Double]] {
        try texts.map { try predictionWithConfidence(from: $0) }
    }

    /// The labels of a column of texts. A missing text is the empty text.
    ///
    /// - Throws: the error of a column that is not valid.
    public func predictions(from texts: MLDataColumn<String>) throws -> MLDataColumn<String> {
        let column = try texts.materialize()
        return MLDataColumn(Self.labels(learnt, (0..<column.count).map { column[$0] }))
    }

    // MARK: Measurements

    /// Measures the model on the texts of each label. A text with a label that the training data does not have counts as wrong.
    public func evaluation(on labeledTexts: [String: [String]]) -> MLClassifierMetrics { Self.metrics(learnt, LabeledTexts(labeledTexts)) }

    /// Measures the model on text files. The metrics are not valid if the files cannot be read.
    public func evaluation(on labeledTexts: DataSource) -> MLClassifierMetrics { catching { try labeledTexts.texts } }

    /// Measures the model on a table. The metrics are not valid if the table cannot be used.
    public func evaluation(on labeledTexts: MLDataTable, textColumn: String, labelColumn: String) -> MLClassifierMetrics {
        catching { try LabeledTexts(labeledTexts, text: textColumn, label: labelColumn) }
    }

    /// Measures the model on a data frame. The metrics are not valid if the data frame cannot be used.
    public func evaluation(on labeledTexts: DataFrame, textColumn: String, labelColumn: String) -> MLClassifierMetrics {
        catching { try LabeledTexts(MLDataTable(labeledTexts), text: textColumn, label: labelColumn) }
    }

    private func catching(_ texts: () throws -> LabeledTexts) -> MLClassifierMetrics {
        do { return Self.metrics(learnt, try texts()) } catch { return MLClassifierMetrics(error: error) }
    }

    // MARK: Files

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `TextClassifier.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try WordModelExport(model: learnt, kind: .classifier, language: modelParameters.language)
            .write(to: fileURL, named: "TextClassifier", metadata)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        let held = validationMetrics.isValid ? "\nvalidation: \(validationMetrics)" : ""
        return "MLTextClassifier of \(learnt.labels.count) labels by \(learnt.features.count) words and pairs of words\n\(modelParameters)"
            + "\ntraining: \(trainingMetrics)\(held)"
    }

    public var debugDescription: String { description }
}
