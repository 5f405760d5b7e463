import CKernels

extension PlanBuilder {
    /// Plans a root mean square normalisation of rows with our kernel.
    mutating func planRootMeanSquare(_ node: Node, _ normalization: RootMeanSquareNode) throws {
        let (scale, length) = (normalization.scale, Int64(normalization.count))
        let gamma = normalization.gamma.map { constant(ConstantMemory($0)) }
        let hasGamma = gamma != nil
        try planRows(node, length: normalization.count, memories: [gamma].compactMap { $0 }) { source, destination, rows, threads in
            { addresses in
                let gamma = hasGamma ? UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)) : nil
                var work = KernelRootMeanSquare(
                    source: source, destination: destination, rows: rows, length: length, epsilon: scale.epsilon, least: scale.least,
                    margin: scale.margin, factor: scale.factor, has_wide_squares: scale.hasWideSquares, gamma: gamma)
                kernel_root_mean_square_run(&work, addresses[0], addresses[1], threads)
            }
        }
        if !node.posts.isEmpty { try planPointwise(node, from: node.outputs[0], node.posts) }
    }
}
