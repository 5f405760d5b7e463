import CoreMLRuntime
import NaturalLanguage

extension MLWordTagger {
    /// The kinds of models that may be trained, under the name that Apple gives them.
    public typealias ModelAlgorithmType = ModelParameters.ModelAlgorithmType

    /// The parameters of a tagger's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The kinds of models that may be trained.
        public enum ModelAlgorithmType: Sendable, CustomStringConvertible {
            /// Maximum entropy over the features of a word and its neighbours. The only revision is 1, and `nil` stands for it.
            case maxEnt(revision: Int?)

            public var description: String {
                switch self {
                case .maxEnt(let revision): "maximum entropy, revision \(revision ?? 1)"
                }
            }
        }

        /// The sentences to test on while training.
        public enum ValidationData: Sendable {
            /// A part of the training data, which is then not trained on.
            case split(strategy: MLSplitStrategy)
            /// A table with a list of tokens and a list of labels in each row.
            case table(MLDataTable, tokenColumn: String, labelColumn: String)
            /// Sentences: a list of tokens and a list of their labels.
            case sentences([(tokens: [String], labels: [String])])
            /// No validation.
            case none
        }

        /// The sentences to test on while training.
        public var validation: ValidationData
        /// The kind of model.
        public var algorithm: ModelAlgorithmType
        /// The language of the sentences, which is written into the model; `nil` for any.
        public var language: NLLanguage?

        /// Parameters of a tagger.
        public init(
            validation: ValidationData = .split(strategy: .automatic), algorithm: ModelAlgorithmType = .maxEnt(revision: 1),
            language: NLLanguage? = nil
        ) {
            (self.validation, self.algorithm, self.language) = (validation, algorithm, language)
        }

        public var description: String { "\(algorithm)" + (language.map { "; \($0.rawValue)" } ?? "") }
        public var debugDescription: String { description }

        func check() throws {
            guard case .maxEnt(let revision) = algorithm, (revision ?? 1) == 1 else {
                throw MLCreateError.generic(reason: "there is no \(algorithm); the newest revision is 1")
            }
        }

        /// Divides sentences into those to train on and those to validate with.
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
