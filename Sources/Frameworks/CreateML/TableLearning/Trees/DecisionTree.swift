/// A binary tree that leads a row to a leaf. Its branches ask for the bin of one column.
struct DecisionTree: Sendable, Equatable {
    enum Test: Sendable, Equatable {
        /// Whether a number is in this bin or a lower one, or is missing where missing numbers go that way.
        case upTo(bin: Int, orMissing: Bool)
        /// Whether it is this category.
        case category(Int)
        /// Whether the place of the category in the order of this number is this one or a lower one.
        case order(Int, upTo: Int)
    }

    enum Node: Sendable, Equatable {
        /// The nodes for rows that pass the test and for those that do not. They come later in the list.
        case branch(column: Int, Test, passed: Int, failed: Int)
        /// The number of a leaf.
        case leaf(Int)
    }

    /// The first is the root.
    var nodes: [Node]
    /// The number of values that a leaf has.
    let outputs: Int
    /// The values of the leaves, one leaf after the other.
    var values: [Double]
    /// The orders of categories that the tests name by number.
    var orders: [CategoryOrder] = []

    /// Adds the values of the leaf that a row of a binned table reaches to the numbers at `sums`.
    @inline(__always)
    func add(_ table: BinnedTable, _ row: Int, to sums: UnsafeMutablePointer<Double>) {
        var index = 0
        while true {
            switch nodes[index] {
            case .leaf(let leaf):
                for output in 0..<outputs { sums[output] += values[leaf * outputs + output] }
                return
            case .branch(let column, let test, let passed, let failed):
                let bin = table.bin(column, row)
                index = test.passes(bin, missing: table.bins[column].missing, orders) ? passed : failed
            }
        }
    }

    /// The number of branches to the farthest leaf.
    var depth: Int {
        var (depths, deepest) = ([Int](repeating: 0, count: nodes.count), 0)
        for (index, node) in nodes.enumerated() {
            deepest = max(deepest, depths[index])
            guard case .branch(_, _, let passed, let failed) = node else { continue }
            depths[passed] = depths[index] + 1
            depths[failed] = depths[index] + 1
        }
        return deepest
    }

    /// The tree with other orders, which have other numbers.
    func renumbered(_ orders: [CategoryOrder], _ number: (Int) -> Int) -> DecisionTree {
        let nodes = nodes.map { node -> Node in
            guard case .branch(let column, .order(let order, let place), let passed, let failed) = node else { return node }
            return .branch(column: column, .order(number(order), upTo: place), passed: passed, failed: failed)
        }
        return DecisionTree(nodes: nodes, outputs: outputs, values: values, orders: orders)
    }

    /// The tree with every leaf's values multiplied.
    func scaled(by factor: Double) -> DecisionTree {
        DecisionTree(nodes: nodes, outputs: outputs, values: values.map { $0 * factor }, orders: orders)
    }
}

extension DecisionTree.Test {
    @inline(__always)
    func passes(_ bin: Int, missing: Int, _ orders: [CategoryOrder]) -> Bool {
        switch self {
        case .upTo(let last, let orMissing): bin == missing ? orMissing : bin <= last
        case .category(let category): bin == category
        case .order(let order, let place): Int(orders[order].places[bin]) <= place
        }
    }
}
