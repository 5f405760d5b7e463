import Dispatch
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
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let mapped = mmap(nil, rounded + slack, PROT_READ | PROT_WRITE, flags, -1, 0), mapped != MAP_FAILED
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
///
/// While a plan is built its weights are prepared by other threads, the largest first, and by the plan's own when it has nothing else left
/// to do.
package final class PreparedWeights: @unchecked Sendable {
    private struct Entry {
        let key: String
        let layout: Layout
        let memory: ConstantMemory
    }

    private struct Job: @unchecked Sendable {
        let entry: Entry
        let prepare: () throws -> Void
    }

    private let lock = Lock()
    private var entries: [String: [Entry]] = [:]
    private var slab: PageMemory?
    private var used = 0
    private var spares: [PageMemory] = []
    private var jobs: [Job] = []
    private var workers = 0
    private var failure: Error?
    /// Jobs that a thread has taken and not ended.
    private let running = DispatchGroup()

    /// Weights are placed one after the other in slabs of this size, of which the system gives what is touched; larger ones get their own.
    private static let slabByteCount = 1 << 26
    /// What a workspace may grow to without being replaced.
    private static let workspaceByteCount = 1 << 26

    package init() {}

    /// The weights named `key` in `layout`; made by `prepare` the first time, at the latest by `finish`.
    func memory(_ key: String, layout: Layout, prepare: @escaping (ConstantMemory) throws -> Void) throws -> ConstantMemory {
        let (memory, needsWorker) = try lock.withLock {
            if let found = entries[key]?.first(where: { $0.layout.matches(layout) }) { return (found.memory, false) }
            let entry = Entry(key: key, layout: layout, memory: try place(layout.byteCount))
            entries[key, default: []].append(entry)
            jobs.append(Job(entry: entry) { try prepare(entry.memory) })
            let needsWorker = workers < OneDNN.processorCount - 1
            if needsWorker { workers += 1 }
            return (entry.memory, needsWorker)
        }
        if needsWorker {
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                // The thread goes on to other work.
                let threads = OneDNN.threads
                OneDNN.setThreads(1)
                defer { OneDNN.setThreads(threads) }
                repeat { prepareAll() } while !endWorker()
            }
        }
        return memory
    }

    /// Whether there is nothing left to do, so that the calling worker ends.
    private func endWorker() -> Bool {
        lock.withLock {
            if jobs.isEmpty { workers -= 1 }
            return jobs.isEmpty
        }
    }

    private func prepareAll() {
        while let job = takeLargest() {
            defer { running.leave() }
            do {
                try job.prepare()
            } catch {
                lock.withLock {
                    failure = failure ?? error
                    entries[job.entry.key]?.removeAll { $0.memory === job.entry.memory }
                }
            }
        }
    }

    private func takeLargest() -> Job? {
        lock.withLock {
            let sizes = jobs.map(\.entry.memory.byteCount)
            guard let index = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { return nil }
            jobs.swapAt(index, jobs.count - 1)
            running.enter()
            return jobs.removeLast()
        }
    }

    /// Returns when all weights that were asked for are prepared, which this thread helps with. `threads` is what it computes on after that.
    func finish(threads: Int) throws {
        OneDNN.setThreads(1)
        prepareAll()
        OneDNN.setThreads(threads)
        running.wait()
        let failure = lock.withLock {
            defer { self.failure = nil }
            spares = []
            return self.failure
        }
        if let failure { throw failure }
    }

    /// Memory to prepare a weight in, used by one thread at a time.
    func workspace(byteCount: Int) throws -> PageMemory {
        let spare = lock.withLock { spares.firstIndex { $0.byteCount >= byteCount }.map { spares.remove(at: $0) } }
        return try spare ?? PageMemory(byteCount: max(byteCount, PreparedWeights.workspaceByteCount))
    }

    /// Takes a workspace back for the next weight: fresh pages cost more than the work done in them.
    func recycle(_ workspace: PageMemory) { lock.withLock { spares.append(workspace) } }

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
