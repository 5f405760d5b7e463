import CoreMLSpecification
import Foundation

/// The indices of a classifier's label and probabilities among its outputs.
struct ClassifierOutput: Sendable {
    let labels: ClassLabels
    private let labelIndex: Int?
    private let probabilitiesIndex: Int?
    private let outputCount: Int

    /// - Throws: `RuntimeError.invalidModel` for a classifier without labels.
    init(_ interface: ModelInterface, labels: ClassLabels?) throws {
        guard let labels, labels.count > 0 else { throw RuntimeError.invalidModel("the classifier has no class labels") }
        self.labels = labels
        let label = interface.outputIndex(interface.predictedFeatureName)
        let probabilities = interface.outputIndex(interface.predictedProbabilitiesName)
        // A model that does not name its outputs still has one output of each type.
        labelIndex =
            label
            ?? interface.outputs.firstIndex {
                switch $0.type {
                case .stringType, .int64Type: true
                default: false
                }
            }
        probabilitiesIndex =
            probabilities
            ?? interface.outputs.firstIndex {
                if case .dictionaryType = $0.type { true } else { false }
            }
        outputCount = interface.outputs.count
    }

    /// Whether the output with this index is the label or the probabilities.
    func answers(_ index: Int) -> Bool { index == labelIndex || index == probabilitiesIndex }

    /// The outputs for a list with one probability for each label.
    func values(_ probabilities: [Double]) -> [PredictorValue?] {
        let result = ClassProbabilities(labels: labels, values: probabilities)
        return values(label: labels.value(at: result.best), probabilities: result)
    }

    func values(label: PredictorValue, probabilities: ClassProbabilities) -> [PredictorValue?] {
        var values = [PredictorValue?](repeating: nil, count: outputCount)
        if let labelIndex { values[labelIndex] = label }
        if let probabilitiesIndex { values[probabilitiesIndex] = .probabilities(probabilities) }
        return values
    }
}

extension ClassLabels {
    init(_ labels: Specification.StringVector) { self = .strings(labels.vector) }
    init(_ labels: Specification.Int64Vector) { self = .int64s(labels.vector) }
}

/// The functions that turn scores into probabilities.
enum ScoreTransform {
    static func logistic(_ score: Double) -> Double {
        score >= 0 ? 1 / (1 + exp(-score)) : exp(score) / (1 + exp(score))
    }

    /// The distribution function of the standard normal distribution.
    static func probit(_ score: Double) -> Double {
        0.5 * erfc(-score / 2.0.squareRoot())
    }

    static func softmax(_ scores: [Double]) -> [Double] {
        let largest = scores.max() ?? 0
        let powers = scores.map { exp($0 - largest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    static func normalized(_ values: [Double]) -> [Double] {
        let sum = values.reduce(0, +)
        return sum > 0 ? values.map { $0 / sum } : values.map { _ in 1 / Double(values.count) }
    }
}
