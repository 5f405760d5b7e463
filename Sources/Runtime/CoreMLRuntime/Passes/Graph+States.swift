/// Updates a state in place if only slices of it are replaced. The other elements are then not copied.
extension Graph {
    /// Updates states in place if that is safe. A state qualifies if only slices of it are replaced, and if no node reads an earlier value
    /// after an update. A run keeps the replaced slices, so together they must not be larger than the state. The nodes are in the order in
    /// which they run.
    ///
    /// - Returns: the states that are updated in place, including those that are never updated. The graph has no outputs for their new
    ///   values.
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

    /// Finds the states whose new values result only from replacing slices. Also finds the nodes that replace the slices, each with the
    /// index of the state.
    private func updates(of states: [StateParameter]) -> (nodes: [Int: Int], states: Set<Int>) {
        var updates: [Int: Int] = [:]
        // The values that are to be stored in a state's memory, each with the index of the state.
        var owners: [ValueID: Int] = [:]
        for (number, state) in states.enumerated() where owners[outputs[state.output]] == nil { owners[outputs[state.output]] = number }
        for index in nodes.indices.reversed() {
            guard let former = nodes[index].formerValue, let number = owners[nodes[index].outputs[0]] else { continue }
            if case .plain = nodes[index].kind { updates[index] = number }
            if owners[former] == nil { owners[former] = number }
        }
        return (updates, Set(states.indices.filter { owners[inputs[states[$0].input]] == $0 }))
    }

    /// The states of `candidates` that can be updated in place. Every node that reads a value of a state must run before the next update of
    /// the state. All updates of a state together must not write more elements than the state has.
    private func readInTime(_ states: [StateParameter], _ candidates: Set<Int>, _ updates: [Int: Int]) -> Set<Int> {
        var result = candidates
        // `counts` has the number of updates of each state so far, and `written` the number of updated elements. `places` has the values
        // that lie in states, each with the number of updates before it.
        var counts = [Int](repeating: 0, count: states.count)
        var written = counts
        var places: [ValueID: (state: Int, count: Int)] = [:]
        for number in candidates { places[inputs[states[number].input]] = (number, 0) }
        for (index, node) in nodes.enumerated() {
            let read = node.operands.compactMap { places[$0] }
            for place in read where place.count < counts[place.state] { result.remove(place.state) }
            if let number = updates[index], candidates.contains(number) {
                // The update must not be a part of the same state, because writing could change it before it is read.
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
    /// The value whose memory the node's result would share if it were updated in place.
    fileprivate var formerValue: Graph.ValueID? {
        switch kind {
        case .reshape: inputs[0]
        case .plain(let call) where call.call.kind == SliceUpdate.kinds[0]: call.operand("x")
        default: nil
        }
    }

    /// Whether the result shares the memory of the input.
    var isAlias: Bool {
        switch kind {
        case .reshape, .part: true
        default: false
        }
    }
}

extension PlainCall {
    /// The number of elements that `slice_update` replaces.
    var updateCount: Int { call.inputs["update"]?.first?.type.count ?? 0 }
}
