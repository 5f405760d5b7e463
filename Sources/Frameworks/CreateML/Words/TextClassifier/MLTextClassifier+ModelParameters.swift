import NaturalLanguage
import TabularData

extension MLTextClassifier {
    /// The types of models that can be trained, under Apple's name.
    public typealias ModelAlgorithmType = ModelParameters.ModelAlgorithmType

    /// The features of a model that is trained with transfer learning.
    ///
    /// Apple's feature extractors are networks that learnt from other texts. Osprey has no such network. Its models get features of parts of words
    /// instead, so that a word that the training data lack counts as the words that it resembles: `walking` as `walked`.
    public enum FeatureExtractorType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// Words and parts of words, without their order.
        case staticEmbedding
        /// Words, parts of words, and pairs of adjacent words.
        case dynamicEmbedding

        public var description: String {
            switch self {
            case .staticEmbedding: "words and parts of words"
            case .dynamicEmbedding: "words, pairs of words and parts of words"
            }
        }

        public var debugDescription: String { description }
    }

    /// The parameters of a classifier's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The types of models that can be trained.
        public enum ModelAlgorithmType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
            /// Maximum entropy with words and pairs of words as features. The only revision is 1, and `nil` means 1.
            case maxEnt(revision: Int?)
            /// A conditional random field. A text has one label, so the field has one variable: it is the model of ``maxEnt(revision:)``.
            case crf(revision: Int?)
            /// Maximum entropy with the features of a feature extractor. The only revision is 1, and `nil` means 1.
            case transferLearning(FeatureExtractorType, revision: Int?)

            public var description: String {
                switch self {
                case .maxEnt(let revision): "maximum entropy, revision \(revision ?? 1)"
                case .crf(let revision): "conditional random field, revision \(revision ?? 1)"
                case .transferLearning(let features, let revision): "transfer learning by \(features), revision \(revision ?? 1)"
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
            switch algorithm {
            case .maxEnt(nil), .maxEnt(1), .crf(nil), .crf(1), .transferLearning(_, nil), .transferLearning(_, 1): return
            case .maxEnt, .crf, .transferLearning:
                throw MLCreateError.generic(reason: "there is no \(algorithm); the newest revision is 1")
            }
        }

        /// The keys of the dictionary of a text, beside words.
        var keys: TextDictionary.Keys {
            switch algorithm {
            case .maxEnt, .crf: .pairs
            case .transferLearning(.staticEmbedding, _): .parts
            case .transferLearning(.dynamicEmbedding, _): [.pairs, .parts]
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
