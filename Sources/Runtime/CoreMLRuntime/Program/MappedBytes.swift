import CKernels
import CoreMLSpecification
import Glibc

/// Keeps the memory behind a view alive: a part of a file, or bytes that were read.
final class MappedBytes: Sendable {
    private let bytes: Bytes

    init(_ bytes: Bytes) { self.bytes = bytes }

    /// Releases the memory pages of a mapped part of the file. The system reads them again at the next access.
    func releasePages(_ pointer: UnsafeRawPointer, byteCount: Int) {
        guard bytes.isMapped else { return }
        let page = Int(getpagesize())
        let start = Int(bitPattern: pointer).rounded(toMultipleOf: page)
        let end = (Int(bitPattern: pointer) + byteCount) / page * page
        guard end > start, let address = UnsafeMutableRawPointer(bitPattern: start) else { return }
        madvise(address, end - start, MADV_DONTNEED)
    }
}

extension Tensor {
    /// A float32 tensor that is a view of `bytes`, at any address. The supported processors can read floats at any address, and a copy of
    /// all weights would double the cost of loading a model. `bytes` must hold all elements of `type`.
    static func viewing(_ bytes: Bytes, _ type: TensorType) -> Tensor {
        bytes.withUnsafeBytes { buffer in
            #if arch(x86_64) || arch(arm64)
                if let base = buffer.baseAddress {
                    // A view of read-only memory is safe, because constants are only read.
                    return Tensor(type, viewing: UnsafeMutableRawPointer(mutating: base), owner: MappedBytes(bytes))
                }
            #endif
            let tensor = Tensor(uninitialized: type)
            tensor.rawBytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.prefix(type.byteCount)))
            return tensor
        }
    }

    /// float16 numbers as a float32 tensor. Small tensors are widened immediately, others when their elements are requested. `bytes` must hold all
    /// elements of `shape`.
    static func widening(_ bytes: Bytes, _ shape: [Int]) -> Tensor {
        bytes.withUnsafeBytes { buffer in
            let type = TensorType.float32(shape)
            guard let base = buffer.baseAddress else { return Tensor(uninitialized: type) }
            if type.count >= StoredNumbers.fewest {
                return Tensor(type, stored: StoredNumbers(halves: base, shape, file: MappedBytes(bytes)))
            }
            let tensor = Tensor(uninitialized: type)
            kernel_widen_float16(base, tensor.floatPointer, type.count)
            return tensor
        }
    }
}
