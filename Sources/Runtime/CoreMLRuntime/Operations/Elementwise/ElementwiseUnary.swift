import Foundation

/// A function of one number, applied to every element of `x`.
protocol UnaryFunction: FloatOperation {
    static func apply(_ x: Float) -> Float
}

extension UnaryFunction {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
        ParallelLoop.run(outputs[0].count, threads: Threads.limit) { range in
            for index in range { target[index] = apply(source[index]) }
        }
    }
}

/// A function of one number that is exact for whole numbers.
protocol IntegerUnaryFunction: UnaryFunction, IntegerOperation {
    static func apply(_ x: Int32) -> Int32
}

extension IntegerUnaryFunction {
    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws {
        let (source, target) = (try call.tensor("x").elements(as: Int32.self), outputs[0].elements(as: Int32.self))
        for index in target.indices { target[index] = apply(source[index]) }
    }
}

/// Applies `function` to every element of the argument `x`.
@inline(__always)
func mapElements(_ call: OperationCall, _ outputs: [Tensor], _ function: (Float) -> Float) throws {
    let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
    for index in 0..<outputs[0].count { target[index] = function(source[index]) }
}

enum Absolute: IntegerUnaryFunction {
    package static let kinds = ["abs"]
    static func apply(_ x: Float) -> Float { abs(x) }
    static func apply(_ x: Int32) -> Int32 { x < 0 ? 0 &- x : x }
}

enum ArcCosine: UnaryFunction {
    package static let kinds = ["acos"]
    static func apply(_ x: Float) -> Float { acos(x) }
}

enum ArcSine: UnaryFunction {
    package static let kinds = ["asin"]
    static func apply(_ x: Float) -> Float { asin(x) }
}

enum ArcTangent: UnaryFunction {
    package static let kinds = ["atan"]
    static func apply(_ x: Float) -> Float { atan(x) }
}

enum HyperbolicArcCosine: UnaryFunction {
    package static let kinds = ["acosh"]
    static func apply(_ x: Float) -> Float { acosh(x) }
}

enum HyperbolicArcSine: UnaryFunction {
    package static let kinds = ["asinh"]
    static func apply(_ x: Float) -> Float { asinh(x) }
}

enum HyperbolicArcTangent: UnaryFunction {
    package static let kinds = ["atanh"]
    static func apply(_ x: Float) -> Float { atanh(x) }
}

enum Ceiling: UnaryFunction {
    package static let kinds = ["ceil"]
    static func apply(_ x: Float) -> Float { x.rounded(.up) }
}

enum Cosine: UnaryFunction {
    package static let kinds = ["cos"]
    static func apply(_ x: Float) -> Float { cos(x) }
}

enum HyperbolicCosine: UnaryFunction {
    package static let kinds = ["cosh"]
    static func apply(_ x: Float) -> Float { cosh(x) }
}

enum ErrorFunction: UnaryFunction {
    package static let kinds = ["erf"]
    static func apply(_ x: Float) -> Float { erf(x) }
}

enum Exponential: UnaryFunction {
    package static let kinds = ["exp"]
    static func apply(_ x: Float) -> Float { exp(x) }
}

enum PowerOfTwo: UnaryFunction {
    package static let kinds = ["exp2"]
    static func apply(_ x: Float) -> Float { exp2(x) }
}

enum Floor: UnaryFunction {
    package static let kinds = ["floor"]
    static func apply(_ x: Float) -> Float { x.rounded(.down) }
}

enum Round: UnaryFunction {
    package static let kinds = ["round"]
    static func apply(_ x: Float) -> Float { x.rounded(.toNearestOrEven) }
}

enum Sign: UnaryFunction {
    package static let kinds = ["sign"]
    static func apply(_ x: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : x }
}

enum Sine: UnaryFunction {
    package static let kinds = ["sin"]
    static func apply(_ x: Float) -> Float { sin(x) }
}

enum HyperbolicSine: UnaryFunction {
    package static let kinds = ["sinh"]
    static func apply(_ x: Float) -> Float { sinh(x) }
}

enum SquareRoot: UnaryFunction {
    package static let kinds = ["sqrt"]
    static func apply(_ x: Float) -> Float { x.squareRoot() }
}

enum Square: IntegerUnaryFunction {
    package static let kinds = ["square"]
    static func apply(_ x: Float) -> Float { x * x }
    static func apply(_ x: Int32) -> Int32 { x &* x }
}

