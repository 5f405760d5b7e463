import CoreMLRuntime
import NaturalLanguage

extension MLWordTagger {
    /// The types of models that can be trained, under Apple's name.
    public typealias ModelAlgorithmType = ModelParameters.ModelAlgorithmType

    /// The parameters of a tagger's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The types of models that can be trained.
        public enum ModelAlgorithmType: Sendable, CustomStringConvertible {
            /// Maximum entropy with the features of a word and its neighbours. The only revision is 1, and `nil` means 1.
            case maxEnt(revision: Int?)

            public var description: String {
                switch self {
                case .maxEnt(let revision): "maximum entropy, revision \(revision ?? 1)"
                }
            }
        }

        /// The source of the validation sentences.
        public enum ValidationData: Sendable {
            /// A part of the training data. These sentences are not used for training.
            case split(strategy: MLSplitStrategy)
            /// A table with a row for each sentence: a list of tokens and a list of labels.
            case table(MLDataTable, tokenColumn: String, labelColumn: String)
            /// Separate sentences. Each has a list of tokens and a list of the tokens' labels.
            case sentences([(tokens: [String], labels: [String])])
            /// No validation.
            case none
        }

        /// The source of the validation sentences.
        public var validation: ValidationData
        /// The type of model.
        public var algorithm: ModelAlgorithmType
        /// The language of the sentences, which is stored in the model; `nil` for any language.
        public var language: NLLanguage?

        /// Parameters of a tagger.
        public init(
            validation: ValidationData = .split(strategy: .automatic), algorithm: ModelAlgorithmType = .maxEnt(revision: 1),
            language: NLLanguage? = nil
        ) {
            (self.validation, self.algorithm, self.language) = (validation, algorithm, language)
        }

        /// Parameters with a table for validation. Each row has a sentence: a list of tokens and a list of labels.
        public init(
            validationData: MLDataTable, tokenColumnValidationData: String = "tokens", labelColumnValidationData: String = "labels",
            algorithm: ModelAlgorithmType = .maxEnt(revision: 1), language: NLLanguage? = nil
        ) {
            self.init(
                validation: .table(validationData, tokenColumn: tokenColumnValidationData, labelColumn: labelColumnValidationData),
                algorithm: algorithm, language: language)
        }

        /// Parameters with separate sentences for validation. Each has a list of tokens and a list of the tokens' labels.
        public init(
            validationData: [(tokens: [String], labels: [String])], algorithm: ModelAlgorithmType = .maxEnt(revision: 1),
            language: NLLanguage? = nil
        ) {
            self.init(validation: .sentences(validationData), algorithm: algorithm, language: language)
        }

        public var description: String { "\(algorithm)" + (language.map { "; \($0.rawValue)" } ?? "") }
        public var debugDescription: String { description }

        func check() throws {
            guard case .maxEnt(let revision) = algorithm, (revision ?? 1) == 1 else {
                throw MLCreateError.generic(reason: "there is no \(algorithm); the newest revision is 1")
            }
        }

        /// Divides sentences into a training set and a validation set.
        func divide(_ sentences: [TokenLearner.Sentence]) throws -> (own: [TokenLearner.Sentence], held: [TokenLearner.Sentence]) {
            switch validation {
            case .none: return (sentences, [])
            case .sentences(let held):
                try TokenLearner.check(held)
                return (sentences, held)
            case .table(let table, let tokens, let labels): return (sentences, try TokenLearner.sentences(table, tokens, labels))
            case .split(let strategy):
                guard let parts = try MLTableValidation.divide(sentences.count, strategy) else { return (sentences, []) }
                return (parts.own.map { sentences[$0] }, parts.held.map { sentences[$0] })
            }
        }
    }
}
