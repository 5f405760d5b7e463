import Foundation

extension MLMultiArray {
    /// A one-dimensional int32 array.
    ///
    /// - Throws: `MLModelError.generic` for a value that int32 cannot hold.
    public convenience init<C>(_ data: C) throws where C: Collection, C.Element: FixedWidthInteger {
        try self.init(extents: [data.count], dataType: .int32, isZeroed: false)
        let elements = memory.base.assumingMemoryBound(to: Int32.self)
        for (index, value) in data.enumerated() {
            guard let value = Int32(exactly: value) else {
                throw MLModelError(.generic, "The value \(value) does not fit a multi-array of Int32.")
            }
            elements[index] = value
        }
    }

    /// A one-dimensional float32 array.
    public convenience init<C>(_ data: C) throws where C: Collection, C.Element == Float {
        try self.init(extents: [data.count], dataType: .float32, isZeroed: false)
        let elements = memory.base.assumingMemoryBound(to: Float.self)
        for (index, value) in data.enumerated() {
            elements[index] = value
        }
    }

    /// A one-dimensional array of doubles.
    public convenience init<C>(_ data: C) throws where C: Collection, C.Element == Double {
        try self.init(extents: [data.count], dataType: .double, isZeroed: false)
        let elements = memory.base.assumingMemoryBound(to: Double.self)
        for (index, value) in data.enumerated() {
            elements[index] = value
        }
    }

    /// A copy of a shaped array, row-major and contiguous.
    public convenience init<ShapedArray>(_ shapedArray: ShapedArray) where ShapedArray: MLShapedArrayProtocol {
        let type = ShapedArray.Scalar.multiArrayDataType
        let shape = shapedArray.shape
        self.init(shape: shape, dataType: type, strides: ArrayGeometry.contiguousStrides(shape))
        shapedArray.withUnsafeShapedBufferPointer { elements, shape, strides in
            guard let base = elements.baseAddress else { return }
            CoreML.copyElements(
                from: base, ArrayLayout(type: type, strides: strides), to: memory.base,
                ArrayLayout(type: type, strides: elementStrides), shape: shape)
        }
    }

    /// Concatenates arrays along an axis, converted to one type. A negative axis counts from the last.
    ///
    /// - Precondition: there is at least one array, and all extents except that of the axis are equal.
    public convenience init(concatenating multiArrays: [MLMultiArray], axis: Int, dataType: MLMultiArrayDataType) {
        precondition(!multiArrays.isEmpty, "There is nothing to concatenate.")
        var shape = multiArrays[0].dimensions
        let axis = axis < 0 ? axis + shape.count : axis
        precondition(shape.indices.contains(axis), "The axis is outside the arrays' dimensions.")
        shape[axis] = multiArrays.reduce(0) { $0 + $1.dimensions[axis] }
        for array in multiArrays {
            precondition(
                array.dimensions.count == shape.count && shape.indices.allSatisfy { $0 == axis || array.dimensions[$0] == shape[$0] },
                "Arrays that differ in another axis cannot be concatenated.")
        }
        self.init(shape: shape, dataType: dataType, strides: ArrayGeometry.contiguousStrides(shape))
        var start = 0
        for array in multiArrays {
            CoreML.copyElements(
                from: array.memory.base, ArrayLayout(type: array.dataType, strides: array.elementStrides),
                to: memory.base + start * elementStrides[axis] * dataType.byteSize,
                ArrayLayout(type: dataType, strides: elementStrides), shape: array.dimensions)
            start += array.dimensions[axis]
        }
    }

    /// A contiguous copy of another type.
    func converted(to type: MLMultiArrayDataType) throws -> MLMultiArray {
        let copy = try MLMultiArray(extents: dimensions, dataType: type, isZeroed: false)
        copy.copyElements(of: self)
        return copy
    }

    func hasSameElements(as other: MLMultiArray) -> Bool {
        if self === other { return true }
        guard dataType == other.dataType, dimensions == other.dimensions else { return false }
        return (0..<count).allSatisfy { double(at: offset($0)) == other.double(at: other.offset($0)) }
    }

    /// A description with the type and the shape. For a vector or matrix of at most 4096 elements, it contains the elements.
    var text: String {
        let kind = dimensions.count == 1 ? "vector" : dimensions.count == 2 ? "matrix" : "array"
        let head = "\(dataType.name) \(ArrayGeometry.text(dimensions)) \(kind)"
        guard dimensions.count <= 2, !dimensions.isEmpty, count <= 4096 else { return head }
        let columns = dimensions[dimensions.count - 1]
        guard columns > 0 else { return head + "\n[]" }
        let rows = stride(from: 0, to: count, by: columns).map { row in
            (row..<row + columns).map { self[$0].description }.joined(separator: ",")
        }
        return head + "\n[" + rows.joined(separator: ";\n ") + "]"
    }
}

extension UnsafeBufferPointer where Element: MLShapedArrayScalar {
    /// The elements of a contiguous multi-array. The buffer is valid as long as the array lives.
    ///
    /// - Throws: `MLModelError.generic` when the array holds another type or has gaps.
    public init(_ multiArray: MLMultiArray) throws {
        let mutable = try UnsafeMutableBufferPointer<Element>(multiArray)
        self.init(mutable)
    }
}

extension UnsafeMutableBufferPointer where Element: MLShapedArrayScalar {
    /// The elements of a contiguous multi-array. The buffer is valid as long as the array lives.
    ///
    /// - Throws: `MLModelError.generic` when the array holds another type or has gaps.
    public init(_ multiArray: MLMultiArray) throws {
        guard multiArray.dataType == Element.multiArrayDataType else {
            throw MLModelError(.generic, "The multi-array holds \(multiArray.dataType.name), not \(Element.self).")
        }
        guard multiArray.isContiguous else {
            throw MLModelError(.generic, "The multi-array is not contiguous.")
        }
        self.init(start: multiArray.dataPointer.assumingMemoryBound(to: Element.self), count: multiArray.count)
    }
}
