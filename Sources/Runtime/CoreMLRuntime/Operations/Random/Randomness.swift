import Foundation

/// Random numbers in `shape`. The same `seed` gives the same numbers.
protocol RandomOperation: FloatOperation {
    static func generator(_ call: OperationCall) throws -> (inout SplitMix64) -> Float
}

extension RandomOperation {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [.float32(try call.ints("shape"))] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        var source = SplitMix64(modelSeed: try call.int("seed", default: -1))
        let generate = try generator(call)
        let target = outputs[0].floatPointer
        for index in 0..<outputs[0].count { target[index] = generate(&source) }
    }
}

enum RandomNormal: RandomOperation {
    package static let kinds = ["random_normal"]

    static func generator(_ call: OperationCall) throws -> (inout SplitMix64) -> Float {
        let (mean, deviation) = (try call.float("mean", default: 0), try call.float("stddev", default: 1))
        return { source in
            let radius = (-2 * log(1 - source.unit())).squareRoot()
            return mean + deviation * Float(radius * cos(2 * .pi * source.unit()))
        }
    }
}

enum RandomUniform: RandomOperation {
    package static let kinds = ["random_uniform"]

    static func generator(_ call: OperationCall) throws -> (inout SplitMix64) -> Float {
        let (low, high) = (try call.float("low", default: 0), try call.float("high", default: 1))
        let (start, span) = (Double(low), Double(high) - Double(low))
        return { source in
            let number = Float(start + span * source.unit())
            // Rounding may reach the upper bound, which is not in the range.
            return number >= high && high > low ? high.nextDown : number
        }
    }
}

enum RandomBernoulli: RandomOperation {
    package static let kinds = ["random_bernoulli"]

    static func generator(_ call: OperationCall) throws -> (inout SplitMix64) -> Float {
        let probability = Double(try call.float("prob", default: 0.5))
        return { $0.unit() < probability ? 1 : 0 }
    }
}

/// Draws `size` class indices from each distribution in the last dimension of `x`. `mode` is `logits` or `probs`, the kind of numbers in `x`.
enum RandomCategorical: FloatOperation {
    package static let kinds = ["random_categorical"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        try call.require((shape.last ?? 0) > 0, "x is \(shape)")
        let mode = call.string("mode", default: "logits")
        try call.require(mode == "logits" || mode == "probs", "unknown mode '\(mode)'")
        return [.float32(shape.dropLast() + [try call.int("size", default: 1)])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        guard let classes = shape.last, let draws = outputs[0].shape.last else { return }
        let temperature = Double(try call.float("temperature", default: 1))
        let isLogits = call.string("mode", default: "logits") == "logits"
        let epsilon = Double(try call.float("epsilon", default: 1e-10))
        var source = SplitMix64(modelSeed: try call.int("seed", default: -1))
        let x = try call.floats("x")
        for row in 0..<shape.dropLast().product() {
            let scores = (0..<classes).map { index in
                let value = Double(x[row * classes + index])
                return (isLogits ? value : log(value + epsilon)) / temperature
            }
            let largest = scores.max() ?? 0
            let weights = scores.map { exp($0 - largest) }
            let total = weights.reduce(0, +)
            // Drawn if the random number is larger than the sum of all weights, because of rounding.
            let last = weights.lastIndex { $0 > 0 } ?? classes - 1
            for draw in 0..<draws {
                var rest = source.unit() * total
                let chosen = weights.firstIndex { weight in
                    rest -= weight
                    return rest < 0
                }
                outputs[0].floats[row * draws + draw] = Float(chosen ?? last)
            }
        }
    }
}

let randomness: [any OperationDefinition.Type] = [
    RandomNormal.self, RandomUniform.self, RandomBernoulli.self, RandomCategorical.self,
]
