import Foundation

/// A part of a shaped array. The slice and the array share memory until one of them changes. Indices of the slice start at 0.
public struct MLShapedArraySlice<Scalar>: MLShapedArrayProtocol where Scalar: MLShapedArrayScalar {
    public typealias Element = MLShapedArraySlice<Scalar>
    public typealias SubSequence = MLShapedArraySlice<Scalar>
    public typealias Index = Int
    public typealias Indices = Range<Int>

    var buffer: ShapedBuffer<Scalar>

    init(buffer: ShapedBuffer<Scalar>) {
        self.buffer = buffer
    }

    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator) {
        self.init(buffer: ShapedBuffer(lent: bytes, shape: shape, strides: strides, deallocator: deallocator))
    }

    public init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows {
        self.init(buffer: try ShapedBuffer(shape, initializingWith: initializer))
    }

    /// A slice without dimensions, with one scalar.
    public init(scalar: Scalar) {
        self.init(repeating: scalar, shape: [])
    }

    /// A copy of row-major scalars.
    ///
    /// - Precondition: the data hold as many bytes as the shape needs.
    public init(data: Data, shape: [Int]) {
        self.init(data: data, shape: shape, strides: ArrayGeometry.contiguousStrides(shape))
    }

    /// A copy of scalars with the given strides.
    ///
    /// - Precondition: the data have as many bytes as shape and strides need.
    public init(data: Data, shape: [Int], strides: [Int]) {
        self.init(buffer: ShapedBuffer(data: data, shape: shape, strides: strides))
    }

    /// Concatenates arrays along an axis. A negative axis counts from the last.
    ///
    /// - Precondition: there is at least one array, and all extents except that of the axis are equal.
    public init<S>(concatenating shapedArrays: S, alongAxis: Int)
    where S: Sequence, S.Element: MLShapedArrayProtocol, S.Element.Scalar == Scalar {
        self.init(buffer: ShapedBuffer(concatenating: shapedArrays, alongAxis: alongAxis))
    }

    public var shape: [Int] { buffer.shape }
    public var strides: [Int] { buffer.strides }
    public var indices: Range<Int> { 0..<count }

    public subscript<C>(sliceRanges: C) -> MLShapedArraySlice<Scalar> where C: Collection, C.Element == Range<Int> {
        get { MLShapedArraySlice(buffer: buffer.view(in: sliceRanges)) }
        set { buffer.replace({ $0.view(in: sliceRanges) }, with: newValue) }
    }

    public subscript<C>(indices: C) -> MLShapedArraySlice<Scalar> where C: Collection, C.Element == Int {
        get { MLShapedArraySlice(buffer: buffer.view(at: indices)) }
        set { buffer.replace({ $0.view(at: indices) }, with: newValue) }
    }

    public subscript<C>(scalarAt indices: C) -> Scalar where C: Collection, C.Element == Int {
        get { buffer.element(at: indices) }
        set { buffer.setElement(newValue, at: indices) }
    }

    public func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try buffer.withElements(body)
    }

    public mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try buffer.withMutableElements(body)
    }

    /// Calls `body` with writable scalars after changing to the wanted layout.
    public mutating func withUnsafeMutableShapedBufferPointer<R>(
        using bufferLayout: MLShapedArrayBufferLayout,
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try buffer.withMutableElements(layout: bufferLayout, body)
    }
}

extension MLShapedArraySlice {
    /// Reshapes the array. The scalars stay the same, in row-major order.
    ///
    /// - Precondition: the new shape has the same number of scalars.
    public func reshaped(to newShape: [Int]) -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.reshaped(to: newShape))
    }

    /// The slice without the axes of extent 1.
    public func squeezingShape() -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.squeezed())
    }

    /// Inserts an axis of extent 1. A negative axis counts from the end.
    public func expandingShape(at axis: Int) -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.expanded(at: axis))
    }

    /// The slice with the order of the axes reversed.
    public func transposed() -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.transposed(buffer.shape.indices.reversed()))
    }

    /// Permutes the axes: axis `i` of the result is axis `axes[i]` of this array.
    public func transposed(permutation axes: [Int]) -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.transposed(axes))
    }

    /// A copy of the slice with another order in memory.
    public func changingLayout(to bufferLayout: MLShapedArrayBufferLayout) -> MLShapedArraySlice<Scalar> {
        MLShapedArraySlice(buffer: buffer.changingLayout(to: bufferLayout))
    }
}

extension MLShapedArraySlice: Sendable where Scalar: Sendable {}

extension MLShapedArraySlice: Equatable where Scalar: Equatable {
    /// Whether the shapes and the scalars of two slices are equal. The layout does not matter.
    public static func == (left: MLShapedArraySlice, right: MLShapedArraySlice) -> Bool {
        left.shape == right.shape && left.scalars == right.scalars
    }
}

extension MLShapedArraySlice: Encodable where Scalar: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try CodedArray(shape: shape, scalars: scalars).encode(to: encoder)
    }
}

extension MLShapedArraySlice: Decodable where Scalar: Decodable {
    public init(from decoder: any Decoder) throws {
        let coded = try CodedArray<Scalar>(from: decoder)
        self.init(scalars: coded.scalars, shape: coded.shape)
    }
}
