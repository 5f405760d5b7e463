import Foundation

/// A function that is applied to every element of `x`.
protocol Activation: FloatOperation {}

extension Activation {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }
}

func sigmoid(_ x: Float) -> Float { 1 / (1 + exp(-x)) }

/// log(1 + eˣ) without overflow.
func softplus(_ x: Float) -> Float { max(x, 0) + log1p(exp(-abs(x))) }

/// `max(x, 0)`.
enum ReLU: Activation {
    package static let kinds = ["relu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { max($0, 0) } }
}

/// `min(max(x, 0), 6)`.
enum ReLU6: Activation {
    package static let kinds = ["relu6"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { min(max($0, 0), 6) } }
}

/// `x` where positive, else `alpha · x`.
enum LeakyReLU: Activation {
    package static let kinds = ["leaky_relu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let alpha = try call.float("alpha", default: 0.01)
        try mapElements(call, outputs) { $0 >= 0 ? $0 : alpha * $0 }
    }
}

/// `x` where at least `alpha`, else zero.
enum ThresholdedReLU: Activation {
    package static let kinds = ["thresholded_relu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let alpha = try call.float("alpha", default: 1)
        try mapElements(call, outputs) { $0 >= alpha ? $0 : 0 }
    }
}

/// `min(beta, x)` where `x` is positive, else `min(beta, alpha · x)`.
enum ClampedReLU: Activation {
    package static let kinds = ["clamped_relu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (alpha, beta) = (try call.float("alpha"), try call.float("beta"))
        try mapElements(call, outputs) { min(beta, $0 >= 0 ? $0 : alpha * $0) }
    }
}

/// `x` where positive, else `alpha · (eˣ − 1)`.
enum ELU: Activation {
    package static let kinds = ["elu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let alpha = try call.float("alpha", default: 1)
        try mapElements(call, outputs) { $0 >= 0 ? $0 : alpha * expm1($0) }
    }
}

/// `alpha · x + beta`.
enum LinearActivation: Activation {
    package static let kinds = ["linear_activation"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (alpha, beta) = (try call.float("alpha"), try call.float("beta", default: 0))
        try mapElements(call, outputs) { alpha * $0 + beta }
    }
}

enum Sigmoid: Activation {
    package static let kinds = ["sigmoid"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { sigmoid($0) } }
}

/// `min(max(alpha · x + beta, 0), 1)`.
enum HardSigmoid: Activation {
    package static let kinds = ["sigmoid_hard"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (alpha, beta) = (try call.float("alpha", default: 0.2), try call.float("beta", default: 0.5))
        try mapElements(call, outputs) { min(max(alpha * $0 + beta, 0), 1) }
    }
}

/// `alpha · tanh(beta · x)`.
enum ScaledTanh: Activation {
    package static let kinds = ["scaled_tanh"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (alpha, beta) = (try call.float("alpha", default: 1), try call.float("beta", default: 1))
        try mapElements(call, outputs) { alpha * tanh(beta * $0) }
    }
}

/// `x · sigmoid(x)`.
enum SiLU: Activation {
    package static let kinds = ["silu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { $0 * sigmoid($0) } }
}

enum Softplus: Activation {
    package static let kinds = ["softplus"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { softplus($0) } }
}

/// `x / (1 + |x|)`.
enum Softsign: Activation {
    package static let kinds = ["softsign"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try mapElements(call, outputs) { $0 / (1 + abs($0)) } }
}

/// Gaussian error linear unit; `mode` is `EXACT`, `TANH_APPROXIMATION` or `SIGMOID_APPROXIMATION`.
enum GELU: Activation {
    package static let kinds = ["gelu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        switch call.string("mode", default: "EXACT") {
        case "EXACT": try mapElements(call, outputs) { 0.5 * $0 * (1 + erf($0 * Float(0.5).squareRoot())) }
        case "TANH_APPROXIMATION":
            let scale = Float((2 / Double.pi).squareRoot())
            try mapElements(call, outputs) { 0.5 * $0 * (1 + tanh(scale * ($0 + 0.044715 * $0 * $0 * $0))) }
        case "SIGMOID_APPROXIMATION": try mapElements(call, outputs) { $0 * sigmoid(1.702 * $0) }
        case let mode: throw call.invalid("unknown mode '\(mode)'")
        }
    }
}

/// `x` where it is positive, else `alpha · x`. `alpha` has one value for each channel (dimension 1 of `x`).
enum PReLU: Activation {
    package static let kinds = ["prelu"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        try mapChannels(call, outputs, "alpha") { x, alpha, _ in x >= 0 ? x : alpha * x }
    }
}

/// `alpha · log(1 + exp(beta · x))`. `alpha` and `beta` have one value for each channel (dimension 1 of `x`).
enum ParametricSoftplus: Activation {
    package static let kinds = ["softplus_parametric"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        try mapChannels(call, outputs, "alpha", "beta") { x, alpha, beta in alpha * softplus(beta * x) }
    }
}

/// Applies `function` to every element with its channel's parameters.
@inline(__always)
private func mapChannels(
    _ call: OperationCall, _ outputs: [Tensor], _ first: String, _ second: String? = nil, _ function: (Float, Float, Float) -> Float
) throws {
    let shape = try call.shape("x")
    try call.require(shape.count >= 2, "x has rank \(shape.count), less than 2")
    let channels = shape[1]
    guard let alpha = try call.floats(first, count: channels) else { throw call.invalid("argument \(first) is missing") }
    let beta = try second.flatMap { try call.floats($0, count: channels) } ?? alpha
    let plane = shape.dropFirst(2).product()
    let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
    for slice in 0..<shape[0] * channels {
        let (a, b) = (alpha[slice % channels], beta[slice % channels])
        for index in slice * plane..<(slice + 1) * plane { target[index] = function(source[index], a, b) }
    }
}

/// The softmax function: exponentials that sum to 1 along `axis`.
enum Softmax: Activation {
    package static let kinds = ["softmax"]
    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: -1, rank: shape.count)
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        guard outputs[0].count > 0 else { return }
        for outer in 0..<shape.prefix(axis).product() {
            for column in 0..<inner {
                let start = outer * length * inner + column
                var largest = -Float.infinity
                for index in 0..<length { largest = max(largest, x[start + index * inner]) }
                var sum: Float = 0
                for index in 0..<length {
                    let value = exp(x[start + index * inner] - largest)
                    y[start + index * inner] = value
                    sum += value
                }
                for index in 0..<length { y[start + index * inner] /= sum }
            }
        }
    }
}

let activations: [any OperationDefinition.Type] = [
    ReLU.self, ReLU6.self, LeakyReLU.self, ThresholdedReLU.self, ClampedReLU.self, ELU.self, LinearActivation.self, Sigmoid.self,
    HardSigmoid.self, ScaledTanh.self, SiLU.self, Softplus.self, Softsign.self, GELU.self, PReLU.self, ParametricSoftplus.self,
    Softmax.self,
]
