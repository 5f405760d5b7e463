import Foundation

/// The dictionaries that a feature accepts.
public final class MLDictionaryConstraint: NSObject, Sendable {
    /// The type of the keys: `.string` or `.int64`.
    public let keyType: MLFeatureType

    package init(keyType: MLFeatureType) {
        self.keyType = keyType
    }

    public override var description: String { "\(keyType.name) → Double" }
}

/// The sequences that a feature accepts.
public final class MLSequenceConstraint: NSObject, @unchecked Sendable {
    /// The type of the elements.
    public let valueDescription: MLFeatureDescription
    package let counts: SizeRange

    package init(valueDescription: MLFeatureDescription, counts: SizeRange) {
        self.valueDescription = valueDescription
        self.counts = counts
    }

    /// The numbers of elements that are accepted, starting at the smallest.
    public var countRange: NSRange { counts.range }

    public override var description: String { "\(valueDescription.type.name) x \(counts)" }
}

/// The shape and type of a model's state.
public final class MLStateConstraint: NSObject, Sendable {
    /// The number of elements along each axis of the state.
    public let bufferShape: [Int]
    /// The type of the state's elements.
    public let dataType: MLMultiArrayDataType

    package init(bufferShape: [Int], dataType: MLMultiArrayDataType) {
        self.bufferShape = bufferShape
        self.dataType = dataType
    }

    public override var description: String { "\(dataType.name) \(ArrayGeometry.text(bufferShape))" }
}
