import NaturalLanguage
import TabularData

extension MLTextClassifier {
    /// The kinds of models that may be trained, under the name that Apple gives them.
    public typealias ModelAlgorithmType = ModelParameters.ModelAlgorithmType

    /// The parameters of a classifier's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The kinds of models that may be trained.
        public enum ModelAlgorithmType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
            /// Maximum entropy over words and pairs of words. The only revision is 1, and `nil` stands for it.
            case maxEnt(revision: Int?)

            public var description: String {
                switch self {
                case .maxEnt(let revision): "maximum entropy, revision \(revision ?? 1)"
                }
            }

            public var debugDescription: String { description }
        }

        /// The texts to test on while training.
        public enum ValidationData: Sendable {
            /// A part of the training data, which is then not trained on.
            case split(strategy: MLSplitStrategy)
            /// A table with a column of texts and a column of labels.
            case table(MLDataTable, textColumn: String, labelColumn: String)
            /// A data frame with a column of texts and a column of labels.
            case dataFrame(DataFrame, textColumn: String, labelColumn: String)
            /// The texts of each label.
            case dictionary([String: [String]])
            /// Text files.
            case dataSource(DataSource)
            /// No validation.
            case none
        }

        /// The texts to test on while training.
        public var validation: ValidationData
        /// The kind of model.
        public var algorithm: ModelAlgorithmType
        /// The language of the texts, which is written into the model; `nil` for any.
        public var language: NLLanguage?

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), algorithm: ModelAlgorithmType = .maxEnt(revision: 1),
            language: NLLanguage? = nil
        ) {
            (self.validation, self.algorithm, self.language) = (validation, algorithm, language)
        }

        /// - Parameter validationData: the texts of each label; `nil` for a part of the training data.
        public init(
            validationData: [String: [String]]?, algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil
        ) {
            self.init(
                validation: validationData.map { .dictionary($0) } ?? .split(strategy: .automatic), algorithm: algorithm,
                language: language)
        }

        /// Parameters with text files to test on.
        public init(validationData: DataSource, algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil) {
            self.init(validation: .dataSource(validationData), algorithm: algorithm, language: language)
        }

        /// Parameters with a table to test on.
        public init(
            validationData: MLDataTable, textColumnValidationData: String, labelColumnValidationData: String,
            algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil
        ) {
            self.init(
                validation: .table(validationData, textColumn: textColumnValidationData, labelColumn: labelColumnValidationData),
                algorithm: algorithm, language: language)
        }

        public var description: String { "\(algorithm)" + (language.map { "; \($0.rawValue)" } ?? "") }
        public var debugDescription: String { description }

        func check() throws {
            guard case .maxEnt(let revision) = algorithm, (revision ?? 1) == 1 else {
                throw MLCreateError.generic(reason: "there is no \(algorithm); the newest revision is 1")
            }
        }

        /// Divides texts into those to train on and those to validate with.
        ///
        /// - Throws: `MLCreateError` for validation texts that cannot be read, and for a part that leaves nothing to learn from.
        package func divide(_ examples: LabeledTexts) throws -> (own: LabeledTexts, held: LabeledTexts?) {
            switch validation {
            case .none: return (examples, nil)
            case .table(let table, let text, let label): return (examples, try LabeledTexts(table, text: text, label: label))
            case .dataFrame(let frame, let text, let label):
                return (examples, try LabeledTexts(MLDataTable(frame), text: text, label: label))
            case .dictionary(let texts): return (examples, LabeledTexts(texts))
            case .dataSource(let source): return (examples, try source.texts)
            case .split(let strategy):
                guard let parts = try MLTableValidation.divide(examples.count, strategy) else { return (examples, nil) }
                return (examples.rows(parts.own), examples.rows(parts.held))
            }
        }
    }
}
