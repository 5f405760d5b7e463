import Foundation

/// A function of one number with a derivative that is computed from the argument and the result.
protocol UnaryDerivative: DifferentiableOperation {
    /// dy/dx at `x`, where `y` is the function's value.
    static func derivative(_ x: Float, _ y: Float) -> Float
}

extension UnaryDerivative {
    static var backwardReadsOutputs: Bool { true }

    static func backward(_ pass: BackwardPass) throws { try pass.mapGradient { derivative($0, $1) } }
}

extension BackwardPass {
    /// Writes `derivative(x, y)` times the output's gradient to the gradient of `x`, element by element.
    @inline(__always)
    func mapGradient(_ derivative: (Float, Float) -> Float) throws {
        guard let target = gradient("x") else { return }
        let (x, y, g, dx) = (try floats("x"), outputs[0].floatPointer, try outputGradient().floatPointer, target.floatPointer)
        ParallelLoop.run(target.count, threads: threads) { range in
            for index in range { dx[index] = g[index] * derivative(x[index], y[index]) }
        }
    }
}

extension Absolute: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : 0 }
}

extension ArcCosine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { -1 / (1 - x * x).squareRoot() }
}

extension ArcSine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / (1 - x * x).squareRoot() }
}

extension ArcTangent: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / (1 + x * x) }
}

extension HyperbolicArcCosine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / (x * x - 1).squareRoot() }
}

extension HyperbolicArcSine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / (x * x + 1).squareRoot() }
}

extension HyperbolicArcTangent: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 / (1 - x * x) }
}

extension Cosine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { -sin(x) }
}

extension HyperbolicCosine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { sinh(x) }
}

extension ErrorFunction: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 2 / Float.pi.squareRoot() * exp(-x * x) }
}

extension Exponential: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { y }
}

extension PowerOfTwo: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { y * 0.693_147_18 }
}

extension Sine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { cos(x) }
}

extension HyperbolicSine: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { cosh(x) }
}

extension SquareRoot: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 0.5 / y }
}

extension Square: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 2 * x }
}

extension Tangent: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 + y * y }
}

extension HyperbolicTangent: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { 1 - y * y }
}

extension Inverse: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { -y * y }
}

extension ReciprocalSquareRoot: UnaryDerivative {
    static func derivative(_ x: Float, _ y: Float) -> Float { -0.5 * y * y * y }
}

extension Logarithm: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let epsilon = try pass.call.float("epsilon", default: .leastNonzeroMagnitude)
        try pass.mapGradient { x, _ in 1 / (x + epsilon) }
    }
}

extension Clip: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let (alpha, beta) = (try pass.call.float("alpha"), try pass.call.float("beta"))
        // A product, because a condition of two parts would branch at every element.
        try pass.mapGradient { x, _ in (x >= alpha ? 1 : 0) * (x <= beta ? 1 : 0) }
    }
}

extension Threshold: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        let alpha = try pass.call.float("alpha")
        try pass.mapGradient { x, _ in x > alpha ? 1 : 0 }
    }
}

extension Identity: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws { pass.gradient("x")?.copyBytes(of: try pass.outputGradient()) }
}

extension Cast: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws { pass.gradient("x")?.copyBytes(of: try pass.outputGradient()) }
}
