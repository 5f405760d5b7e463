import Glibc

/// What keeps a view of memory alive, where that memory may be a file's.
package protocol FileBackedMemory: AnyObject, Sendable {
    /// Whether the memory is a read-only mapping of a file, which the system can read again.
    var isFileBacked: Bool { get }
}

/// Dense row-major elements in 64-byte aligned memory, or a view of memory that somebody else keeps alive.
///
/// A tensor's memory has one writer at a time: the kernel that produces it. After that it is only read.
package final class Tensor: @unchecked Sendable {
    package let type: TensorType
    package let pointer: UnsafeMutableRawPointer
    private let owner: AnyObject?
    private let ownsMemory: Bool

    /// Uninitialised memory for `type`.
    package init(uninitialized type: TensorType) {
        self.type = type
        pointer = .allocate(byteCount: max(type.byteCount, 1), alignment: Tensor.alignment)
        owner = nil
        ownsMemory = true
    }

    /// A view of `pointer`, which must hold `type.byteCount` bytes, be aligned for the scalar type and live as long as `owner`.
    package init(_ type: TensorType, viewing pointer: UnsafeMutableRawPointer, owner: AnyObject?) {
        self.type = type
        self.pointer = pointer
        self.owner = owner
        ownsMemory = false
    }

    deinit {
        if ownsMemory { pointer.deallocate() }
    }

    package static let alignment = 64

    /// Gives back the memory that the system spent on a view of a file, which it reads again should somebody ask. Does nothing for
    /// other tensors.
    package func releasePages() {
        guard let memory = owner as? any FileBackedMemory, memory.isFileBacked else { return }
        let page = Int(getpagesize())
        let start = (Int(bitPattern: pointer) + page - 1) / page * page
        let end = (Int(bitPattern: pointer) + type.byteCount) / page * page
        guard end > start, let address = UnsafeMutableRawPointer(bitPattern: start) else { return }
        madvise(address, end - start, MADV_DONTNEED)
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
        return Tensor(TensorType(scalar, shape), viewing: pointer, owner: self)
    }
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
