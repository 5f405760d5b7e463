import Foundation

/// The loss that boosted trees minimise. Trees are trained on its gradients and curvatures (second derivatives).
struct BoostingLoss: Sendable {
    enum Kind: Sendable, Equatable {
        /// The squared difference between the score and the target number.
        case squared
        /// The cross-entropy of two classes. The score is that of the second class.
        case logistic
        /// The cross-entropy of several classes, with a score for each class.
        case softmax(classes: Int)
    }

    typealias Signal = HistogramLayout.Signal

    let kind: Kind
    /// The target of each row: a number or the index of a class.
    let targets: [Double]

    /// The number of scores for each row.
    var outputs: Int { if case .softmax(let classes) = kind { classes } else { 1 } }
    private var rows: Int { targets.count }

    /// The constant scores with the smallest loss. All rows start with these scores.
    func base() -> [Double] {
        let count = Double(max(rows, 1))
        switch kind {
        case .squared: return [targets.reduce(0) { $0 + $1 / count }]
        case .logistic:
            let share = min(max(targets.reduce(0, +) / count, 1e-6), 1 - 1e-6)
            return [log(share / (1 - share))]
        case .softmax(let classes):
            var counts = [Double](repeating: 0, count: classes)
            for target in targets { counts[Int(target)] += 1 }
            return counts.map { log(max($0, 0.5) / count) }
        }
    }

    /// Turns the scores of several classes into probabilities. Scores and probabilities are in class-major order: all rows of one class, then all
    /// rows of the next. Does nothing for other losses.
    func normalize(_ scores: [Float], into probabilities: inout [Float]) {
        guard case .softmax(let classes) = kind else { return }
        let rows = rows
        probabilities.withUnsafeMutableBufferPointer { result in
            nonisolated(unsafe) let result = result
            scores.withUnsafeBufferPointer { scores in
                nonisolated(unsafe) let scores = scores
                ParallelLoop.ranges(of: rows) { range in
                    for row in range {
                        var largest = -Float.infinity
                        for index in 0..<classes { largest = max(largest, scores[index * rows + row]) }
                        var sum: Float = 0
                        for index in 0..<classes {
                            let power = exp(scores[index * rows + row] - largest)
                            result[index * rows + row] = power
                            sum += power
                        }
                        for index in 0..<classes { result[index * rows + row] /= sum }
                    }
                }
            }
        }
    }

    /// Computes the gradients and curvatures of all rows for an output.
    ///
    /// - Parameters:
    ///   - scores: the scores in output-major order: all rows of one output, then all rows of the next.
    ///   - probabilities: the result of `normalize` for these scores.
    func signals(
        _ output: Int, _ scores: [Float], _ probabilities: [Float], isParallel: Bool, into signals: UnsafeMutablePointer<Signal>
    ) {
        let rows = rows
        nonisolated(unsafe) let signals = signals
        func loop(_ body: (Range<Int>) -> Void) {
            if isParallel { ParallelLoop.ranges(of: rows, body) } else { body(0..<rows) }
        }
        scores.withUnsafeBufferPointer { scores in
            nonisolated(unsafe) let scores = scores
            targets.withUnsafeBufferPointer { targets in
                nonisolated(unsafe) let targets = targets
                switch kind {
                case .squared: loop { for row in $0 { signals[row] = Signal(scores[row] - Float(targets[row]), 1) } }
                case .logistic:
                    loop {
                        for row in $0 {
                            let probability = 1 / (1 + exp(-scores[row]))
                            signals[row] = Signal(probability - Float(targets[row]), max(probability * (1 - probability), 1e-12))
                        }
                    }
                case .softmax:
                    loop {
                        for row in $0 {
                            let probability = probabilities[output * rows + row]
                            let isOwn = Int(targets[row]) == output
                            signals[row] = Signal(probability - (isOwn ? 1 : 0), max(2 * probability * (1 - probability), 1e-12))
                        }
                    }
                }
            }
        }
    }

    /// The mean loss of scores in output-major order: all rows of one output, then all rows of the next.
    func mean(_ scores: [Float]) -> Double {
        let rows = rows
        guard rows > 0 else { return .nan }
        var sum = 0.0
        for row in 0..<rows { sum += loss(of: row, scores, rows) }
        return sum / Double(rows)
    }

    @inline(__always)
    private func loss(of row: Int, _ scores: [Float], _ rows: Int) -> Double {
        switch kind {
        case .squared:
            let difference = Double(scores[row]) - targets[row]
            return difference * difference
        case .logistic:
            let wrong = targets[row] > 0.5 ? -Double(scores[row]) : Double(scores[row])
            return max(wrong, 0) + log1p(exp(-abs(wrong)))
        case .softmax(let classes):
            var largest = -Float.infinity
            for index in 0..<classes { largest = max(largest, scores[index * rows + row]) }
            var total: Float = 0
            for index in 0..<classes { total += exp(scores[index * rows + row] - largest) }
            return Double(log(total) + largest - scores[Int(targets[row]) * rows + row])
        }
    }

    private func isRight(_ row: Int, _ scores: [Float], _ rows: Int) -> Bool {
        switch kind {
        case .squared: return false
        case .logistic: return (scores[row] > 0) == (targets[row] > 0.5)
        case .softmax(let classes):
            let target = Int(targets[row])
            let own = scores[target * rows + row]
            // If several classes are equally likely, the first of them is predicted.
            return (0..<classes).allSatisfy { $0 < target ? scores[$0 * rows + row] < own : scores[$0 * rows + row] <= own }
        }
    }

    /// The maximum number of rows that the loss, the accuracy and the error are computed from during a training.
    private static let measured = 50_000

    /// The mean loss and the accuracy of the predictions for classes, or their root-mean-square error for numbers. The scores are in output-major
    /// order.
    func figures(_ scores: [Float]) -> TableWatch.Figures {
        let rows = rows
        guard rows > 0, !scores.isEmpty else { return TableWatch.Figures() }
        var (sum, right, count) = (0.0, 0.0, 0.0)
        for row in stride(from: 0, to: rows, by: (rows - 1) / Self.measured + 1) {
            sum += loss(of: row, scores, rows)
            right += isRight(row, scores, rows) ? 1 : 0
            count += 1
        }
        if kind == .squared { return TableWatch.Figures(error: (sum / count).squareRoot()) }
        return TableWatch.Figures(loss: sum / count, accuracy: right / count)
    }
}
