import Foundation

/// A model that adds the leaf values of several trees. The trees read the bins of a table's columns.
struct TreeEnsembleModel: Sendable, Equatable {
    /// A tree and the output that its values belong to. A tree with several outputs has values for every output.
    struct Tree: Sendable, Equatable {
        var output: Int
        var tree: DecisionTree
    }

    let bins: [ColumnBins]
    /// A start value for each output. The leaf values are added to it.
    let base: [Double]
    var trees: [Tree]
    /// The orders of categories. Branches refer to them by number.
    var orders: [CategoryOrder] = []

    /// The number of outputs.
    var outputs: Int { base.count }

    /// The scores for each row of a table in row-major order, with a number for each output.
    func scores(_ table: BinnedTable) -> [Double] {
        var scores = [Double](repeating: 0, count: table.rows * outputs)
        let traversals = trees.map { ($0.output, TreeTraversal($0.tree, table)) }
        scores.withUnsafeMutableBufferPointer { scores in
            nonisolated(unsafe) let scores = scores
            guard let start = scores.baseAddress else { return }
            ParallelLoop.ranges(of: table.rows, atLeast: 256) { range in
                for row in range {
                    for output in 0..<outputs { start[row * outputs + output] = base[output] }
                }
                // All trees read the same block of rows, whose bins stay in the cache.
                for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.block) {
                    let rows = first..<min(first + Self.block, range.upperBound)
                    for (output, tree) in traversals { tree.add(rows, to: start + output, stride: outputs) }
                }
            }
        }
        return scores
    }

    private static let block = 1_024

    /// Adds trees that were grown at the same time. The orders of each tree are the orders that the model had, followed by the tree's own orders.
    ///
    /// - Returns: the trees, with the numbers that their orders have in the model.
    @discardableResult
    mutating func append(_ added: [Tree]) -> [Tree] {
        let known = orders.count
        let numbered = added.map { one -> Tree in
            let shift = orders.count - known
            let own = one.tree.orders.dropFirst(known)
            orders += own
            guard shift > 0, !own.isEmpty else { return one }
            return Tree(output: one.output, tree: one.tree.renumbered(orders) { $0 < known ? $0 : $0 + shift })
        }
        trees += numbered
        return numbered
    }

    /// The model without the orders of categories that no branch uses.
    func pruned() -> TreeEnsembleModel {
        var used: Set<Int> = []
        for tree in trees {
            for case .branch(_, .order(let number, _), _, _) in tree.tree.nodes { used.insert(number) }
        }
        let kept = used.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
        var model = self
        model.orders = kept.map { orders[$0] }
        model.trees = trees.map { Tree(output: $0.output, tree: $0.tree.renumbered(model.orders) { numbers[$0] ?? 0 }) }
        return model
    }

    /// The number of branches that test each column.
    func branchCounts() -> [Int] {
        var counts = [Int](repeating: 0, count: bins.count)
        for tree in trees {
            for case .branch(let column, _, _, _) in tree.tree.nodes { counts[column] += 1 }
        }
        return counts
    }
}

extension TreeEnsembleModel {
    /// The weighted sum of ensembles that were trained on the same bins.
    ///
    /// - Precondition: `parts` is not empty.
    init(_ parts: [(weight: Double, model: TreeEnsembleModel)]) {
        let outputs = parts[0].model.outputs
        let base = (0..<outputs).map { output in parts.reduce(0) { $0 + $1.weight * $1.model.base[output] } }
        self.init(bins: parts[0].model.bins, base: base, trees: [], orders: parts.flatMap(\.model.orders))
        var first = 0
        for (weight, model) in parts {
            for one in model.trees {
                let tree = one.tree.scaled(by: weight).renumbered(orders) { first + $0 }
                trees.append(Tree(output: one.output, tree: tree))
            }
            first += model.orders.count
        }
    }
}

/// Functions that turn scores into probabilities.
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
