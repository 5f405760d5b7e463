import CKernels
import CThreads
import Foundation

/// An activation inside a recurrent cell, by Core ML's name. `scaled_tanh` and `hard_sigmoid` have parameters in the arguments `NAME_alpha`
/// and `NAME_beta`, where `NAME` is the name of the argument for the activation.
enum CellActivation {
    case linear, relu, sigmoid, tanh
    case hardSigmoid(alpha: Float, beta: Float)
    case scaledTanh(alpha: Float, beta: Float)

    init(_ call: OperationCall, _ argument: String, default fallback: CellActivation) throws {
        func parameter(_ name: String, default fallback: Float) throws -> Float {
            try call.float("\(argument)_\(name)", default: fallback)
        }
        guard call.has(argument) else {
            self = fallback
            return
        }
        switch call.string(argument, default: "").lowercased() {
        case "linear": self = .linear
        case "relu": self = .relu
        case "sigmoid": self = .sigmoid
        case "tanh": self = .tanh
        case "hard_sigmoid", "sigmoid_hard":
            self = .hardSigmoid(alpha: try parameter("alpha", default: 0.2), beta: try parameter("beta", default: 0.5))
        case "scaled_tanh": self = .scaledTanh(alpha: try parameter("alpha", default: 1), beta: try parameter("beta", default: 1))
        case let name: throw call.unsupported("activation '\(name)'")
        }
    }

    func apply(_ values: UnsafeMutablePointer<Float>, _ count: Int) {
        switch self {
        case .linear: break
        case .relu: for index in 0..<count { values[index] = max(values[index], 0) }
        case .sigmoid: kernel_function_run(Int32(KernelFunctionLogistic.rawValue), 0, 0, values, Int64(count))
        case .tanh: kernel_function_run(Int32(KernelFunctionTanh.rawValue), 0, 0, values, Int64(count))
        case .hardSigmoid(let alpha, let beta): for index in 0..<count { values[index] = min(max(alpha * values[index] + beta, 0), 1) }
        case .scaledTanh(let alpha, let beta): for index in 0..<count { values[index] = alpha * Foundation.tanh(beta * values[index]) }
        }
    }
}

/// The base of the recurrent layers. `x` is [S, B, I]. `weight_ih` [G·H, I] and `weight_hh` [G·H, H] hold the matrices of the gates, one
/// below the other. The shape of `bias` is [G·H], and that of `initial_h` is [B, H]. The shape of the first output is [S, B, H] with
/// `output_sequence`, and [1, B, H] without. The last states follow.
///
/// `direction` is `forward`, `reverse` or `bidirectional`. A reverse layer reads its input from the end. Its outputs are in the order of
/// computation, so the first output belongs to the last input. The outputs of the backward half of a bidirectional layer are in the input's
/// order.
protocol RecurrentOperation: FloatOperation {
    static var gates: Int { get }
    static var states: [String] { get }
    /// The division of the gates into parts: the number of consecutive gates in each part. The gates of one part need their products with the state
    /// at the same time.
    static var recurrentParts: [Int] { get }
}

struct RecurrentMeasures {
    var steps: Int
    var batch: Int
    var inputs: Int
    var hidden: Int
    var directions: Int
    var reverses: Bool
    var outputsSequence: Bool

    var outputSteps: Int { outputsSequence ? steps : min(steps, 1) }
}

extension RecurrentOperation {
    static var operands: [String] { ["x"] + states }

    static func measures(_ call: OperationCall) throws -> RecurrentMeasures {
        let (x, weight) = (try call.shape("x"), try call.shape("weight_ih"))
        let direction = call.string("direction", default: "forward")
        try call.require(["forward", "reverse", "bidirectional"].contains(direction), "unknown direction '\(direction)'")
        let directions = direction == "bidirectional" ? 2 : 1
        try call.require(x.count == 3 && weight.count == 2 && weight[1] == x[2] && weight[0] % gates == 0, "x is \(x), weight_ih \(weight)")
        let hidden = weight[0] / gates
        for suffix in directions == 2 ? ["", "_back"] : [""] {
            try call.require(call.shape("weight_ih" + suffix) == weight, "weight_ih\(suffix) is not \(weight)")
            try call.require(
                call.shape("weight_hh" + suffix) == [weight[0], hidden], "weight_hh\(suffix) is not [\(weight[0]), \(hidden)]")
            for bias in ["bias", "bias_hh"] where call.has(bias + suffix) {
                try call.require(call.type(bias + suffix).count == weight[0], "\(bias)\(suffix) does not have \(weight[0]) elements")
            }
            if call.has("peephole" + suffix) {
                try call.require(
                    call.type("peephole" + suffix).count == 3 * hidden, "peephole\(suffix) does not have \(3 * hidden) elements")
            }
        }
        for state in states where call.has(state) {
            try call.require(call.type(state).count == x[1] * hidden * directions, "\(state) is not [\(x[1]), \(hidden * directions)]")
        }
        return RecurrentMeasures(
            steps: x[0], batch: x[1], inputs: x[2], hidden: hidden, directions: directions, reverses: direction == "reverse",
            outputsSequence: try call.bool("output_sequence", default: false))
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (measures, scalar) = (try measures(call), try call.type("x").scalar)
        let width = measures.hidden * measures.directions
        return [TensorType(scalar, [measures.outputSteps, measures.batch, width])]
            + states.map { _ in TensorType(scalar, [measures.batch, width]) }
    }

