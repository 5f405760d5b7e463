import Foundation

/// Which dictionaries a feature takes.
public final class MLDictionaryConstraint: NSObject, Sendable {
    /// `.string` or `.int64`.
    public let keyType: MLFeatureType

    package init(keyType: MLFeatureType) {
        self.keyType = keyType
    }

    public override var description: String { "\(keyType.name) → Double" }
}

/// Which sequences a feature takes.
public final class MLSequenceConstraint: NSObject, @unchecked Sendable {
    /// The type of the elements.
    public let valueDescription: MLFeatureDescription
    package let counts: SizeRange

    package init(valueDescription: MLFeatureDescription, counts: SizeRange) {
        self.valueDescription = valueDescription
        self.counts = counts
    }

    /// How many elements are accepted, starting at the smallest count.
    public var countRange: NSRange { counts.range }

    public override var description: String { "\(valueDescription.type.name) x \(counts)" }
}

/// The buffer of a model's state.
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
