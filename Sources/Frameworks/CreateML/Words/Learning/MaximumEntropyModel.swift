import Foundation

/// A maximum-entropy classifier of named features. It computes weighted sums. The softmax function turns the sums into probabilities.
struct MaximumEntropyModel: Sendable {
    /// The features, in the order of the weights.
    let features: [String]
    let labels: [String]
    /// The weights in feature-major order: those of the first feature for each output, then those of the next feature. With two labels, there is
    /// one output, the score of the second label. With three or more labels, each label has an output.
    let weights: [Double]
    let offsets: [Double]
    private let places: [String: Int]

    init(features: [String], labels: [String], weights: [Double], offsets: [Double]) {
        (self.features, self.labels, self.weights, self.offsets) = (features, labels, weights, offsets)
        places = Dictionary(features.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The options for the training.
    struct Options: Sendable {
        /// The inverse of the L2 penalty's factor. The penalty is half the sum of the squared weights.
        var looseness = 10.0
        var maxIterations = 100
        var tolerance = 1e-4
    }

    /// Trains a model on rows of features.
    ///
    /// - Parameter scales: a factor for each feature. During the training, the feature's values are multiplied by the factor. The model's weights
    ///   include the factor.
    init(_ rows: SparseRows, scales: [Double], features: [String], targets: [Int], labels: [String], options: Options = Options()) {
        var scaled = rows
        scaled.scale(scales)
        let objective = MaximumEntropyObjective(
            scaled, targets: targets.map(Double.init), classes: labels.count, penalty: 1 / options.looseness)
        var search = LimitedMemoryBFGS(from: [Double](repeating: 0, count: objective.variables)) { objective.evaluate($0, &$1) }
        for _ in 0..<options.maxIterations where !search.step(tolerance: options.tolerance) { break }
        let count = features.count * objective.outputs
        var weights = Array(search.point[..<count])
        for index in weights.indices { weights[index] *= scales[index / objective.outputs] }
        self.init(features: features, labels: labels, weights: weights, offsets: Array(search.point[count...]))
    }

    var outputs: Int { offsets.count }

    /// The probability of each label, from the values of features.
    func probabilities(_ entries: some Sequence<(key: String, value: Double)>) -> [Double] {
        var sums = offsets
        for (key, value) in entries {
            guard let place = places[key] else { continue }
            for output in 0..<outputs { sums[output] += value * weights[place * outputs + output] }
        }
        let scores = labels.count == 2 ? [0, sums[0]] : sums
        let largest = scores.max() ?? 0
        let powers = scores.map { exp($0 - largest) }
        let total = powers.reduce(0, +)
        return powers.map { $0 / total }
    }

    /// The most probable label. If several are equally probable, the first of them is returned.
    func label(_ entries: some Sequence<(key: String, value: Double)>) -> String {
        let probabilities = probabilities(entries)
        var best = 0
        for index in probabilities.indices where probabilities[index] > probabilities[best] { best = index }
        return labels[best]
    }
}
