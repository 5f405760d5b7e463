import InputChecks

/// Dense row-major elements in 64-byte aligned memory, or a view of memory that another object keeps alive.
///
/// Only the kernel that produces a tensor writes to its memory. After that it is only read.
package final class Tensor: @unchecked Sendable {
    package let type: TensorType
    private let memory: UnsafeMutableRawPointer
    private let owner: AnyObject?
    private let ownsMemory: Bool
    /// The stored numbers of a file from which the elements are expanded; `nil` for other tensors.
    let stored: StoredNumbers?

    /// Uninitialised memory for `type`.
    package init(uninitialized type: TensorType) {
        self.type = type
        memory = .allocate(byteCount: max(type.byteCount, 1), alignment: Tensor.alignment)
        owner = nil
        ownsMemory = true
        stored = nil
    }

    /// A view of `pointer`. The memory must hold `type.byteCount` bytes, be aligned for the scalar type, and live as long as `owner`.
    package init(_ type: TensorType, viewing pointer: UnsafeMutableRawPointer, owner: AnyObject?) {
        self.type = type
        memory = pointer
        self.owner = owner
        ownsMemory = false
        stored = nil
    }

    /// A tensor with elements that are expanded from `stored` at the first access. `stored` has the same scalar type and count.
    init(_ type: TensorType, stored: StoredNumbers) {
        self.type = type
        memory = UnsafeMutableRawPointer(mutating: stored.quantized.integers)
        owner = nil
        ownsMemory = false
        self.stored = stored
    }

    deinit {
        if ownsMemory { memory.deallocate() }
    }

    package var pointer: UnsafeMutableRawPointer { stored.map(\.expanded) ?? memory }

    package static let alignment = 64

    /// Releases the memory pages behind a view of a file. The system reads them again at the next access. Does nothing for other tensors.
    package func releasePages() {
        if let stored { return stored.releasePages() }
        (owner as? MappedBytes)?.releasePages(memory, byteCount: type.byteCount)
    }

    /// The place in a model's file that the tensor is a view of, and the object that keeps the file in memory; `nil` for other tensors.
    var place: (address: UnsafeRawPointer, bytes: MappedBytes)? {
        if let stored { return (UnsafeRawPointer(memory), stored.file) }
        if let bytes = owner as? MappedBytes { return (UnsafeRawPointer(memory), bytes) }
        guard let viewed = owner as? Tensor, viewed.stored == nil, let place = viewed.place else { return nil }
        return (UnsafeRawPointer(memory), place.bytes)
    }

    package var shape: [Int] { type.shape }
    package var scalar: ScalarType { type.scalar }
    package var count: Int { type.count }
    package var rawBytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: pointer, count: type.byteCount) }

    /// The elements as `T`. `T` must be the Swift type of `scalar`.
    package func elements<T>(as _: T.Type = T.self) -> UnsafeMutableBufferPointer<T> {
        UnsafeMutableBufferPointer(start: pointer.assumingMemoryBound(to: T.self), count: type.count)
    }

    package var floats: UnsafeMutableBufferPointer<Float> { elements() }

    /// A tensor that shares the memory, in another shape with the same number of elements.
    package func reshaped(_ shape: [Int]) -> Tensor {
        precondition(shape.product() == count, "a reshape keeps the number of elements")
        if let stored { return Tensor(TensorType(scalar, shape), stored: stored) }
        return Tensor(TensorType(scalar, shape), viewing: pointer, owner: self)
    }

    /// The tensor itself, or a vector of one element for a scalar.
    package var withDimensions: Tensor { shape.isEmpty ? reshaped([1]) : self }
}

extension Tensor {
    package convenience init(_ values: [Float], shape: [Int]? = nil) {
        self.init(uninitialized: .float32(shape ?? [values.count]))
        precondition(values.count == count, "a value for every element")
        _ = floats.initialize(from: values)
    }

    package convenience init(_ values: [Int32], shape: [Int]? = nil) {
        self.init(uninitialized: TensorType(.int32, shape ?? [values.count]))
        precondition(values.count == count, "a value for every element")
        _ = elements(as: Int32.self).initialize(from: values)
    }

    package convenience init(_ values: [Bool], shape: [Int]? = nil) {
        self.init(uninitialized: TensorType(.bool, shape ?? [values.count]))
        precondition(values.count == count, "a value for every element")
        _ = elements(as: Bool.self).initialize(from: values)
    }

    package static func scalar(_ value: Float) -> Tensor { Tensor([value], shape: []) }
    package static func scalar(_ value: Int) -> Tensor { Tensor([Int32(clamping: value)], shape: []) }
    package static func scalar(_ value: Bool) -> Tensor { Tensor([value], shape: []) }

    /// All elements as `Double`, in row-major order. It is for tests and for small arguments such as strides and axes.
    package var doubles: [Double] {
        switch scalar {
        case .float16: elements(as: Float16.self).map(Double.init)
        case .float32: floats.map(Double.init)
        case .float64: Array(elements(as: Double.self))
        case .int8: elements(as: Int8.self).map(Double.init)
        case .uint8: elements(as: UInt8.self).map(Double.init)
        case .int16: elements(as: Int16.self).map(Double.init)
        case .uint16: elements(as: UInt16.self).map(Double.init)
        case .int32: elements(as: Int32.self).map(Double.init)
        case .uint32: elements(as: UInt32.self).map(Double.init)
        case .int64: elements(as: Int64.self).map(Double.init)
        case .bool: elements(as: UInt8.self).map { $0 != 0 ? 1 : 0 }
        }
    }

    /// All elements as `Int`, truncated towards zero. Values out of range saturate, and NaN becomes 0.
    package var integers: [Int] {
        switch scalar {
        case .int32: elements(as: Int32.self).map(Int.init)
        case .int64: elements(as: Int64.self).map(Int.init)
        default: doubles.map { $0.isNaN ? 0 : Int(max(-9e18, min(9e18, $0))) }
        }
    }
}
