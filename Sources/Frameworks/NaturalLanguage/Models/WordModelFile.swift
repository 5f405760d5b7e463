import CoreMLRuntime
import CoreMLSpecification

/// Makes Core ML models of word embeddings and gazetteers. The models have Apple's file format, except for the bytes in `modelParameterData`, whose
/// format is Osprey's own.
package enum WordModelFile {
    /// The specification version that introduced word embeddings and gazetteers.
    private static let version: Int32 = 4

    /// A word embedding. The input `text` is a word, and the output `vector` is the vector of the word.
    ///
    /// - Throws: `RuntimeError.invalidInput` if the revision is less than 1 or too large for the file.
    package static func embedding(
        _ vectors: WordVectors, language: NLLanguage?, revision: Int, metadata: Specification.Metadata = Specification.Metadata()
    ) throws -> Specification.Model {
        guard let revision = UInt32(exactly: revision), revision > 0 else {
            throw RuntimeError.invalidInput("a wordEmbedding cannot have the revision \(revision), which begins at 1")
        }
        var embedding = Specification.CoreMLModels.WordEmbedding()
        embedding.revision = revision
        embedding.language = language?.rawValue ?? ""
        embedding.modelParameterData = vectors.parameters
        return model(.init(array: "vector", [vectors.dimension], type: .double), .wordEmbedding(embedding), metadata)
    }

    /// A gazetteer. The input `text` is a term, and the output `label` is the label of the term.
    package static func gazetteer(
        _ terms: TermLabels, language: NLLanguage?, metadata: Specification.Metadata = Specification.Metadata()
    ) -> Specification.Model {
        model(.init("label", .stringType(.init())), .gazetteer(message(terms, language: language)), metadata)
    }

    /// The Protocol Buffers message of a gazetteer, without the model that contains it.
    static func message(_ terms: TermLabels, language: NLLanguage?) -> Specification.CoreMLModels.Gazetteer {
        var labels = Specification.StringVector()
        labels.vector = terms.labels
        var gazetteer = Specification.CoreMLModels.Gazetteer()
        gazetteer.revision = 1
        gazetteer.language = language?.rawValue ?? ""
        gazetteer.modelParameterData = terms.parameters
        gazetteer.classLabels = .stringClassLabels(labels)
        return gazetteer
    }

    private static func model(
        _ output: Specification.FeatureDescription, _ kind: Specification.Model.Kind, _ metadata: Specification.Metadata
    ) -> Specification.Model {
        var description = Specification.ModelDescription()
        description.input = [.init("text", .stringType(.init()))]
        description.output = [output]
        description.metadata = metadata
        var model = Specification.Model()
        model.specificationVersion = version
        model.description = description
        model.type = kind
        return model
    }
}

extension MLModelError {
    /// Runs `body`, and converts its errors to this type.
    static func catching<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as MLModelError {
            throw error
        } catch let error as SpecificationError {
            throw MLModelError(.io, "\(error).", underlying: error)
        } catch {
            throw MLModelError(.generic, "\(error).", underlying: error)
        }
    }
}

extension NLLanguage {
    /// A language with a BCP 47 tag; `nil` if the tag is empty.
    init?(tag: String) {
        if tag.isEmpty { return nil }
        self.init(tag)
    }
}
