/// The options of a training graph.
package struct TrainingOptions: Sendable {
    /// The number of threads of one step. The order of sums depends on it, so results are identical only with the same number.
    package var threads: Int
    /// Whether oneDNN's kernels are used. If not, the plain kernels are used, which are the reference implementation.
    package var usesFastKernels = true
    /// The weight of each batch's mean and variance in the update of the running statistics.
    package var statisticsMomentum: Float = 0.1
    /// The memory limit for values, gradients and workspaces. It is 8 GiB, because the functions do not come from a file.
    package var memoryLimit = MemoryLimit(byteCount: 1 << 33)

    package init(threads: Int? = nil) {
        self.threads = max(1, threads ?? Processor.coreCount)
    }
}

extension MemoryLimit {
    package init(byteCount: Int) {
        self.byteCount = byteCount
    }
}
