import InputChecks

/// Counts the memory of live tensors while a program is built, planned or computed operation by operation.
struct LiveMemory: Sendable {
    private struct Entry: Sendable {
        weak var tensor: Tensor?
        let byteCount: Int
    }

    private let limit: MemoryLimit
    /// The number of bytes that count against the limit in addition to those of the tensors. A negative number allows the tensors more than the
    /// limit.
    private let taken: Int
    private var entries: [Entry] = []
    /// The number of entries at which entries of released tensors are removed.
    private var capacity = LiveMemory.minimumCapacity
    /// The number of bytes of all entries, including tensors that were released since the last clean-up.
    private var byteCount = 0

    /// The number of bytes of all tensors that were made, including those that were released.
    private(set) var madeByteCount = 0

    private static let minimumCapacity = 1024
    /// The approximate size in bytes of a tensor without its elements.
    private static let tensorByteCount = 128

    init(_ limit: MemoryLimit = MemoryLimit()) {
        self.limit = limit
        taken = 0
    }

    /// The memory of a prediction from `inputs`. As for a plan, the inputs count, and twice the size of the caller's arrays is allowed in addition to
    /// the limit.
    ///
    /// - Parameter given: the size in bytes of the arrays that the caller passes.
    init(_ limit: MemoryLimit, inputs: some Sequence<Tensor>, given: Int) {
        self.limit = limit
        taken = inputs.reduce(0) { $0.plus($1.type.byteCount) } - 2 * given
    }

    /// Makes tensors of `types`.
    ///
    /// - Throws: `RuntimeError.unsupported` if they and the live tensors take more memory than the limit.
    mutating func make(_ types: [TensorType], _ subject: @autoclosure () -> String) throws -> [Tensor] {
        let wanted = types.reduce(0) { $0.plus($1.byteCount).plus(LiveMemory.tensorByteCount) }
        if wanted.plus(taken + byteCount) > limit.byteCount || entries.count >= capacity {
            entries.removeAll { $0.tensor == nil }
            byteCount = entries.reduce(0) { $0 + $1.byteCount }
            capacity = max(LiveMemory.minimumCapacity, 2 * entries.count)
        }
        try limit.check(wanted.plus(taken + byteCount), subject())
        byteCount += wanted
        return types.map { type in
            let tensor = Tensor(uninitialized: type)
            madeByteCount = madeByteCount.plus(type.byteCount)
            entries.append(Entry(tensor: tensor, byteCount: type.byteCount + LiveMemory.tensorByteCount))
            return tensor
        }
    }
}