    static var recurrentParts: [Int] { [gates] }

    /// Runs each direction and instance step by step. `step` computes the next states from the gates and the current states. The first state is the
    /// output. When `step` is called, the gates hold the products with the input, with biases added.
    fileprivate static func run(_ call: OperationCall, _ outputs: [Tensor], _ step: (_ cell: RecurrentCell) -> Void) throws {
        let m = try measures(call)
        let width = m.hidden * m.directions
        let x = try call.floats("x")
        let directions = try (0..<m.directions).map { try RecurrentDirection(call, m, gates: gates, index: $0) }
        let matrices =
            call.recurrentMatrices ?? directions.map { RecurrentMatrix.parts(recurrentParts, of: $0.recurrent, hidden: m.hidden) }
        let cells = try (0..<m.directions * m.batch).map { index in
            let (direction, instance) = (index / m.batch, index % m.batch)
            let cell = try RecurrentCell(
                hidden: m.hidden, gates: gates, states: states.count, matrices: matrices[direction], call, directions[direction])
            for (state, name) in zip(cell.states, states) where call.has(name) {
                state.update(from: try call.floats(name) + instance * width + direction * m.hidden, count: m.hidden)
            }
            return cell
        }
        let columns = gates * m.hidden
        let stepsAtOnce = max(1, recurrentProjectionLimit / max(1, m.batch * columns))
        for start in stride(from: 0, to: m.steps, by: stepsAtOnce) {
            let times = start..<min(m.steps, start + stepsAtOnce)
            let positions = directions.map { $0.isBackward ? m.steps - times.upperBound..<m.steps - times.lowerBound : times }
            let projections = try zip(directions, positions).map { try $0.projections(x, at: $1) }
            Threads.run(cells.count) { index in
                let (direction, instance) = (index / m.batch, index % m.batch)
                let cell = cells[index]
                for time in times {
                    let position = directions[direction].isBackward ? m.steps - 1 - time : time
                    let row = (position - positions[direction].lowerBound) * m.batch + instance
                    projections[direction].withUnsafeBufferPointer { cell.load($0.baseAddress.map { $0 + row * columns }) }
                    step(cell)
                    if m.outputsSequence || time == m.steps - 1 {
                        let row = m.outputsSequence ? directions[direction].outputRow(position) : 0
                        (outputs[0].floatPointer + (row * m.batch + instance) * width + direction * m.hidden)
                            .update(from: cell.states[0], count: m.hidden)
                    }
                }
            }
        }
        for (index, cell) in cells.enumerated() {
            let (direction, instance) = (index / m.batch, index % m.batch)
            for (output, state) in zip(outputs.dropFirst(), cell.states) {
                (output.floatPointer + instance * width + direction * m.hidden).update(from: state, count: m.hidden)
            }
        }
    }
}

/// The maximum number of elements that products with the input may take at a time: batch × gates × hidden for each step. Sequences beyond
/// this limit are computed in groups of steps.
private let recurrentProjectionLimit = 1 << 16

/// Limits `count` values to `−limit`…`limit`.
private func clip(_ values: UnsafeMutablePointer<Float>, _ count: Int, _ limit: Float) {
    guard limit < .infinity else { return }
    for index in 0..<count { values[index] = min(max(values[index], -limit), limit) }
}

/// h' = f(W x + R h + b).
package enum SimpleRecurrent: RecurrentOperation {
    package static let kinds = ["rnn"]
    static let gates = 1
    static let states = ["initial_h"]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let activation = try CellActivation(call, "activation", default: .tanh)
        let limit = try call.float("clip", default: .infinity)
        try run(call, outputs) { cell in
            let (state, gate) = (cell.states[0], cell.gate(0))
            cell.matrices[0].addProduct(with: state, to: gate)
            clip(gate, cell.stride, limit)
            activation.apply(gate, cell.stride)
            state.update(from: gate, count: cell.stride)
        }
    }
}

