import Foundation
import InputChecks

/// An array with value semantics and any number of dimensions. The collection's elements are the parts along the first axis.
public protocol MLShapedArrayProtocol: ExpressibleByArrayLiteral, MutableCollection, RandomAccessCollection
where Index == Int {
    /// The type of the elements.
    associatedtype Scalar: MLShapedArrayScalar

    /// An array that uses the caller's memory. The memory must not change until `deallocator` is called. Strides count scalars.
    init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator)

    /// A row-major array whose scalars `initializer` writes.
    init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows

    /// The number of elements along each axis, outermost first; empty for a scalar.
    var shape: [Int] { get }
    /// The distance between neighbours along each axis, in scalars.
    var strides: [Int] { get }

    /// The part within a range along each of the leading axes.
    subscript<C>(sliceRanges: C) -> MLShapedArraySlice<Scalar> where C: Collection, C.Element == Range<Int> { get set }
    /// The part of the array at the given indices. The first index is along the first axis, and so on; the part has the remaining axes.
    subscript<C>(indices: C) -> MLShapedArraySlice<Scalar> where C: Collection, C.Element == Int { get set }
    /// The scalar at an index along each axis.
    subscript<C>(scalarAt indices: C) -> Scalar where C: Collection, C.Element == Int { get set }

    /// Calls `body` with the scalars from the first to the last, the shape and the strides.
    func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
    /// Calls `body` with writable scalars from the first to the last, the shape and the strides.
    mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
}

