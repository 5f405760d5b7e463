import Foundation

/// The training objective of a head: the mean cross-entropy of its probabilities, plus an L2 penalty. It also gives the gradient.
///
/// The examples are divided into parts, and the sums of the parts are added in order. The number of parts depends only on the number of examples.
/// The same data therefore give the same bits on any number of cores.
final class HeadObjective: @unchecked Sendable {
    private let data: FeatureMatrix
    /// The number of features, followed by the number of outputs of each layer.
    private let sizes: [Int]
    private let output: ClassifierHead.Output
    private let exampleWeights: [Float]
    private let penalty: Double
    private let partCount: Int
    /// The fraction, 0…1, of labels that are predicted correctly at the last evaluated point.
    private(set) var accuracy = 0.0

    private static let largestPartCount = 16

    init(_ data: FeatureMatrix, sizes: [Int], _ options: HeadTrainer.Options) {
        self.data = data
        self.sizes = sizes
        output = options.output
        penalty = options.penalty / Double(max(data.rows, 1))
        exampleWeights = Self.weights(data, options)
        partCount = max(1, min(Self.largestPartCount, data.rows / 64))
    }

    private static func weights(_ data: FeatureMatrix, _ options: HeadTrainer.Options) -> [Float] {
        let even = Float(1 / Double(max(data.rows, 1)))
        guard options.balancesClasses, options.output == .softmax else { return data.labels.map { _ in even } }
        var counts: [Int: Int] = [:]
        for label in data.labels.joined() { counts[label, default: 0] += 1 }
        return data.labels.map { labels in labels.first.flatMap { counts[$0] }.map { Float(1 / Double(counts.count * $0)) } ?? even }
    }

    /// The sums over a part of the examples: the loss, the number of correctly predicted labels, and the gradient.
    private struct Part {
        var loss = 0.0
        var right = 0
        var gradient: [Float] = []
    }

    func evaluate(_ point: [Double], _ gradient: inout [Double]) -> Double {
        let weights = point.map { Float($0) }
        nonisolated(unsafe) var parts = [Part](repeating: Part(), count: partCount)
        parts.withUnsafeMutableBufferPointer { parts in
            nonisolated(unsafe) let parts = parts
            DispatchQueue.concurrentPerform(iterations: partCount) { parts[$0] = part($0, weights) }
        }
        var (loss, right) = (0.0, 0)
        for index in gradient.indices { gradient[index] = 0 }
        for part in parts {
            loss += part.loss
            right += part.right
            for index in gradient.indices { gradient[index] += Double(part.gradient[index]) }
        }
        let decisions = data.rows * (output == .softmax ? 1 : sizes.last ?? 1)
        accuracy = Double(right) / Double(max(decisions, 1))
        return loss + penalize(point, &gradient)
    }

    /// Adds the gradient of the L2 penalty to `gradient`, and returns the penalty. Offsets have no penalty.
    private func penalize(_ point: [Double], _ gradient: inout [Double]) -> Double {
        var (cost, index) = (0.0, 0)
        for (inputs, outputs) in zip(sizes, sizes.dropFirst()) {
            for _ in 0..<outputs {
                for _ in 0..<inputs {
                    cost += 0.5 * penalty * point[index] * point[index]
                    gradient[index] += penalty * point[index]
                    index += 1
                }
                index += 1
            }
        }
        return cost
    }

    private func part(_ index: Int, _ weights: [Float]) -> Part {
        var part = Part(gradient: [Float](repeating: 0, count: weights.count))
        // `values` has the input of each layer and then the scores. `changes` has the gradients of the loss with respect to them.
        var values = sizes.map { [Float](repeating: 0, count: $0) }
        var changes = values
        for row in data.rows * index / partCount..<data.rows * (index + 1) / partCount {
            values[0].replaceSubrange(0..., with: data[row])
            forward(weights, &values)
            let (loss, right) = compare(values[values.count - 1], row, &changes[changes.count - 1])
            part.loss += loss
            part.right += right
            backward(weights, values, &changes, &part.gradient)
        }
        return part
    }

