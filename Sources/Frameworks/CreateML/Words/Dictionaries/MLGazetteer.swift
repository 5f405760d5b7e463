import CoreML
import CoreMLRuntime
import CoreMLSpecification
import NaturalLanguage

/// A dictionary of terms (words or phrases) and their labels. It is written as a model that `NLGazetteer` reads.
public struct MLGazetteer: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The model. Its input `text` is a term. Its output `label` is the term's label, or empty for an unknown term.
    public let model: MLModel
    /// The parameters of the gazetteer.
    public let modelParameters: ModelParameters
    private let terms: TermLabels

    /// A gazetteer from the terms of each label.
    ///
    /// - Throws: `MLCreateError.generic` if there are no terms, a term or a label is empty, or a term has two labels.
    public init(dictionary: [String: [String]], parameters: ModelParameters = ModelParameters()) throws {
        modelParameters = parameters
        do { terms = try TermLabels(dictionary) } catch { throw MLCreateError.generic(reason: "\(error)") }
        model = try MLModel(
            package: ModelPackage(model: WordModelFile.gazetteer(terms, language: parameters.language)),
            configuration: MLModelConfiguration(), name: "the gazetteer")
    }

    /// A gazetteer from a table with a row for each term.
    ///
    /// - Parameters:
    ///   - textColumn: the column of terms.
    ///   - labelColumn: the column of labels, which are texts or whole numbers.
    /// - Throws: the errors of `init(dictionary:parameters:)`, and `MLCreateError` for a column that is missing or of another type, and for missing
    ///   values.
    public init(
        labeledData: MLDataTable, textColumn: String, labelColumn: String, parameters: ModelParameters = ModelParameters()
    ) throws {
        let rows = try LabeledTexts(labeledData, text: textColumn, label: labelColumn)
        let dictionary = Dictionary(grouping: rows.texts.indices) { rows.labels[$0] }.mapValues { $0.map { rows.texts[$0] } }
        try self.init(dictionary: dictionary, parameters: parameters)
    }

    /// The label of a term; empty for an unknown term. The spelling must match exactly, including upper and lower case.
    public func prediction(from text: String) throws -> String { terms.label(for: text) ?? "" }

    /// The label of each term; empty for unknown terms.
    public func predictions(from texts: [String]) throws -> [String] { texts.map { terms.label(for: $0) ?? "" } }

    /// The label of each term in a column; empty for unknown terms.
    ///
    /// - Throws: the error of a column that is not valid.
    public func predictions(from texts: MLDataColumn<String>) throws -> MLDataColumn<String> {
        let column = try texts.materialize()
        return MLDataColumn(try predictions(from: (0..<column.count).map { column[$0] }))
    }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `Gazetteer.mlmodel` into.
    /// - Throws: `MLCreateError.io` if the file cannot be written.
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
        /// The language of the terms, which is stored in the model; `nil` for any language.
        public var language: NLLanguage?

        /// Parameters with Apple's default.
        public init(language: NLLanguage? = nil) { self.language = language }

        public var description: String { language?.rawValue ?? "any language" }
        public var debugDescription: String { description }
    }
}
