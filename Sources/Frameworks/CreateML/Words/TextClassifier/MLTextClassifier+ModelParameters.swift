import NaturalLanguage
import TabularData

extension MLTextClassifier {
    /// The types of models that can be trained, under Apple's name.
    public typealias ModelAlgorithmType = ModelParameters.ModelAlgorithmType

    /// The parameters of a classifier's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The types of models that can be trained.
        public enum ModelAlgorithmType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
            /// Maximum entropy with words and pairs of words as features. The only revision is 1, and `nil` means 1.
            case maxEnt(revision: Int?)

            public var description: String {
                switch self {
                case .maxEnt(let revision): "maximum entropy, revision \(revision ?? 1)"
                }
            }

            public var debugDescription: String { description }
        }

        /// The source of the validation texts.
        public enum ValidationData: Sendable {
            /// A part of the training data. These texts are not used for training.
            case split(strategy: MLSplitStrategy)
            /// A table with a column of texts and a column of labels.
            case table(MLDataTable, textColumn: String, labelColumn: String)
            /// A data frame with a column of texts and a column of labels.
            case dataFrame(DataFrame, textColumn: String, labelColumn: String)
            /// Separate texts, listed for each label.
            case dictionary([String: [String]])
            /// Separate text files.
            case dataSource(DataSource)
            /// No validation.
            case none
        }

        /// The source of the validation texts.
        public var validation: ValidationData
        /// The type of model.
        public var algorithm: ModelAlgorithmType
        /// The language of the texts, which is stored in the model; `nil` for any language.
        public var language: NLLanguage?

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), algorithm: ModelAlgorithmType = .maxEnt(revision: 1),
            language: NLLanguage? = nil
        ) {
            (self.validation, self.algorithm, self.language) = (validation, algorithm, language)
        }

        /// - Parameter validationData: the validation texts of each label; `nil` to set aside a part of the training data.
        public init(
            validationData: [String: [String]]?, algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil
        ) {
            self.init(
                validation: validationData.map { .dictionary($0) } ?? .split(strategy: .automatic), algorithm: algorithm,
                language: language)
        }

        /// Parameters with text files for validation.
        public init(validationData: DataSource, algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil) {
            self.init(validation: .dataSource(validationData), algorithm: algorithm, language: language)
        }

        /// Parameters with a table for validation.
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

        /// Divides texts into a training set and a validation set.
        ///
        /// - Throws: `MLCreateError` if validation texts cannot be read, or if a split leaves no training texts.
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
