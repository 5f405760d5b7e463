/// The memory of the tensors that are made while a program is built or run eagerly, and that somebody still holds.
struct LiveMemory: Sendable {
    private struct Entry: Sendable {
        weak var tensor: Tensor?
        let byteCount: Int
    }

    private let limit: MemoryLimit
    /// What counts besides the tensors made; negative for what may be taken beyond the limit.
    private let taken: Int
    private var entries: [Entry] = []
    /// The number of entries at which those that are gone are removed.
    private var capacity = LiveMemory.minimumCapacity
    /// Of all entries, those that are gone since the last count included.
    private var byteCount = 0

    private static let minimumCapacity = 1024
    /// What a tensor takes besides its elements, roughly.
    private static let tensorByteCount = 128

    init(_ limit: MemoryLimit = MemoryLimit()) {
        self.limit = limit
        taken = 0
    }

    /// For a prediction from `inputs`, which count as a plan's do.
    ///
    /// - Parameter given: the bytes of the arrays that the caller hands over.
    init(_ limit: MemoryLimit, inputs: some Sequence<Tensor>, given: Int) {
        self.limit = limit
        taken = inputs.reduce(0) { $0 + $1.type.byteCount } - 2 * given
    }

    /// Makes tensors of `types`.
    ///
    /// - Throws: `RuntimeError.unsupported` where they and what is still held take more than the limit.
    mutating func make(_ types: [TensorType], _ subject: @autoclosure () -> String) throws -> [Tensor] {
        let wanted = types.reduce(0) { $0 + $1.byteCount + LiveMemory.tensorByteCount }
        if taken + byteCount + wanted > limit.byteCount || entries.count >= capacity {
            entries.removeAll { $0.tensor == nil }
            byteCount = entries.reduce(0) { $0 + $1.byteCount }
            capacity = max(LiveMemory.minimumCapacity, 2 * entries.count)
        }
        try limit.check(taken + byteCount + wanted, subject())
        byteCount += wanted
        return types.map { type in
            let tensor = Tensor(uninitialized: type)
            entries.append(Entry(tensor: tensor, byteCount: type.byteCount + LiveMemory.tensorByteCount))
            return tensor
        }
    }
}
