import COneDNN

/// Attention reads its operands where they lie and writes its result to where it is wanted: heads are split off and joined without moving them.
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
            for operand in 0..<3 {
                let (base, view) = origin(of: nodes[index].inputs[operand], producer)
                guard view.strides.last == 1 else { continue }
                nodes[index].inputs[operand] = base
                attention.operands[operand] = view
            }
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
            nodes[index].kind = .attention(attention)
        }
        nodes = nodes.indices.filter { !joined.contains($0) }.map { nodes[$0] }
        removeDeadNodes()
    }

    private func onlyReader(of id: ValueID, _ readers: [ValueID: [Int]]) -> Int? {
        guard let found = readers[id], found.count == 1, !outputs.contains(id) else { return nil }
        return found[0]
    }

    /// Whether what the node of that number makes is float32 whoever reads it, as inputs are, which no node makes.
    private func isStoredInFloats(_ index: Int?) -> Bool {
        guard let index else { return true }
        if case .plain = nodes[index].kind { return true }
        return false
    }

    /// The value of which `id` is a view, and how.
    private func origin(of id: ValueID, _ producer: [ValueID: Int]) -> (base: ValueID, view: StridedView) {
        var chain: [Node] = []
        var base = id
        while let index = producer[base], nodes[index].isView {
            chain.append(nodes[index])
            base = nodes[index].inputs[0]
        }
        // A part of numbers that no kernel stores in another precision is converted, where it has to be, without the others.
        if isStoredInFloats(producer[base]), let part = chain.firstIndex(where: { $0.isPart }), chain[part...].allSatisfy({ $0.isAlias }) {
            base = chain[part].outputs[0]
            chain.removeSubrange(part...)
        }
        var view = StridedView(shape(base))
        for node in chain.reversed() {
            let output = node.outputs[0]
            let next: StridedView? =
                switch node.kind {
                case .transpose(let permutation): view.transposed(permutation)
                case .part(let offset): view.part(from: offset, shape(output))
                case .reshape: view.reshaped(shape(output))
                default: nil
                }
            // What cannot be seen through is computed, and seen from there.
            if next == nil { base = output }
            view = next ?? StridedView(shape(output))
        }
        // There are no layouts of more dimensions.
        return shape(base).count > Int(ONEDNN_MAXIMUM_RANK) ? (id, StridedView(shape(id))) : (base, view)
    }
}

extension Node {
    /// Whether its output has elements of its input, and no others.
    fileprivate var isView: Bool {
        guard posts.isEmpty else { return false }
        switch kind {
        case .transpose, .part, .reshape: return true
        default: return false
        }
    }

    fileprivate var isPart: Bool { if case .part = kind { true } else { false } }
}
