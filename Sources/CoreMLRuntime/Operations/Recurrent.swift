import COneDNN
import Foundation

/// An activation inside a recurrent cell, by Core ML's name. `scaled_tanh` and `hard_sigmoid` read their parameters from the arguments
/// `NAME_alpha` and `NAME_beta`, where `NAME` is the activation's own argument.
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
        case .sigmoid: onednn_function_run(Int32(ONEDNN_ELTWISE_LOGISTIC.rawValue), 0, 0, values, Int64(count))
        case .tanh: onednn_function_run(Int32(ONEDNN_ELTWISE_TANH.rawValue), 0, 0, values, Int64(count))
        case .hardSigmoid(let alpha, let beta): for index in 0..<count { values[index] = min(max(alpha * values[index] + beta, 0), 1) }
        case .scaledTanh(let alpha, let beta): for index in 0..<count { values[index] = alpha * Foundation.tanh(beta * values[index]) }
        }
    }
}

/// The weights of one direction: `gates` matrices one above the other.
private struct CellWeights {
    var input: UnsafePointer<Float>
    var recurrent: UnsafePointer<Float>
    var bias: UnsafePointer<Float>?
    var recurrentBias: UnsafePointer<Float>?
    var peephole: UnsafePointer<Float>?
}

/// What the recurrent layers share. `x` is [S, B, I]; `weight_ih` [G·H, I] and `weight_hh` [G·H, H] hold the gates' matrices one above the
/// other, `bias` [G·H]; `initial_h` [B, H]. The first output is [S, B, H] with `output_sequence`, else [1, B, H]; then follow the last
/// states.
///
/// `direction` is `forward`, `reverse` or `bidirectional`. A reverse layer reads its input from the end and answers in the order in which
/// it computes: its first output belongs to the last input. The backward half of a bidirectional layer is put back in the input's order.
protocol RecurrentOperation: FloatOperation {
    static var gates: Int { get }
    static var states: [String] { get }
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

    fileprivate static func weights(_ call: OperationCall, _ suffix: String) throws -> CellWeights {
        CellWeights(
            input: try call.floats("weight_ih" + suffix), recurrent: try call.floats("weight_hh" + suffix),
            bias: call.has("bias" + suffix) ? try call.floats("bias" + suffix) : nil,
            recurrentBias: call.has("bias_hh" + suffix) ? try call.floats("bias_hh" + suffix) : nil,
            peephole: call.has("peephole" + suffix) ? try call.floats("peephole" + suffix) : nil)
    }

    /// Runs each direction and instance step by step. `step` turns `gates` (the products with the input, biases added) and the states
    /// (`hidden` elements each, the output first) into the next states.
    fileprivate static func run(
        _ call: OperationCall, _ outputs: [Tensor],
        _ step: (_ gates: UnsafeMutablePointer<Float>, _ states: [UnsafeMutablePointer<Float>], _ weights: CellWeights) -> Void
    ) throws {
        let m = try measures(call)
        let width = m.hidden * m.directions
        let x = try call.floats("x")
        let buffer = [Float](repeating: 0, count: (gates + states.count) * m.hidden)
        for direction in 0..<m.directions {
            let weights = try weights(call, direction == 1 ? "_back" : "")
            for instance in 0..<m.batch {
                var work = buffer
                try work.withUnsafeMutableBufferPointer { work in
                    guard let base = work.baseAddress else { return }
                    let current = states.indices.map { base + (gates + $0) * m.hidden }
                    for (index, state) in states.enumerated() where call.has(state) {
                        current[index].update(from: try call.floats(state) + instance * width + direction * m.hidden, count: m.hidden)
                    }
                    let backward = m.reverses || direction == 1
                    for time in 0..<m.steps {
                        let position = backward ? m.steps - 1 - time : time
                        let line = x + (position * m.batch + instance) * m.inputs
                        for gate in 0..<gates * m.hidden {
                            base[gate] = dot(line, weights.input + gate * m.inputs, m.inputs) + (weights.bias?[gate] ?? 0)
                        }
                        step(base, current, weights)
                        if m.outputsSequence || time == m.steps - 1 {
                            let row = !m.outputsSequence ? 0 : m.reverses ? time : position
                            (outputs[0].floatPointer + (row * m.batch + instance) * width + direction * m.hidden)
                                .update(from: current[0], count: m.hidden)
                        }
                    }
                    for (index, state) in current.enumerated() {
                        (outputs[1 + index].floatPointer + instance * width + direction * m.hidden).update(from: state, count: m.hidden)
                    }
                }
            }
        }
    }
}

/// Keeps `count` values between `−limit` and `limit`.
private func clip(_ values: UnsafeMutablePointer<Float>, _ count: Int, _ limit: Float) {
    for index in 0..<count { values[index] = min(max(values[index], -limit), limit) }
}

