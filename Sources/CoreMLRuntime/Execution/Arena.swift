/// Places intermediates in one block of memory so that those alive at the same time do not overlap.
enum Arena {
    /// Pages and cache lines apart, so that vectors are aligned and threads do not share lines.
    private static let alignment = 128

    /// Sets the offset of every arena buffer, the largest first, each at the lowest free place; returns the bytes needed.
    static func place(_ buffers: inout [Plan.Buffer]) -> Int {
        let order = buffers.indices.filter { if case .arena = buffers[$0].kind { true } else { false } }
            .sorted { (buffers[$0].byteCount, $1) > (buffers[$1].byteCount, $0) }
        var placed: [Int] = []
        var total = 0
        for index in order {
            let size = rounded(buffers[index].byteCount)
            var offset = 0
            // `placed` is in the order of offsets.
            for other in placed where overlapsInTime(buffers[index], buffers[other]) {
                if offset + size <= buffers[other].offset { break }
                offset = max(offset, buffers[other].offset + rounded(buffers[other].byteCount))
            }
            buffers[index].offset = offset
            placed.insert(index, at: placed.firstIndex { buffers[$0].offset > offset } ?? placed.count)
            total = max(total, offset + size)
        }
        return total
    }

    private static func rounded(_ count: Int) -> Int { (max(count, 1) + alignment - 1) / alignment * alignment }

    private static func overlapsInTime(_ a: Plan.Buffer, _ b: Plan.Buffer) -> Bool { a.first <= b.last && b.first <= a.last }
}

/// Memory that lives as long as somebody holds it: prepared weights, or a tensor of the model.
final class ConstantMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int
    private let owner: Tensor?

    init(byteCount: Int) {
        self.byteCount = byteCount
        pointer = .allocate(byteCount: max(byteCount, 1), alignment: 64)
        owner = nil
    }

    init(_ tensor: Tensor) {
        byteCount = tensor.type.byteCount
        pointer = tensor.pointer
        owner = tensor
    }

    convenience init(_ values: [Float]) {
        self.init(byteCount: values.count * MemoryLayout<Float>.size)
        values.withUnsafeBytes { if let base = $0.baseAddress { pointer.copyMemory(from: base, byteCount: $0.count) } }
    }

    deinit {
        if owner == nil { pointer.deallocate() }
    }
}

/// The prepared weights of a model, shared by its plans.
package final class PreparedWeights: @unchecked Sendable {
    private let lock = Lock()
    private var entries: [String: [(layout: Layout, memory: ConstantMemory)]] = [:]

    package init() {}

    /// The weights named `key` in `layout`; made by `make` the first time.
    func memory(_ key: String, layout: Layout, make: () throws -> ConstantMemory) rethrows -> ConstantMemory {
        if let found = lock.withLock({ entries[key]?.first { $0.layout.matches(layout) } }) { return found.memory }
        let memory = try make()
        lock.withLock { entries[key, default: []].append((layout, memory)) }
        return memory
    }

    package var byteCount: Int { lock.withLock { entries.values.joined().reduce(0) { $0 + $1.memory.byteCount } } }
}
