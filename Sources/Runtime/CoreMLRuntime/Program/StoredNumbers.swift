import CKernels
import Locks

/// The numbers of a tensor in the form of the model's file. They are float16 numbers, or quantized integers of a few bits, from which
/// scales or tables give float32 numbers.
///
/// Most such numbers are read in place by a kernel, or read once to be re-ordered for a kernel. They are expanded only if the tensor's elements are
/// requested.
final class StoredNumbers: @unchecked Sendable {
    let quantized: KernelQuantizedWeights
    /// The type of the expanded numbers: float32, or int8 and uint8 for plain integers.
    let scalar: ScalarType
    /// The file to which the integers belong.
    let file: MappedBytes
    /// A digest that tells apart different numbers made from the same integers.
    let digest: UInt64
    /// The owners of scales, offsets and tables.
    private let owners: [AnyObject]
    private let lock = Lock()
    private var memory: UnsafeMutableRawPointer?

    /// The least number of elements that is worth keeping as integers.
    static let fewest = 4096

    init(_ quantized: KernelQuantizedWeights, _ scalar: ScalarType, file: MappedBytes, digest: UInt64, keeping owners: [AnyObject] = []) {
        self.quantized = quantized
        self.scalar = scalar
        self.file = file
        self.digest = digest
        self.owners = owners
    }

    /// float16 numbers.
    convenience init(halves: UnsafeRawPointer, _ shape: [Int], file: MappedBytes) {
        self.init(KernelQuantizedWeights(halves, bits: 16, isSigned: true, shape), .float32, file: file, digest: 16)
    }

    /// Integers of `bits` bits that are packed without gaps.
    convenience init(integers: UnsafeRawPointer, bits: Int, isSigned: Bool, _ shape: [Int], file: MappedBytes) {
        let quantized = KernelQuantizedWeights(integers, bits: bits, isSigned: isSigned, shape)
        self.init(quantized, isSigned ? .int8 : .uint8, file: file, digest: UInt64(bits))
    }

    deinit { memory?.deallocate() }

    private var count: Int { Int(quantized.rows * quantized.columns) }

    /// The expanded numbers. They are made at the first access and kept.
    var expanded: UnsafeMutableRawPointer {
        lock.withLock {
            if let memory { return memory }
            let made = UnsafeMutableRawPointer.allocate(byteCount: max(count * scalar.size, 1), alignment: Tensor.alignment)
            expand(into: made)
            memory = made
            return made
        }
    }

    func expand(into target: UnsafeMutableRawPointer) { expand(rows: 0..<Int(quantized.rows), into: target) }

    /// Expands the numbers of some rows, on as many threads as the calling thread may use. Each row is an index of the first dimension.
    func expand(rows: Range<Int>, into target: UnsafeMutableRawPointer) {
        guard scalar == .float32 else { return unpack(rows, into: target.assumingMemoryBound(to: UInt8.self)) }
        var quantized = quantized
        let numbers = target.assumingMemoryBound(to: Float.self)
        kernel_quantized_expand(&quantized, Int64(rows.lowerBound), Int64(rows.count), numbers, Int32(clamping: Threads.limit))
    }

    private func unpack(_ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>) {
        let packed = PackedIntegers(bytes: UnsafeRawBufferPointer(start: quantized.integers, count: byteCount), bits: Int(quantized.bits))
        let sign = quantized.is_signed ? 1 << (packed.bits - 1) : 0
        let first = rows.lowerBound * Int(quantized.columns)
        for index in 0..<rows.count * Int(quantized.columns) {
            // Sign extension in two's complement.
            target[index] = UInt8(truncatingIfNeeded: (packed[first + index] ^ sign) - sign)
        }
    }

    /// The size of the integers in the file.
    private var byteCount: Int { PackedIntegers.byteCount(count, bits: Int(quantized.bits)) }

    func releasePages() {
        if let source = quantized.integers { file.releasePages(source, byteCount: byteCount) }
    }
}

extension KernelQuantizedWeights {
    /// Plain integers without scales, with one row for each index of the first dimension.
    init(_ integers: UnsafeRawPointer, bits: Int, isSigned: Bool, _ shape: [Int]) {
        self.init()
        self.integers = integers
        self.bits = Int32(bits)
        is_signed = isSigned
        (rows, columns) = (Int64(shape.first ?? 1), Int64(shape.dropFirst().product()))
        (block_rows, block_columns) = (max(rows, 1), max(columns, 1))
    }
}

extension Block {
    /// The number of bytes of the weights in ``StoredNumbers``, after preparation for plans of this precision. The file holds these weights
    /// as float16 or quantized numbers.
    func storedByteCount(_ precision: PlanOptions.Precision) -> Int {
        var seen: Set<Int> = []
        return storedByteCount(precision, &seen)
    }

    /// - Parameter seen: the addresses of the numbers that were counted already.
    private func storedByteCount(_ precision: PlanOptions.Precision, _ seen: inout Set<Int>) -> Int {
        var total = 0
        for operation in operations {
            for inner in operation.blocks { total += inner.storedByteCount(precision, &seen) }
            let scalar = precision == .float32 || operation.isExact ? ScalarType.float32 : .float16
            // The table from which `gather` takes rows is read directly from the file.
            guard operation.kind != "gather" else { continue }
            for case .constant(.tensor(let tensor)) in operation.arguments.values {
                guard let stored = tensor.stored, stored.scalar == .float32 else { continue }
                if seen.insert(Int(bitPattern: ObjectIdentifier(stored))).inserted { total += tensor.count * scalar.size }
            }
        }
        return total
    }
}
