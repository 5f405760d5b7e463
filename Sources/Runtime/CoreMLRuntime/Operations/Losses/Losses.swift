import Foundation

/// A loss, which measures the distance of `x` from `targets`. With `reduction` `none`, the result is the loss of each element. The other
/// reductions are `sum` and `mean`. The default is `mean`.
protocol Loss: DifferentiableOperation {
    /// The shape of the losses before the reduction. Throws if the arguments do not match.
    static func lossShape(_ call: OperationCall) throws -> [Int]

    /// Writes the losses, and returns the divisor for their mean.
    static func losses(_ call: OperationCall, into losses: UnsafeMutablePointer<Float>) throws -> Float

    /// Writes the gradient of `x`. `scale` returns the gradient of each loss.
    static func backward(_ pass: BackwardPass, scale: (Int) -> Float, into target: UnsafeMutablePointer<Float>) throws
}

extension Loss {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try lossShape(call)
        switch call.string("reduction", default: "mean") {
        case "none": return [.float32(shape)]
        case "mean", "sum": return [.float32([])]
        case let reduction: throw call.invalid("unknown reduction '\(reduction)'")
        }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let reduction = call.string("reduction", default: "mean")
        if reduction == "none" {
            _ = try losses(call, into: outputs[0].floatPointer)
            return
        }
        var values = [Float](repeating: 0, count: try lossShape(call).product())
        let divisor = try losses(call, into: &values)
        let sum = values.reduce(0.0) { $0 + Double($1) }
        outputs[0].floats[0] = reduction == "sum" ? Float(sum) : divisor > 0 ? Float(sum / Double(divisor)) : 0
    }

    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x")?.floatPointer else { return }
        let g = try pass.outputGradient().floatPointer
        switch pass.call.string("reduction", default: "mean") {
        case "none": try backward(pass, scale: { g[$0] }, into: target)
        case "sum": try backward(pass, scale: { _ in g[0] }, into: target)
        default:
            var values = [Float](repeating: 0, count: try lossShape(pass.call).product())
            let divisor = try losses(pass.call, into: &values)
            let scale = divisor > 0 ? g[0] / divisor : 0
            try backward(pass, scale: { _ in scale }, into: target)
        }
    }
}

/// A classification loss. The classes are along `axis` of `x`, and `targets` holds the index of the true class for each position of `x`.
/// Positions with a negative target are ignored. `weights` has a factor for each class, and a mean is weighted by these factors.
protocol ClassLoss: Loss {}

/// The arguments of a class loss.
private struct ClassTargets {
    var targets: [Int]
    var classes: Int
    var inner: Int
    var weights: UnsafePointer<Float>?

    init(_ call: OperationCall) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: -1, rank: shape.count)
        classes = shape.isEmpty ? 1 : shape[axis]
        inner = shape.dropFirst(axis + 1).product()
        weights = try call.floats("weights", count: classes)
        targets = try call.ints("targets")
        for target in targets where target >= classes { throw call.invalid("target \(target) of \(classes) classes") }
    }

    /// The start of a position's classes in `x`. The classes are `inner` elements apart.
    func start(_ place: Int) -> Int { place / inner * classes * inner + place % inner }

    func weight(_ target: Int) -> Float { target < 0 ? 0 : weights?[target] ?? 1 }
}

extension ClassLoss {
    static func lossShape(_ call: OperationCall) throws -> [Int] {
        var (shape, targets) = (try call.shape("x"), try call.type("targets"))
        try call.require(!shape.isEmpty && !targets.scalar.isFloatingPoint, "x is \(shape), targets \(targets)")
        shape.remove(at: try call.axis("axis", default: -1, rank: shape.count))
        try call.require(targets.shape == shape, "x is \(try call.shape("x")), targets \(targets)")
        return shape
    }
}

/// Cross-entropy of the softmax of `x`, the logits. `smoothing` is the fraction of each target that is spread over all classes.
package enum SoftmaxCrossEntropy: ClassLoss {
    package static let kinds = ["osprey.softmax_cross_entropy"]

    /// log Σ exp(x) over the classes of one position.
    private static func logSum(_ x: UnsafePointer<Float>, _ classes: Int, _ step: Int) -> Float {
        var largest = -Float.infinity
        for index in 0..<classes { largest = max(largest, x[index * step]) }
        guard largest.isFinite else { return largest }
        var sum: Float = 0
        for index in 0..<classes { sum += exp(x[index * step] - largest) }
        return largest + log(sum)
    }

    static func losses(_ call: OperationCall, into losses: UnsafeMutablePointer<Float>) throws -> Float {
        let (x, places) = (try call.floats("x"), try ClassTargets(call))
        let smoothing = try call.float("smoothing", default: 0)
        var total: Float = 0
        for (place, target) in places.targets.enumerated() {
            losses[place] = 0
            guard target >= 0 else { continue }
            let line = x + places.start(place)
            let sum = logSum(line, places.classes, places.inner)
            losses[place] = (1 - smoothing) * places.weight(target) * (sum - line[target * places.inner])
            if smoothing > 0 {
                let share = smoothing / Float(places.classes)
                for index in 0..<places.classes { losses[place] += share * places.weight(index) * (sum - line[index * places.inner]) }
            }
            total += places.weight(target)
        }
        return total
    }

    static func backward(_ pass: BackwardPass, scale: (Int) -> Float, into target: UnsafeMutablePointer<Float>) throws {
        let (x, places) = (try pass.floats("x"), try ClassTargets(pass.call))
        let smoothing = try pass.call.float("smoothing", default: 0)
        let share = smoothing / Float(places.classes)
        let allWeights = smoothing > 0 ? (0..<places.classes).reduce(Float(0)) { $0 + places.weight($1) } : 0
        for (place, label) in places.targets.enumerated() {
            let (line, result) = (x + places.start(place), target + places.start(place))
            let factor = label < 0 ? 0 : scale(place)
            let sum = logSum(line, places.classes, places.inner)
            let wanted = (1 - smoothing) * places.weight(label)
            for index in 0..<places.classes {
                let probability = exp(line[index * places.inner] - sum)
                var gradient = (wanted + share * allWeights) * probability - share * places.weight(index)
                if index == label { gradient -= wanted }
                result[index * places.inner] = factor == 0 ? 0 : factor * gradient
            }
        }
    }
}

