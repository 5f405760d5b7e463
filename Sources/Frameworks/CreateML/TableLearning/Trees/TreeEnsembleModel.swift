import Foundation

/// Trees whose leaves add up, on the bins of a table's columns.
struct TreeEnsembleModel: Sendable, Equatable {
    /// A tree with the output that its values are for. Trees with several outputs have values for each of them.
    struct Tree: Sendable, Equatable {
        var output: Int
        var tree: DecisionTree
    }

    let bins: [ColumnBins]
    /// A value for each output, to which the leaves are added.
    let base: [Double]
    var trees: [Tree]

    /// The number of outputs.
    var outputs: Int { base.count }

    /// The sums for each row of a table: row after row, a number for each output.
    func scores(_ table: BinnedTable) -> [Double] {
        var scores = [Double](repeating: 0, count: table.rows * outputs)
        scores.withUnsafeMutableBufferPointer { scores in
            nonisolated(unsafe) let scores = scores
            guard let start = scores.baseAddress else { return }
            ParallelLoop.ranges(of: table.rows, atLeast: 256) { range in
                for row in range {
                    for output in 0..<outputs { scores[row * outputs + output] = base[output] }
                    for tree in trees { tree.tree.add(table, row, to: start + row * outputs + tree.output) }
                }
            }
        }
        return scores
    }

    /// How often each column is asked for, weighted with nothing.
    func branchCounts() -> [Int] {
        var counts = [Int](repeating: 0, count: bins.count)
        for tree in trees {
            for case .branch(let column, _, _, _) in tree.tree.nodes { counts[column] += 1 }
        }
        return counts
    }
}

/// The function from scores to probabilities.
enum ScoreLink {
    /// The logistic function.
    @inline(__always)
    static func logistic(_ score: Double) -> Double {
        score >= 0 ? 1 / (1 + exp(-score)) : exp(score) / (1 + exp(score))
    }

    static func softmax(_ scores: ArraySlice<Double>) -> [Double] {
        let largest = scores.max() ?? 0
        let powers = scores.map { exp($0 - largest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}
