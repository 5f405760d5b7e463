/// Replaces a slice of a state in place. The result shares the state's memory.
enum StateUpdateInPlace: KernelCandidate {
    static let name = KernelName.stateUpdate

    static func canPlan(_ node: Node, _ call: PlainCall, in builder: PlanBuilder) -> Bool { call.definition is StateUpdate.Type }

    static func plan(_ node: Node, _ call: PlainCall, in builder: inout PlanBuilder) throws {
        let y = node.outputs[0]
        guard let state = try call.operand("x").map({ try builder.rowMajor($0) }), state.offset == 0,
            case .input = builder.buffers[state.buffer].kind
        else { throw RuntimeError.failed("'\(node.name)': what is updated is not a state") }
        let inputs = try call.slots.filter { $0.argument != "x" }.map { slot in
            Plan.PlainOperand(type: builder.graph.values[slot.value].type, memory: try builder.rowMajor(slot.value), slot: slot)
        }
        let output = Plan.PlainOperand(type: builder.graph.values[y].type, memory: state, slot: nil)
        builder.append(node.name, name, .plain(call, inputs: inputs, outputs: [output]))
        builder.placements[y].append(.init(layout: try builder.rowMajorLayout(y), memory: state))
    }
}
