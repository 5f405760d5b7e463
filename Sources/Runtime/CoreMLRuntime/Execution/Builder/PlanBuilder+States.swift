extension PlanBuilder {
    /// Replaces a slice of a state in place. The result shares the state's memory.
    mutating func planStateUpdate(_ node: Node, _ call: PlainCall) throws {
        let y = node.outputs[0]
        guard let state = try call.operand("x").map({ try rowMajor($0) }), state.offset == 0, case .input = buffers[state.buffer].kind
        else { throw RuntimeError.failed("'\(node.name)': what is updated is not a state") }
        let inputs = try call.slots.filter { $0.argument != "x" }.map { slot in
            Plan.PlainOperand(type: graph.values[slot.value].type, memory: try rowMajor(slot.value), slot: slot)
        }
        let output = Plan.PlainOperand(type: graph.values[y].type, memory: state, slot: nil)
        append(node.name, .plain(call, inputs: inputs, outputs: [output]))
        placements[y].append(Placement(layout: try rowMajorLayout(y), memory: state))
    }
}
