/// A tree with its nodes arranged for fast prediction of many rows of a binned table.
struct TreeTraversal {
    private struct Node {
        /// The bin numbers of the node's column, from the first row on; `nil` for a leaf.
        var bins: UnsafeRawPointer?
        /// The largest bin number that passes the test or, with an order of categories, the largest position; −1 for none.
        var limit: Int32
        /// For a branch: a bin number that passes the test even if it is above `limit`; −1 for none. For a leaf: the number of the leaf.
        var other: Int32
        var passed: Int32
        var failed: Int32
        /// The number of the order of categories; −1 for no order.
        var order: Int32
        var isWide: Bool
    }

    private let nodes: [Node]
    private let tree: DecisionTree
    private let table: BinnedTable

    init(_ tree: DecisionTree, _ table: BinnedTable) {
        (self.tree, self.table) = (tree, table)
        func number(_ value: Int) -> Int32 { Int32(truncatingIfNeeded: value) }
        nodes = tree.nodes.map { node in
            switch node {
            case .leaf(let leaf): return Node(limit: 0, other: number(leaf), passed: 0, failed: 0, order: -1, isWide: false)
            case .branch(let column, let test, let passed, let failed):
                var result = Node(limit: -1, other: -1, passed: number(passed), failed: number(failed), order: -1, isWide: false)
                switch table.places[column] {
                case .narrow(let group, let lane): result.bins = UnsafeRawPointer(table.group(group) + lane)
                case .wide(let index): (result.bins, result.isWide) = (UnsafeRawPointer(table.wideColumn(index)), true)
                }
                switch test {
                case .upTo(let bin, let orMissing):
                    (result.limit, result.other) = (number(bin), orMissing ? number(table.bins[column].missing) : -1)
                case .category(let category): result.other = number(category)
                case .order(let order, let place): (result.order, result.limit) = (number(order), number(place))
                }
                return result
            }
        }
    }

    /// Finds the leaves of rows, and adds the leaves' values to the numbers at `sums`.
    ///
    /// - Parameter stride: the distance between the sums of a row and those of the next row.
    @inline(__always)
    func add<Number: BinaryFloatingPoint>(_ rows: Range<Int>, to sums: UnsafeMutablePointer<Number>, stride: Int) {
        let outputs = tree.outputs
        nodes.withUnsafeBufferPointer { nodes in
            tree.values.withUnsafeBufferPointer { values in
                for row in rows {
                    let leaf = leaf(of: row, nodes)
                    for output in 0..<outputs { sums[row * stride + output] += Number(values[leaf * outputs + output]) }
                }
            }
        }
    }

    @inline(__always)
    private func leaf(of row: Int, _ nodes: UnsafeBufferPointer<Node>) -> Int {
        var index = 0
        while true {
            let node = nodes[index]
            guard let bins = node.bins else { return Int(node.other) }
            var bin: Int32
            if node.isWide {
                bin = Int32(bins.load(fromByteOffset: row * 2, as: UInt16.self))
            } else {
                bin = Int32(bins.load(fromByteOffset: row * BinnedTable.lanes, as: UInt8.self))
            }
            if node.order >= 0 { bin = Int32(tree.orders[Int(node.order)].places[Int(bin)]) }
            index = Int(bin <= node.limit || bin == node.other ? node.passed : node.failed)
        }
    }
}
