import CoreML
import CoreMLRuntime
import CoreMLSpecification
import NaturalLanguage

/// A maximum-entropy model as a Core ML pipeline: a vectorizer for the dictionary of features, and a generalised linear model that reads the vector.
struct WordModelExport: Sendable {
    static let input = "features"
    static let output = "label"
    private static let probabilities = "labelProbability"
    private static let vector = "vector"

    let model: MaximumEntropyModel
    let kind: TextModelKind
    let language: NLLanguage?

    func makeModel() throws -> MLModel {
        try MLModel(
            package: ModelPackage(model: specification(MLModelMetadata())), configuration: MLModelConfiguration(),
            name: "the model of words")
    }

    /// Writes the model as an `.mlmodel`.
    func write(to url: URL, named name: String, _ metadata: MLModelMetadata?) throws {
        let data = specification(metadata ?? MLModelMetadata()).encoded()
        try AtomicFile.write(data, to: url.modelFile(named: "\(name).mlmodel"))
    }

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var metadata = metadata
        metadata.additional = (metadata.additional ?? [:]).merging(kind.metadata(language: language)) { $1 }
        let input = Specification.FeatureDescription(Self.input, .dictionary())
        let vector = Specification.FeatureDescription(array: Self.vector, [model.features.count], type: .double)

        var vectorizer = Specification.DictVectorizer()
        vectorizer.map = .stringToIndex(TableExport.strings(model.features))
        var description = Specification.ModelDescription()
        (description.input, description.output) = ([input], [vector])
        let first = Self.model(description, .dictVectorizer(vectorizer))

        description = classifier([vector])
        let second = Self.model(description, .glmClassifier(TableExport.classifier(table, .texts(model.labels))))

        description = classifier([input])
        description.metadata = metadata.specification
        var pipeline = Specification.Pipeline()
        pipeline.models = [first, second]
        var classifier = Specification.PipelineClassifier()
        classifier.pipeline = pipeline
        return Self.model(description, .pipelineClassifier(classifier))
    }

    /// The model as a linear model, with its weights in output-major order.
    private var table: LinearTableModel {
        let outputs = model.outputs
        let weights = (0..<outputs).map { output in
            stride(from: output, to: model.weights.count, by: outputs).map { model.weights[$0] }
        }
        return LinearTableModel(weights: weights, offsets: model.offsets, fill: [])
    }

    private func classifier(_ inputs: [Specification.FeatureDescription]) -> Specification.ModelDescription {
        var description = Specification.ModelDescription()
        description.input = inputs
        description.output = [.init(Self.output, .stringType(.init())), .init(Self.probabilities, .dictionary())]
        description.predictedFeatureName = Self.output
        description.predictedProbabilitiesName = Self.probabilities
        return description
    }

    private static func model(_ description: Specification.ModelDescription, _ type: Specification.Model.Kind) -> Specification.Model {
        var model = Specification.Model()
        model.specificationVersion = 1
        model.description = description
        model.type = type
        return model
    }
}
