import Foundation

/// Multinomial logistic regression: scores linear in the features, probabilities by softmax.
///
/// Trained on standardised features; the stored weights are for the features as they come.
struct LogisticRegression: Sendable {
    let classes: Int
    let columns: Int
    /// [classes, columns] row after row, then an offset a class.
    private(set) var weights: [Double]
    private(set) var offsets: [Double]

    struct Options: Sendable {
        var maximumIterations = 25
        /// What a squared weight of a standardised feature costs, as a part of the mean loss times the number of examples.
        var penalty = 1.0
        /// Whether classes count the same, however many examples each has.
        var balancesClasses = true
    }

    /// How an iteration went.
    struct Progress: Sendable {
        var iteration: Int
        var loss: Double
    }

    /// - Parameter report: called after each iteration; false ends the training there.
    init(_ data: FeatureMatrix, classes: Int, _ options: Options = Options(), report: (Progress) -> Bool = { _ in true }) {
        let statistics = data.statistics()
        let objective = SoftmaxObjective(data.standardized(statistics), classes: classes, options)
        var search = LimitedMemoryBFGS(from: [Double](repeating: 0, count: classes * (data.columns + 1))) { objective.evaluate($0, &$1) }
        for iteration in 1...max(options.maximumIterations, 1) {
            let goesOn = search.step()
            if !report(Progress(iteration: iteration, loss: search.value)) || !goesOn { break }
        }
        self.init(standardized: search.point, classes: classes, statistics)
    }

    /// Weights for features as they come, of weights [classes, columns + 1] for standardised ones.
    private init(standardized point: [Double], classes: Int, _ statistics: (mean: [Float], scale: [Float])) {
        self.classes = classes
        columns = statistics.mean.count
        weights = [Double](repeating: 0, count: classes * columns)
        offsets = [Double](repeating: 0, count: classes)
        for label in 0..<classes {
            let row = label * (columns + 1)
            offsets[label] = point[row + columns]
            for column in 0..<columns {
                let weight = point[row + column] * Double(statistics.scale[column])
                weights[label * columns + column] = weight
                offsets[label] -= weight * Double(statistics.mean[column])
            }
        }
    }

    /// The probability of each class.
    func probabilities(_ row: ArraySlice<Float>) -> [Double] {
        var scores = offsets
        for label in 0..<classes {
            var sum = 0.0
            for (column, value) in row.enumerated() { sum += weights[label * columns + column] * Double(value) }
            scores[label] += sum
        }
        let largest = scores.max() ?? 0
        let powers = scores.map { exp($0 - largest) }
        let total = powers.reduce(0, +)
        return powers.map { $0 / total }
    }
}

/// The mean cross-entropy of a softmax over linear scores, plus a penalty of squared weights, and its gradient.
private final class SoftmaxObjective: @unchecked Sendable {
    private let data: FeatureMatrix
    private let classes: Int
    private let exampleWeights: [Float]
    private let penalty: Double
    private let workers: Int

    init(_ data: FeatureMatrix, classes: Int, _ options: LogisticRegression.Options) {
        self.data = data
        self.classes = classes
        penalty = options.penalty / Double(max(data.rows, 1))
        var counts = [Int](repeating: 0, count: classes)
        for label in data.labels { counts[label] += 1 }
        let present = counts.filter { $0 > 0 }.count
        exampleWeights = data.labels.map { label in
            let share = options.balancesClasses ? 1 / Double(present * counts[label]) : 1 / Double(data.rows)
            return Float(share)
        }
        workers = max(1, min(ProcessInfo.processInfo.activeProcessorCount, data.rows / 64))
    }

    /// A part of the examples: its loss and the gradient of the weights [classes, columns + 1].
    private struct Part {
        var loss = 0.0
        var gradient: [Float]
    }

    func evaluate(_ point: [Double], _ gradient: inout [Double]) -> Double {
        let weights = point.map { Float($0) }
        nonisolated(unsafe) var parts = [Part](repeating: Part(gradient: []), count: workers)
        parts.withUnsafeMutableBufferPointer { parts in
            nonisolated(unsafe) let parts = parts
            DispatchQueue.concurrentPerform(iterations: workers) { parts[$0] = part($0, weights) }
        }
        // Added in order, so that the same data gives the same bits.
        var loss = 0.0
        for index in gradient.indices { gradient[index] = 0 }
        for part in parts {
            loss += part.loss
            for index in gradient.indices { gradient[index] += Double(part.gradient[index]) }
        }
        let width = data.columns + 1
        for label in 0..<classes {
            for index in label * width..<label * width + data.columns {
                loss += 0.5 * penalty * point[index] * point[index]
                gradient[index] += penalty * point[index]
            }
        }
        return loss
    }

    private func part(_ index: Int, _ weights: [Float]) -> Part {
        let width = data.columns + 1
        var part = Part(gradient: [Float](repeating: 0, count: weights.count))
        var scores = [Float](repeating: 0, count: classes)
        let rows = data.rows * index / workers..<data.rows * (index + 1) / workers
        data.values.withUnsafeBufferPointer { values in
            weights.withUnsafeBufferPointer { weights in
                part.gradient.withUnsafeMutableBufferPointer { gradient in
                    guard let x = values.baseAddress, let w = weights.baseAddress, let g = gradient.baseAddress else { return }
                    for row in rows {
                        let features = x + row * data.columns
                        for label in 0..<classes {
                            let start = w + label * width
                            scores[label] = Vector.dot(start, features, data.columns) + start[data.columns]
                        }
                        let largest = scores.max() ?? 0
                        var total: Float = 0
                        let target = scores[data.labels[row]] - largest
                        for label in 0..<classes {
                            scores[label] = exp(scores[label] - largest)
                            total += scores[label]
                        }
                        let weight = exampleWeights[row]
                        part.loss += Double(weight) * (log(Double(total)) - Double(target))
                        for label in 0..<classes {
                            let error = weight * (scores[label] / total - (label == data.labels[row] ? 1 : 0))
                            let start = g + label * width
                            Vector.add(error, features, to: start, data.columns)
                            start[data.columns] += error
                        }
                    }
                }
            }
        }
        return part
    }
}

/// Loops over numbers in memory.
enum Vector {
    static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum = SIMD16<Float>.zero
        var index = 0
        while index + 16 <= count {
            let left = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD16<Float>.self)
            let right = UnsafeRawPointer(b + index).loadUnaligned(as: SIMD16<Float>.self)
            sum += left * right
            index += 16
        }
        var total = sum.sum()
        while index < count {
            total += a[index] * b[index]
            index += 1
        }
        return total
    }

    static func add(_ factor: Float, _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int) {
        for index in 0..<count { target[index] += factor * source[index] }
    }
}
