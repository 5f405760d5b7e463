import Foundation

extension ReLU: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { y > 0 ? 1 : 0 }
}

extension ReLU6: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { y > 0 && y < 6 ? 1 : 0 }
}

extension LeakyReLU: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let alpha = try pass.call.float("alpha", default: 0.01)
        try pass.mapGradient { x, _ in x >= 0 ? 1 : alpha }
    }
}

extension ThresholdedReLU: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let alpha = try pass.call.float("alpha", default: 1)
        try pass.mapGradient { x, _ in x >= alpha ? 1 : 0 }
    }
}

extension ClampedReLU: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let (alpha, beta) = (try pass.call.float("alpha"), try pass.call.float("beta"))
        try pass.mapGradient { x, _ in
            let slope: Float = x >= 0 ? 1 : alpha
            return slope * x < beta ? slope : 0
        }
    }
}

extension ELU: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let alpha = try pass.call.float("alpha", default: 1)
        try pass.mapGradient { x, _ in x >= 0 ? 1 : alpha * exp(x) }
    }
}

extension LinearActivation: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let alpha = try pass.call.float("alpha")
        try pass.mapGradient { _, _ in alpha }
    }
}

extension Sigmoid: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { y * (1 - y) }
}

extension HardSigmoid: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let (alpha, beta) = (try pass.call.float("alpha", default: 0.2), try pass.call.float("beta", default: 0.5))
        try pass.mapGradient { x, _ in
            let value = alpha * x + beta
            return value > 0 && value < 1 ? alpha : 0
        }
    }
}

extension ScaledTanh: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let (alpha, beta) = (try pass.call.float("alpha", default: 1), try pass.call.float("beta", default: 1))
        try pass.mapGradient { x, _ in
            let value = tanh(beta * x)
            return alpha * beta * (1 - value * value)
        }
    }
}

extension SiLU: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float {
        let gate = sigmoid(x)
        return gate * (1 + x * (1 - gate))
    }
}

extension Softplus: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { sigmoid(x) }
}

extension Softsign: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / ((1 + abs(x)) * (1 + abs(x))) }
}

extension GELU: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        switch pass.call.string("mode", default: "EXACT") {
        case "TANH_APPROXIMATION":
            let scale = Float((2 / Double.pi).squareRoot())
            try pass.mapGradient { x, _ in
                let value = tanh(scale * (x + 0.044715 * x * x * x))
                return 0.5 * (1 + value) + 0.5 * x * (1 - value * value) * scale * (1 + 3 * 0.044715 * x * x)
            }
        case "SIGMOID_APPROXIMATION":
            try pass.mapGradient { x, _ in
                let gate = sigmoid(1.702 * x)
                return gate + 1.702 * x * gate * (1 - gate)
            }
        default:
            let scale = Float((0.5 / Double.pi).squareRoot())
            try pass.mapGradient { x, _ in 0.5 * (1 + erf(x * Float(0.5).squareRoot())) + x * scale * exp(-0.5 * x * x) }
        }
    }
}

extension BackwardPass {
    /// Calls `body` for each slice of one channel of `x` (dimension 1), with the channel and the elements.
    fileprivate func forEachChannel(_ body: (_ channel: Int, _ elements: Range<Int>) -> Void) throws {
        let shape = try call.shape("x")
        let plane = shape.dropFirst(2).product()
        for slice in 0..<shape[0] * shape[1] { body(slice % shape[1], slice * plane..<(slice + 1) * plane) }
    }
}

extension PReLU: DifferentiableOperation {
    static let differentiable = ["x", "alpha"]

    static func backward(_ pass: BackwardPass) throws {
        let (x, alpha, g) = (try pass.floats("x"), try pass.floats("alpha"), try pass.outputGradient().floatPointer)
        let (dx, slopes) = (pass.gradient("x")?.floatPointer, pass.gradient("alpha"))
        slopes?.clear()
        try pass.forEachChannel { channel, elements in
            var sum: Float = 0
            for index in elements {
                dx?[index] = x[index] >= 0 ? g[index] : alpha[channel] * g[index]
                if x[index] < 0 { sum += g[index] * x[index] }
            }
            slopes?.floats[channel] += sum
        }
    }
}

extension ParametricSoftplus: DifferentiableOperation {
    static let differentiable = ["x", "alpha", "beta"]

    static func backward(_ pass: BackwardPass) throws {
        let (x, g) = (try pass.floats("x"), try pass.outputGradient().floatPointer)
        let (alpha, beta) = (try pass.floats("alpha"), try pass.floats("beta"))
        let (dx, scales, slopes) = (pass.gradient("x")?.floatPointer, pass.gradient("alpha"), pass.gradient("beta"))
        scales?.clear()
        slopes?.clear()
        try pass.forEachChannel { channel, elements in
            let (a, b) = (alpha[channel], beta[channel])
            for index in elements {
                let gate = sigmoid(b * x[index])
                dx?[index] = g[index] * a * b * gate
                scales?.floats[channel] += g[index] * softplus(b * x[index])
                slopes?.floats[channel] += g[index] * a * x[index] * gate
            }
        }
    }
}

extension Softmax: DifferentiableOperation {
    static let backwardReadsOutputs = true

    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let shape = try pass.call.shape("x")
        let axis = try pass.call.axis("axis", default: -1, rank: shape.count)
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        let (y, g, dx) = (pass.outputs[0].floatPointer, try pass.outputGradient().floatPointer, target.floatPointer)
        for outer in 0..<shape.prefix(axis).product() {
            for column in 0..<inner {
                let start = outer * length * inner + column
                var sum: Float = 0
                for index in 0..<length { sum += g[start + index * inner] * y[start + index * inner] }
                for index in 0..<length {
                    let position = start + index * inner
                    dx[position] = y[position] * (g[position] - sum)
                }
            }
        }
    }
}
