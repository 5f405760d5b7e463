import Foundation

/// A head: linear layers that turn features into probabilities, with a rectifier after each layer but the last. A single layer is a logistic
/// regression.
struct ClassifierHead: Sendable, Equatable {
    /// The relation between the labels of an example.
    enum Output: String, Sendable, Codable {
        /// Exactly one label is true. The probabilities add up to 1.
        case softmax
        /// A label is true or false independently of the other labels.
        case sigmoid
    }

    struct Layer: Sendable, Equatable {
        let inputs: Int
        let outputs: Int
        /// The weights [outputs, inputs], in row-major order.
        var weights: [Double]
        /// The offsets [outputs].
        var offsets: [Double]
    }

    let layers: [Layer]
    let output: Output

    /// A head for raw features, made from the weights of a head for standardised features.
    ///
    /// - Parameter point: the numbers [outputs, inputs + 1] of each layer, one layer after the other. Each row has the weights and then the offset.
    init(_ point: [Double], sizes: [Int], _ output: Output, _ statistics: FeatureStatistics) {
        var start = 0
        var layers: [Layer] = []
        for (inputs, outputs) in zip(sizes, sizes.dropFirst()) {
            var layer = Layer(inputs: inputs, outputs: outputs, weights: [], offsets: [])
            for _ in 0..<outputs {
                layer.weights += point[start..<start + inputs]
                layer.offsets.append(point[start + inputs])
                start += inputs + 1
            }
            layers.append(layer)
        }
        if !layers.isEmpty { layers[0].absorb(statistics) }
        self.layers = layers
        self.output = output
    }

    /// The probability of each class.
    func probabilities(_ row: ArraySlice<Float>) -> [Double] {
        var values = row.map { Double($0) }
        for (index, layer) in layers.enumerated() {
            if index > 0 { values = values.map { max($0, 0) } }
            values = layer.scores(values)
        }
        switch output {
        case .sigmoid: return values.map { 1 / (1 + exp(-$0)) }
        case .softmax:
            let largest = values.max() ?? 0
            let powers = values.map { exp($0 - largest) }
            let total = powers.reduce(0, +)
            return powers.map { $0 / total }
        }
    }
}

extension ClassifierHead.Layer {
    fileprivate func scores(_ values: [Double]) -> [Double] {
        var scores = offsets
        for output in 0..<outputs {
            var sum = 0.0
            for input in 0..<inputs { sum += weights[output * inputs + input] * values[input] }
            scores[output] += sum
        }
        return scores
    }

    /// Converts the weights and offsets for standardised features to those for raw features.
    fileprivate mutating func absorb(_ statistics: FeatureStatistics) {
        for output in 0..<outputs {
            for input in 0..<inputs {
                let weight = weights[output * inputs + input] * Double(statistics.scale[input])
                weights[output * inputs + input] = weight
                offsets[output] -= weight * Double(statistics.mean[input])
            }
        }
    }
}
