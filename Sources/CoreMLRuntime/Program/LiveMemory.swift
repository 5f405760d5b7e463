/// The memory of the tensors that are made while a program is built or run eagerly, and that somebody still holds.
struct LiveMemory: Sendable {
    private struct Entry: Sendable {
        weak var tensor: Tensor?
        let byteCount: Int
    }

    private let limit: MemoryLimit
    private var entries: [Entry] = []
    /// Of all entries, those that are gone since the last count included.
    private var byteCount = 0

    init(_ limit: MemoryLimit = MemoryLimit()) {
        self.limit = limit
    }

    /// Makes tensors of `types`.
    ///
    /// - Throws: `RuntimeError.unsupported` where they and what is still held take more than the limit.
    mutating func make(_ types: [TensorType], _ subject: @autoclosure () -> String) throws -> [Tensor] {
        let wanted = types.reduce(0) { $0 + $1.byteCount }
        if byteCount + wanted > limit.byteCount {
            entries.removeAll { $0.tensor == nil }
            byteCount = entries.reduce(0) { $0 + $1.byteCount }
            try limit.check(byteCount + wanted, subject())
        }
        byteCount += wanted
        return types.map { type in
            let tensor = Tensor(uninitialized: type)
            entries.append(Entry(tensor: tensor, byteCount: type.byteCount))
            return tensor
        }
    }
}
