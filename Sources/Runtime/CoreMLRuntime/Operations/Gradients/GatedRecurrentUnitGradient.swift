/// The run of one direction of a gated recurrent unit through a sequence. Holds everything that the gradient needs.
private struct GatedRun {
    let direction: RecurrentDirection
    let activation: (gate: CellActivation, output: CellActivation)
    let resetsAfter: Bool
    let firstState: [Float]
    /// The gates after activation, in the order reset, update, output; [steps, batch, 3 · hidden].
    var gates: [Float]
    /// With `reset_after`, the products that the reset gate multiplies; [steps, batch, hidden].
    var products: [Float]
    var states: [Float]

    init(_ call: OperationCall, _ direction: RecurrentDirection) throws {
        self.direction = direction
        let m = direction.measures
        activation = (
            try CellActivation(call, "recurrent_activation", default: .sigmoid), try CellActivation(call, "activation", default: .tanh)
        )
        resetsAfter = try call.bool("reset_after", default: false)
        firstState = try direction.initialState(call, "initial_h")
        gates = try direction.projections(try call.floats("x"))
        products = [Float](repeating: 0, count: m.steps * m.batch * m.hidden)
        states = products
        var state = firstState
        for position in direction.positions { try step(position, &state) }
    }

    private mutating func step(_ position: Int, _ state: inout [Float]) throws {
        let m = direction.measures
        let (h, columns, start) = (m.hidden, 3 * m.hidden, position * m.batch * m.hidden)
        // The products of the state with the recurrent matrices of the first two gates. The product of the output gate follows below.
        var recurrent = [Float](repeating: 0, count: m.batch * 2 * h)
        try Matrices.multiply(state, direction.recurrent, transposingB: true, into: &recurrent, m.batch, 2 * h, h)
        for row in 0..<m.batch {
            let line = position * m.batch * columns + row * columns
            for index in 0..<2 * h { gates[line + index] += recurrent[row * 2 * h + index] + (direction.recurrentBias?[index] ?? 0) }
            gates.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { activation.gate.apply(base + line, 2 * h) } }
        }
        var factor = state
        if !resetsAfter {
            for row in 0..<m.batch {
                for index in 0..<h { factor[row * h + index] *= gates[(position * m.batch + row) * columns + index] }
            }
        }
        var product = [Float](repeating: 0, count: m.batch * h)
        try Matrices.multiply(factor, direction.recurrent + 2 * h * h, transposingB: true, into: &product, m.batch, h, h)
        for row in 0..<m.batch {
            let line = (position * m.batch + row) * columns
            for index in 0..<h {
                let value = product[row * h + index] + (direction.recurrentBias?[2 * h + index] ?? 0)
                products[start + row * h + index] = value
                gates[line + 2 * h + index] += resetsAfter ? gates[line + index] * value : value
            }
            gates.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { activation.output.apply(base + line + 2 * h, h) } }
            for index in 0..<h {
                let update = gates[line + h + index]
                state[row * h + index] = (1 - update) * gates[line + 2 * h + index] + update * state[row * h + index]
                states[start + row * h + index] = state[row * h + index]
            }
        }
    }

    func store(_ outputs: [Tensor]) { direction.store([states], outputs) }

    func backward(_ pass: BackwardPass) throws {
        let m = direction.measures
        let (h, columns, size) = (m.hidden, 3 * m.hidden, m.batch * m.hidden)
        var gateGradients = [Float](repeating: 0, count: m.steps * m.batch * columns)
        let recurrentGradient = pass.gradient("weight_hh" + direction.suffix)
        let biasGradient = pass.gradient("bias_hh" + direction.suffix)
        recurrentGradient?.clear()
        biasGradient?.clear()
        var dState = [Float](repeating: 0, count: size)
        direction.add(pass.outputGradients[1].map { UnsafePointer($0.floatPointer) }, to: &dState)
        let positions = direction.positions
        for (number, position) in positions.enumerated().reversed() {
            direction.add(direction.outputGradient(pass, at: position, isLast: number == positions.count - 1), to: &dState)
            let previous = number > 0 ? Array(states[positions[number - 1] * size..<(positions[number - 1] + 1) * size]) : firstState
            // The gradient of the output gate's recurrent product, the factor of that product, and the gradient that is passed on to the
            // previous state.
            var (products, factor, passed) = (dState, previous, dState)
            for row in 0..<m.batch {
                let line = (position * m.batch + row) * columns
                for index in 0..<h {
                    let unit = row * h + index
                    let (reset, update, output) = (gates[line + index], gates[line + h + index], gates[line + 2 * h + index])
                    let d = dState[unit]
                    let outputGradient = d * (1 - update) * activation.output.derivative(output)
                    gateGradients[line + 2 * h + index] = outputGradient
                    gateGradients[line + h + index] = d * (previous[unit] - output) * activation.gate.derivative(update)
                    passed[unit] = d * update
                    products[unit] = resetsAfter ? outputGradient * reset : outputGradient
                    if !resetsAfter { factor[unit] *= reset }
                }
            }
            var dFactor = [Float](repeating: 0, count: size)
            try Matrices.multiply(products, direction.recurrent + 2 * h * h, into: &dFactor, m.batch, h, h)
            for row in 0..<m.batch {
                let line = (position * m.batch + row) * columns
                for index in 0..<h {
                    let (unit, reset) = (row * h + index, gates[line + index])
                    let resetGradient =
                        resetsAfter
                        ? gateGradients[line + 2 * h + index] * self.products[position * size + unit] : dFactor[unit] * previous[unit]
                    gateGradients[line + index] = resetGradient * activation.gate.derivative(reset)
                    passed[unit] += resetsAfter ? dFactor[unit] : dFactor[unit] * reset
                }
            }
            try gateGradients.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                let lines = base + position * m.batch * columns
                try Matrices.multiply(
                    lines, direction.recurrent, into: &passed, m.batch, h, 2 * h, beta: 1, strides: (columns, nil, nil))
                if let target = recurrentGradient?.floatPointer {
                    try Matrices.multiply(
                        lines, transposingA: true, previous, into: target, 2 * h, h, m.batch, beta: 1, strides: (columns, nil, nil))
                    try Matrices.multiply(products, transposingA: true, factor, into: target + 2 * h * h, h, h, m.batch, beta: 1)
                }
                if let target = biasGradient?.floatPointer {
                    for row in 0..<m.batch { for index in 0..<2 * h { target[index] += lines[row * columns + index] } }
                    Matrices.addColumnSums(products, m.batch, h, to: target + 2 * h)
                }
            }
            dState = passed
        }
        if let target = pass.gradient("initial_h") { direction.store(dState, target.floatPointer) }
        try direction.finish(pass, gateGradients)
    }
}

extension GatedRecurrentUnit: DifferentiableOperation {
    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws {
        for direction in try directions(call) { try GatedRun(call, direction).store(outputs) }
    }

    static func backward(_ pass: BackwardPass) throws {
        for direction in try directions(pass.call) { try GatedRun(pass.call, direction).backward(pass) }
    }
}
