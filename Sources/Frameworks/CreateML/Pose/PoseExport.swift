import CoreML
import CoreMLSpecification
import Foundation

/// A trained network as a Core ML model, with the input and outputs of Apple's action classifiers. The input is `poses`. The outputs are
/// `labelProbabilities` and `label`.
struct PoseExport: NetworkClassifierExport {
    let network: PoseNetwork
    let weights: PoseNetwork.Weights
    let labels: [String]

    /// The version of the format that introduced layers for arrays of any rank.
    static let specificationVersion: Int32 = 4
    static let labelName = "label"
    static let probabilitiesName = "labelProbabilities"

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        Specification.Model(
            classifier: network.layers(weights, batch: nil), scores: PoseNetwork.scoresName, labels: labels,
            outputs: (Self.labelName, Self.probabilitiesName), description(metadata), specificationVersion: Self.specificationVersion)
    }

    private func description(_ metadata: MLModelMetadata) -> Specification.ModelDescription {
        var description = Specification.ModelDescription()
        let skeleton = network.skeleton
        var input = Specification.FeatureDescription(array: PoseNetwork.inputName, [network.window, 3, skeleton.count])
        input.shortDescription =
            "The \(skeleton.name) poses of \(network.window) frame\(network.window == 1 ? "" : "s"), one after the other: for each its joints' x, "
            + "y and confidence. Joints in their order: \(skeleton.joints.joined(separator: ", ")). One that was not found has confidence 0."
        description.input = [input]
        description.metadata = metadata.specification
        return description
    }
}
