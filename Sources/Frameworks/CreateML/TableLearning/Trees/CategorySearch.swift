/// The search for the best split of a node's rows by their categories.
///
/// A split may separate one category from all others, or a set of categories from the rest. Sets are found along orders of the categories. One
/// order is made for the node: categories are sorted by the mean signal of the rows, as in LightGBM. The other orders were made for earlier nodes.
extension SplitSearch {
    /// The number of rows with the node's mean that are added to each category, to smooth the category's mean. A category with fewer rows than this
    /// number gets the node's mean.
    private static let smoothing = 10.0
    /// The number that is added to the curvature on both sides of a split by a set. It makes such splits less attractive.
    private static let setPenalty = 10.0

    /// Finds the best splits of a node by categories.
    ///
    /// - Parameters:
    ///   - orders: the existing orders of the column's categories, with their numbers.
    ///   - rows: the number of the node's rows; `nil` if no order may be made for the node.
    func bestCategories(
        _ column: Int, _ count: Int, _ histogram: UnsafePointer<Double>, _ total: SIMD2<Double>, _ orders: [NumberedOrder],
        makingFor rows: Int?
    ) -> SplitChoice {
        var choice = SplitChoice()
        let parent = score(total)
        func sums(_ category: Int) -> SIMD2<Double> { SIMD2(histogram[category * 2], histogram[category * 2 + 1]) }
        let present = (0..<UInt16(truncatingIfNeeded: count)).filter { histogram[Int($0) * 2 + 1] > 0 }
        var (best, single) = (parent + leastGain, -1)
        for category in present.lazy.map({ Int($0) }) {
            let left = sums(category)
            let right = total - left
            guard left.y >= leastWeight, right.y >= leastWeight else { continue }
            let value = score(left) + score(right)
            if value > best { (best, single) = (value, category) }
        }
        if single >= 0 { choice.known = TreeSplit(column: column, test: .category(single), gain: best - parent) }
        // With two or three categories, every set is one category or all categories but one.
        guard present.count > 3 else { return choice }
        func scan(_ categories: [UInt16], isDivided: (Int, Int) -> Bool) -> (last: Int, score: Double)? {
            var (best, last, before) = (parent + leastGain, -1, -1)
            var left = SIMD2<Double>.zero
            for category in categories.lazy.map({ Int($0) }) {
                let own = sums(category)
                guard own.y > 0 else { continue }
                defer { (left, before) = (left + own, category) }
                guard before >= 0, isDivided(before, category) else { continue }
                let right = total - left
                guard left.y >= leastWeight else { continue }
                guard right.y >= leastWeight else { break }
                let value = setScore(left) + setScore(right)
                if value > best { (best, last) = (value, before) }
            }
            return last < 0 ? nil : (last, best)
        }
        choice.known = bestSet(choice.known, along: orders, of: present, column, parent, scan)
        guard let rows, rows > 0 else { return choice }
        let (mean, weight) = (total.x / total.y, Self.smoothing * total.y / Double(rows))
        var keys = [Double](repeating: mean, count: count + 1)
        for category in present.lazy.map({ Int($0) }) {
            let own = sums(category)
            if own.y >= weight { keys[category] = (own.x + weight * mean) / (own.y + weight) }
        }
        choice.own = bestSet(by: keys, of: present, column, parent, scan)
        return choice
    }

    @inline(__always)
    private func setScore(_ sums: SIMD2<Double>) -> Double { sums.x * sums.x / (sums.y + penalty + Self.setPenalty) }

    /// Finds the best position to divide an order of categories. A position between two categories may be chosen only if `isDivided` returns true for
    /// them.
    private typealias Scan = (_ categories: [UInt16], _ isDivided: (Int, Int) -> Bool) -> (last: Int, score: Double)?

    /// The best split by a set along known orders. If its gain does not exceed that of `known`, the result is `known`.
    @inline(__always)
    private func bestSet(
        _ known: TreeSplit?, along orders: [NumberedOrder], of present: [UInt16], _ column: Int, _ parent: Double, _ scan: Scan
    ) -> TreeSplit? {
        var best = known
        for (number, order) in orders {
            let found = order.places.withUnsafeBufferPointer { places in
                scan(order.arranged(present)) { places[$0] != places[$1] }
            }
            guard let found, found.score - parent > best?.gain ?? 0 else { continue }
            let test = DecisionTree.Test.order(number, upTo: Int(order.places[found.last]))
            best = TreeSplit(column: column, test: test, gain: found.score - parent)
        }
        return best
    }

