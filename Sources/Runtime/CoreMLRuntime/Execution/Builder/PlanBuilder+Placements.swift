import COneDNN

/// The places of values in memory.
extension PlanBuilder {
    /// Dense row-major float32, or `nil` if oneDNN has no such tensor.
    func rowMajorLayout(_ id: ValueID, _ element: Layout.Element = .float32) throws -> Layout? {
        let type = graph.values[id].type
        guard type.scalar == .float32, type.rank <= Layout.maximumRank, type.count > 0 else { return nil }
        return try Layout(element, type.shape)
    }

    /// The memory for a new value in `layout`: its slot in a concatenation, the caller's memory, or the arena.
    mutating func destination(_ id: ValueID, _ layout: Layout) throws -> Memory {
        if let slot = slots[id], layout.format == family, let whole = try wholeMemory(slot, layout.element) { return whole }
        if let output = outputBuffers[id], layout.element == .float32, layout.isRowMajor { return Memory(buffer: output) }
        return newBuffer(byteCount: layout.byteCount)
    }

    /// The memory for a value for which oneDNN has no layout.
    mutating func plainDestination(_ id: ValueID, byteCount: Int) -> Memory {
        outputBuffers[id].map { Memory(buffer: $0) } ?? newBuffer(byteCount: byteCount)
    }

    /// The memory of a part of a concatenation, within the memory of the whole; `nil` if the whole has another precision.
    private mutating func wholeMemory(_ slot: Slot, _ element: Layout.Element) throws -> Memory? {
        guard element == resultElement(slot.whole) else { return nil }
        var memory: Memory
        if let placement = placements[slot.whole].first {
            memory = placement.memory
        } else {
            let layout = try Layout(element, graph.shape(slot.whole), family)
            memory = try destination(slot.whole, layout)
            shared.insert(memory.buffer)
            placements[slot.whole].append(Placement(layout: layout, memory: memory))
        }
        memory.offset += slot.channel * graph.shape(slot.whole).dropFirst(2).product() * element.size
        return memory
    }

    /// The value in exactly `layout`. It is re-ordered if necessary.
    mutating func placement(_ id: ValueID, _ layout: Layout) throws -> Memory {
        if let found = placements[id].first(where: { $0.layout?.matches(layout) ?? false }) { return found.memory }
        if let tensor = graph.values[id].constant, let own = try rowMajorLayout(id) {
            // Once, before the plan runs.
            let memory = ConstantMemory(byteCount: layout.byteCount)
            try weights.prepare(tensor, scale: nil, from: own, to: layout, memory)
            placements[id].append(Placement(layout: layout, memory: constant(memory)))
            return placements[id][placements[id].count - 1].memory
        }
        let source = try anyPlacement(id)
        let memory = try destination(id, layout)
        try reorder(graph.values[id].name, source, to: layout, memory)
        placements[id].append(Placement(layout: layout, memory: memory))
        return memory
    }

    mutating func reorder(_ name: String, _ source: (layout: Layout, memory: Memory), to layout: Layout, _ memory: Memory) throws {
        let primitive = try Primitive.reorder(from: source.layout, to: layout)
        try append(
            "\(name) re-ordered", .reordering, primitive,
            [binding(ONEDNN_ARGUMENT_SOURCE, source.layout, source.memory), binding(ONEDNN_ARGUMENT_DESTINATION, layout, memory)])
    }

    /// The layout that ``anyPlacement(_:)`` would find; `nil` for a value without a place.
    func presentLayout(_ id: ValueID) throws -> Layout? {
        if placements[id].isEmpty, graph.values[id].constant != nil { return try rowMajorLayout(id) }
        let layouts = placements[id].compactMap(\.layout)
        return layouts.first { $0.element == .float32 } ?? layouts.first
    }

    /// The first placement in row-major order, if its elements are floats.
    func rowMajorFloats(_ id: ValueID) -> (element: Layout.Element, memory: Memory)? {
        guard let found = placements[id].first(where: { $0.layout?.isRowMajor ?? false }), let element = found.layout?.element,
            element == .float32 || element == .bfloat16
        else { return nil }
        return (element, found.memory)
    }

    /// The value in dense row-major order with elements of type `element`. It is re-ordered if necessary.
    mutating func dense(_ id: ValueID, _ element: Layout.Element) throws -> Memory {
        if let found = placements[id].first(where: { $0.layout.map { $0.element == element && $0.isRowMajor } ?? false }) {
            return found.memory
        }
        return try placement(id, try Layout(element, graph.shape(id)))
    }

    /// A placement of a float value. If there are several, one in float32 is preferred.
    mutating func anyPlacement(_ id: ValueID) throws -> (layout: Layout, memory: Memory) {
        if placements[id].isEmpty, let tensor = graph.values[id].constant {
            placements[id].append(Placement(layout: try rowMajorLayout(id), memory: constant(ConstantMemory(tensor))))
        }
        let candidates = placements[id].compactMap { placement in placement.layout.map { (layout: $0, memory: placement.memory) } }
        guard let best = candidates.first(where: { $0.layout.element == .float32 }) ?? candidates.first else {
            throw RuntimeError.failed("the value '\(graph.values[id].name)' has no place")
        }
        return best
    }

    /// The value in dense row-major order in its own scalar type.
    mutating func rowMajor(_ id: ValueID) throws -> Memory {
        if placements[id].isEmpty, let tensor = graph.values[id].constant {
            placements[id].append(Placement(layout: try rowMajorLayout(id), memory: constant(ConstantMemory(tensor))))
        }
        if let found = placements[id].first(where: { $0.layout.map { $0.element == .float32 && $0.isRowMajor } ?? true }) {
            return found.memory
        }
        guard let layout = try rowMajorLayout(id) else {
            throw RuntimeError.failed("the value '\(graph.values[id].name)' has no row-major form")
        }
        return try placement(id, layout)
    }

    /// Whether the last reader of `id` may store its result in `memory`, where `id` lies.
    func mayOverwrite(_ id: ValueID, at memory: Memory) -> Bool {
        guard case .arena = buffers[memory.buffer].kind else { return false }
        return pending[root[id]] == 1 && !shared.contains(memory.buffer) && graph.values[id].constant == nil
    }
}
