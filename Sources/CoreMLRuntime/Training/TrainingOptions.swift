/// How a training graph computes.
package struct TrainingOptions: Sendable {
    /// The threads of one step. Sums are formed in an order that depends on their number: the same number gives the same bits.
    package var threads: Int
    /// Whether oneDNN's kernels are used; otherwise the plain ones, which are the oracle.
    package var usesFastKernels = true
    /// The part of each batch's mean and variance in the running statistics.
    package var statisticsMomentum: Float = 0.1
    /// The memory that values, gradients and workspaces may take: 8 GiB, for functions that are not a file's.
    package var memoryLimit = MemoryLimit(byteCount: 1 << 33)

    package init(threads: Int? = nil) {
        self.threads = max(1, threads ?? OneDNN.processorCount)
    }
}

extension MemoryLimit {
    package init(byteCount: Int) {
        self.byteCount = byteCount
    }
}
