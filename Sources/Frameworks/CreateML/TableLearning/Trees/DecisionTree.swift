/// A binary tree. Each branch tests the bin of one column, and each row reaches a leaf.
struct DecisionTree: Sendable, Equatable {
    enum Test: Sendable, Equatable {
        /// Whether the bin number is at most `bin`. Missing numbers pass the test if `orMissing` is true.
        case upTo(bin: Int, orMissing: Bool)
        /// Whether the category is the given one.
        case category(Int)
        /// Whether the category's position in an order is at most `upTo`. The first value is the number of the order.
        case order(Int, upTo: Int)
    }

    enum Node: Sendable, Equatable {
        /// A branch. `passed` and `failed` are the indices of the nodes for rows that pass or fail the test. These nodes come later in the list.
        case branch(column: Int, Test, passed: Int, failed: Int)
        /// A leaf and its number.
        case leaf(Int)
    }

    /// The nodes. The first node is the root.
    var nodes: [Node]
    /// The number of values in a leaf.
    let outputs: Int
    /// The values of the leaves, one leaf after another.
    var values: [Double]
    /// The orders of categories. The tests refer to them by number.
    var orders: [CategoryOrder] = []

    /// Finds the leaf of a row of a binned table, and adds the leaf's values to the numbers at `sums`.
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

    /// The number of branches on the longest path to a leaf.
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

    /// The tree with other orders of categories.
    ///
    /// - Parameter number: gives the new number of an order from its old number.
    func renumbered(_ orders: [CategoryOrder], _ number: (Int) -> Int) -> DecisionTree {
        let nodes = nodes.map { node -> Node in
            guard case .branch(let column, .order(let order, let place), let passed, let failed) = node else { return node }
            return .branch(column: column, .order(number(order), upTo: place), passed: passed, failed: failed)
        }
        return DecisionTree(nodes: nodes, outputs: outputs, values: values, orders: orders)
    }

    /// The tree with the values of all leaves multiplied by a factor.
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
