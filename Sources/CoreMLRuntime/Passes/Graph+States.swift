/// States of which slices are replaced are updated where they lie, so that nothing else of them is moved.
extension Graph {
    /// Has those of `states` updated where they lie that become nothing but themselves with slices replaced, where nothing reads a former
    /// value after an update and the slices, which a run has to keep, are together no larger than the state. The nodes are in the order in
    /// which they run.
    ///
    /// - Returns: the states that are updated so or not at all. What they become is no output of the graph any more.
    mutating func updateStatesInPlace(_ states: [StateParameter]) -> [StateParameter] {
        guard !states.isEmpty else { return [] }
        let (updates, candidates) = updates(of: states)
        let chosen = readInTime(states, candidates, updates)
        for (index, number) in updates where chosen.contains(number) {
            guard case .plain(var call) = nodes[index].kind else { continue }
            call.definition = StateUpdate.self
            nodes[index].kind = .plain(call)
        }
        let kept = states.indices.filter { chosen.contains($0) }.map { states[$0] }
        let positions = Set(kept.map(\.output))
        outputs = outputs.indices.filter { !positions.contains($0) }.map { outputs[$0] }
        return kept
    }

    /// The nodes that replace slices on the way from states to what they become, each with the number of its state, and the states that
    /// nothing else changes.
    private func updates(of states: [StateParameter]) -> (nodes: [Int: Int], states: Set<Int>) {
        var updates: [Int: Int] = [:]
        // The values that are to lie where a state does.
        var owners: [ValueID: Int] = [:]
        for (number, state) in states.enumerated() where owners[outputs[state.output]] == nil { owners[outputs[state.output]] = number }
        for index in nodes.indices.reversed() {
            guard let former = nodes[index].formerValue, let number = owners[nodes[index].outputs[0]] else { continue }
            if case .plain = nodes[index].kind { updates[index] = number }
            if owners[former] == nil { owners[former] = number }
        }
        return (updates, Set(states.indices.filter { owners[inputs[states[$0].input]] == $0 }))
    }

    /// Those of `candidates` of which every reader runs before the next update, and that are not written more than once over.
    private func readInTime(_ states: [StateParameter], _ candidates: Set<Int>, _ updates: [Int: Int]) -> Set<Int> {
        var result = candidates
        // How often each state was updated so far, with how many elements; and the values that lie in states, with how often those were
        // updated by then.
        var counts = [Int](repeating: 0, count: states.count)
        var written = counts
        var places: [ValueID: (state: Int, count: Int)] = [:]
        for number in candidates { places[inputs[states[number].input]] = (number, 0) }
        for (index, node) in nodes.enumerated() {
            let read = node.operands.compactMap { places[$0] }
            for place in read where place.count < counts[place.state] { result.remove(place.state) }
            if let number = updates[index], candidates.contains(number) {
                // What is written may not be a part of the same state, which it could overwrite before it is read.
                if read.filter({ $0.state == number }).count > 1 { result.remove(number) }
                counts[number] += 1
                if case .plain(let call) = node.kind { written[number] += call.updateCount }
                places[node.outputs[0]] = (number, counts[number])
            } else if node.isAlias {
                places[node.outputs[0]] = places[node.inputs[0]]
            }
        }
        // Outputs are written at the end.
        for (position, value) in outputs.enumerated() {
            guard let place = places[value], place.count < counts[place.state], position != states[place.state].output else { continue }
            result.remove(place.state)
        }
        return result.filter { written[$0] <= values[inputs[states[$0].input]].type.count }
    }
}

extension Node {
    /// The value that would lie where the node's result does, were that made of it in place.
    fileprivate var formerValue: Graph.ValueID? {
        switch kind {
        case .reshape: inputs[0]
        case .plain(let call) where call.call.kind == SliceUpdate.kinds[0]: call.operand("x")
        default: nil
        }
    }

    /// Whether the result lies where the input does.
    var isAlias: Bool {
        switch kind {
        case .reshape, .part: true
        default: false
        }
    }
}

extension PlainCall {
    /// How many elements `slice_update` replaces.
    var updateCount: Int { call.inputs["update"]?.first?.type.count ?? 0 }
}
