/// A Swift type that an `MLShapedArray` and an `MLMultiArray` can hold: `Double`, `Float`, `Float16`, `Int32` or `Int8`.
public protocol MLShapedArrayScalar {
    /// The corresponding element type of a multi-array.
    static var multiArrayDataType: MLMultiArrayDataType { get }
}

extension Double: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}

extension Int8: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .int8 }
}

/// A range along one axis of a shaped array: `0..<3`, `2...`, `...5`, `..<4` or `1...2`.
public protocol MLShapedArrayRangeExpression {
    /// The indices that the expression selects on an axis.
    ///
    /// - Parameter range: all indices of the axis.
    func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int>
}

extension Range: MLShapedArrayRangeExpression where Bound == Int {
    public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { self }
}

extension ClosedRange: MLShapedArrayRangeExpression where Bound == Int {
    public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { lowerBound..<upperBound + 1 }
}

extension PartialRangeFrom: MLShapedArrayRangeExpression where Bound == Int {
    public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { lowerBound..<range.upperBound }
}

extension PartialRangeUpTo: MLShapedArrayRangeExpression where Bound == Int {
    public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { range.lowerBound..<upperBound }
}

extension PartialRangeThrough: MLShapedArrayRangeExpression where Bound == Int {
    public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { range.lowerBound..<upperBound + 1 }
}

/// The order of a shaped array's elements in memory.
public enum MLShapedArrayBufferLayout: Sendable {
    /// Row-major: the last axis is contiguous.
    case firstMajorContiguous
    /// Column-major: the first axis is contiguous.
    case lastMajorContiguous
    /// An element stride for each axis.
    case strides(_: [Int])

    func strides(for shape: [Int]) -> [Int] {
        switch self {
        case .firstMajorContiguous: ArrayGeometry.contiguousStrides(shape)
        case .lastMajorContiguous: ArrayGeometry.lastMajorStrides(shape)
        case .strides(let strides): strides
        }
    }
}