    private func forward(_ weights: [Float], _ values: inout [[Float]]) {
        var start = 0
        for layer in 1..<sizes.count {
            let inputs = sizes[layer - 1]
            for output in 0..<sizes[layer] {
                let score = Vector.dot(weights, from: start, values[layer - 1], inputs) + weights[start + inputs]
                values[layer][output] = layer < sizes.count - 1 ? max(score, 0) : score
                start += inputs + 1
            }
        }
    }

    private func backward(_ weights: [Float], _ values: [[Float]], _ changes: inout [[Float]], _ gradient: inout [Float]) {
        var end = weights.count
        for layer in (1..<sizes.count).reversed() {
            let inputs = sizes[layer - 1]
            let start = end - sizes[layer] * (inputs + 1)
            if layer > 1 { for input in 0..<inputs { changes[layer - 1][input] = 0 } }
            for output in 0..<sizes[layer] {
                let change = changes[layer][output]
                let place = start + output * (inputs + 1)
                Vector.add(change, values[layer - 1], to: &gradient, from: place, inputs)
                gradient[place + inputs] += change
                if layer > 1 { Vector.add(change, weights, sourceStart: place, to: &changes[layer - 1], from: 0, inputs) }
            }
            // The gradient of a rectifier is zero where its output is zero.
            if layer > 1 { for input in 0..<inputs where values[layer - 1][input] <= 0 { changes[layer - 1][input] = 0 } }
            end = start
        }
    }

    /// The loss of an example and the number of its labels that are predicted correctly. `change` becomes the gradient of the loss with respect to
    /// the scores.
    private func compare(_ scores: [Float], _ row: Int, _ change: inout [Float]) -> (loss: Double, right: Int) {
        let weight = exampleWeights[row]
        switch output {
        case .softmax:
            let target = data.labels[row][0]
            let largest = scores.max() ?? 0
            var total: Float = 0
            for label in scores.indices {
                change[label] = exp(scores[label] - largest)
                total += change[label]
            }
            for label in scores.indices { change[label] = weight * (change[label] / total - (label == target ? 1 : 0)) }
            let loss = Double(weight) * (log(Double(total)) - Double(scores[target] - largest))
            return (loss, scores.hasFirstMaximum(at: target) ? 1 : 0)

        case .sigmoid:
            var (loss, right) = (0.0, 0)
            for label in scores.indices {
                let isOwn = data.labels[row].contains(label)
                let score = scores[label]
                // log(1 + e^∓score), written so that it does not overflow.
                let wrong = isOwn ? -score : score
                loss += Double(weight) * Double(max(wrong, 0) + log1p(exp(-abs(wrong))))
                change[label] = weight * (1 / (1 + exp(-score)) - (isOwn ? 1 : 0))
                right += (score > 0) == isOwn ? 1 : 0
            }
            return (loss, right)
        }
    }
}

/// Vector operations on arrays of numbers.
private enum Vector {
    /// The dot product of `count` numbers of `a`, from index `start` on, and the first `count` numbers of `b`.
    static func dot(_ a: [Float], from start: Int, _ b: [Float], _ count: Int) -> Float {
        precondition(start >= 0 && start + count <= a.count && count <= b.count, "there are as many numbers")
        return a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                guard let left = a.baseAddress, let right = b.baseAddress else { return 0 }
                var sum = SIMD16<Float>.zero
                var index = 0
                while index + 16 <= count {
                    let factor = UnsafeRawPointer(left + start + index).loadUnaligned(as: SIMD16<Float>.self)
                    sum += factor * UnsafeRawPointer(right + index).loadUnaligned(as: SIMD16<Float>.self)
                    index += 16
                }
                var total = sum.sum()
                while index < count {
                    total += left[start + index] * right[index]
                    index += 1
                }
                return total
            }
        }
    }

    /// Adds `count` numbers of `source`, from index `sourceStart` on, to those of `target`, from index `start` on. Each number is first multiplied
    /// by `factor`.
    static func add(
        _ factor: Float, _ source: [Float], sourceStart: Int = 0, to target: inout [Float], from start: Int, _ count: Int
    ) {
        precondition(sourceStart >= 0 && sourceStart + count <= source.count && start + count <= target.count, "there are as many numbers")
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                for index in 0..<count { to[start + index] += factor * from[sourceStart + index] }
            }
        }
    }
}