extension MLShapedArrayProtocol {
    /// Whether the array has no dimension.
    public var isScalar: Bool { shape.isEmpty }
    /// The extent of the first axis; 0 for a scalar.
    public var count: Int { shape.first ?? 0 }
    /// The number of scalars.
    public var scalarCount: Int { shape.product() }
    /// The index of the first part along the first axis: 0.
    public var startIndex: Int { 0 }
    /// The extent of the first axis; 0 for a scalar.
    public var endIndex: Int { count }
    /// The next index along the first axis.
    public func index(after index: Int) -> Int { index + 1 }
    /// The index that is `distance` steps further along the first axis.
    public func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }

    /// All scalars in row-major order. A new value must have the same number of scalars.
    public var scalars: [Scalar] {
        get {
            withUnsafeShapedBufferPointer { elements, shape, strides in
                [Scalar](unsafeUninitializedCapacity: shape.product()) { buffer, count in
                    count = shape.product()
                    guard let from = elements.baseAddress, let to = buffer.baseAddress, count > 0 else { return }
                    let type = Scalar.multiArrayDataType
                    copyElements(
                        from: from, ArrayLayout(type: type, strides: strides), to: to,
                        ArrayLayout(type: type, strides: ArrayGeometry.contiguousStrides(shape)), shape: shape)
                }
            }
        }
        set { fill(with: newValue) }
    }

    /// The only scalar of an array without dimensions, `nil` for other arrays.
    public var scalar: Scalar? {
        get { isScalar ? self[scalarAt: EmptyCollection<Int>()] : nil }
        set {
            if isScalar, let newValue {
                self[scalarAt: EmptyCollection<Int>()] = newValue
            }
        }
    }

    /// Sets every scalar.
    public mutating func fill(with value: Scalar) {
        fill(with: repeatElement(value, count: scalarCount))
    }

    /// Sets all scalars in row-major order.
    ///
    /// - Precondition: the collection has `scalarCount` elements.
    public mutating func fill<C>(with collection: C) where C: Collection, C.Element == Scalar {
        precondition(collection.count == scalarCount, "An array of shape \(shape) needs \(scalarCount) scalars.")
        if collection.isEmpty { return }
        withUnsafeMutableShapedBufferPointer { elements, shape, strides in
            let isContiguous = ArrayGeometry.isContiguous(shape, strides)
            for (index, value) in collection.enumerated() {
                elements[isContiguous ? index : ArrayGeometry.offset(of: index, shape, strides)] = value
            }
        }
    }

    /// An array that repeats one value.
    public init(repeating value: Scalar, shape: [Int]) {
        self.init(unsafeUninitializedShape: shape) { elements, _ in elements.initialize(repeating: value) }
    }

    /// An array of scalars in row-major order.
    ///
    /// - Precondition: the number of scalars fits the shape.
    public init<S>(scalars: S, shape: [Int]) where S: Sequence, S.Element == Scalar {
        self.init(unsafeUninitializedShape: shape) { elements, _ in
            let (_, end) = elements.initialize(from: scalars)
            precondition(end == elements.count, "A shaped array of shape \(shape) needs \(elements.count) scalars.")
        }
    }

    /// A one-dimensional array.
    public init(arrayLiteral elements: Scalar...) {
        self.init(scalars: elements, shape: [elements.count])
    }

    /// A row-major array that uses the caller's memory. The memory must not change until `deallocator` is called.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], deallocator: Data.Deallocator) {
        self.init(bytesNoCopy: bytes, shape: shape, strides: ArrayGeometry.contiguousStrides(shape), deallocator: deallocator)
    }

    /// An array with the values of an array of another scalar type.
    public init<T>(converting source: T) where T: MLShapedArrayProtocol {
        let shape = source.shape
        self.init(unsafeUninitializedShape: shape) { elements, strides in
            source.withUnsafeShapedBufferPointer { sourceElements, _, sourceStrides in
                guard let from = sourceElements.baseAddress, let to = elements.baseAddress else { return }
                copyElements(
                    from: from, ArrayLayout(type: T.Scalar.multiArrayDataType, strides: sourceStrides), to: to,
                    ArrayLayout(type: Scalar.multiArrayDataType, strides: strides), shape: shape)
            }
        }
    }

    /// A copy of a multi-array of the same scalar type.
    ///
    /// - Precondition: the multi-array's data type corresponds to `Scalar`.
    public init(_ multiArray: MLMultiArray) {
        precondition(multiArray.dataType == Scalar.multiArrayDataType, "The multi-array holds \(multiArray.dataType.name).")
        self.init(converting: multiArray)
    }

    /// An array with the values of a multi-array of any data type.
    public init(converting multiArray: MLMultiArray) {
        self.init(unsafeUninitializedShape: multiArray.dimensions) { elements, strides in
            guard let to = elements.baseAddress else { return }
            copyElements(
                from: multiArray.memory.base, ArrayLayout(type: multiArray.dataType, strides: multiArray.elementStrides), to: to,
                ArrayLayout(type: Scalar.multiArrayDataType, strides: strides), shape: multiArray.dimensions)
        }
    }

}

extension MLShapedArrayProtocol where Scalar: Numeric {
    /// A square matrix with ones on its diagonal.
    public init(identityMatrixOfSize size: Int) {
        self.init(unsafeUninitializedShape: [size, size]) { elements, _ in
            elements.initialize(repeating: 0)
            for index in 0..<size {
                elements[index * size + index] = 1
            }
        }
    }
}

extension MLShapedArrayProtocol where Scalar: BinaryFloatingPoint, Scalar.RawSignificand: FixedWidthInteger {
    /// An array of uniformly distributed random values.
    public init(randomScalarsIn range: Range<Scalar>, shape: [Int]) {
        self.init(unsafeUninitializedShape: shape) { elements, _ in
            for index in elements.indices { elements[index] = Scalar.random(in: range) }
        }
    }
}

extension MLShapedArrayProtocol where Scalar: FixedWidthInteger {
    /// An array of uniformly distributed random values.
    public init(randomScalarsIn range: Range<Scalar>, shape: [Int]) {
        self.init(unsafeUninitializedShape: shape) { elements, _ in
            for index in elements.indices { elements[index] = Scalar.random(in: range) }
        }
    }
}
