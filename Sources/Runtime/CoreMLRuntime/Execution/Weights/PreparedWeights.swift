import CThreads
import Dispatch
import Glibc
import Locks

/// Memory with shared ownership: prepared weights, or a tensor of the model.
final class ConstantMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int
    /// The tensor or slab to which the memory belongs; `nil` if this object owns the memory.
    private let owner: AnyObject?
    /// The slab that gets its pages back when nothing reads this part of it any more.
    private let slab: PageMemory?

    init(byteCount: Int) {
        self.byteCount = byteCount
        pointer = .allocate(byteCount: max(byteCount, 1), alignment: 64)
        (owner, slab) = (nil, nil)
    }

    init(_ tensor: Tensor) {
        byteCount = tensor.type.byteCount
        pointer = tensor.pointer
        (owner, slab) = (tensor, nil)
    }

    /// A part of a slab that nothing else uses.
    init(_ pointer: UnsafeMutableRawPointer, byteCount: Int, partOf slab: PageMemory) {
        self.pointer = pointer
        self.byteCount = byteCount
        (owner, self.slab) = (slab, slab)
    }

    /// Memory that belongs to `owner`.
    init(_ pointer: UnsafeMutableRawPointer, byteCount: Int, of owner: AnyObject) {
        self.pointer = pointer
        self.byteCount = byteCount
        (self.owner, slab) = (owner, nil)
    }

    convenience init(_ values: [Float]) {
        self.init(byteCount: values.count * MemoryLayout<Float>.size)
        values.withUnsafeBytes { if let base = $0.baseAddress { pointer.copyMemory(from: base, byteCount: $0.count) } }
    }

    deinit {
        slab?.discard(pointer, byteCount: byteCount)
        if owner == nil { pointer.deallocate() }
    }
}

/// Whole pages from the system, large ones if available. Every prediction reads a model's weights from end to end, and small pages would
/// cost a page table walk every 4 KB.
final class PageMemory: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let byteCount: Int

    private static let page = 1 << 12
    private static let largePage = 1 << 21

    init(byteCount: Int) throws {
        let rounded = max(byteCount, 1).rounded(toMultipleOf: PageMemory.page)
        // Large pages start at multiples of their size.
        let slack = rounded >= PageMemory.largePage ? PageMemory.largePage : 0
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let mapped = mmap(nil, rounded + slack, PROT_READ | PROT_WRITE, flags, -1, 0), mapped != MAP_FAILED
        else { throw RuntimeError.failed("no memory for \(byteCount) bytes") }
        let address = Int(bitPattern: mapped)
        let start = slack == 0 ? address : address.rounded(toMultipleOf: slack)
        if start > address { munmap(mapped, start - address) }
        if start < address + slack { munmap(mapped + (start - address) + rounded, address + slack - start) }
        pointer = mapped + (start - address)
        self.byteCount = rounded
        if slack > 0 { madvise(pointer, rounded, MADV_HUGEPAGE) }
    }

    /// Returns the pages after the first `byteCount` bytes to the system. They are zero when they are used again.
    func trim(to byteCount: Int) {
        let kept = byteCount.rounded(toMultipleOf: PageMemory.largePage)
        if kept < self.byteCount { madvise(pointer + kept, self.byteCount - kept, MADV_DONTNEED) }
    }

    /// Returns the pages that lie wholly in a part of this memory to the system. Nothing reads that part any more.
    func discard(_ part: UnsafeMutableRawPointer, byteCount: Int) {
        let first = Int(bitPattern: part).rounded(toMultipleOf: PageMemory.page)
        let end = (Int(bitPattern: part) + byteCount) / PageMemory.page * PageMemory.page
        guard let start = UnsafeMutableRawPointer(bitPattern: first), end > first else { return }
        madvise(start, end - first, MADV_DONTNEED)
    }

    deinit { munmap(pointer, byteCount) }
}

/// The work for which one plan waits: the kernels, and the weights that the plan reads. Another plan may have requested the weights first.
/// Only the thread that makes the plan uses it.
final class AwaitedWork {
    fileprivate var outcomes: [Outcome] = []
}

/// The outcome of a job. It is guarded by the lock of the `PreparedWeights` that run the job.
private final class Outcome: @unchecked Sendable {
    var failure: (any Error)?
}

