import CoreMLSpecification

extension LayerLowering {
    /// The arguments `name`, `name_alpha` and `name_beta` for an activation of a recurrent cell.
    ///
    /// Converters leave out alpha and beta if they have the usual values. Both are then read as zero, and the arguments `name_alpha` and `name_beta`
    /// are left out, too.
    private func cellActivation(_ name: String, _ p: Specification.ActivationParams?) throws -> [String: Argument] {
        func parametric(_ kind: String, _ alpha: Float, _ beta: Float) -> [String: Argument] {
            let given: [String: Argument] = [name + "_alpha": .float(alpha), name + "_beta": .float(beta)]
            return [name: .string(kind)].merging(alpha == 0 && beta == 0 ? [:] : given) { first, _ in first }
        }
        switch p?.nonlinearityType {
        case .linear: return [name: .string("linear")]
        case .relu: return [name: .string("relu")]
        case .sigmoid: return [name: .string("sigmoid")]
        case .tanh: return [name: .string("tanh")]
        case .scaledTanh(let a): return parametric("scaled_tanh", a.alpha, a.beta)
        case .sigmoidHard(let a): return parametric("hard_sigmoid", a.alpha, a.beta)
        default: throw unsupported("an activation that recurrent layers do not have")
        }
    }

    /// The arguments for the activations of `list`. `names` holds their argument names in the same order.
    private func cellActivations(_ list: [Specification.ActivationParams], _ names: [String]) throws -> [String: Argument] {
        try require(names.count <= list.count, "has \(list.count) activations, too few")
        return try zip(names, list).reduce(into: [:]) { $0.merge(try cellActivation($1.0, $1.1)) { first, _ in first } }
    }

    /// The matrices of the gates, stacked one below the other.
    private func stacked(_ gates: [Specification.WeightParams?], rows: Int, columns: Int, _ subject: String) throws -> Tensor {
        let type = TensorType.float32([gates.count * rows, columns])
        return try kept(gates, type, form: "stacked") {
            // `readWeights` compares the sizes with the file before any memory is allocated.
            let matrices = try gates.map { try readWeights($0, [rows, columns], axis: 0, subject) }
            try count(copied: type)
            let result = Tensor(uninitialized: type)
            for (index, matrix) in matrices.enumerated() {
                (result.floatPointer + index * rows * columns).update(from: matrix.floatPointer, count: rows * columns)
            }
            return result
        }
    }

    private func stacked(_ gates: [Specification.WeightParams?], count: Int, _ subject: String) throws -> Tensor {
        try stacked(gates, rows: count, columns: 1, subject).reshaped([gates.count * count])
    }

    /// The input as [S, B, I]: steps, batch, elements of a vector. Throws an error if the vectors do not have `inputs` elements.
    private mutating func vectors(_ blob: Blob, size inputs: Int) throws -> (x: Argument, axes: Blob.Sequence) {
        let (x, axes) = try sequence(blob)
        let shape = try builder.type(of: x).shape
        try require(shape.dropFirst().product() == inputs, "vectors of \(shape.dropFirst().product()) elements instead of \(inputs)")
        return (try reshaped(x, [axes.steps, axes.batch, inputs]), axes)
    }

    /// Sets output `index` of the layer: [S, B, H] becomes a sequence, and [B, H] a state.
    private mutating func setVectors(_ argument: Argument, like blob: Blob, _ index: Int) throws {
        let shape = try builder.type(of: argument).shape
        let (steps, batch, width) = shape.count == 3 ? (shape[0], shape[1], shape[2]) : (1, shape[0], shape[1])
        try setSequence(
            try reshaped(argument, [steps * batch, width, 1, 1]), Blob.Sequence(steps: steps, batch: batch), like: blob, index)
    }

    /// A state that the layer reads, as [B, H].
    private mutating func state(_ index: Int, batch: Int, hidden: Int) throws -> Argument {
        let blob = try input(index)
        let shape = try shape(blob)
        try require(shape.product() == batch * hidden, "a state of shape \(shape) instead of [\(batch), \(hidden)]")
        return try reshaped(blob.argument, [batch, hidden])
    }