    /// Sorts the categories by `keys`, and finds the position at which dividing them gives the best split. The split contains this new order.
    @inline(__always)
    private func bestSet(by keys: [Double], of present: [UInt16], _ column: Int, _ parent: Double, _ scan: Scan) -> TreeSplit? {
        let sorted = present.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
        guard let found = scan(sorted, { keys[$0] != keys[$1] }) else { return nil }
        let order = CategoryOrder(column: column, keys: keys)
        return TreeSplit(column: column, test: .order(-1, upTo: Int(order.places[found.last])), gain: found.score - parent, order: order)
    }

    // MARK: Classes

    /// Finds the best splits by a set of categories, using the Gini index. A new order sorts the categories by the first principal component of the
    /// class fractions. Source: Coppersmith, Hong and Hosking, 1999.
    func bestSetsOfClasses(
        _ column: Int, _ count: Int, _ histogram: UnsafePointer<Double>, _ total: UnsafePointer<Double>, _ classes: Int,
        _ orders: [NumberedOrder], isMaking: Bool, least: Double
    ) -> SplitChoice {
        var choice = SplitChoice()
        let parent = purity(total, classes).score
        let present = (0..<UInt16(truncatingIfNeeded: count)).filter { category in
            (0..<classes).contains { histogram[Int(category) * classes + $0] > 0 }
        }
        guard present.count > 3 else { return choice }
        func scan(_ categories: [UInt16], isDivided: (Int, Int) -> Bool) -> (last: Int, score: Double)? {
            var (best, last, before) = (parent + least, -1, -1)
            var (left, right) = ([Double](repeating: 0, count: classes), [Double](repeating: 0, count: classes))
            for category in categories.lazy.map({ Int($0) }) {
                let own = histogram + category * classes
                guard (0..<classes).contains(where: { own[$0] > 0 }) else { continue }
                defer {
                    for index in 0..<classes { left[index] += own[index] }
                    before = category
                }
                guard before >= 0, isDivided(before, category) else { continue }
                for index in 0..<classes { right[index] = total[index] - left[index] }
                let (first, second) = (purity(left, classes), purity(right, classes))
                guard first.weight >= leastWeight else { continue }
                guard second.weight >= leastWeight else { break }
                if first.score + second.score > best { (best, last) = (first.score + second.score, before) }
            }
            return last < 0 ? nil : (last, best)
        }
        choice.known = bestSet(choice.known, along: orders, of: present, column, parent, scan)
        guard isMaking else { return choice }
        let keys = classKeys(present, count, histogram, total, classes)
        choice.own = bestSet(by: keys, of: present, column, parent, scan)
        return choice
    }

    private static let turns = 8

    /// A key for each category. Each category is a point whose coordinates are its fractions of the classes, relative to those of the node. The key
    /// is the point's coordinate along the first principal component. A category with the same fractions as the node has the key 0.
    private func classKeys(
        _ present: [UInt16], _ count: Int, _ histogram: UnsafePointer<Double>, _ total: UnsafePointer<Double>, _ classes: Int
    ) -> [Double] {
        let weight = (0..<classes).reduce(0) { $0 + total[$1] }
        let shares = (0..<classes).map { total[$0] / weight }
        var keys = [Double](repeating: 0, count: count + 1)
        var differences: [(category: Int, weight: Double, values: [Double])] = []
        for category in present.lazy.map({ Int($0) }) {
            let own = histogram + category * classes
            let rows = (0..<classes).reduce(0) { $0 + own[$1] }
            guard rows >= Self.smoothing else { continue }
            differences.append((category, rows, (0..<classes).map { (own[$0] - rows * shares[$0]) / (rows + Self.smoothing) }))
        }
        // The first principal component by power iteration. It starts at the direction of the category that differs most from the node.
        func square(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
        let first = differences.max { $0.weight * square($0.values) < $1.weight * square($1.values) }
        guard var direction = first?.values else { return keys }
        for _ in 0..<(classes > 2 ? Self.turns : 0) {
            var next = [Double](repeating: 0, count: classes)
            for (_, weight, values) in differences {
                let product = weight * zip(values, direction).reduce(0) { $0 + $1.0 * $1.1 }
                for index in 0..<classes { next[index] += product * values[index] }
            }
            let length = square(next).squareRoot()
            guard length > 0 else { break }
            direction = next.map { $0 / length }
        }
        for (category, _, values) in differences { keys[category] = zip(values, direction).reduce(0) { $0 + $1.0 * $1.1 } }
        return keys
    }
}

extension CategoryOrder {
    /// The given categories in this order. If they are many, the result is all categories of the order, because sorting takes longer.
    fileprivate func arranged(_ categories: [UInt16]) -> [UInt16] {
        categories.count * 8 > sorted.count ? sorted : categories.sorted { places[Int($0)] < places[Int($1)] }
    }
}
