/// A softmax along an axis other than the last, with a kernel of the runtime. The library's kernels are made for the last dimension and for
/// channels in blocks.
enum ColumnSoftmaxes: KernelCandidate {
    static let name = KernelName.columns

    static func canPlan(_ node: Node, _ axis: Int, in builder: PlanBuilder) -> Bool {
        source(node, builder) != nil && lines(node, axis, builder) != nil
    }

    static func plan(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws {
        guard let memory = source(node, builder), let lines = lines(node, axis, builder) else {
            throw RuntimeError.failed("'\(node.name)': a softmax without lines")
        }
        let y = node.outputs[0]
        let layout = try Layout(.float32, builder.graph.shape(y))
        let target = try builder.destination(y, layout)
        let softmax = ColumnSoftmax(lines: lines)
        let kernel: Plan.Kernel = { addresses in
            softmax.run(
                UnsafePointer(addresses[0].assumingMemoryBound(to: Float.self)), into: addresses[1].assumingMemoryBound(to: Float.self))
        }
        builder.append(node.name, name, [memory, target], kernel)
        builder.placements[y].append(.init(layout: layout, memory: target))
    }

    /// The input, if it is in row-major float32.
    private static func source(_ node: Node, _ builder: PlanBuilder) -> Plan.Memory? {
        builder.placements[node.inputs[0]].first { $0.layout.map { $0.element == .float32 && $0.isRowMajor } ?? false }?.memory
    }

    private static func lines(_ node: Node, _ axis: Int, _ builder: PlanBuilder) -> ReducedLines? {
        guard let lines = ReducedLines(builder.graph.shape(node.inputs[0]), reducing: [axis]), lines.inner > 1 else { return nil }
        return lines
    }
}
