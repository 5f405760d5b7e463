/// Dense row-major elements in 64-byte aligned memory, or a view of memory that somebody else keeps alive.
///
/// A tensor's memory has one writer at a time: the kernel that produces it. After that it is only read.
package final class Tensor: @unchecked Sendable {
    package let type: TensorType
    private let memory: UnsafeMutableRawPointer
    private let owner: AnyObject?
    private let ownsMemory: Bool
    /// The numbers of a file that this tensor stands for.
    let stored: StoredNumbers?

    /// Uninitialised memory for `type`.
    package init(uninitialized type: TensorType) {
        self.type = type
        memory = .allocate(byteCount: max(type.byteCount, 1), alignment: Tensor.alignment)
        owner = nil
        ownsMemory = true
        stored = nil
    }

    /// A view of `pointer`, which must hold `type.byteCount` bytes, be aligned for the scalar type and live as long as `owner`.
    package init(_ type: TensorType, viewing pointer: UnsafeMutableRawPointer, owner: AnyObject?) {
        self.type = type
        memory = pointer
        self.owner = owner
        ownsMemory = false
        stored = nil
    }

    /// A tensor whose elements are made of `stored`, of the same scalar type and count, when somebody asks for them.
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

    /// Gives back the memory that the system spent on a view of a file, which it reads again should somebody ask. Does nothing for
    /// other tensors.
    package func releasePages() {
        if let stored { return stored.releasePages() }
        (owner as? MappedBytes)?.releasePages(memory, byteCount: type.byteCount)
    }

    /// The place in a model's file that the tensor is a view of, and what keeps it there; `nil` for other tensors.
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

    /// The elements as `T`, which must be the Swift type of `scalar`.
    package func elements<T>(as _: T.Type = T.self) -> UnsafeMutableBufferPointer<T> {
        UnsafeMutableBufferPointer(start: pointer.assumingMemoryBound(to: T.self), count: type.count)
    }

    package var floats: UnsafeMutableBufferPointer<Float> { elements() }

    /// The same memory under another shape of equal count.
    package func reshaped(_ shape: [Int]) -> Tensor {
        precondition(shape.reduce(1, *) == count, "a reshape keeps the number of elements")
        if let stored { return Tensor(TensorType(scalar, shape), stored: stored) }
        return Tensor(TensorType(scalar, shape), viewing: pointer, owner: self)
    }

    /// This, or a vector of one element for a scalar.
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

    /// Every element widened to `Double`, in row-major order: for small arguments such as strides and axes, and for tests.
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

    /// Every element as `Int`, truncated toward zero; not-a-number and values out of range are clamped.
    package var integers: [Int] {
        switch scalar {
        case .int32: elements(as: Int32.self).map(Int.init)
        case .int64: elements(as: Int64.self).map(Int.init)
        default: doubles.map { $0.isNaN ? 0 : Int(max(-9e18, min(9e18, $0))) }
        }
    }
}
