import CoreML
import CoreMLRuntime
import CoreMLSpecification
import NaturalLanguage

/// A dictionary of terms (words or phrases) with a label each, as a model that `NLGazetteer` reads.
public struct MLGazetteer: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The model. Its input, `text`, is a term. Its output, `label`, is the term's label; empty for an unknown term.
    public let model: MLModel
    /// The parameters that the gazetteer was made with.
    public let modelParameters: ModelParameters
    private let terms: TermLabels

    /// A gazetteer with the terms of each label.
    ///
    /// - Throws: `MLCreateError.generic` for no terms, an empty term or label, and a term with two labels.
    public init(dictionary: [String: [String]], parameters: ModelParameters = ModelParameters()) throws {
        modelParameters = parameters
        do { terms = try TermLabels(dictionary) } catch { throw MLCreateError.generic(reason: "\(error)") }
        model = try MLModel(
            package: ModelPackage(model: WordModelFile.gazetteer(terms, language: parameters.language)),
            configuration: MLModelConfiguration(), name: "the gazetteer")
    }

    /// A gazetteer with a term in each row of a table.
    ///
    /// - Parameters:
    ///   - textColumn: the column of terms.
    ///   - labelColumn: the column of their labels, texts or whole numbers.
    /// - Throws: as `init(dictionary:parameters:)`, and for columns that are missing or of another type, and for missing values.
    public init(
        labeledData: MLDataTable, textColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        let rows = try LabeledTexts(labeledData, text: textColumn, label: labelColumn)
        let dictionary = Dictionary(grouping: rows.texts.indices) { rows.labels[$0] }.mapValues { $0.map { rows.texts[$0] } }
        try self.init(dictionary: dictionary, parameters: parameters)
    }

    /// The label of a term; empty for an unknown term. The spelling must be exactly the same, capitals included.
    public func prediction(from text: String) throws -> String { terms.label(for: text) ?? "" }

    /// The labels of terms, in their order; empty for unknown terms.
    public func predictions(from texts: [String]) throws -> [String] { texts.map { terms.label(for: $0) ?? "" } }

    /// The labels of a column of terms; empty for unknown terms.
    ///
    /// - Throws: the error of a column that is not valid.
    public func predictions(from texts: MLDataColumn<String>) throws -> MLDataColumn<String> {
        let column = try texts.materialize()
        return MLDataColumn(try predictions(from: (0..<column.count).map { column[$0] }))
    }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `Gazetteer.mlmodel` into.
    /// - Throws: `MLCreateError.io` if it cannot be written.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        let specification = WordModelFile.gazetteer(
            terms, language: modelParameters.language, metadata: (metadata ?? MLModelMetadata()).specification)
        try AtomicFile.write(specification.encoded(), to: fileURL.modelFile(named: "Gazetteer.mlmodel"))
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "MLGazetteer of \(terms.count) terms with \(terms.labels.count) labels\n\(modelParameters)"
    }

    public var debugDescription: String { description }

    /// The parameters of a gazetteer.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The language of the terms, which is written into the model; `nil` for any.
        public var language: NLLanguage?

        /// Parameters with Apple's default.
        public init(language: NLLanguage? = nil) { self.language = language }

        public var description: String { language?.rawValue ?? "any language" }
        public var debugDescription: String { description }
    }
}
