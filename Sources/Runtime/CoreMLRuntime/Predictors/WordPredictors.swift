import CoreMLSpecification

/// Predicts the vector of a word.
package final class WordEmbeddingPredictor: ModelPredictor {
    package let vectors: WordVectors
    /// The language as a BCP 47 tag, empty for any.
    package let language: String
    package let revision: Int

    /// - Throws: `RuntimeError.invalidModel` if the parameters are damaged or in Apple's form. `invalidModel` also if the input is not a
    ///   text, or the output is not an array.
    init(_ specification: Specification.CoreMLModels.WordEmbedding, interface: ModelInterface) throws {
        vectors = try WordVectors(parameters: specification.modelParameterData)
        (language, revision) = (specification.language, Int(specification.revision))
        guard interface.takesText, case .multiArrayType? = interface.outputs.first?.type else {
            throw RuntimeError.invalidModel("a wordEmbedding takes a text and gives an array")
        }
    }

    package func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let word = try text(inputs)
        guard let vector = vectors.vector(for: word) else {
            throw RuntimeError.invalidInput("the word '\(word)' is not in the wordEmbedding")
        }
        return [.tensor(Tensor(doubles: vector, shape: [vector.count]))]
    }
}

/// Predicts the label of a term. The label of an unknown term is empty.
package final class GazetteerPredictor: ModelPredictor {
    package let terms: TermLabels
    /// The language as a BCP 47 tag, empty for any.
    package let language: String

    /// - Throws: `RuntimeError.invalidModel` if the parameters are damaged or in Apple's form, or if the input or the output is not a text.
    init(_ specification: Specification.CoreMLModels.Gazetteer, interface: ModelInterface) throws {
        terms = try TermLabels(specification)
        language = specification.language
        guard interface.takesText, case .stringType? = interface.outputs.first?.type else {
            throw RuntimeError.invalidModel("a gazetteer takes a text and gives a text")
        }
    }

    package func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        [.string(terms.label(for: try text(inputs)) ?? "")]
    }
}

extension TermLabels {
    /// - Throws: `RuntimeError.invalidModel` for parameters that are damaged or in Apple's form.
    package init(_ specification: Specification.CoreMLModels.Gazetteer) throws {
        var labels: [String] = []
        if case .stringClassLabels(let own)? = specification.classLabels { labels = own.vector }
        try self.init(labels: labels, parameters: specification.modelParameterData)
    }
}

extension ModelInterface {
    /// Whether there is one input, a text, and one output.
    fileprivate var takesText: Bool {
        guard inputs.count == 1, outputs.count == 1, case .stringType = inputs[0].type else { return false }
        return true
    }
}

extension ModelPredictor {
    fileprivate func text(_ inputs: [PredictorValue?]) throws -> String {
        guard case .string(let text)? = inputs.first ?? nil else { throw RuntimeError.invalidInput("\(subject) takes a text") }
        return text
    }
}
