import Glibc

/// Memory that lives as long as somebody holds it: prepared weights, or a tensor of the model.
final class ConstantMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int
    /// What the memory belongs to: a tensor, or a slab; nil where it is this object's.
    private let owner: AnyObject?

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

    fileprivate init(_ pointer: UnsafeMutableRawPointer, byteCount: Int, of slab: PageMemory) {
        self.pointer = pointer
        self.byteCount = byteCount
        owner = slab
    }

    convenience init(_ values: [Float]) {
        self.init(byteCount: values.count * MemoryLayout<Float>.size)
        values.withUnsafeBytes { if let base = $0.baseAddress { pointer.copyMemory(from: base, byteCount: $0.count) } }
    }

    deinit {
        if owner == nil { pointer.deallocate() }
    }
}

/// Whole pages from the system, large ones where it has them: a model's weights are read from end to end for every prediction, and
/// small pages would cost a table walk every 4 KB.
final class PageMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int

    private static let largePage = 1 << 21

    init(byteCount: Int) throws {
        let rounded = (max(byteCount, 1) + 4095) / 4096 * 4096
        // Large pages start at multiples of their size.
        let slack = rounded >= PageMemory.largePage ? PageMemory.largePage : 0
        guard let mapped = mmap(nil, rounded + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), mapped != MAP_FAILED
        else { throw RuntimeError.failed("no memory for \(byteCount) bytes") }
        let address = Int(bitPattern: mapped)
        let start = slack == 0 ? address : (address + slack - 1) / slack * slack
        if start > address { munmap(mapped, start - address) }
        if start < address + slack { munmap(mapped + (start - address) + rounded, address + slack - start) }
        pointer = mapped + (start - address)
        self.byteCount = rounded
        if slack > 0 { madvise(pointer, rounded, MADV_HUGEPAGE) }
    }

    deinit { munmap(pointer, byteCount) }
}

/// The prepared weights of a model, shared by its plans.
package final class PreparedWeights: @unchecked Sendable {
    private let lock = Lock()
    private var entries: [String: [(layout: Layout, memory: ConstantMemory)]] = [:]
    private var slab: PageMemory?
    private var used = 0
    private var spare: PageMemory?

    /// Weights are placed one after the other in slabs of this size; larger ones get their own.
    private static let slabByteCount = 1 << 24

    package init() {}

    /// The weights named `key` in `layout`; made by `make` the first time.
    func memory(_ key: String, layout: Layout, make: (ConstantMemory) throws -> Void) throws -> ConstantMemory {
        if let found = lock.withLock({ entries[key]?.first { $0.layout.matches(layout) } }) { return found.memory }
        let memory = try lock.withLock { try place(layout.byteCount) }
        try make(memory)
        lock.withLock { entries[key, default: []].append((layout, memory)) }
        return memory
    }

    /// Memory to prepare a weight in, used by one plan at a time.
    func workspace(byteCount: Int) throws -> PageMemory {
        try lock.withLock {
            if let spare, spare.byteCount >= byteCount {
                self.spare = nil
                return spare
            }
            return try PageMemory(byteCount: byteCount)
        }
    }

    /// Takes a workspace back for the next weight.
    func recycle(_ workspace: PageMemory) {
        lock.withLock { if workspace.byteCount > spare?.byteCount ?? 0 { spare = workspace } }
    }

    /// Gives up what only the making of a plan needs.
    func releaseWorkspace() { lock.withLock { spare = nil } }

    private func place(_ byteCount: Int) throws -> ConstantMemory {
        if byteCount > PreparedWeights.slabByteCount / 2 {
            let own = try PageMemory(byteCount: byteCount)
            return ConstantMemory(own.pointer, byteCount: byteCount, of: own)
        }
        let size = (byteCount + 127) / 128 * 128
        if slab == nil || used + size > PreparedWeights.slabByteCount {
            slab = try PageMemory(byteCount: PreparedWeights.slabByteCount)
            used = 0
        }
        guard let slab else { throw RuntimeError.failed("no memory for \(byteCount) bytes") }
        defer { used += size }
        return ConstantMemory(slab.pointer + used, byteCount: byteCount, of: slab)
    }

    package var byteCount: Int { lock.withLock { entries.values.joined().reduce(0) { $0 + $1.memory.byteCount } } }
}
