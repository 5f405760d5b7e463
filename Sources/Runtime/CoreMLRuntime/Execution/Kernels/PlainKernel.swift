/// The plain kernel of an operation, over dense row-major values.
enum PlainKernel: KernelCandidate {
    static let name = KernelName.plain

    static func plan(_ node: Node, _ call: PlainCall, in builder: inout PlanBuilder) throws {
        var inputs: [Plan.PlainOperand] = []
        for slot in call.slots {
            inputs.append(.init(type: builder.graph.values[slot.value].type, memory: try builder.rowMajor(slot.value), slot: slot))
        }
        var outputs: [Plan.PlainOperand] = []
        for id in node.outputs {
            let type = builder.graph.values[id].type
            let layout = try builder.rowMajorLayout(id)
            let memory = try layout.map { try builder.destination(id, $0) } ?? builder.plainDestination(id, byteCount: type.byteCount)
            outputs.append(.init(type: type, memory: memory, slot: nil))
            builder.placements[id].append(.init(layout: layout, memory: memory))
        }
        builder.append(node.name, name, .plain(try arranged(call, node, builder), inputs: inputs, outputs: outputs))
    }

    /// The call of a recurrent layer with its recurrent matrices prepared, once for all runs. Other calls are returned unchanged.
    private static func arranged(_ plain: PlainCall, _ node: Node, _ builder: PlanBuilder) throws -> PlainCall {
        guard let definition = plain.definition as? any RecurrentOperation.Type else { return plain }
        let measures = try definition.measures(plain.call)
        guard measures.hidden > 0 else { return plain }
        var directions: [[RecurrentMatrix]] = []
        for suffix in ["", "_back"].prefix(measures.directions) {
            guard let tensor = try plain.call.input("weight_hh" + suffix).tensor, tensor.scalar == .float32 else { return plain }
            directions.append(try matrices(of: tensor, definition.recurrentParts, hidden: measures.hidden, node, builder))
        }
        var result = plain
        result.call.recurrentMatrices = directions
        return result
    }

    private static func matrices(
        of tensor: Tensor, _ parts: [Int], hidden: Int, _ node: Node, _ builder: PlanBuilder
    ) throws -> [RecurrentMatrix] {
        var first = 0
        return try parts.map { gates in
            let start = first * hidden * hidden
            first += gates
            let layout = try Layout(.float32, RecurrentMatrix.dimensions(gates: gates, hidden: hidden))
            let key = builder.weightKey(node, tensor, nil, form: "states from \(start)")
            let memory = try builder.weights.memory(key, layout: layout, for: builder.awaited) { [weights = builder.weights] memory in
                try weights.withFloats(of: tensor) {
                    RecurrentMatrix.arrange($0.floatPointer + start, gates: gates, hidden: hidden, in: memory)
                }
            }
            return RecurrentMatrix(memory, gates: gates, hidden: hidden)
        }
    }
}
