extension PlanBuilder {
    /// The call of a recurrent layer with its recurrent matrices prepared, once for all runs. Other calls are returned unchanged.
    func arranged(_ plain: PlainCall, _ node: Node) throws -> PlainCall {
        guard let definition = plain.definition as? any RecurrentOperation.Type else { return plain }
        let measures = try definition.measures(plain.call)
        guard measures.hidden > 0 else { return plain }
        var directions: [[RecurrentMatrix]] = []
        for suffix in ["", "_back"].prefix(measures.directions) {
            guard let tensor = try plain.call.input("weight_hh" + suffix).tensor, tensor.scalar == .float32 else { return plain }
            directions.append(try matrices(of: tensor, definition.recurrentParts, hidden: measures.hidden, node))
        }
        var result = plain
        result.call.recurrentMatrices = directions
        return result
    }

    private func matrices(of tensor: Tensor, _ parts: [Int], hidden: Int, _ node: Node) throws -> [RecurrentMatrix] {
        var first = 0
        return try parts.map { gates in
            let start = first * hidden * hidden
            first += gates
            let layout = try Layout(.float32, RecurrentMatrix.dimensions(gates: gates, hidden: hidden))
            let key = weightKey(node, tensor, nil, form: "states from \(start)")
            let memory = try weights.memory(key, layout: layout, for: awaited) { [weights] memory in
                try weights.withFloats(of: tensor) {
                    RecurrentMatrix.arrange($0.floatPointer + start, gates: gates, hidden: hidden, in: memory)
                }
            }
            return RecurrentMatrix(memory, gates: gates, hidden: hidden)
        }
    }
}
