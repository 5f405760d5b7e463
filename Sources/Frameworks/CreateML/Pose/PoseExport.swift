import CoreML
import CoreMLSpecification
import Foundation

/// A trained network as a Core ML model, with the input and outputs of Apple's action classifiers: `poses` in, `labelProbabilities` and `label` out.
struct PoseExport: Sendable {
    let network: PoseNetwork
    let weights: PoseNetwork.Weights
    let labels: [String]

    /// Layers on arrays of any rank came with version 4.
    static let specificationVersion: Int32 = 4
    static let labelName = "label"
    static let probabilitiesName = "labelProbabilities"

    func makeModel() throws -> MLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        return try MLModel(
            package: ModelPackage(model: specification(MLModelMetadata())), configuration: configuration, name: "the classifier")
    }

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var classifier = Specification.NeuralNetworkClassifier()
        var list = LayerList()
        classifier.layers = network.layers(weights, batch: nil)
        _ = list.softmax(Self.probabilitiesName, PoseNetwork.scoresName, axis: -1)
        classifier.layers += list.layers
        classifier.arrayInputShapeMapping = .exactArrayMapping
        classifier.labelProbabilityLayerName = Self.probabilitiesName
        var strings = Specification.StringVector()
        strings.vector = labels
        classifier.classLabels = .stringClassLabels(strings)
        var model = Specification.Model()
        model.specificationVersion = Self.specificationVersion
        model.type = .neuralNetworkClassifier(classifier)
        model.description = description(metadata)
        return model
    }

    private func description(_ metadata: MLModelMetadata) -> Specification.ModelDescription {
        var description = Specification.ModelDescription()
        let skeleton = network.skeleton
        var input = Specification.FeatureDescription(array: PoseNetwork.inputName, [network.window, 3, skeleton.count])
        input.shortDescription =
            "The \(skeleton.name) poses of \(network.window) frame\(network.window == 1 ? "" : "s"), one after the other: for each its joints' x, "
            + "y and confidence. Joints in their order: \(skeleton.joints.joined(separator: ", ")). One that was not found has confidence 0."
        description.input = [input]
        var probabilities = Specification.FeatureDescription(Self.probabilitiesName, .dictionary())
        probabilities.shortDescription = "The probability of each label"
        var label = Specification.FeatureDescription(Self.labelName, .stringType(.init()))
        label.shortDescription = "The most probable label"
        description.output = [probabilities, label]
        description.predictedFeatureName = Self.labelName
        description.predictedProbabilitiesName = Self.probabilitiesName
        description.metadata = metadata.specification
        return description
    }
}