    mutating func lowerSimpleRecurrent(_ p: Specification.SimpleRecurrentLayerParams) throws {
        let blob = try input()
        let (inputs, hidden) = (try size(p.inputVectorSize), try size(p.outputVectorSize))
        let (x, axes) = try vectors(blob, size: inputs)
        var arguments: [String: Argument] = [
            "x": x, "weight_ih": .tensor(try weights(p.weightMatrix, [hidden, inputs])),
            "weight_hh": .tensor(try weights(p.recursionMatrix, [hidden, hidden], axis: 0, "recursion weights")),
            "output_sequence": .bool(p.sequenceOutput), "clip": .float(50),
            "direction": .string(p.reverseInput ? "reverse" : "forward"),
        ]
        arguments.merge(try cellActivation("activation", p.activation)) { first, _ in first }
        if p.hasBiasVector { arguments["bias"] = .tensor(try weights(p.biasVector, [hidden], "bias")) }
        if inputCount > 1 { arguments["initial_h"] = try state(1, batch: axes.batch, hidden: hidden) }
        try setRecurrentOutputs(try builder.emit("rnn", name: name, arguments), like: blob)
    }

    private mutating func setRecurrentOutputs(_ results: [Argument], like blob: Blob) throws {
        for (index, result) in results.prefix(layer.output.count).enumerated() { try setVectors(result, like: blob, index) }
    }

    mutating func lowerGatedRecurrentUnit(_ p: Specification.GRULayerParams) throws {
        let blob = try input()
        let (inputs, hidden) = (try size(p.inputVectorSize), try size(p.outputVectorSize))
        let (x, axes) = try vectors(blob, size: inputs)
        let weightGates = [p.resetGateWeightMatrix, p.updateGateWeightMatrix, p.outputGateWeightMatrix]
        let recursionGates = [p.resetGateRecursionMatrix, p.updateGateRecursionMatrix, p.outputGateRecursionMatrix]
        var arguments: [String: Argument] = [
            "x": x, "weight_ih": .tensor(try stacked(weightGates, rows: hidden, columns: inputs, "weights")),
            "weight_hh": .tensor(try stacked(recursionGates, rows: hidden, columns: hidden, "recursion weights")),
            "output_sequence": .bool(p.sequenceOutput), "clip": .float(50),
            "direction": .string(p.reverseInput ? "reverse" : "forward"),
        ]
        arguments.merge(try cellActivations(p.activations, ["recurrent_activation", "activation"])) { first, _ in first }
        if p.hasBiasVectors {
            let gates = [p.resetGateBiasVector, p.updateGateBiasVector, p.outputGateBiasVector]
            arguments["bias"] = .tensor(try stacked(gates, count: hidden, "bias"))
        }
        if inputCount > 1 { arguments["initial_h"] = try state(1, batch: axes.batch, hidden: hidden) }
        try setRecurrentOutputs(try builder.emit("gru", name: name, arguments), like: blob)
    }

    /// The weights of one direction, under argument names that end in `suffix`.
    private func cellWeights(
        _ p: Specification.LSTMWeightParams?, _ params: Specification.LSTMParams, inputs: Int, hidden: Int, suffix: String
    ) throws -> [String: Argument] {
        guard let p else { throw invalid("weights are missing") }
        let weightGates = [p.inputGateWeightMatrix, p.forgetGateWeightMatrix, p.outputGateWeightMatrix, p.blockInputWeightMatrix]
        let recursionGates = [
            p.inputGateRecursionMatrix, p.forgetGateRecursionMatrix, p.outputGateRecursionMatrix, p.blockInputRecursionMatrix,
        ]
        var arguments: [String: Argument] = [
            "weight_ih" + suffix: .tensor(try stacked(weightGates, rows: hidden, columns: inputs, "weights")),
            "weight_hh" + suffix: .tensor(try stacked(recursionGates, rows: hidden, columns: hidden, "recursion weights")),
        ]
        if params.hasBiasVectors || params.forgetBias {
            let bias = Tensor(uninitialized: .float32([4 * hidden]))
            bias.fill(with: 0)
            if params.hasBiasVectors {
                let gates = [p.inputGateBiasVector, p.forgetGateBiasVector, p.outputGateBiasVector, p.blockInputBiasVector]
                bias.copyBytes(of: try stacked(gates, count: hidden, "bias"))
            }
            if params.forgetBias { for index in hidden..<2 * hidden { bias.floats[index] += 1 } }
            arguments["bias" + suffix] = .tensor(bias)
        }
        if params.hasPeepholeVectors {
            let gates = [p.inputGatePeepholeVector, p.forgetGatePeepholeVector, p.outputGatePeepholeVector]
            arguments["peephole" + suffix] = .tensor(try stacked(gates, count: hidden, "peepholes"))
        }
        return arguments
    }

