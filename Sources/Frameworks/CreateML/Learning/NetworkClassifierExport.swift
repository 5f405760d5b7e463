import CoreML
import CoreMLSpecification

/// Converts a trained network that classifies windows to a Core ML model.
protocol NetworkClassifierExport: Sendable {
    func specification(_ metadata: MLModelMetadata) -> Specification.Model
}

extension NetworkClassifierExport {
    /// The model in memory. It computes in `Float`.
    func makeModel() throws -> MLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        return try MLModel(
            package: ModelPackage(model: specification(MLModelMetadata())), configuration: configuration, name: "the classifier")
    }
}

extension Specification.Model {
    /// A classifier. Its `layers` end with the scores of `labels`. The most probable label and the probabilities are the model's first outputs, with
    /// the names in `outputs`. The outputs of the description follow.
    init(
        classifier layers: [Specification.NeuralNetworkLayer], scores: String, labels: [String],
        outputs: (label: String, probabilities: String), _ description: Specification.ModelDescription, specificationVersion: Int32
    ) {
        var list = LayerList()
        _ = list.softmax(outputs.probabilities, scores, axis: -1)
        var classifier = Specification.NeuralNetworkClassifier()
        classifier.layers = layers + list.layers
        classifier.arrayInputShapeMapping = .exactArrayMapping
        classifier.labelProbabilityLayerName = outputs.probabilities
        var strings = Specification.StringVector()
        strings.vector = labels
        classifier.classLabels = .stringClassLabels(strings)
        var probabilities = Specification.FeatureDescription(outputs.probabilities, .dictionary())
        probabilities.shortDescription = "The probability of each label"
        var label = Specification.FeatureDescription(outputs.label, .stringType(.init()))
        label.shortDescription = "The most probable label"
        var description = description
        description.output = [probabilities, label] + description.output
        (description.predictedFeatureName, description.predictedProbabilitiesName) = (outputs.label, outputs.probabilities)
        self.init()
        self.specificationVersion = specificationVersion
        type = .neuralNetworkClassifier(classifier)
        self.description = description
    }
}
