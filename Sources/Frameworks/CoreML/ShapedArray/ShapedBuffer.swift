import Foundation
import InputChecks

/// The storage of a shaped array and of its slices: shared memory, the offset of the first element, shape and strides.
///
/// Copies share memory until one of them is written to.
struct ShapedBuffer<Scalar: MLShapedArrayScalar>: @unchecked Sendable {
    private(set) var memory: ArrayMemory
    /// The offset of the first element, in elements.
    private(set) var offset: Int
    private(set) var shape: [Int]
    private(set) var strides: [Int]

    private init(memory: ArrayMemory, offset: Int, shape: [Int], strides: [Int]) {
        self.memory = memory
        self.offset = offset
        self.shape = shape
        self.strides = strides
    }

    /// - Precondition: the extents are not negative and the memory exists.
    init(uninitialized shape: [Int], strides: [Int]? = nil) {
        let strides = strides ?? ArrayGeometry.contiguousStrides(shape)
        guard let span = ArrayGeometry.span(shape, strides), span <= ArrayGeometry.maximumByteCount / MemoryLayout<Scalar>.stride,
            let memory = ArrayMemory(byteCount: span * MemoryLayout<Scalar>.stride, isZeroed: false)
        else {
            preconditionFailure("A shaped array of shape \(shape) and strides \(strides) is not possible.")
        }
        self.init(memory: memory, offset: 0, shape: shape, strides: strides)
    }

    /// A buffer whose elements `initializer` writes.
    init(
        _ shape: [Int], initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows {
        self.init(uninitialized: shape)
        var elements = all
        try initializer(&elements, strides)
    }

    init(lent bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator) {
        guard let span = ArrayGeometry.span(shape, strides), span <= ArrayGeometry.maximumByteCount / MemoryLayout<Scalar>.stride else {
            preconditionFailure("A shaped array of shape \(shape) and strides \(strides) is not possible.")
        }
        let byteCount = span * MemoryLayout<Scalar>.stride
        let memory = ArrayMemory(
            lent: UnsafeMutableRawPointer(mutating: bytes), byteCount: byteCount, isWritable: false,
            release: releaseFunction(of: deallocator, bytes: bytes, byteCount: byteCount))
        self.init(memory: memory, offset: 0, shape: shape, strides: strides)
    }

    init(taking memory: ArrayMemory, shape: [Int], strides: [Int]) {
        self.init(memory: memory, offset: 0, shape: shape, strides: strides)
    }

    init(data: Data, shape: [Int], strides: [Int]) {
        self.init(uninitialized: shape, strides: strides)
        precondition(
            data.count >= memory.byteCount, "\(data.count) bytes are too few for a shaped array of shape \(shape).")
        data.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress {
                memcpy(memory.base, base, memory.byteCount)
            }
        }
    }

    init<Arrays: Sequence>(concatenating arrays: Arrays, alongAxis: Int)
    where Arrays.Element: MLShapedArrayProtocol, Arrays.Element.Scalar == Scalar {
        let arrays = Array(arrays)
        precondition(!arrays.isEmpty, "There is nothing to concatenate.")
        var shape = arrays[0].shape
        let axis = alongAxis < 0 ? alongAxis + shape.count : alongAxis
        precondition(shape.indices.contains(axis), "The axis is outside the arrays' dimensions.")
        shape[axis] = arrays.reduce(0) { $0 + $1.shape[axis] }
        self.init(uninitialized: shape)
        var start = 0
        for array in arrays {
            precondition(
                array.shape.count == shape.count && shape.indices.allSatisfy { $0 == axis || array.shape[$0] == shape[$0] },
                "Arrays that differ in another axis cannot be concatenated.")
            var part = self
            part.offset += start * strides[axis]
            part.shape = array.shape
            part.assign(array)
            start += array.shape[axis]
        }
    }

    var scalarCount: Int { shape.product() }
    var isContiguous: Bool { ArrayGeometry.isContiguous(shape, strides) }
    private var base: UnsafeMutablePointer<Scalar> { memory.base.assumingMemoryBound(to: Scalar.self) + offset }

    /// All elements from the first to the last that the strides reach.
    var all: UnsafeMutableBufferPointer<Scalar> {
        UnsafeMutableBufferPointer(start: base, count: ArrayGeometry.span(shape, strides) ?? 0)
    }

