/// A rounded copy of a value, in the same format.
enum RoundingPass: KernelCandidate {
    static let name = KernelName.rounding

    static func plan(_ node: Node, _ rounding: OperandRounding, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let threads = builder.options.threads
        let layout: Layout?
        let source: Plan.Memory
        if let first = builder.placements[x].first, first.layout == nil {
            (layout, source) = (nil, first.memory)
        } else {
            let found = try builder.anyPlacement(x)
            (layout, source) = (found.layout, found.memory)
        }
        let byteCount = layout?.byteCount ?? builder.graph.values[x].type.byteCount
        let target = builder.newBuffer(byteCount: byteCount)
        let count = byteCount / MemoryLayout<Float>.size
        builder.append("\(node.name) rounded", name, [source, target]) { addresses in
            rounding.round(
                addresses[0].assumingMemoryBound(to: Float.self), into: addresses[1].assumingMemoryBound(to: Float.self),
                count: count, threads: threads)
        }
        builder.placements[y].append(.init(layout: layout, memory: target))
    }
}
