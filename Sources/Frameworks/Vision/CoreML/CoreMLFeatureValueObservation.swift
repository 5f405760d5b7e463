import CoreML

/// An output of a Core ML model that is not a classification, detected objects or a picture.
public struct CoreMLFeatureValueObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// The output's name.
    public let featureName: String
    /// The output's value.
    public let featureValue: MLSendableFeatureValue

    init(_ value: MLSendableFeatureValue, name: String, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: 1)
        featureName = name
        featureValue = value
    }

    /// Converts a ``VNCoreMLFeatureValueObservation``. `nil` if its value is an image or a state.
    public init?(_ observation: VNCoreMLFeatureValueObservation) {
        guard let value = MLSendableFeatureValue(observation.featureValue) else { return nil }
        facts = ObservationFacts(observation)
        featureName = observation.featureName
        featureValue = value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(facts)
        hasher.combine(featureName)
    }

    private enum CodingKeys: CodingKey {
        case facts, featureName, featureValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        featureName = try container.decode(String.self, forKey: .featureName)
        featureValue = try container.decode(ArchivedFeatureValue.self, forKey: .featureValue).featureValue
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(featureName, forKey: .featureName)
        try container.encode(ArchivedFeatureValue(featureValue), forKey: .featureValue)
    }

    var details: String { "\"\(featureName)\"" }
}