    /// The arguments that LSTM layers with one direction and with two directions share.
    private func cellArguments(
        _ params: Specification.LSTMParams, _ activations: [Specification.ActivationParams]
    ) throws -> [String: Argument] {
        var arguments = try cellActivations(activations, ["recurrent_activation", "cell_activation", "activation"])
        arguments["output_sequence"] = .bool(params.sequenceOutput)
        arguments["clip"] = .float(50)
        arguments["cell_clip"] = .float(params.cellClipThreshold == 0 ? 50 : params.cellClipThreshold)
        arguments["coupled_gates"] = .bool(params.coupledInputAndForgetGate)
        return arguments
    }

    mutating func lowerLongShortTermMemory(_ p: Specification.UniDirectionalLSTMLayerParams) throws {
        let blob = try input()
        let (inputs, hidden) = (try size(p.inputVectorSize), try size(p.outputVectorSize))
        let (x, axes) = try vectors(blob, size: inputs)
        let params = p.params ?? Specification.LSTMParams()
        var arguments = try cellArguments(params, p.activations)
        arguments.merge(try cellWeights(p.weightParams, params, inputs: inputs, hidden: hidden, suffix: "")) { first, _ in first }
        arguments["x"] = x
        arguments["direction"] = .string(p.reverseInput ? "reverse" : "forward")
        if inputCount > 1 { arguments["initial_h"] = try state(1, batch: axes.batch, hidden: hidden) }
        if inputCount > 2 { arguments["initial_c"] = try state(2, batch: axes.batch, hidden: hidden) }
        try setRecurrentOutputs(try builder.emit("lstm", name: name, arguments), like: blob)
    }

    mutating func lowerBidirectionalLongShortTermMemory(_ p: Specification.BiDirectionalLSTMLayerParams) throws {
        let blob = try input()
        let (inputs, hidden) = (try size(p.inputVectorSize), try size(p.outputVectorSize))
        let (x, axes) = try vectors(blob, size: inputs)
        let params = p.params ?? Specification.LSTMParams()
        try require(p.weightParams.count == 2, "has weights for \(p.weightParams.count) directions")
        var arguments = try cellArguments(params, p.activationsForwardLSTM)
        for (weights, suffix) in zip(p.weightParams, ["", "_back"]) {
            arguments.merge(try cellWeights(weights, params, inputs: inputs, hidden: hidden, suffix: suffix)) { first, _ in first }
        }
        arguments["x"] = x
        arguments["direction"] = .string("bidirectional")
        for (state, index) in [("initial_h", 1), ("initial_c", 2)] where inputCount > index + 2 {
            let directions = [
                try self.state(index, batch: axes.batch, hidden: hidden), try self.state(index + 2, batch: axes.batch, hidden: hidden),
            ]
            arguments[state] = try emitted("concat", ["values": .list(directions), "axis": .int(1)])
        }
        let results = try builder.emit("lstm", name: name, arguments)
        try setVectors(results[0], like: blob, 0)
        guard layer.output.count > 1 else { return }
        for (state, index) in [(results[1], 1), (results[2], 2)] {
            let parts = try builder.emit("split", name: name, ["x": state, "num_splits": .int(2), "axis": .int(1)])
            for (part, place) in zip(parts, [index, index + 2]) where place < layer.output.count {
                try setVectors(part, like: blob, place)
            }
        }
    }
}