/// h' = f(W x + R h + b).
package enum SimpleRecurrent: RecurrentOperation {
    package static let kinds = ["rnn"]
    static let gates = 1
    static let states = ["initial_h"]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let activation = try CellActivation(call, "activation", default: .tanh)
        let (hidden, limit) = (try measures(call).hidden, try call.float("clip", default: .infinity))
        try run(call, outputs) { gates, states, weights in
            for index in 0..<hidden { gates[index] += dot(states[0], weights.recurrent + index * hidden, hidden) }
            clip(gates, hidden, limit)
            activation.apply(gates, hidden)
            states[0].update(from: gates, count: hidden)
        }
    }
}

/// Gates in the order reset, update, output: h' = (1 − z) ⊙ o + z ⊙ h. With `reset_after` the reset gate is applied to the product of the
/// recurrent matrix (and its own bias `bias_hh`), otherwise to the state before it.
package enum GatedRecurrentUnit: RecurrentOperation {
    package static let kinds = ["gru"]
    static let gates = 3
    static let states = ["initial_h"]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let gateActivation = try CellActivation(call, "recurrent_activation", default: .sigmoid)
        let activation = try CellActivation(call, "activation", default: .tanh)
        let (h, limit) = (try measures(call).hidden, try call.float("clip", default: .infinity))
        let resetsAfter = try call.bool("reset_after", default: false)
        var reset = [Float](repeating: 0, count: h)
        try run(call, outputs) { gates, states, weights in
            let state = states[0]
            for index in 0..<2 * h {
                gates[index] += dot(state, weights.recurrent + index * h, h) + (weights.recurrentBias?[index] ?? 0)
            }
            clip(gates, 2 * h, limit)
            gateActivation.apply(gates, 2 * h)
            for index in 0..<h { reset[index] = state[index] * gates[index] }
            for index in 0..<h {
                let row = weights.recurrent + (2 * h + index) * h
                let bias = weights.recurrentBias?[2 * h + index] ?? 0
                let product = resetsAfter ? gates[index] * (dot(state, row, h) + bias) : dot(reset, row, h) + bias
                gates[2 * h + index] += product
            }
            clip(gates + 2 * h, h, limit)
            activation.apply(gates + 2 * h, h)
            for index in 0..<h {
                let update = gates[h + index]
                state[index] = (1 - update) * gates[2 * h + index] + update * state[index]
            }
        }
    }
}

/// Gates in the order input, forget, output, cell. `peephole` [3·H] lets the first two see the last cell state and the output gate the new
/// one; `coupled_gates` makes the forget gate one minus the input gate; `clip` bounds the gates before activation and `cell_clip` the cell
/// state.
package enum LongShortTermMemory: RecurrentOperation {
    package static let kinds = ["lstm"]
    static let gates = 4
    static let states = ["initial_h", "initial_c"]

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let gateActivation = try CellActivation(call, "recurrent_activation", default: .sigmoid)
        let cellActivation = try CellActivation(call, "cell_activation", default: .tanh)
        let activation = try CellActivation(call, "activation", default: .tanh)
        let (h, limit) = (try measures(call).hidden, try call.float("clip", default: .infinity))
        let cellLimit = try call.float("cell_clip", default: .infinity)
        let coupled = try call.bool("coupled_gates", default: false)
        try run(call, outputs) { gates, states, weights in
            let (state, cell) = (states[0], states[1])
            for index in 0..<4 * h { gates[index] += dot(state, weights.recurrent + index * h, h) }
            if let peephole = weights.peephole {
                for index in 0..<h {
                    gates[index] += peephole[index] * cell[index]
                    gates[h + index] += peephole[h + index] * cell[index]
                }
            }
            clip(gates, 2 * h, limit)
            clip(gates + 3 * h, h, limit)
            gateActivation.apply(gates, 2 * h)
            cellActivation.apply(gates + 3 * h, h)
            for index in 0..<h {
                let forget = coupled ? 1 - gates[index] : gates[h + index]
                cell[index] = cell[index] * forget + gates[index] * gates[3 * h + index]
            }
            clip(cell, h, cellLimit)
            if let peephole = weights.peephole {
                for index in 0..<h { gates[2 * h + index] += peephole[2 * h + index] * cell[index] }
            }
            clip(gates + 2 * h, h, limit)
            gateActivation.apply(gates + 2 * h, h)
            state.update(from: cell, count: h)
            activation.apply(state, h)
            for index in 0..<h { state[index] *= gates[2 * h + index] }
        }
    }
}

let recurrents: [any OperationDefinition.Type] = [SimpleRecurrent.self, GatedRecurrentUnit.self, LongShortTermMemory.self]
