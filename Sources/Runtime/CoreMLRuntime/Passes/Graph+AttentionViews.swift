import CKernels

/// Lets attention read operands and write results through views. Heads are then split and joined without copies.
extension Graph {
    mutating func readAttentionsThroughViews() {
        guard nodes.contains(where: { if case .attention = $0.kind { true } else { false } }) else { return }
        var producer: [ValueID: Int] = [:]
        var readers: [ValueID: [Int]] = [:]
        for (index, node) in nodes.enumerated() {
            for output in node.outputs { producer[output] = index }
            for operand in node.operands { readers[operand, default: []].append(index) }
        }
        var joined: Set<Int> = []
        for index in nodes.indices {
            guard case .attention(var attention) = nodes[index].kind else { continue }
            if let reader = onlyReader(of: nodes[index].outputs[0], readers), case .transpose(let permutation) = nodes[reader].kind,
                nodes[reader].posts.isEmpty, permutation.last == permutation.count - 1
            {
                let output = nodes[reader].outputs[0]
                let places = permutation.indices.map { permutation.firstIndex(of: $0) ?? $0 }
                attention.result = StridedView(shape(output)).transposed(places)
                nodes[index].outputs = [output]
                producer[output] = index
                joined.insert(reader)
            }
            shareHeads(&nodes[index], &attention, producer)
            let given = nodes[index].inputs
            for operand in 0..<3 {
                let (base, seen) = origin(of: given[operand], producer)
                guard seen.strides.last == 1, let view = seen.reshaped(attention.operands[operand].shape) else { continue }
                nodes[index].inputs[operand] = base
                attention.operands[operand] = view
            }
            var work = attentionWork(nodes[index], attention)
            if kernel_attention_has_few_queries(&work) {
                attention.fitsAMX = false
                readStates(index, &attention, given, producer)
            }
            nodes[index].kind = .attention(attention)
        }
        nodes = nodes.indices.filter { !joined.contains($0) }.map { nodes[$0] }
        removeDeadNodes()
    }

    private func onlyReader(of id: ValueID, _ readers: [ValueID: [Int]]) -> Int? {
        guard let found = readers[id], found.count == 1, !outputs.contains(id) else { return nil }
        return found[0]
    }

    /// Whether the result of the node with this index is always stored in float32. `nil` stands for an input of the graph, which is always in
    /// float32.
    private func isStoredInFloats(_ index: Int?) -> Bool {
        guard let index else { return true }
        if case .plain = nodes[index].kind { return true }
        return false
    }

    /// Lets attention with few queries read keys and values directly from float16 states. The keys and values among `given` must be slices of
    /// such states, and no node before the attention may have updated them.
    private mutating func readStates(_ index: Int, _ attention: inout AttentionNode, _ given: [ValueID], _ producer: [ValueID: Int]) {
        let found = (1...2).compactMap { operand -> (base: ValueID, view: StridedView)? in
            let (base, seen) = origin(of: given[operand], producer, throughSlices: true)
            guard values[base].type.scalar == .float16, !nodes.prefix(index).contains(where: { $0.updatesSlice(of: base) }),
                let view = seen.reshaped(attention.operands[operand].shape), view.strides.last == 1, view.strides.allSatisfy({ $0 >= 0 })
            else { return nil }
            return (base, view)
        }
        guard found.count == 2 else { return }
        for (operand, (base, view)) in zip(1...2, found) {
            nodes[index].inputs[operand] = base
            attention.operands[operand] = view
        }
        attention.hasHalves = true
    }

    /// The float16 state that `id` is a slice of, and the position of the slice in the state.
    private func slicedState(_ id: ValueID, _ producer: [ValueID: Int]) -> (state: ValueID, slice: StridedView)? {
        guard let index = producer[id], case .plain(let plain) = nodes[index].kind, plain.definition is WidenedSlice.Type,
            plain.slots.count == 1, let state = plain.operand("x"),
            let region = try? SliceByIndex.region(plain.call, of: values[state].type)
        else { return nil }
        return (state, StridedView(shape(id), region))
    }

    /// The value that `id` is a view of, and the view itself. With `throughSlices`, the value may be a float16 state.
    private func origin(
        of id: ValueID, _ producer: [ValueID: Int], throughSlices: Bool = false
    ) -> (base: ValueID, view: StridedView) {
        var chain: [Node] = []
        var base = id
        while let index = producer[base], nodes[index].isView {
            chain.append(nodes[index])
            base = nodes[index].inputs[0]
        }
        // If the whole value is stored in float32, the base is only the part that is read. A conversion to another precision then leaves
        // out the rest.
        if isStoredInFloats(producer[base]), let part = chain.firstIndex(where: { $0.isPart }), chain[part...].allSatisfy({ $0.isAlias }) {
            base = chain[part].outputs[0]
            chain.removeSubrange(part...)
        }
        var view = StridedView(shape(base))
        if throughSlices, let (state, slice) = slicedState(base, producer) { (base, view) = (state, slice) }
        for node in chain.reversed() {
            let output = node.outputs[0]
            let next: StridedView? =
                switch node.kind {
                case .transpose(let permutation): view.transposed(permutation)
                case .part(let offset): view.part(from: offset, shape(output))
                case .reshape: view.reshaped(shape(output))
                default: nil
                }
            // If the value is not a view of another value, it is computed, and the view is taken from it.
            if next == nil { base = output }
            view = next ?? StridedView(shape(output))
        }
        // Layouts have at most `Layout.maximumRank` dimensions.
        return shape(base).count > Layout.maximumRank ? (id, StridedView(shape(id))) : (base, view)
    }
}

extension Node {
    /// Whether the node's output has only elements of its input.
    fileprivate var isView: Bool {
        guard posts.isEmpty else { return false }
        switch kind {
        case .transpose, .part, .reshape: return true
        default: return false
        }
    }

    /// Whether the node replaces a slice of `value`.
    fileprivate func updatesSlice(of value: Graph.ValueID) -> Bool {
        guard case .plain(let plain) = kind, plain.definition is SliceUpdate.Type else { return false }
        return plain.operand("x") == value
    }

    fileprivate var isPart: Bool { if case .part = kind { true } else { false } }
}
