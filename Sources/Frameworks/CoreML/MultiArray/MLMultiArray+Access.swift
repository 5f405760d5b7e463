import Foundation

extension MLMultiArray {
    /// The element with the given index in row-major order, whatever the strides are.
    public subscript(idx: Int) -> NSNumber {
        get { number(at: offset(idx)) }
        set { setNumber(newValue, at: offset(idx)) }
    }

    /// The element at an index along each axis.
    public subscript(key: [NSNumber]) -> NSNumber {
        get { number(at: offset(key.map(\.intValue))) }
        set { setNumber(newValue, at: offset(key.map(\.intValue))) }
    }

    /// The element at an index along each axis.
    public subscript(key: [Int]) -> NSNumber {
        get { number(at: offset(key)) }
        set { setNumber(newValue, at: offset(key)) }
    }

    /// Calls `body` with the bytes from the first to the last element. They include the gaps between strides.
    public func withUnsafeBytes<R>(_ body: (_ ptr: UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) {
            try body(UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount))
        }
    }

    /// Calls `body` with the bytes from the first to the last element and the strides in elements.
    public func withUnsafeMutableBytes<R>(
        _ body: (_ ptr: UnsafeMutableRawBufferPointer, _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try withExtendedLifetime(self) {
            try body(UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount), elementStrides)
        }
    }

    /// Calls `body` with the elements in the order of memory.
    ///
    /// - Precondition: `type` is the Swift type of `dataType`.
    public func withUnsafeBufferPointer<S, R>(
        ofType type: S.Type, _ body: (_ ptr: UnsafeBufferPointer<S>) throws -> R
    ) rethrows -> R where S: MLShapedArrayScalar {
        precondition(S.multiArrayDataType == dataType, "The multi-array holds \(dataType.name).")
        return try withUnsafeBytes { try body($0.assumingMemoryBound(to: S.self)) }
    }

    /// Calls `body` with a buffer of the elements in the order of memory, and with the strides, in elements.
    ///
    /// - Precondition: `type` is the Swift type of `dataType`.
    public func withUnsafeMutableBufferPointer<S, R>(
        ofType type: S.Type, _ body: (_ ptr: UnsafeMutableBufferPointer<S>, _ strides: [Int]) throws -> R
    ) rethrows -> R where S: MLShapedArrayScalar {
        precondition(S.multiArrayDataType == dataType, "The multi-array holds \(dataType.name).")
        return try withUnsafeMutableBytes { try body($0.assumingMemoryBound(to: S.self), $1) }
    }

    /// Calls `handler` with the bytes and their count.
    public func getBytesWithHandler(_ handler: (UnsafeRawPointer, Int) -> Void) {
        withUnsafeBytes { bytes in
            if let base = bytes.baseAddress {
                handler(base, bytes.count)
            }
        }
    }

    /// Calls `handler` with the bytes, the number of bytes, and the strides in elements.
    public func getMutableBytesWithHandler(_ handler: (UnsafeMutableRawPointer, Int, [NSNumber]) -> Void) {
        withUnsafeMutableBytes { bytes, _ in
            if let base = bytes.baseAddress {
                handler(base, bytes.count, strides)
            }
        }
    }

    /// Copies all elements into another array of the same shape, converting type and layout.
    ///
    /// - Precondition: both arrays have the same shape.
    public func transfer(to destinationMultiArray: MLMultiArray) {
        precondition(dimensions == destinationMultiArray.dimensions, "transfer(to:) needs arrays of the same shape.")
        destinationMultiArray.copyElements(of: self)
    }

    /// Copies the elements of an array of the same shape.
    func copyElements(of source: MLMultiArray) {
        CoreML.copyElements(
            from: source.memory.base, ArrayLayout(type: source.dataType, strides: source.elementStrides), to: memory.base,
            ArrayLayout(type: dataType, strides: elementStrides), shape: dimensions)
    }

    package func offset(_ index: Int) -> Int {
        precondition(index >= 0 && index < count, "The index \(index) is outside a multi-array of \(count) elements.")
        return isContiguous ? index : ArrayGeometry.offset(of: index, dimensions, elementStrides)
    }

    private func offset(_ key: [Int]) -> Int {
        precondition(key.count == dimensions.count, "A multi-array of \(dimensions.count) dimensions needs as many indices.")
        var offset = 0
        for axis in key.indices {
            precondition(key[axis] >= 0 && key[axis] < dimensions[axis], "The index \(key) is outside the multi-array.")
            offset += key[axis] * elementStrides[axis]
        }
        return offset
    }

    private func number(at offset: Int) -> NSNumber {
        let base = memory.base
        return switch dataType {
        case .double: NSNumber(value: base.assumingMemoryBound(to: Double.self)[offset])
        case .float32: NSNumber(value: base.assumingMemoryBound(to: Float.self)[offset])
        case .float16: NSNumber(value: Float(base.assumingMemoryBound(to: Float16.self)[offset]))
        case .int32: NSNumber(value: base.assumingMemoryBound(to: Int32.self)[offset])
        case .int8: NSNumber(value: base.assumingMemoryBound(to: Int8.self)[offset])
        }
    }

    private func setNumber(_ number: NSNumber, at offset: Int) {
        let base = memory.base
        switch dataType {
        case .double: base.assumingMemoryBound(to: Double.self)[offset] = number.doubleValue
        case .float32: base.assumingMemoryBound(to: Float.self)[offset] = number.doubleValue.asFloat
        case .float16: base.assumingMemoryBound(to: Float16.self)[offset] = number.doubleValue.asFloat16
        case .int32: base.assumingMemoryBound(to: Int32.self)[offset] = number.doubleValue.asInt32
        case .int8: base.assumingMemoryBound(to: Int8.self)[offset] = number.doubleValue.asInt8
        }
    }

    /// The element at `offset` elements from the first, as a double.
    func double(at offset: Int) -> Double {
        let base = memory.base
        return switch dataType {
        case .double: base.assumingMemoryBound(to: Double.self)[offset]
        case .float32: Double(base.assumingMemoryBound(to: Float.self)[offset])
        case .float16: Double(base.assumingMemoryBound(to: Float16.self)[offset])
        case .int32: Double(base.assumingMemoryBound(to: Int32.self)[offset])
        case .int8: Double(base.assumingMemoryBound(to: Int8.self)[offset])
        }
    }
}