/// The gates are in the order reset, update, output: h' = (1 − z) ⊙ o + z ⊙ h. With `reset_after`, the reset gate multiplies the product of
/// the recurrent matrix, with its own bias `bias_hh`. Without `reset_after`, the reset gate multiplies the state before that product.
package enum GatedRecurrentUnit: RecurrentOperation {
    package static let kinds = ["gru"]
    static let gates = 3
    static let states = ["initial_h"]
    static let recurrentParts = [2, 1]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let gateActivation = try CellActivation(call, "recurrent_activation", default: .sigmoid)
        let activation = try CellActivation(call, "activation", default: .tanh)
        let limit = try call.float("clip", default: .infinity)
        let resetsAfter = try call.bool("reset_after", default: false)
        try run(call, outputs) { cell in
            let (state, width) = (cell.states[0], cell.stride)
            let (reset, update, output) = (cell.gate(0), cell.gate(1), cell.gate(2))
            cell.addRecurrentBias(to: 0)
            cell.addRecurrentBias(to: 1)
            cell.matrices[0].addProduct(with: state, to: reset)
            clip(reset, 2 * width, limit)
            gateActivation.apply(reset, 2 * width)
            if resetsAfter {
                cell.scratch.update(repeating: 0, count: width)
                cell.matrices[1].addProduct(with: state, to: cell.scratch)
                if let bias = cell.recurrentBias(of: 2) { for index in 0..<cell.hidden { cell.scratch[index] += bias[index] } }
                for index in 0..<width { output[index] += reset[index] * cell.scratch[index] }
            } else {
                for index in 0..<width { cell.scratch[index] = state[index] * reset[index] }
                cell.addRecurrentBias(to: 2)
                cell.matrices[1].addProduct(with: cell.scratch, to: output)
            }
            clip(output, width, limit)
            activation.apply(output, width)
            for index in 0..<width { state[index] = (1 - update[index]) * output[index] + update[index] * state[index] }
        }
    }
}

/// The gates are in the order input, forget, output, cell. With `peephole` [3·H], the input and forget gates read the last cell state, and
/// the output gate reads the new cell state. With `coupled_gates`, the forget gate is one minus the input gate. `clip` limits the gates
/// before activation, and `cell_clip` limits the cell state.
package enum LongShortTermMemory: RecurrentOperation {
    package static let kinds = ["lstm"]
    static let gates = 4
    static let states = ["initial_h", "initial_c"]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let gateActivation = try CellActivation(call, "recurrent_activation", default: .sigmoid)
        let cellActivation = try CellActivation(call, "cell_activation", default: .tanh)
        let activation = try CellActivation(call, "activation", default: .tanh)
        let limit = try call.float("clip", default: .infinity)
        let cellLimit = try call.float("cell_clip", default: .infinity)
        let coupled = try call.bool("coupled_gates", default: false)
        try run(call, outputs) { memory in
            let (state, cell, width) = (memory.states[0], memory.states[1], memory.stride)
            let (input, forget, output, candidate) = (memory.gate(0), memory.gate(1), memory.gate(2), memory.gate(3))
            memory.matrices[0].addProduct(with: state, to: input)
            if let peephole = memory.peephole {
                for index in 0..<memory.hidden {
                    input[index] += peephole[index] * cell[index]
                    forget[index] += peephole[memory.hidden + index] * cell[index]
                }
            }
            clip(input, 2 * width, limit)
            clip(candidate, width, limit)
            gateActivation.apply(input, 2 * width)
            cellActivation.apply(candidate, width)
            for index in 0..<width {
                let kept = coupled ? 1 - input[index] : forget[index]
                cell[index] = cell[index] * kept + input[index] * candidate[index]
            }
            clip(cell, width, cellLimit)
            if let peephole = memory.peephole {
                for index in 0..<memory.hidden { output[index] += peephole[2 * memory.hidden + index] * cell[index] }
            }
            clip(output, width, limit)
            gateActivation.apply(output, width)
            state.update(from: cell, count: width)
            activation.apply(state, width)
            for index in 0..<width { state[index] *= output[index] }
        }
    }
}

let recurrents: [any OperationDefinition.Type] = [SimpleRecurrent.self, GatedRecurrentUnit.self, LongShortTermMemory.self]
