import CoreML
import CoreMLSpecification

/// A trained network as a Core ML model, with the inputs and outputs of Apple's activity classifiers. The inputs are an array for each feature, and
/// `stateIn`. The outputs are `labelProbability`, `label` and `stateOut`.
struct ActivityExport: NetworkClassifierExport {
    let network: ActivityNetwork
    let weights: ActivityNetwork.Weights
    let labels: [String]

    /// The version of the format that introduced optional inputs with a default.
    static let specificationVersion: Int32 = 5
    static let labelName = "label"
    static let probabilitiesName = "labelProbability"
    static let stateInName = "stateIn"
    static let stateOutName = "stateOut"

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        Specification.Model(
            classifier: network.predictionLayers(weights, stateIn: Self.stateInName, stateOut: Self.stateOutName),
            scores: ActivityNetwork.scoresName, labels: labels, outputs: (Self.labelName, Self.probabilitiesName), description(metadata),
            specificationVersion: Self.specificationVersion)
    }

    private func description(_ metadata: MLModelMetadata) -> Specification.ModelDescription {
        var description = Specification.ModelDescription()
        description.input = network.features.map { name in
            var input = Specification.FeatureDescription(array: name, [network.window], type: .double)
            input.shortDescription = "A window of \(network.window) values of '\(name)', one after the other"
            return input
        }
        description.input.append(stateIn)
        var state = Specification.FeatureDescription(array: Self.stateOutName, [ActivityNetwork.stateCount], type: .double)
        state.shortDescription = "The state after the window, for the next window of the recording"
        description.output = [state]
        description.metadata = metadata.specification
        return description
    }

    private var stateIn: Specification.FeatureDescription {
        var array = Specification.ArrayFeatureType()
        array.dataType = .double
        array.shape = [Int64(ActivityNetwork.stateCount)]
        array.defaultOptionalValue = .doubleDefaultValue(0)
        var state = Specification.FeatureDescription(Self.stateInName, .multiArrayType(array))
        state.type?.isOptional = true
        state.shortDescription = "The state after the window before; left out, or zeros, for the first window of a recording"
        return state
    }
}
