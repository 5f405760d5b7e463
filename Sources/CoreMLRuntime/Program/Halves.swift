import COneDNN
import CoreMLSpecification
import Glibc

/// float16 numbers of a file that stand for float32 ones.
///
/// Most are read once, to be re-ordered for a kernel, so they stay as they are until somebody asks for their widened form.
final class Halves: @unchecked Sendable {
    let source: UnsafeRawPointer
    let count: Int
    let owner: MappedBytes
    private let lock = Lock()
    private var memory: UnsafeMutableRawPointer?

    init(_ source: UnsafeRawPointer, count: Int, owner: MappedBytes) {
        self.source = source
        self.count = count
        self.owner = owner
    }

    deinit { memory?.deallocate() }

    /// The numbers as float32, made at the first call and kept.
    var widened: UnsafeMutableRawPointer {
        lock.withLock {
            if let memory { return memory }
            let made = UnsafeMutableRawPointer.allocate(
                byteCount: max(count * MemoryLayout<Float>.size, 1), alignment: Tensor.alignment)
            widen(into: made.assumingMemoryBound(to: Float.self))
            memory = made
            return made
        }
    }

    func widen(into target: UnsafeMutablePointer<Float>) { onednn_widen_float16(source, target, count) }

    func releasePages() { owner.releasePages(source, byteCount: count * 2) }
}

/// Keeps the memory behind a view alive: a part of a file, or bytes that were read.
final class MappedBytes: Sendable {
    private let bytes: Bytes

    init(_ bytes: Bytes) { self.bytes = bytes }

    /// Gives back the memory that the system spent on a part of the file, which it reads again should somebody ask.
    func releasePages(_ pointer: UnsafeRawPointer, byteCount: Int) {
        guard bytes.isMapped else { return }
        let page = Int(getpagesize())
        let start = (Int(bitPattern: pointer) + page - 1) / page * page
        let end = (Int(bitPattern: pointer) + byteCount) / page * page
        guard end > start, let address = UnsafeMutableRawPointer(bitPattern: start) else { return }
        madvise(address, end - start, MADV_DONTNEED)
    }
}

extension Tensor {
    /// The numbers of `bytes` as float32 where they lie, which may be at any address: the processors that the runtime runs on read
    /// floats anywhere, and a copy of all weights would double what a model takes to load. `bytes` must hold the whole of `shape`.
    static func viewing(_ bytes: Bytes, _ type: TensorType) -> Tensor {
        bytes.withUnsafeBytes { buffer in
            #if arch(x86_64) || arch(arm64)
                if let base = buffer.baseAddress {
                    // Constants are only read, so that a view of read-only memory is safe.
                    return Tensor(type, viewing: UnsafeMutableRawPointer(mutating: base), owner: MappedBytes(bytes))
                }
            #endif
            let tensor = Tensor(uninitialized: type)
            tensor.rawBytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.prefix(type.byteCount)))
            return tensor
        }
    }

    /// float16 numbers as a float32 tensor; small ones are widened at once. `bytes` must hold the whole of `shape`.
    static func widening(_ bytes: Bytes, _ shape: [Int]) -> Tensor {
        bytes.withUnsafeBytes { buffer in
            let type = TensorType.float32(shape)
            guard let base = buffer.baseAddress else { return Tensor(uninitialized: type) }
            let halves = Halves(base, count: type.count, owner: MappedBytes(bytes))
            if type.count >= 4096 { return Tensor(type, halves: halves) }
            let tensor = Tensor(uninitialized: type)
            halves.widen(into: tensor.floatPointer)
            return tensor
        }
    }
}
