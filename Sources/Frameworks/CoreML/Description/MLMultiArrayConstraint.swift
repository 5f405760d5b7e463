import Foundation

/// The multi-arrays that a feature accepts.
public final class MLMultiArrayConstraint: NSObject, @unchecked Sendable {
    /// The default shape.
    public var shape: [NSNumber] { extents.map { NSNumber(value: $0) } }
    /// The type of the elements.
    public let dataType: MLMultiArrayDataType
    /// The shapes that are accepted beside the default shape.
    public let shapeConstraint: MLMultiArrayShapeConstraint
    package let extents: [Int]
    /// The value of all elements if a prediction does not pass the array; `nil` if the model has no such default.
    package let defaultValue: Double?

    package init(
        shape: [Int], dataType: MLMultiArrayDataType, shapeConstraint: MLMultiArrayShapeConstraint? = nil, defaultValue: Double? = nil
    ) {
        extents = shape
        self.dataType = dataType
        self.shapeConstraint = shapeConstraint ?? MLMultiArrayShapeConstraint(unspecifiedFor: shape)
        self.defaultValue = defaultValue
    }

    public override var description: String { "\(dataType.name) \(shapeConstraint)" }
}

/// The types of shape constraints for a multi-array.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
    /// Only the default shape.
    case unspecified = 1
    /// A list of shapes.
    case enumerated = 2
    /// A range of sizes for each dimension.
    case range = 3
}

/// The shapes that a multi-array feature accepts.
public final class MLMultiArrayShapeConstraint: NSObject, @unchecked Sendable {
    /// The type of the constraint: the default shape alone, a list of shapes, or ranges.
    public let type: MLMultiArrayShapeConstraintType
    package let shapes: [[Int]]
    package let ranges: [SizeRange]

    init(unspecifiedFor shape: [Int]) {
        type = .unspecified
        shapes = [shape]
        ranges = shape.map { SizeRange(lower: $0, upper: $0) }
    }

    package init(enumerated shapes: [[Int]]) {
        type = .enumerated
        self.shapes = shapes
        let rank = shapes.map(\.count).min() ?? 0
        ranges = (0..<rank).map { axis in
            let extents = shapes.map { $0[axis] }
            return SizeRange(lower: extents.min() ?? 0, upper: extents.max() ?? 0)
        }
    }

    package init(ranges: [SizeRange]) {
        type = .range
        shapes = []
        self.ranges = ranges
    }

    /// The sizes of each dimension: an `NSRange` that starts at the smallest size.
    public var sizeRangeForDimension: [NSValue] { ranges.map { NSValue(range: $0.range) } }

    /// The shapes that are listed. If ``type`` is `.unspecified`, the default shape is the only one. If it is `.range`, the list is empty.
    public var enumeratedShapes: [[NSNumber]] { shapes.map { $0.map { NSNumber(value: $0) } } }

    package func allows(_ shape: [Int]) -> Bool {
        switch type {
        case .unspecified, .enumerated: shapes.contains(shape)
        case .range: shape.count == ranges.count && zip(shape, ranges).allSatisfy { $1.contains($0) }
        }
    }

    public override var description: String {
        switch type {
        case .unspecified, .enumerated: shapes.map { ArrayGeometry.text($0) }.joined(separator: " or ")
        case .range: ranges.map(\.description).joined(separator: " x ")
        }
    }
}

/// The smallest and the largest size of a dimension. `upper` is `nil` if there is no upper bound.
package struct SizeRange: Hashable, Sendable, CustomStringConvertible {
    package var lower: Int
    package var upper: Int?

    package init(lower: Int, upper: Int?) {
        self.lower = max(lower, 0)
        self.upper = upper
    }

    package func contains(_ size: Int) -> Bool { size >= lower && size <= upper ?? Int.max }

    /// The sizes as an `NSRange`. If the upper bound is missing or too large, the range ends at the largest integer.
    var range: NSRange {
        let last = min(upper ?? Int.max, Int.max - 1)
        return NSRange(location: lower, length: max(last - lower, -1) + 1)
    }

    package var description: String { upper == lower ? "\(lower)" : "(\(lower)...\(upper.map(String.init) ?? ""))" }
}