enum Tangent: UnaryFunction {
    package static let kinds = ["tan"]
    static func apply(_ x: Float) -> Float { tan(x) }
}

enum HyperbolicTangent: UnaryFunction {
    package static let kinds = ["tanh"]
    static func apply(_ x: Float) -> Float { tanh(x) }
}

/// `1 / (x + epsilon)`.
enum Inverse: FloatOperation {
    package static let kinds = ["inverse"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let epsilon = try call.float("epsilon", default: 1e-4)
        let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
        ParallelLoop.run(outputs[0].count, threads: Threads.limit) { range in
            for index in range { target[index] = 1 / (source[index] + epsilon) }
        }
    }
}

/// `1 / sqrt(x + epsilon)`.
enum ReciprocalSquareRoot: FloatOperation {
    package static let kinds = ["rsqrt"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let epsilon = try call.float("epsilon", default: 1e-12)
        let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
        ParallelLoop.run(outputs[0].count, threads: Threads.limit) { range in
            for index in range { target[index] = 1 / (source[index] + epsilon).squareRoot() }
        }
    }
}

/// `log(x + epsilon)`.
enum Logarithm: FloatOperation {
    package static let kinds = ["log"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let epsilon = try call.float("epsilon", default: .leastNonzeroMagnitude)
        let (source, target) = (try call.floats("x"), outputs[0].floatPointer)
        ParallelLoop.run(outputs[0].count, threads: Threads.limit) { range in
            for index in range { target[index] = log(source[index] + epsilon) }
        }
    }
}

/// `min(max(x, alpha), beta)`.
enum Clip: FloatOperation {
    package static let kinds = ["clip"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (alpha, beta) = (try call.float("alpha"), try call.float("beta"))
        try mapElements(call, outputs) { min(max($0, alpha), beta) }
    }
}

/// `max(x, alpha)`.
enum Threshold: IntegerOperation {
    package static let kinds = ["threshold"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let alpha = try call.float("alpha")
        try mapElements(call, outputs) { max($0, alpha) }
    }

    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws {
        guard let alpha = try call.tensor("alpha").doubles.first else { throw call.invalid("argument alpha is empty") }
        // A limit that is not a whole number is truncated, because it may become a result.
        let limit = Int32(truncatingAndClamping: alpha)
        let (source, target) = (try call.tensor("x").elements(as: Int32.self), outputs[0].elements(as: Int32.self))
        for index in target.indices { target[index] = max(source[index], limit) }
    }
}

/// True where `x` is zero.
enum LogicalNot: OperationDefinition {
    package static let kinds = ["logical_not"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [TensorType(.bool, try call.shape("x"))] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let truths = try call.tensor("x").converted(to: .bool)
        let x = truths.elements(as: UInt8.self)
        let output = outputs[0].elements(as: UInt8.self)
        for index in x.indices { output[index] = x[index] == 0 ? 1 : 0 }
    }
}

/// Converts the elements to the type that `dtype` names.
enum Cast: OperationDefinition {
    package static let kinds = ["cast"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let name = call.string("dtype", default: "fp32")
        guard let scalar = ScalarType(rawValue: name) else { throw call.invalid("unknown type '\(name)'") }
        return [TensorType(scalar, try call.shape("x"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        try call.tensor("x").convert(into: outputs[0])
    }
}

/// Returns its argument unchanged.
enum Identity: OperationDefinition {
    package static let kinds = ["identity"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [try call.type("x")] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws { outputs[0].copyBytes(of: try call.tensor("x")) }
}

let elementwiseUnary: [any OperationDefinition.Type] = [
    Absolute.self, ArcCosine.self, ArcSine.self, ArcTangent.self, HyperbolicArcCosine.self, HyperbolicArcSine.self,
    HyperbolicArcTangent.self, Ceiling.self, Cosine.self, HyperbolicCosine.self, ErrorFunction.self, Exponential.self, PowerOfTwo.self,
    Floor.self, Round.self, Sign.self, Sine.self, HyperbolicSine.self, SquareRoot.self, Square.self, Tangent.self,
    HyperbolicTangent.self, Inverse.self, ReciprocalSquareRoot.self, Logarithm.self, Clip.self, Threshold.self, LogicalNot.self,
    Cast.self, Identity.self,
]
