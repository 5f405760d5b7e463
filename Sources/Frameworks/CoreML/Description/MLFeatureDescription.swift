import Foundation

/// The name and type of a feature, and the values that are allowed for it.
public final class MLFeatureDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The feature's name in the model.
    public let name: String
    /// The type of the values.
    public let type: MLFeatureType
    /// Whether a prediction may leave the feature out.
    public let isOptional: Bool
    /// The allowed shapes and the element type of an array; `nil` for features of other types.
    public let multiArrayConstraint: MLMultiArrayConstraint?
    /// The allowed sizes and the pixel format of an image; `nil` for features of other types.
    public let imageConstraint: MLImageConstraint?
    /// The type of a dictionary's keys; `nil` for features of other types.
    public let dictionaryConstraint: MLDictionaryConstraint?
    /// The type and number of a sequence's elements; `nil` for features of other types.
    public let sequenceConstraint: MLSequenceConstraint?
    /// The shape and type of a state; `nil` for features of other types.
    public let stateConstraint: MLStateConstraint?
    /// The model maker's description of the feature.
    package let shortDescription: String

    package init(
        name: String, type: MLFeatureType, isOptional: Bool = false, shortDescription: String = "",
        multiArrayConstraint: MLMultiArrayConstraint? = nil, imageConstraint: MLImageConstraint? = nil,
        dictionaryConstraint: MLDictionaryConstraint? = nil, sequenceConstraint: MLSequenceConstraint? = nil,
        stateConstraint: MLStateConstraint? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.shortDescription = shortDescription
        self.multiArrayConstraint = multiArrayConstraint
        self.imageConstraint = imageConstraint
        self.dictionaryConstraint = dictionaryConstraint
        self.sequenceConstraint = sequenceConstraint
        self.stateConstraint = stateConstraint
    }

    /// Whether a prediction would accept the value.
    public func isAllowedValue(_ value: MLFeatureValue) -> Bool {
        (try? validate(value)) != nil
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String {
        let detail =
            multiArrayConstraint?.description ?? imageConstraint?.description ?? dictionaryConstraint?.description
            ?? sequenceConstraint?.description
        return "\(name) : \(type.name)\(isOptional ? "?" : "")\(detail.map { " (\($0))" } ?? "")"
    }
}
