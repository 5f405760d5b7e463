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
        var input = Specification.FeatureDescription.array(PoseNetwork.inputName, [network.window, 3, skeleton.count])
        input.shortDescription =
            "The \(skeleton.name) poses of \(network.window) frame\(network.window == 1 ? "" : "s"), one after the other: for each its joints' x, "
            + "y and confidence. Joints in their order: \(skeleton.joints.joined(separator: ", ")). One that was not found has confidence 0."
        description.input = [input]
        var probabilities = Specification.FeatureDescription()
        probabilities.name = Self.probabilitiesName
        probabilities.shortDescription = "The probability of each label"
        var dictionary = Specification.DictionaryFeatureType()
        dictionary.keyType = .stringKeyType(Specification.StringFeatureType())
        probabilities.type = Specification.FeatureType()
        probabilities.type?.type = .dictionaryType(dictionary)
        var label = Specification.FeatureDescription()
        label.name = Self.labelName
        label.shortDescription = "The most probable label"
        label.type = Specification.FeatureType()
        label.type?.type = .stringType(Specification.StringFeatureType())
        description.output = [probabilities, label]
        description.predictedFeatureName = Self.labelName
        description.predictedProbabilitiesName = Self.probabilitiesName
        description.metadata = metadata.specification
        return description
    }
}

extension Specification.FeatureDescription {
    /// An array of float32 numbers.
    static func array(_ name: String, _ shape: [Int]) -> Self {
        var array = Specification.ArrayFeatureType()
        array.dataType = .float32
        array.shape = shape.map { Int64($0) }
        var feature = Self()
        feature.name = name
        feature.type = Specification.FeatureType()
        feature.type?.type = .multiArrayType(array)
        return feature
    }
}
