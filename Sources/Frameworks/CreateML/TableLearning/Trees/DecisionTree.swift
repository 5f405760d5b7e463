/// A binary tree that leads a row to a leaf. Each branch tests the bin of one column.
struct DecisionTree: Sendable, Equatable {
    enum Test: Sendable, Equatable {
        /// Whether the bin is this one or a lower one. If `orMissing` is true, missing numbers pass, too.
        case upTo(bin: Int, orMissing: Bool)
        /// Whether the category is this one.
        case category(Int)
        /// Whether the category's place in the order with this number is this one or a lower one.
        case order(Int, upTo: Int)
    }

    enum Node: Sendable, Equatable {
        /// A branch, with the indices of the nodes for the rows that pass the test and for those that fail. These nodes come later in the list.
        case branch(column: Int, Test, passed: Int, failed: Int)
        /// A leaf with its number.
        case leaf(Int)
    }

    /// The nodes; the first one is the root.
    var nodes: [Node]
    /// The number of values that a leaf has.
    let outputs: Int
    /// The values of the leaves, one leaf after the other.
    var values: [Double]
    /// The orders of categories. The tests refer to them by number.
    var orders: [CategoryOrder] = []

    /// Adds the values of a leaf to the numbers at `sums`: the leaf that a row of a binned table reaches.
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

    /// The number of branches on the longest way to a leaf.
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

    /// The tree with other orders.
    ///
    /// - Parameter number: the new number of an order.
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
