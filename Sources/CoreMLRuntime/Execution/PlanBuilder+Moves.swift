import COneDNN

/// Concatenation, reshape, transposition and plain kernels.
extension PlanBuilder {
    mutating func planConcat(_ node: Node, _ axis: Int) throws {
        let y = node.outputs[0]
        for whole in [y, slots[y]?.whole] {
            guard let whole, node.inputs.allSatisfy({ slots[$0]?.whole == whole }) else { continue }
            if try fillSlots(node, of: whole) { return }
        }
        let layouts = try commonLayouts(node, axis)
        let destination = layouts.destination
        guard let primitive = try? Primitive.concat(axis: axis, layouts.parts, destination: destination) else {
            throw RuntimeError.unsupported("concat '\(node.name)': no kernel")
        }
        var bindings: [Plan.Binding] = []
        for (index, part) in node.inputs.enumerated() {
            bindings.append(
                Plan.Binding(
                    argument: Int(ONEDNN_ARGUMENT_MULTIPLE_SOURCE.rawValue) + index, layout: layouts.parts[index],
                    memory: try home(part, layouts.parts[index])))
        }
        let memory = try self.destination(y, destination)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try append(node.name, primitive, bindings)
        homes[y].append(Home(layout: destination, memory: memory))
    }

    /// The parts are where the whole is, or are moved there.
    private mutating func fillSlots(_ node: Node, of whole: ValueID) throws -> Bool {
        let y = node.outputs[0]
        let element = resultElement(whole)
        for part in node.inputs {
            let layout = try Layout(element, graph.shape(part), .blocked16)
            let place = try destination(part, layout)
            if homes[part].contains(where: { $0.memory == place }) { continue }
            try reorder(graph.values[part].name, try anyHome(part), to: layout, place)
            homes[part].append(Home(layout: layout, memory: place))
        }
        guard let home = homes[whole].first else { return false }
        if whole != y {
            // The whole begins with these parts.
            homes[y].append(Home(layout: try Layout(element, graph.shape(y), .blocked16), memory: home.memory))
        }
        return true
    }

    /// Layouts in one format that most parts lie in already.
    private mutating func commonLayouts(_ node: Node, _ axis: Int) throws -> (parts: [Layout], destination: Layout) {
        let y = node.outputs[0]
        var votes: [Layout.Format: Int] = [:]
        for part in node.inputs { votes[try anyHome(part).layout.format, default: 0] += graph.values[part].type.count }
        var format = votes.max { ($0.value, $1.key == .rowMajor ? 1 : 0) < ($1.value, $0.key == .rowMajor ? 1 : 0) }?.key ?? .rowMajor
        if format == .other || format == .any { format = .rowMajor }
        // Part of a block of channels cannot be copied as it is.
        if axis == 1, format == .blocked16 || format == .blocked8, node.inputs.dropLast().contains(where: { graph.shape($0)[1] % 16 != 0 })
        {
            format = .rowMajor
        }
        let element = resultElement(y)
        return (try node.inputs.map { try Layout(element, graph.shape($0), format) }, try Layout(element, graph.shape(y), format))
    }

    mutating func planReshape(_ node: Node) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        if let found = homes[x].first(where: { $0.layout?.isRowMajor ?? false }), let layout = found.layout,
            let own = try rowMajorLayout(y, layout.element)
        {
            homes[y].append(Home(layout: own, memory: found.memory))
        } else {
            homes[y].append(Home(layout: try rowMajorLayout(y), memory: try rowMajor(x)))
        }
        root[y] = root[x]
        pending[root[x]] += pending[y]
    }

    mutating func planPart(_ node: Node, _ offset: Int) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = homes[x].first { $0.layout?.isRowMajor ?? false }
        let element = found?.layout?.element ?? .float32
        var memory = try found?.memory ?? rowMajor(x)
        memory.offset += offset * element.size
        homes[y].append(Home(layout: try rowMajorLayout(y, element), memory: memory))
        root[y] = root[x]
        pending[root[x]] += pending[y]
    }

    mutating func planTranspose(_ node: Node, _ permutation: [Int]) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try anyHome(x)
        let element = source.layout.element
        let target = try Layout(element, graph.shape(y))
        let memory = try destination(y, target)
        if let view = try? source.layout.transposed(permutation), let primitive = try? Primitive.reorder(from: view, to: target) {
            try append(
                node.name, primitive,
                [binding(ONEDNN_ARGUMENT_SOURCE, view, source.memory), binding(ONEDNN_ARGUMENT_DESTINATION, target, memory)])
        } else {
            let dense = try dense(x, element)
            let view = try Layout(element, graph.shape(x)).transposed(permutation)
            try reorder(node.name, (view, dense), to: target, memory)
        }
        homes[y].append(Home(layout: target, memory: memory))
    }

    mutating func planPlain(_ node: Node, _ call: PlainCall) throws {
        var inputs: [Plan.PlainOperand] = []
        for slot in call.slots {
            inputs.append(.init(type: graph.values[slot.value].type, memory: try rowMajor(slot.value), slot: slot))
        }
        var outputs: [Plan.PlainOperand] = []
        for id in node.outputs {
            let type = graph.values[id].type
            let layout = try rowMajorLayout(id)
            let memory = try layout.map { try destination(id, $0) } ?? plainDestination(id, byteCount: type.byteCount)
            outputs.append(.init(type: type, memory: memory, slot: nil))
            homes[id].append(Home(layout: layout, memory: memory))
        }
        append(node.name, .plain(try arranged(call, node), inputs: inputs, outputs: outputs))
    }
}
