extension CellActivation {
    /// The derivative of the activation at the point at which its value is `y`.
    func derivative(_ y: Float) -> Float {
        switch self {
        case .linear: 1
        case .relu: y > 0 ? 1 : 0
        case .sigmoid: y * (1 - y)
        case .tanh: 1 - y * y
        case .hardSigmoid(let alpha, _): y > 0 && y < 1 ? alpha : 0
        case .scaledTanh(let alpha, let beta): alpha == 0 ? 0 : beta * (alpha - y * y / alpha)
        }
    }
}

/// A direction of a recurrent layer over a whole batch: the weights, and the order of the steps.
struct RecurrentDirection {
    let measures: RecurrentMeasures
    let gates: Int
    /// The number of the direction: 0 for the first, 1 for the second of two.
    let index: Int
    let suffix: String
    let input: UnsafePointer<Float>
    let recurrent: UnsafePointer<Float>
    let bias: UnsafePointer<Float>?
    let recurrentBias: UnsafePointer<Float>?

    init(_ call: OperationCall, _ measures: RecurrentMeasures, gates: Int, index: Int) throws {
        self.measures = measures
        self.gates = gates
        self.index = index
        suffix = index == 1 ? "_back" : ""
        input = try call.floats("weight_ih" + suffix)
        recurrent = try call.floats("weight_hh" + suffix)
        bias = call.has("bias" + suffix) ? try call.floats("bias" + suffix) : nil
        recurrentBias = call.has("bias_hh" + suffix) ? try call.floats("bias_hh" + suffix) : nil
    }

    var width: Int { measures.hidden * measures.directions }
    var isBackward: Bool { measures.reverses || index == 1 }

    /// The positions in the sequence, in the order of the steps.
    var positions: [Int] { isBackward ? Array((0..<measures.steps).reversed()) : Array(0..<measures.steps) }

    /// The products of the gates' matrices with the inputs, plus biases: [positions, batch, gates · hidden]. Without `positions`, all
    /// positions are used.
    func projections(_ x: UnsafePointer<Float>, at positions: Range<Int>? = nil) throws -> [Float] {
        let positions = positions ?? 0..<measures.steps
        let rows = positions.count * measures.batch
        let columns = gates * measures.hidden
        var result = [Float](repeating: 0, count: rows * columns)
        try result.withUnsafeMutableBufferPointer { buffer in
            guard let target = buffer.baseAddress else { return }
            if let bias { for row in 0..<rows { (target + row * columns).update(from: bias, count: columns) } }
            try Matrices.multiply(
                x + positions.lowerBound * measures.batch * measures.inputs, input, transposingB: true, into: target, rows, columns,
                measures.inputs, beta: bias == nil ? 0 : 1)
        }
        return result
    }

    /// The first state [batch, hidden] of this direction.
    func initialState(_ call: OperationCall, _ argument: String) throws -> [Float] {
        var state = [Float](repeating: 0, count: measures.batch * measures.hidden)
        guard call.has(argument) else { return state }
        let source = try call.floats(argument)
        for row in 0..<measures.batch {
            for column in 0..<measures.hidden {
                state[row * measures.hidden + column] = source[row * width + index * measures.hidden + column]
            }
        }
        return state
    }

    /// Writes [batch, hidden] to this direction's columns of `target`. The rows of `target` have `width` numbers.
    func store(_ state: [Float], _ target: UnsafeMutablePointer<Float>) {
        for row in 0..<measures.batch {
            for column in 0..<measures.hidden {
                target[row * width + index * measures.hidden + column] = state[row * measures.hidden + column]
            }
        }
    }

    /// Writes the outputs of a run through the sequence. Each of `states` is [steps, batch, hidden]. The layer returns all steps of the first of
    /// `states`, and the last step of each of them.
    func store(_ states: [[Float]], _ outputs: [Tensor]) {
        guard let last = positions.last else { return }
        let size = measures.batch * measures.hidden
        func slice(_ values: [Float], _ position: Int) -> [Float] { Array(values[position * size..<(position + 1) * size]) }
        for position in measures.outputsSequence ? positions : [last] {
            store(slice(states[0], position), outputs[0].floatPointer + outputRow(position) * measures.batch * width)
        }
        for (state, output) in zip(states, outputs.dropFirst()) { store(slice(state, last), output.floatPointer) }
    }

    /// Adds this direction's columns of `source` to `state`. Does nothing if `source` is `nil`.
    func add(_ source: UnsafePointer<Float>?, to state: inout [Float]) {
        guard let source else { return }
        for row in 0..<measures.batch {
            for column in 0..<measures.hidden {
                state[row * measures.hidden + column] += source[row * width + index * measures.hidden + column]
            }
        }
    }

    /// The gradient of the output for the step at `position`; `nil` if there is no such output.
    func outputGradient(_ pass: BackwardPass, at position: Int, isLast: Bool) -> UnsafePointer<Float>? {
        guard let gradient = pass.outputGradients[0], measures.outputsSequence || isLast else { return nil }
        return UnsafePointer(gradient.floatPointer + outputRow(position) * measures.batch * width)
    }

    /// The row of the output for the step at `position`. A layer with a single, reversed direction returns its outputs in the order of
    /// reading.
    func outputRow(_ position: Int) -> Int {
        guard measures.outputsSequence else { return 0 }
        return measures.reverses ? measures.steps - 1 - position : position
    }

    /// Computes the gradients of the input, the weights and the bias. `gateGradients` are the gradients of the gates before activation:
    /// [steps, batch, gates · hidden].
    func finish(_ pass: BackwardPass, _ gateGradients: [Float]) throws {
        let rows = measures.steps * measures.batch
        let columns = gates * measures.hidden
        let x = try pass.floats("x")
        if let target = pass.gradient("x") {
            try Matrices.multiply(
                gateGradients, input, into: target.floatPointer, rows, measures.inputs, columns, beta: index == 1 ? 1 : 0)
        }
        if let target = pass.gradient("weight_ih" + suffix) {
            try Matrices.multiply(gateGradients, transposingA: true, x, into: target.floatPointer, columns, measures.inputs, rows)
        }
        if let target = pass.gradient("bias" + suffix) {
            target.clear()
            Matrices.addColumnSums(gateGradients, rows, columns, to: target.floatPointer)
        }
    }
}

extension RecurrentOperation where Self: DifferentiableOperation {
    static var differentiable: [String] {
        ["x"] + states + ["", "_back"].flatMap { suffix in ["weight_ih", "weight_hh", "bias", "bias_hh"].map { $0 + suffix } }
    }

    /// The directions of a call.
    static func directions(_ call: OperationCall) throws -> [RecurrentDirection] {
        for argument in ["peephole", "clip"] where call.has(argument) && (argument != "clip" || call.hasFiniteFloat(argument)) {
            throw call.unsupported("there is no gradient with '\(argument)'")
        }
        if try call.bool("coupled_gates", default: false) { throw call.unsupported("there is no gradient with coupled gates") }
        let measures = try measures(call)
        return try (0..<measures.directions).map { try RecurrentDirection(call, measures, gates: gates, index: $0) }
    }
}

extension OperationCall {
    fileprivate func hasFiniteFloat(_ argument: String) -> Bool { ((try? float(argument)) ?? .infinity).isFinite }
}
