/// A split of a node's rows into two parts.
struct TreeSplit: Sendable {
    var column: Int
    var test: DecisionTree.Test
    /// The improvement of the split criterion by the split.
    var gain: Double
    /// The order of categories that the test uses, if the order is new and has no number yet; `nil` in other cases.
    var order: CategoryOrder?
}

/// The best splits of a node.
struct SplitChoice: Sendable {
    /// The best split by a test on bins, a single category or a known order.
    var known: TreeSplit?
    /// The best split along an order of categories that was made for the node.
    var own: TreeSplit?

    /// Keeps the better one of this choice's and the other choice's splits, separately for `known` and `own`. If two splits are equally good, this
    /// choice's split stays.
    mutating func merge(_ other: SplitChoice) {
        if let split = other.known, split.gain > known?.gain ?? -.infinity { known = split }
        if let split = other.own, split.gain > own?.gain ?? -.infinity { own = split }
    }
}

/// An order of categories with its number in the model.
typealias NumberedOrder = (number: Int, order: CategoryOrder)

/// Finds the best split of a node by one column, from the column's histogram.
struct SplitSearch: Sendable {
    let criterion: SplitCriterion
    /// The number that is added to the curvature of a leaf.
    let penalty: Double
    /// The minimum curvature, or number of rows, on each side of a split.
    let leastWeight: Double
    /// The gain that a split must exceed.
    let leastGain: Double

    /// - Parameters:
    ///   - histogram: the sums of the signals in each bin of the column.
    ///   - total: the sums of the signals of all rows of the node.
    ///   - orders: the known orders of the column's categories.
    ///   - rows: the number of the node's rows; `nil` if no order of categories may be made for the node.
    func best(
        _ column: Int, _ bins: ColumnBins, _ histogram: UnsafePointer<Double>, _ total: UnsafePointer<Double>,
        _ orders: [NumberedOrder] = [], makingFor rows: Int? = nil
    ) -> SplitChoice {
        switch (criterion, bins) {
        case (.gradients, .numbers): return SplitChoice(known: bestNumber(column, bins.missing, histogram, SIMD2(total[0], total[1])))
        case (.gradients, .categories(let count)):
            return bestCategories(column, count, histogram, SIMD2(total[0], total[1]), orders, makingFor: rows)
        case (.classes(let classes), _):
            var choice = SplitChoice(known: bestOfClasses(column, bins, histogram, total, classes))
            if case .categories(let count) = bins {
                choice.merge(
                    bestSetsOfClasses(
                        column, count, histogram, total, classes, orders, isMaking: rows != nil, least: leastGain))
            }
            return choice
        }
    }

    // MARK: Gradients

    @inline(__always)
    func score(_ sums: SIMD2<Double>) -> Double { sums.x * sums.x / (sums.y + penalty) }

    private func bestNumber(
        _ column: Int, _ missing: Int, _ histogram: UnsafePointer<Double>, _ total: SIMD2<Double>
    ) -> TreeSplit? {
        let absent = SIMD2(histogram[missing * 2], histogram[missing * 2 + 1])
        var best = score(total) + leastGain
        var (bestBin, isMissingLeft) = (-1, false)
        for isLeft in absent.y > 0 ? [false, true] : [false] {
            var left = isLeft ? absent : .zero
            for bin in 0..<missing - (absent.y > 0 ? 0 : 1) {
                let sums = SIMD2(histogram[bin * 2], histogram[bin * 2 + 1])
                if sums.y == 0 { continue }
                left += sums
                let right = total - left
                guard left.y >= leastWeight else { continue }
                guard right.y >= leastWeight else { break }
                let value = score(left) + score(right)
                if value > best {
                    (best, bestBin) = (value, bin)
                    isMissingLeft = absent.y > 0 ? isLeft : left.y >= right.y
                }
            }
        }
        guard bestBin >= 0 else { return nil }
        return TreeSplit(column: column, test: .upTo(bin: bestBin, orMissing: isMissingLeft), gain: best - score(total))
    }

    // MARK: Classes

    /// The purity of a set of rows: the sum of the classes' squared weights, divided by the total weight. A greater value means less mixing of the
    /// classes. Also returns the total weight.
    func purity(_ sums: UnsafePointer<Double>, _ classes: Int) -> (score: Double, weight: Double) {
        var (squares, weight) = (0.0, 0.0)
        for index in 0..<classes {
            squares += sums[index] * sums[index]
            weight += sums[index]
        }
        return (weight > 0 ? squares / weight : 0, weight)
    }

    private func bestOfClasses(
        _ column: Int, _ bins: ColumnBins, _ histogram: UnsafePointer<Double>, _ total: UnsafePointer<Double>, _ classes: Int
    ) -> TreeSplit? {
        let parent = purity(total, classes).score
        var (best, test): (Double, DecisionTree.Test?) = (parent + leastGain, nil)
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * classes) { sums in
            guard let left = sums.baseAddress else { return }
            let right = left + classes
            func judge(_ candidate: (Bool) -> DecisionTree.Test) {
                for index in 0..<classes { right[index] = total[index] - left[index] }
                let (own, other) = (purity(left, classes), purity(right, classes))
                guard own.weight >= leastWeight, other.weight >= leastWeight, own.score + other.score > best else { return }
                (best, test) = (own.score + other.score, candidate(own.weight >= other.weight))
            }
            switch bins {
            case .categories(let count):
                for bin in 0..<count {
                    left.update(from: histogram + bin * classes, count: classes)
                    judge { _ in .category(bin) }
                }
            case .numbers:
                let missing = bins.missing
                let absent = histogram + missing * classes
                let hasMissing = purity(absent, classes).weight > 0
                for isLeft in hasMissing ? [false, true] : [false] {
                    for index in 0..<classes { left[index] = isLeft ? absent[index] : 0 }
                    for bin in 0..<missing - (hasMissing ? 0 : 1) {
                        let own = histogram + bin * classes
                        var isEmpty = true
                        for index in 0..<classes where own[index] != 0 {
                            left[index] += own[index]
                            isEmpty = false
                        }
                        if isEmpty { continue }
                        judge { isHeavier in .upTo(bin: bin, orMissing: hasMissing ? isLeft : isHeavier) }
                    }
                }
            }
        }
        return test.map { TreeSplit(column: column, test: $0, gain: best - parent) }
    }
}
