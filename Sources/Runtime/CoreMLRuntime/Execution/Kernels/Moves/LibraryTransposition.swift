import COneDNN

/// A transposition, which is a re-ordering for the library.
enum LibraryTransposition: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ permutation: [Int], in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try builder.anyPlacement(x)
        let element = source.layout.element
        let target = try Layout(element, builder.graph.shape(y))
        let memory = try builder.destination(y, target)
        if let view = try? source.layout.transposed(permutation), let primitive = try? Primitive.reorder(from: view, to: target) {
            try builder.append(
                node.name, name, primitive,
                [
                    builder.binding(ONEDNN_ARGUMENT_SOURCE, view, source.memory),
                    builder.binding(ONEDNN_ARGUMENT_DESTINATION, target, memory),
                ])
        } else {
            let dense = try builder.dense(x, element)
            let view = try Layout(element, builder.graph.shape(x)).transposed(permutation)
            try builder.reorder(node.name, (view, dense), to: target, memory)
        }
        builder.placements[y].append(.init(layout: target, memory: memory))
    }
}
