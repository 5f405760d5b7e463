/// The run of one direction of a long short-term memory through a sequence. Holds everything that the gradient needs. Lists of [steps,
/// batch, …] are in the order of positions in the sequence.
private struct MemoryRun {
    let direction: RecurrentDirection
    let activation: (gate: CellActivation, cell: CellActivation, output: CellActivation)
    let cellLimit: Float
    let firstState: [Float]
    let firstCell: [Float]
    /// The gates after activation: input, forget, output, cell.
    var gates: [Float]
    var cells: [Float]
    var states: [Float]

    init(_ call: OperationCall, _ direction: RecurrentDirection) throws {
        self.direction = direction
        let m = direction.measures
        activation = (
            try CellActivation(call, "recurrent_activation", default: .sigmoid),
            try CellActivation(call, "cell_activation", default: .tanh), try CellActivation(call, "activation", default: .tanh)
        )
        cellLimit = try call.float("cell_clip", default: .infinity)
        firstState = try direction.initialState(call, "initial_h")
        firstCell = try direction.initialState(call, "initial_c")
        gates = try direction.projections(try call.floats("x"))
        cells = [Float](repeating: 0, count: m.steps * m.batch * m.hidden)
        states = cells
        var (state, cell) = (firstState, firstCell)
        for position in direction.positions { try step(position, &state, &cell) }
    }

    private mutating func step(_ position: Int, _ state: inout [Float], _ cell: inout [Float]) throws {
        let m = direction.measures
        let (h, columns) = (m.hidden, 4 * m.hidden)
        try gates.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let lines = base + position * m.batch * columns
            try Matrices.multiply(state, direction.recurrent, transposingB: true, into: lines, m.batch, columns, h, beta: 1)
            for row in 0..<m.batch {
                let line = lines + row * columns
                activation.gate.apply(line, 3 * h)
                activation.cell.apply(line + 3 * h, h)
                for index in 0..<h {
                    let value = line[h + index] * cell[row * h + index] + line[index] * line[3 * h + index]
                    cell[row * h + index] = min(max(value, -cellLimit), cellLimit)
                }
            }
            state = cell
            state.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { activation.output.apply(base, $0.count) } }
            for row in 0..<m.batch {
                for index in 0..<h { state[row * h + index] *= lines[row * columns + 2 * h + index] }
            }
        }
        let start = position * m.batch * h
        for index in state.indices {
            cells[start + index] = cell[index]
            states[start + index] = state[index]
        }
    }

    func store(_ outputs: [Tensor]) { direction.store([states, cells], outputs) }

    /// Computes the gradients, backward in time.
    func backward(_ pass: BackwardPass) throws {
        let m = direction.measures
        let (h, columns, size) = (m.hidden, 4 * m.hidden, m.batch * m.hidden)
        var gateGradients = [Float](repeating: 0, count: m.steps * m.batch * columns)
        let recurrentGradient = pass.gradient("weight_hh" + direction.suffix)
        recurrentGradient?.clear()
        var (dState, dCell) = ([Float](repeating: 0, count: size), [Float](repeating: 0, count: size))
        direction.add(pass.outputGradients[1].map { UnsafePointer($0.floatPointer) }, to: &dState)
        direction.add(pass.outputGradients[2].map { UnsafePointer($0.floatPointer) }, to: &dCell)
        let positions = direction.positions
        for (number, position) in positions.enumerated().reversed() {
            direction.add(direction.outputGradient(pass, at: position, isLast: number == positions.count - 1), to: &dState)
            let before = number > 0 ? positions[number - 1] * size : nil
            for row in 0..<m.batch {
                let line = (position * m.batch + row) * columns
                for index in 0..<h {
                    let (place, unit) = (position * size + row * h + index, row * h + index)
                    let (input, forget, output, candidate) = (
                        gates[line + index], gates[line + h + index], gates[line + 2 * h + index], gates[line + 3 * h + index]
                    )
                    var activated = cells[place]
                    activation.output.apply(&activated, 1)
                    let isFree = abs(cells[place]) < cellLimit
                    let cellGradient = isFree ? dCell[unit] + dState[unit] * output * activation.output.derivative(activated) : 0
                    let previous = before.map { cells[$0 + unit] } ?? firstCell[unit]
                    gateGradients[line + index] = cellGradient * candidate * activation.gate.derivative(input)
                    gateGradients[line + h + index] = cellGradient * previous * activation.gate.derivative(forget)
                    gateGradients[line + 2 * h + index] = dState[unit] * activated * activation.gate.derivative(output)
                    gateGradients[line + 3 * h + index] = cellGradient * input * activation.cell.derivative(candidate)
                    dCell[unit] = cellGradient * forget
                }
            }
            try gateGradients.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                let lines = base + position * m.batch * columns
                try Matrices.multiply(lines, direction.recurrent, into: &dState, m.batch, h, columns)
                guard let target = recurrentGradient else { return }
                let previous = before.map { Array(states[$0..<$0 + size]) } ?? firstState
                try Matrices.multiply(lines, transposingA: true, previous, into: target.floatPointer, columns, h, m.batch, beta: 1)
            }
        }
        if let target = pass.gradient("initial_h") { direction.store(dState, target.floatPointer) }
        if let target = pass.gradient("initial_c") { direction.store(dCell, target.floatPointer) }
        try direction.finish(pass, gateGradients)
    }
}

extension LongShortTermMemory: DifferentiableOperation {
    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws {
        for direction in try directions(call) { try MemoryRun(call, direction).store(outputs) }
    }

    static func backward(_ pass: BackwardPass) throws {
        for direction in try directions(pass.call) { try MemoryRun(pass.call, direction).backward(pass) }
    }
}
