import CoreMLSpecification
import Foundation

/// The probability of an event by probit regression with Gaussian weights: Graepel, Candela, Borchert and Herbrich, "Web-Scale Bayesian
/// Click-Through Rate Prediction for Sponsored Search Advertising" (2010), with a link function of steepness 1.
///
/// The event is a vector or a matrix. Element `i` of a vector is the discrete value of feature `i`. A matrix has rows [feature, value].
final class ProbitRegressorPredictor: ModelPredictor {
    private struct Weight {
        var mean: Double
        var variance: Double
    }

    private struct Key: Hashable {
        var feature: UInt32
        var value: UInt32
    }

    private let bias: Weight
    private let weights: [Key: Weight]
    private let featureCount: Int
    private let event: Int
    private let optimism: Int?
    private let scale: Int?
    private let truncation: Int?
    /// The outputs and their roles.
    private let outputs: [(feature: ModelInterface.Feature, role: Role)]

    private enum Role { case probability, mean, variance, pessimistic, sampled }

    /// - Throws: `RuntimeError.invalidModel` for weights that are not Gaussians, and names of inputs that do not exist.
    init(_ specification: Specification.BayesianProbitRegressor, interface: ModelInterface) throws {
        func weight(_ gaussian: Specification.BayesianProbitRegressor.Gaussian?) throws -> Weight {
            guard let gaussian else { return Weight(mean: 0, variance: 0) }
            guard gaussian.mean.isFinite, gaussian.precision > 0, gaussian.precision.isFinite else {
                throw RuntimeError.invalidModel("a weight of the probit regressor has the precision \(gaussian.precision)")
            }
            return Weight(mean: gaussian.mean, variance: 1 / gaussian.precision)
        }
        func index(_ name: String) throws -> Int? {
            guard !name.isEmpty else { return nil }
            guard let index = interface.inputIndex(name) else { throw RuntimeError.invalidModel("the model has no input '\(name)'") }
            return index
        }
        bias = try weight(specification.bias)
        var weights: [Key: Weight] = [:]
        for feature in specification.features {
            for value in feature.weights {
                weights[Key(feature: feature.featureId, value: value.featureValue)] = try weight(value.featureWeight)
            }
        }
        self.weights = weights
        featureCount = Int(specification.numberOfFeatures)
        guard let event = try index(specification.regressionInputFeatureName) ?? (interface.inputs.isEmpty ? nil : 0) else {
            throw RuntimeError.invalidModel("the probit regressor has no input")
        }
        self.event = event
        optimism = try index(specification.optimismInputFeatureName)
        scale = try index(specification.samplingScaleInputFeatureName)
        truncation = try index(specification.samplingTruncationInputFeatureName)
        outputs = interface.outputs.map { output in
            switch output.name {
            case specification.meanOutputFeatureName: (output, .mean)
            case specification.varianceOutputFeatureName: (output, .variance)
            case specification.pessimisticProbabilityOutputFeatureName: (output, .pessimistic)
            case specification.sampledProbabilityOutputFeatureName: (output, .sampled)
            default: (output, .probability)
            }
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        guard case .tensor(let event)? = inputs[event] else { throw RuntimeError.invalidInput("the probit regressor takes an array") }
        var sum = bias
        for key in try keys(event) {
            // A value that training did not see has no weight.
            guard let weight = weights[key] else { continue }
            sum.mean += weight.mean
            sum.variance += weight.variance
        }
        func number(_ index: Int?, default fallback: Double) -> Double { index.flatMap { inputs[$0]?.numbers?.first } ?? fallback }
        let deviation = sum.variance.squareRoot()
        return outputs.map { feature, role in
            let value =
                switch role {
                case .mean: sum.mean
                case .variance: sum.variance
                case .probability: probability(sum.mean, sum.variance)
                case .pessimistic: probability(sum.mean + number(optimism, default: 0) * deviation, sum.variance)
                case .sampled:
                    ScoreTransform.probit(
                        sum.mean + deviation * number(scale, default: 1) * Self.sample(within: number(truncation, default: .infinity)))
                }
            return feature.value([value])
        }
    }

    /// The probability with the uncertainty of the weights integrated out.
    private func probability(_ mean: Double, _ variance: Double) -> Double { ScoreTransform.probit(mean / (1 + variance).squareRoot()) }

    private func keys(_ event: Tensor) throws -> [Key] {
        let values = try event.doubles.map { value in
            guard let exact = UInt32(exactly: value) else {
                throw RuntimeError.invalidInput("\(value) is not a discrete value of the probit regressor")
            }
            return exact
        }
        if event.shape.count == 2, event.shape[1] == 2 {
            return stride(from: 0, to: values.count - 1, by: 2).map { Key(feature: values[$0], value: values[$0 + 1]) }
        }
        guard featureCount == 0 || values.count == featureCount else {
            throw RuntimeError.invalidInput("the probit regressor takes \(featureCount) features, not \(values.count)")
        }
        return values.enumerated().map { Key(feature: UInt32(clamping: $0), value: $1) }
    }

    /// A sample of the standard normal distribution truncated at `bound` on either side.
    private static func sample(within bound: Double) -> Double {
        guard bound > 0 else { return 0 }
        // Inversion: a uniform sample between the values of the distribution function at the two bounds.
        let low = ScoreTransform.probit(-bound)
        return quantile(Double.random(in: low...max(low, 1 - low)))
    }

    /// The inverse of the standard normal distribution function, by bisection between −40 and 40.
    private static func quantile(_ probability: Double) -> Double {
        var (low, high) = (-40.0, 40.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if ScoreTransform.probit(middle) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