    func withElements<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try withExtendedLifetime(memory) { try body(UnsafeBufferPointer(all), shape, strides) }
    }

    /// Calls `body` with writable elements, converted to the given layout if there is one.
    mutating func withMutableElements<R>(
        layout: MLShapedArrayBufferLayout? = nil,
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        makeWritable(layout: layout)
        var elements = all
        return try body(&elements, shape, strides)
    }

    /// Writes the elements of an array into a part of this one.
    mutating func replace(_ part: (ShapedBuffer) -> ShapedBuffer, with source: MLShapedArraySlice<Scalar>) {
        makeWritable()
        part(self).assign(source)
    }

    /// Makes the memory writable. If other values share the memory, it is copied.
    mutating func makeWritable(layout: MLShapedArrayBufferLayout? = nil) {
        let wanted = layout?.strides(for: shape)
        if isKnownUniquelyReferenced(&memory), memory.isWritable, wanted == nil || wanted == strides { return }
        self = copy(strides: wanted)
    }

    /// A copy in new memory. It is row-major if no strides are given.
    func copy(strides wanted: [Int]? = nil) -> ShapedBuffer {
        let copy = ShapedBuffer(uninitialized: shape, strides: wanted)
        copyElements(
            from: base, ArrayLayout(type: Scalar.multiArrayDataType, strides: strides), to: copy.base,
            ArrayLayout(type: Scalar.multiArrayDataType, strides: copy.strides), shape: shape)
        return copy
    }

    /// Writes all elements of an array of the same shape; the memory must already be writable.
    func assign<Source: MLShapedArrayProtocol>(_ source: Source) where Source.Scalar == Scalar {
        precondition(source.shape == shape, "An array of shape \(source.shape) does not fit a slice of shape \(shape).")
        source.withUnsafeShapedBufferPointer { elements, shape, sourceStrides in
            guard let from = elements.baseAddress else { return }
            copyElements(
                from: from, ArrayLayout(type: Scalar.multiArrayDataType, strides: sourceStrides), to: base,
                ArrayLayout(type: Scalar.multiArrayDataType, strides: strides), shape: shape)
        }
    }

    // MARK: Views

    /// The part of the array at the given indices. The first index is along the first axis, and so on; the part has the remaining axes.
    func view(at indices: some Collection<Int>) -> ShapedBuffer {
        precondition(indices.count <= shape.count, "An array of \(shape.count) dimensions has no more indices than that.")
        var offset = offset
        for (axis, index) in indices.enumerated() {
            precondition(index >= 0 && index < shape[axis], "The index \(index) is outside axis \(axis) of shape \(shape).")
            offset += index * strides[axis]
        }
        return ShapedBuffer(
            memory: memory, offset: offset, shape: Array(shape[indices.count...]), strides: Array(strides[indices.count...]))
    }

    /// The part within a range along each of the leading axes.
    func view(in ranges: some Collection<Range<Int>>) -> ShapedBuffer {
        precondition(ranges.count <= shape.count, "An array of \(shape.count) dimensions has no more ranges than that.")
        var result = self
        for (axis, range) in ranges.enumerated() {
            precondition(
                range.lowerBound >= 0 && range.upperBound <= shape[axis], "The range \(range) is outside axis \(axis) of shape \(shape).")
            result.offset += range.isEmpty ? 0 : range.lowerBound * strides[axis]
            result.shape[axis] = range.count
        }
        return result
    }

    func element(at indices: some Collection<Int>) -> Scalar {
        base[elementOffset(indices)]
    }

    mutating func setElement(_ value: Scalar, at indices: some Collection<Int>) {
        makeWritable()
        base[elementOffset(indices)] = value
    }

    private func elementOffset(_ indices: some Collection<Int>) -> Int {
        precondition(indices.count == shape.count, "An array of \(shape.count) dimensions needs as many indices.")
        var offset = 0
        var axis = 0
        for index in indices {
            precondition(index >= 0 && index < shape[axis], "The index \(index) is outside axis \(axis) of shape \(shape).")
            offset += index * strides[axis]
            axis += 1
        }
        return offset
    }

    // MARK: Other shapes

    func reshaped(to newShape: [Int]) -> ShapedBuffer {
        precondition(ArrayGeometry.count(newShape) == scalarCount, "The shape \(newShape) has not \(scalarCount) scalars.")
        var result = isContiguous ? self : copy()
        result.shape = newShape
        result.strides = ArrayGeometry.contiguousStrides(newShape)
        return result
    }

    func squeezed() -> ShapedBuffer {
        var result = self
        result.strides = shape.indices.filter { shape[$0] != 1 }.map { strides[$0] }
        result.shape = shape.filter { $0 != 1 }
        return result
    }

    func expanded(at axis: Int) -> ShapedBuffer {
        let axis = axis < 0 ? axis + shape.count + 1 : axis
        precondition(axis >= 0 && axis <= shape.count, "The axis is outside the array's dimensions.")
        var result = self
        let stride = axis < shape.count ? strides[axis] * shape[axis] : 1
        result.shape.insert(1, at: axis)
        result.strides.insert(stride, at: axis)
        return result
    }

    func transposed(_ axes: [Int]) -> ShapedBuffer {
        precondition(axes.sorted() == Array(shape.indices), "\(axes) is not a permutation of the array's axes.")
        var result = self
        result.shape = axes.map { shape[$0] }
        result.strides = axes.map { strides[$0] }
        return result
    }

    func changingLayout(to layout: MLShapedArrayBufferLayout) -> ShapedBuffer {
        let wanted = layout.strides(for: shape)
        return wanted == strides ? self : copy(strides: wanted)
    }
}
