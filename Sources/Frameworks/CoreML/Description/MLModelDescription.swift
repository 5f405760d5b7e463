import CoreMLSpecification
import Foundation

/// The key of one item of a model's metadata.
public struct MLModelMetadataKey: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A description of the model.
    public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")
    /// The author's version of the model.
    public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")
    /// The author of the model.
    public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")
    /// The terms under which the model may be used.
    public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")
    /// Further information from the model's maker: a `[String: String]`.
    public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}

/// The inputs and outputs of a model, and the metadata from the model's author.
public final class MLModelDescription: NSObject, @unchecked Sendable {
    /// The inputs of a prediction, by name.
    public let inputDescriptionsByName: [String: MLFeatureDescription]
    /// The outputs of a prediction, by name.
    public let outputDescriptionsByName: [String: MLFeatureDescription]
    /// The output that holds a classifier's label or a regressor's number.
    public let predictedFeatureName: String?
    /// The output that holds a classifier's probabilities.
    public let predictedProbabilitiesName: String?
    /// A classifier's labels in the model's order: strings, or integers as `Int64`.
    public let classLabels: [Any]?
    /// Whether ``MLUpdateTask`` can train the model further.
    public let isUpdatable: Bool
    /// The features of a training example for an update, by name; empty for a model that cannot be updated.
    public let trainingInputDescriptionsByName: [String: MLFeatureDescription]
    /// The parameters that the model lets its user set.
    public let parameterDescriptionsByKey: [MLParameterKey: MLParameterDescription]
    /// The states that the model keeps from one prediction to the next, by name.
    public let stateDescriptionsByName: [String: MLFeatureDescription]

    /// The inputs in the order of the model file.
    package let inputs: [MLFeatureDescription]
    package let outputs: [MLFeatureDescription]
    private let information: Specification.Metadata?

    package init(
        inputs: [MLFeatureDescription], outputs: [MLFeatureDescription], predictedFeatureName: String? = nil,
        predictedProbabilitiesName: String? = nil, information: Specification.Metadata? = nil, classLabels: [Any]? = nil,
        isUpdatable: Bool = false, trainingInputs: [MLFeatureDescription] = [],
        parameters: [MLParameterDescription] = [], states: [MLFeatureDescription] = []
    ) {
        func byName(_ descriptions: [MLFeatureDescription]) -> [String: MLFeatureDescription] {
            Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
        }
        self.inputs = inputs
        self.outputs = outputs
        inputDescriptionsByName = byName(inputs)
        outputDescriptionsByName = byName(outputs)
        self.predictedFeatureName = predictedFeatureName
        self.predictedProbabilitiesName = predictedProbabilitiesName
        self.information = information
        self.classLabels = classLabels
        self.isUpdatable = isUpdatable
        trainingInputDescriptionsByName = byName(trainingInputs)
        parameterDescriptionsByKey = Dictionary(parameters.map { ($0.key, $0) }) { first, _ in first }
        stateDescriptionsByName = byName(states)
    }

    /// The metadata that the model's maker gave it; computed anew with every call.
    public var metadata: [MLModelMetadataKey: Any] {
        guard let information else { return [:] }
        var values: [MLModelMetadataKey: Any] = [
            .description: information.shortDescription, .versionString: information.versionString, .author: information.author,
            .license: information.license,
        ]
        if !information.userDefined.isEmpty {
            values[.creatorDefinedKey] = Dictionary(information.userDefined.entries.map { ($0.key, $0.value) }) { _, last in last }
        }
        return values
    }

    public override var description: String {
        "inputs: \(inputs), outputs: \(outputs), predictedFeatureName: \(predictedFeatureName ?? "none"), "
            + "predictedProbabilitiesName: \(predictedProbabilitiesName ?? "none")"
    }
}