/// The negative logarithm of the true class's probability; `x` holds probabilities.
package enum LikelihoodLoss: ClassLoss {
    package static let kinds = ["osprey.likelihood_loss"]

    /// The least probability. Smaller ones count as this one.
    private static let least: Float = 1e-30

    static func losses(_ call: OperationCall, into losses: UnsafeMutablePointer<Float>) throws -> Float {
        let (x, places) = (try call.floats("x"), try ClassTargets(call))
        var total: Float = 0
        for (place, target) in places.targets.enumerated() {
            let probability = target < 0 ? 1 : x[places.start(place) + target * places.inner]
            losses[place] = -places.weight(target) * log(max(probability, least))
            total += places.weight(target)
        }
        return total
    }

    static func backward(_ pass: BackwardPass, scale: (Int) -> Float, into target: UnsafeMutablePointer<Float>) throws {
        let (x, places) = (try pass.floats("x"), try ClassTargets(pass.call))
        target.update(repeating: 0, count: try pass.call.type("x").count)
        for (place, label) in places.targets.enumerated() where label >= 0 {
            let index = places.start(place) + label * places.inner
            target[index] = -scale(place) * places.weight(label) / max(x[index], least)
        }
    }
}

/// A loss of each element of `x` and the corresponding element of `targets`. `weights` are factors of the losses. All have the same shape.
/// A mean divides by the number of elements, whatever the weights are.
protocol ElementLoss: Loss {
    /// The loss of an element. `parameter` is the value of the argument `parameterName`.
    static func value(_ x: Float, _ target: Float, _ parameter: Float) -> Float
    static func derivative(_ x: Float, _ target: Float, _ parameter: Float) -> Float
    static var parameterName: String { get }
}

extension ElementLoss {
    static var parameterName: String { "beta" }

    static func lossShape(_ call: OperationCall) throws -> [Int] {
        let (shape, targets) = (try call.shape("x"), try call.type("targets"))
        try call.require(targets == .float32(shape), "x is \(shape), targets \(targets)")
        if call.has("weights") { try call.require(call.shape("weights") == shape, "weights are not \(shape)") }
        return shape
    }

    static func losses(_ call: OperationCall, into losses: UnsafeMutablePointer<Float>) throws -> Float {
        let (x, targets, count) = (try call.floats("x"), try call.floats("targets"), try call.type("x").count)
        let (weights, parameter) = (try call.floats("weights", count: count), try call.float(parameterName, default: 1))
        for index in 0..<count { losses[index] = (weights?[index] ?? 1) * value(x[index], targets[index], parameter) }
        return Float(count)
    }

    static func backward(_ pass: BackwardPass, scale: (Int) -> Float, into target: UnsafeMutablePointer<Float>) throws {
        let call = pass.call
        let (x, targets, count) = (try call.floats("x"), try call.floats("targets"), try call.type("x").count)
        let (weights, parameter) = (try call.floats("weights", count: count), try call.float(parameterName, default: 1))
        for index in 0..<count {
            target[index] = scale(index) * (weights?[index] ?? 1) * derivative(x[index], targets[index], parameter)
        }
    }
}

/// `(x − target)²`.
package enum SquaredError: ElementLoss {
    package static let kinds = ["osprey.squared_error"]
    static func value(_ x: Float, _ target: Float, _ parameter: Float) -> Float { (x - target) * (x - target) }
    static func derivative(_ x: Float, _ target: Float, _ parameter: Float) -> Float { 2 * (x - target) }
}

/// Cross-entropy of `sigmoid(x)`. `x` is the logit of a probability. `positive_weight` is a factor of the loss for the target 1.
package enum SigmoidCrossEntropy: ElementLoss {
    package static let kinds = ["osprey.sigmoid_cross_entropy"]
    static let parameterName = "positive_weight"

    static func value(_ x: Float, _ target: Float, _ parameter: Float) -> Float {
        parameter * target * softplus(-x) + (1 - target) * softplus(x)
    }

    static func derivative(_ x: Float, _ target: Float, _ parameter: Float) -> Float {
        let probability = sigmoid(x)
        return (1 - target) * probability - parameter * target * (1 - probability)
    }
}

/// `½ (x − target)² / beta` for differences less than `beta`, and `|x − target| − ½ beta` for all others.
package enum SmoothL1: ElementLoss {
    package static let kinds = ["osprey.smooth_l1"]

    static func value(_ x: Float, _ target: Float, _ parameter: Float) -> Float {
        let difference = abs(x - target)
        return difference < parameter ? 0.5 * difference * difference / parameter : difference - 0.5 * parameter
    }

    static func derivative(_ x: Float, _ target: Float, _ parameter: Float) -> Float {
        let difference = x - target
        return abs(difference) < parameter ? difference / parameter : difference > 0 ? 1 : -1
    }
}

/// The operations that are used only in training.
let trainings: [any OperationDefinition.Type] = [
    SoftmaxCrossEntropy.self, LikelihoodLoss.self, SquaredError.self, SigmoidCrossEntropy.self, SmoothL1.self,
    BatchStatisticsNormalization.self, DetectionAssignment.self, BoxLoss.self,
]
