/// A view of a value's numbers in another shape. It needs no step if the numbers are in row-major order. Numbers in any other order are
/// first re-ordered.
enum ReshapedView: KernelCandidate {
    static let name = KernelName.view

    static func plan(_ node: Node, _ operation: Void, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        if let found = builder.placements[x].first(where: { $0.layout?.isRowMajor ?? false }), let layout = found.layout,
            let own = try builder.rowMajorLayout(y, layout.element)
        {
            builder.placements[y].append(.init(layout: own, memory: found.memory))
        } else {
            builder.placements[y].append(.init(layout: try builder.rowMajorLayout(y), memory: try builder.rowMajor(x)))
        }
        builder.root[y] = builder.root[x]
        builder.pending[builder.root[x]] += builder.pending[y]
    }
}

/// A contiguous part of a value.
enum PartView: KernelCandidate {
    static let name = KernelName.view

    static func plan(_ node: Node, _ offset: Int, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = builder.placements[x].first { $0.layout?.isRowMajor ?? false }
        let element = found?.layout?.element ?? .float32
        var memory = try found?.memory ?? builder.rowMajor(x)
        memory.offset += offset * element.size
        builder.placements[y].append(.init(layout: try builder.rowMajorLayout(y, element), memory: memory))
        builder.root[y] = builder.root[x]
        builder.pending[builder.root[x]] += builder.pending[y]
    }
}
