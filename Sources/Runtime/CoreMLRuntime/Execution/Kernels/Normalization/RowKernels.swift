import CKernels

/// A softmax along the last axis.
enum RowSoftmax: KernelCandidate {
    static let name = KernelName.rows

    static func canPlan(_ node: Node, _ axis: Int, in builder: PlanBuilder) -> Bool {
        let shape = builder.graph.shape(node.inputs[0])
        return shape.dropFirst(axis + 1).product() == 1 && shape[axis] > 1
    }

    static func plan(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws {
        let count = builder.graph.shape(node.inputs[0])[axis], length = Int64(count)
        try builder.appendRows(node, length: count, memories: []) { source, destination, rows, threads in
            { addresses in
                var work = KernelRowSoftmax(source: source, destination: destination, rows: rows, length: length)
                kernel_row_softmax_run(&work, addresses[0], addresses[1], threads)
            }
        }
    }
}

/// A layer normalisation.
enum RowNormalization: KernelCandidate {
    static let name = KernelName.rows

    static func plan(_ node: Node, _ normalization: NormalizationNode, in builder: inout PlanBuilder) throws {
        let (epsilon, length) = (normalization.epsilon, Int64(normalization.count))
        let parameters = [normalization.gamma, normalization.beta].map { $0.map { builder.constant(ConstantMemory($0)) } }
        let (hasGamma, hasBeta) = (parameters[0] != nil, parameters[1] != nil)
        try builder.appendRows(node, length: normalization.count, memories: parameters.compactMap { $0 }) {
            source, destination, rows, threads in
            { addresses in
                let gamma = hasGamma ? UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)) : nil
                let beta = hasBeta ? UnsafePointer(addresses[hasGamma ? 3 : 2].assumingMemoryBound(to: Float.self)) : nil
                var work = KernelRowNormalization(
                    source: source, destination: destination, rows: rows, length: length, epsilon: epsilon, gamma: gamma, beta: beta)
                kernel_row_normalization_run(&work, addresses[0], addresses[1], threads)
            }
        }
        if !node.posts.isEmpty { try builder.planPointwise(node, from: node.outputs[0], node.posts) }
    }
}

/// A root mean square normalisation of rows.
enum RootMeanSquareRows: KernelCandidate {
    static let name = KernelName.rows

    static func plan(_ node: Node, _ normalization: RootMeanSquareNode, in builder: inout PlanBuilder) throws {
        let (scale, length) = (normalization.scale, Int64(normalization.count))
        let gamma = normalization.gamma.map { builder.constant(ConstantMemory($0)) }
        let hasGamma = gamma != nil
        try builder.appendRows(node, length: normalization.count, memories: [gamma].compactMap { $0 }) {
            source, destination, rows, threads in
            { addresses in
                let gamma = hasGamma ? UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)) : nil
                var work = KernelRootMeanSquare(
                    source: source, destination: destination, rows: rows, length: length, epsilon: scale.epsilon, least: scale.least,
                    margin: scale.margin, factor: scale.factor, has_wide_squares: scale.hasWideSquares, gamma: gamma)
                kernel_root_mean_square_run(&work, addresses[0], addresses[1], threads)
            }
        }
        if !node.posts.isEmpty { try builder.planPointwise(node, from: node.outputs[0], node.posts) }
    }
}

extension PlanBuilder {
    /// Appends a kernel over dense rows of `length` elements. `make` makes it for the types of the source and the result.
    fileprivate mutating func appendRows(
        _ node: Node, length: Int, memories: [Memory],
        _ make: (_ source: KernelElement, _ destination: KernelElement, _ rows: Int64, _ threads: Int32) -> Plan.Kernel
    ) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = placements[x].first { $0.layout?.isRowMajor ?? false }
        let memory = try found?.memory ?? rowMajor(x)
        let element = found?.layout?.element ?? .float32
        let layout = try Layout(resultElement(y), graph.shape(y))
        let target = try destination(y, layout)
        let rows = Int64(graph.values[x].type.count / length)
        let kernel = make(element.code, layout.element.code, rows, Int32(clamping: options.threads))
        append(node.name, .rows, [memory, target] + memories, kernel)
        placements[y].append(.init(layout: layout, memory: target))
    }
}