/// The prepared weights of a model. Its plans share them. The weights are kept as long as a plan reads them.
///
/// While a plan is built, other threads prepare weights and generate kernels, the longest work first. The plan's own thread helps when
/// nothing else is left to do.
package final class PreparedWeights: @unchecked Sendable {
    private struct Entry {
        let key: WeightKey
        let layout: Layout
        /// The memory; `nil` after the last plan that read it is gone.
        weak var memory: ConstantMemory?
        let outcome: Outcome
    }

    /// The identity of a tensor whose numbers have already been read for comparison.
    private struct Known {
        weak var tensor: Tensor?
        let identity: TensorIdentity
    }

    private struct Job: @unchecked Sendable {
        /// The hash of the weight's key; `nil` for a kernel.
        let hash: Int?
        let outcome: Outcome
        /// The cost of the job: the number of bytes to prepare, or the number of bytes whose preparation takes the same time.
        let size: Int
        /// The memory that is kept after the work is done.
        var kept: ConstantMemory?
        /// The number of threads for which the work is done.
        let threads: Int
        let work: () throws -> Void
    }

    private let lock = Lock()
    // Both dictionaries have integer keys, as others in the runtime have. The first dictionary with another type of key would cost a fifth of a
    // millisecond.
    /// The entries, by the hashes of their keys.
    private var entries: [Int: [Entry]] = [:]
    /// The known tensors, by the bits of their addresses.
    private var known: [Int: Known] = [:]
    /// The memory that is kept even if no plan reads it.
    private var kept: [ConstantMemory] = []
    private var keptByteCount = 0
    private var slab: PageMemory?
    private var used = 0
    private var spares: [PageMemory] = []
    private var jobs: [Job] = []
    private var workers = 0
    /// The jobs that threads have taken and not finished.
    private let running = DispatchGroup()

    /// The size of a slab in bytes. Weights are placed one after the other in slabs. The system provides only the pages that are used. Weights larger
    /// than half a slab get memory of their own.
    private static let slabByteCount = 1 << 26
    /// The number of bytes that can be prepared in the time in which a kernel is generated.
    private static let kernelByteCount = 1 << 20
    /// The maximum size of a workspace that is kept for later use, in bytes.
    private static let workspaceByteCount = 1 << 26
    /// The maximum memory for prepared weights in addition to the model's file: a fraction of the machine's memory.
    private static let maximumByteCount = Int(team_available_memory() / 8)
    /// The number of bytes up to which prepared weights always stay in memory.
    private static let fewBytes = 1 << 25

    /// Whether the model has so many weights that products prepare them from the file again in every run.
    let areTooMany: Bool

    /// - Parameter storedByteCount: the size in bytes of certain weights after preparation for plans. These are the weights that the
    ///   model's file holds as float16 or quantized numbers.
    package init(storedByteCount: Int = 0) {
        areTooMany = storedByteCount > PreparedWeights.fewBytes && storedByteCount > PreparedWeights.maximumByteCount
    }

    /// The weights for `key` in `layout`. The first call schedules `prepare` to make them. The weights are ready when `finish` returns for
    /// the plan of `awaited`.
    ///
    /// - Parameter keeps: whether the weights stay for later plans when no plan reads them any more.
    func memory(
        _ key: WeightKey, layout: Layout, for awaited: AwaitedWork, keeps: Bool = false, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> ConstantMemory {
        let hash = key.hashValue
        let (memory, needsWorker) = try lock.withLock { () throws -> (ConstantMemory, Bool) in
            for entry in entries[hash] ?? [] where entry.key == key && entry.layout.matches(layout) {
                guard let memory = entry.memory else { continue }
                awaited.outcomes.append(entry.outcome)
                return (memory, false)
            }
            let (memory, outcome) = (try place(layout.byteCount), Outcome())
            entries[hash, default: []].append(Entry(key: key, layout: layout, memory: memory, outcome: outcome))
            awaited.outcomes.append(outcome)
            let job = Job(hash: hash, outcome: outcome, size: layout.byteCount, kept: keeps ? memory : nil, threads: 1) {
                try prepare(memory)
            }
            return (memory, add(job))
        }
        if needsWorker { startWorker() }
        return memory
    }

    /// Schedules `work` that a plan needs before it runs. The work is done when the plan's `finish` returns. It runs with this thread's number of
    /// threads set to `threads`.
    func schedule(threads: Int, for awaited: AwaitedWork, _ work: @escaping () throws -> Void) {
        let outcome = Outcome()
        awaited.outcomes.append(outcome)
        let job = Job(hash: nil, outcome: outcome, size: PreparedWeights.kernelByteCount, threads: threads, work: work)
        if lock.withLock({ add(job) }) { startWorker() }
    }

    /// The identity of a tensor's numbers. The numbers of a tensor that stays alive are read only once.
    func identity(of tensor: Tensor) -> TensorIdentity {
        guard tensor.place == nil else { return TensorIdentity(tensor) }
        let id = Int(bitPattern: ObjectIdentifier(tensor))
        if let found = lock.withLock({ known[id] }), found.tensor === tensor { return found.identity }
        let identity = TensorIdentity(tensor)
        lock.withLock { known[id] = Known(tensor: tensor, identity: identity) }
        return identity
    }

    /// Adds a job. Returns whether another worker thread should be started. The lock must be held.
    private func add(_ job: Job) -> Bool {
        jobs.append(job)
        guard workers < Processor.coreCount - 1 else { return false }
        workers += 1
        return true
    }

    private func startWorker() {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            Threads.restoringLimit {
                repeat { doAll() } while !endWorker()
            }
        }
    }

    /// Whether no jobs are left. The calling worker then ends.
    private func endWorker() -> Bool {
        lock.withLock {
            if jobs.isEmpty { workers -= 1 }
            return jobs.isEmpty
        }
    }

    private func doAll() {
        while let job = takeLargest() {
            defer { running.leave() }
            Threads.setLimit(job.threads)
            do {
                try job.work()
                if let memory = job.kept { lock.withLock { keep(memory) } }
            } catch {
                lock.withLock {
                    job.outcome.failure = error
                    if let hash = job.hash { entries[hash]?.removeAll { $0.outcome === job.outcome } }
                }
            }
        }
    }

    /// Keeps prepared weights if all kept weights then still fit into the memory limit. The weights that are prepared first are thus kept. The lock
    /// must be held.
    private func keep(_ memory: ConstantMemory) {
        guard keptByteCount + memory.byteCount <= PreparedWeights.maximumByteCount else { return }
        keptByteCount += memory.byteCount
        kept.append(memory)
    }

    /// Drops the prepared weights that were kept for later plans, unless a plan reads them.
    func dropKept() { lock.withLock { (kept, keptByteCount) = ([], 0) } }

    private func takeLargest() -> Job? {
        lock.withLock {
            guard let index = jobs.indices.max(by: { jobs[$0].size < jobs[$1].size }) else { return nil }
            jobs.swapAt(index, jobs.count - 1)
            running.enter()
            return jobs.removeLast()
        }
    }

    /// Waits until all scheduled work is done, and helps with it. Afterwards this thread computes on `threads` threads.
    ///
    /// - Throws: the error of any awaited work. Every plan that waits for that work gets the error.
    func finish(_ awaited: AwaitedWork, threads: Int) throws {
        doAll()
        Threads.setLimit(threads)
        running.wait()
        let failure = lock.withLock { () -> (any Error)? in
            spares = []
            removeUnused()
            return awaited.outcomes.lazy.compactMap(\.failure).first
        }
        if let failure { throw failure }
    }

    /// Forgets weights that no plan reads any more. The lock must be held.
    private func removeUnused() {
        for (hash, list) in entries where list.contains(where: { $0.memory == nil }) {
            let used = list.filter { $0.memory != nil }
            entries[hash] = used.isEmpty ? nil : used
        }
        for (id, entry) in known where entry.tensor == nil { known[id] = nil }
    }

    /// Working memory for the preparation of a weight. Only one thread uses it at a time.
    func workspace(byteCount: Int) throws -> PageMemory {
        let spare = lock.withLock { spares.firstIndex { $0.byteCount >= byteCount }.map { spares.remove(at: $0) } }
        // The largest weights are prepared first. The pages that they needed are given back, because the prepared weights need the memory.
        spare?.trim(to: byteCount)
        return try spare ?? PageMemory(byteCount: max(byteCount, PreparedWeights.workspaceByteCount))
    }

    /// Takes a workspace back, so that it can be used for the next weight. Fresh pages would cost more time than the work that is done in them.
    func recycle(_ workspace: PageMemory) { lock.withLock { spares.append(workspace) } }

    /// Frees the workspaces of weights that were prepared during a run, except those of the usual size.
    func dropLargeWorkspaces() { lock.withLock { spares.removeAll { $0.byteCount > PreparedWeights.workspaceByteCount } } }

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
        return ConstantMemory(slab.pointer + used, byteCount: byteCount, partOf: slab)
    }

    package var byteCount: Int { lock.withLock { entries.values.joined().reduce(0) { $0 + ($1.memory?.byteCount ?? 0) } } }
}
