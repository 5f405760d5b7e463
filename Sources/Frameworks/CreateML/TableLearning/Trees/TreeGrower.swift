import CoreMLRuntime

/// The limits of a tree's growth.
struct TreeOptions: Sendable, Equatable {
    /// The maximum number of branches on the path to a leaf.
    var maxDepth = 6
    /// The gain that a split must exceed.
    var minLossReduction = 0.0
    /// The minimum curvature, or number of rows, on each side of a split.
    var minChildWeight = 0.1
    /// The number that is added to the curvature of a leaf. It draws the leaf's value towards zero.
    var penalty = 1.0
}

/// Grows a tree on the rows of a binned table, from the histograms of its nodes. Of two siblings, the node with fewer rows sums the rows into its
/// histogram. The other node's histogram is the parent's minus the sibling's.
final class TreeGrower {
    typealias Signal = HistogramLayout.Signal

    let table: BinnedTable
    let criterion: SplitCriterion
    private let options: TreeOptions
    private let layout: HistogramLayout
    private let isParallel: Bool
    private let partition: RowPartition
    private let search: SplitSearch
    private var histograms: HistogramPool
    /// Whether the current tree may use each column.
    private var isAllowed: [Bool] = []
    private var branchColumns: BranchColumns?
    /// The orders of categories. The orders that were made for the current tree come last.
    private var orders: [CategoryOrder] = []
    private var ordersOfColumns: [[NumberedOrder]] = []
    private var knownCount = 0
    /// For each column, the number of orders of its categories that may still be made.
    private var orderQuotas: [Int] = []
    private var newOrderCount: Int { orders.count - knownCount }
    /// The maximum number of orders that are made for one tree.
    private var orderLimit = 1

    /// The random choice of the columns that a branch may use. It is made anew for each branch.
    struct BranchColumns {
        /// The fraction of columns, above 0 and up to 1.
        var share: Double
        var generator: SplitMix64
    }

    /// A node that may be split.
    private struct Candidate {
        var node: Int
        var part: RowPartition.Part
        var depth: Int
        var histogram: UnsafeMutablePointer<Double>
        var split: TreeSplit
    }

    /// A leaf and its rows.
    struct Leaf {
        var number: Int
        var part: RowPartition.Part
    }

    /// The leaves of the tree that was grown last.
    private(set) var leaves: [Leaf] = []

    /// - Parameters:
    ///   - layout: the histogram layout of the table.
    ///   - isParallel: whether the columns of a node are divided between threads.
    init(_ table: BinnedTable, _ layout: HistogramLayout, _ criterion: SplitCriterion, _ options: TreeOptions, isParallel: Bool) {
        self.table = table
        self.criterion = criterion
        self.options = options
        self.isParallel = isParallel
        self.layout = layout
        partition = RowPartition(capacity: table.rows, isParallel: isParallel)
        search = SplitSearch(
            criterion: criterion, penalty: criterion == .gradients ? options.penalty : 0,
            leastWeight: max(options.minChildWeight, 1e-9), leastGain: max(options.minLossReduction, 1e-12))
        histograms = HistogramPool(size: layout.binCount * criterion.sums)
    }

    /// Grows a tree.
    ///
    /// - Parameters:
    ///   - rows: the rows to train on; all rows if `nil`.
    ///   - columns: the columns that the tree may use; all columns if `nil`.
    ///   - branchColumns: chooses the part of these columns that each branch may use; all of them if `nil`, or if the part gives no split.
    ///   - orders: the known orders of categories.
    ///   - quota: the limit for the number of orders.
    ///   - signals: the signals of all rows of the table.
    func grow(
        rows: [UInt32]?, columns: [Int]? = nil, branchColumns: BranchColumns? = nil, orders: [CategoryOrder] = [],
        quota: CategoryOrder.Quota = .init(), _ signals: UnsafePointer<Signal>
    ) -> DecisionTree {
        begin(orders, quota)
        self.branchColumns = branchColumns
        isAllowed = [Bool](repeating: columns == nil, count: table.bins.count)
        for column in columns ?? [] { isAllowed[column] = true }
        let outputs = criterion == .gradients ? 1 : criterion.sums
        var tree = DecisionTree(nodes: [.leaf(0)], outputs: outputs, values: [])
        leaves = []
        let all = partition.begin(rows, signals)
        var pending: [Candidate] = []
        if all.range.count > 1, let histogram = histograms.take() {
            if let split = root(all, histogram) {
                pending.append(Candidate(node: 0, part: all, depth: 0, histogram: histogram, split: split))
            } else {
                histograms.give(histogram)
                finish(&tree, 0, all)
            }
        } else {
            finish(&tree, 0, all)
        }
        while let candidate = pending.popLast() { split(candidate, &tree, &pending) }
        tree.orders = self.orders
        return tree
    }

    private func split(_ candidate: Candidate, _ tree: inout DecisionTree, _ pending: inout [Candidate]) {
        let (passed, failed) = partition.divide(candidate.part, table, candidate.split, orders)
        guard !passed.range.isEmpty, !failed.range.isEmpty else {
            // Because of rounding, a side without rows may seem to have some.
            histograms.give(candidate.histogram)
            finish(&tree, candidate.node, passed.range.isEmpty ? failed : passed)
            return
        }
        let first = tree.nodes.count
        tree.nodes += [.leaf(0), .leaf(0)]
        tree.nodes[candidate.node] = .branch(
            column: candidate.split.column, candidate.split.test, passed: first, failed: first + 1)
        let depth = candidate.depth + 1
        let isPassedSmaller = passed.range.count <= failed.range.count
        let (small, large) = isPassedSmaller ? (passed, failed) : (failed, passed)
        let (smallNode, largeNode) = isPassedSmaller ? (first, first + 1) : (first + 1, first)
        guard depth < options.maxDepth, large.range.count > 1, let histogram = histograms.take() else {
            histograms.give(candidate.histogram)
            finish(&tree, first, passed)
            finish(&tree, first + 1, failed)
            return
        }
        let (smallSplit, largeSplit) = children(small, large, histogram, candidate.histogram)
        for (node, part, histogram, split) in [
            (largeNode, large, candidate.histogram, largeSplit), (smallNode, small, histogram, smallSplit),
        ] {
            if let split {
                pending.append(Candidate(node: node, part: part, depth: depth, histogram: histogram, split: split))
            } else {
                histograms.give(histogram)
                finish(&tree, node, part)
            }
        }
    }

    /// Makes a node a leaf. The leaf's value is the best value for its rows.
    private func finish(_ tree: inout DecisionTree, _ node: Int, _ part: RowPartition.Part) {
        let number = leaves.count
        leaves.append(Leaf(number: number, part: part))
        tree.nodes[node] = .leaf(number)
        let total = total(part)
        switch criterion {
        case .gradients:
            let curvature = total[1] + options.penalty
            tree.values.append(curvature > 0 ? -total[0] / curvature : 0)
        case .classes:
            let weight = total.reduce(0, +)
            tree.values += total.map { weight > 0 ? $0 / weight : 0 }
        }
    }

    private func total(_ part: RowPartition.Part) -> [Double] {
        var sums = [Double](repeating: 0, count: criterion.sums)
        let signals = partition.signals(part)
        if criterion == .gradients {
            let sum = Self.sum(signals, part.range.count)
            (sums[0], sums[1]) = (sum.x, sum.y)
        } else {
            for place in 0..<part.range.count { sums[Int(signals[place].x)] += Double(signals[place].y) }
        }
        return sums
    }

    /// The sum of signals. It is computed as four independent sums, so that an addition need not wait for the previous one.
    private static func sum(_ signals: UnsafePointer<Signal>, _ count: Int) -> SIMD2<Double> {
        @inline(__always)
        func wide(_ place: Int) -> SIMD2<Double> { SIMD2(Double(signals[place].x), Double(signals[place].y)) }
        var (first, second, third, fourth) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
        let even = count & ~3
        for place in stride(from: 0, to: even, by: 4) {
            first += wide(place)
            second += wide(place + 1)
            third += wide(place + 2)
            fourth += wide(place + 3)
        }
        for place in even..<count { first += wide(place) }
        return (first + second) + (third + fourth)
    }

    /// Calls `body` with each leaf of the tree that was grown last, and with the leaf's rows.
    func forEachLeaf(_ body: (_ leaf: Int, UnsafeBufferPointer<UInt32>) -> Void) {
        for leaf in leaves { body(leaf.number, partition.rows(leaf.part)) }
    }

    // MARK: Orders of categories

    /// The factor by which the gain of a new order must exceed the gain of the known splits. A new order tends to seem too good, because it is made
    /// from the same rows.
    private static let leastAdvantage = 1.5

    private func begin(_ orders: [CategoryOrder], _ quota: CategoryOrder.Quota) {
        (self.orders, knownCount, orderLimit) = (orders, orders.count, quota.ofTree)
        ordersOfColumns = table.bins.map { _ in [] }
        for (number, order) in orders.enumerated() { ordersOfColumns[order.column].append((number, order)) }
        orderQuotas = zip(table.bins, ordersOfColumns).map { bins, orders in
            guard case .categories(let count) = bins else { return 0 }
            return quota.new(categories: count, known: orders.count)
        }
    }

    /// Makes an order of each column's categories from the signals of all rows.
    func makeOrders(_ signals: UnsafePointer<Signal>) -> [CategoryOrder] {
        guard table.bins.contains(where: { if case .categories = $0 { true } else { false } }), let histogram = histograms.take() else {
            return []
        }
        defer { histograms.give(histogram) }
        begin([], .init())
        isAllowed = [Bool](repeating: true, count: table.bins.count)
        let all = partition.begin(nil, signals)
        let total = total(all)
        return layout.parts.indices.flatMap { index -> [CategoryOrder] in
            guard layout.parts[index].columns.contains(where: { orderQuotas[$0] > 0 }) else { return [] }
            _ = sum(index, all, into: histogram, total, isAllowed)
            return layout.parts[index].columns.compactMap { column in
                total.withUnsafeBufferPointer { total in
                    total.baseAddress.flatMap {
                        search.best(
                            column, table.bins[column], histogram + layout.offsets[column] * criterion.sums, $0, makingFor: all.range.count
                        ).own?.order
                    }
                }
            }
        }
    }

    /// The better one of two splits. A split along a new order must be better by the factor `leastAdvantage`, and the quotas must allow another
    /// order. The order of the chosen split is stored and gets a number.
    private func choose(_ choice: SplitChoice) -> TreeSplit? {
        guard var own = choice.own, let order = own.order, own.gain > Self.leastAdvantage * (choice.known?.gain ?? 0),
            orderQuotas[own.column] > 0, newOrderCount < orderLimit, case .order(_, let place) = own.test
        else { return choice.known }
        orderQuotas[own.column] -= 1
        own.test = .order(orders.count, upTo: place)
        own.order = nil
        ordersOfColumns[own.column].append((orders.count, order))
        orders.append(order)
        return own
    }

    // MARK: Histograms

    /// The minimum number of signals for which a histogram is summed by several threads. Fewer signals are summed faster than a thread wakes up.
    private static let shared = 1 << 16

    private func root(_ part: RowPartition.Part, _ histogram: UnsafeMutablePointer<Double>) -> TreeSplit? {
        let total = total(part)
        let drawn = drawColumns()
        let found = best { index in
            [sum(index, part, into: histogram, total, drawn)]
        }[0]
        return choose(found) ?? (drawn == isAllowed ? nil : choose(best { [find($0, histogram, total, part, isAllowed)] }[0]))
    }

    /// Draws the columns that the next branch may use.
    private func drawColumns() -> [Bool] {
        guard var branch = branchColumns else { return isAllowed }
        let columns = Sampling.columns(isAllowed.count, branch.share, &branch.generator)
        branchColumns = branch
        guard let columns else { return isAllowed }
        var drawn = [Bool](repeating: false, count: isAllowed.count)
        for column in columns { drawn[column] = isAllowed[column] }
        return drawn
    }

    /// The best splits of two siblings. At first, `parent` is the histogram of their parent. It becomes the histogram of the larger sibling.
    private func children(
        _ small: RowPartition.Part, _ large: RowPartition.Part, _ histogram: UnsafeMutablePointer<Double>,
        _ parent: UnsafeMutablePointer<Double>
    ) -> (TreeSplit?, TreeSplit?) {
        let (own, other) = (total(small), total(large))
        let (ownColumns, otherColumns) = (drawColumns(), drawColumns())
        let isLong = small.range.count * table.bins.count > Self.shared || layout.binCount > Self.shared / 4
        let splits = best(isParallel: isLong) { index in
            let split = sum(index, small, into: histogram, own, ownColumns)
            forEachColumn(index) { start, count in
                for place in start..<start + count { parent[place] -= histogram[place] }
            }
            return [split, find(index, parent, other, large, otherColumns)]
        }
        let (first, second) = (choose(splits[0]), choose(splits[1]))
        guard branchColumns != nil else { return (first, second) }
        return (
            first ?? choose(best(isParallel: isLong) { [find($0, histogram, own, small, isAllowed)] }[0]),
            second ?? choose(best(isParallel: isLong) { [find($0, parent, other, large, isAllowed)] }[0])
        )
    }

    /// The best splits over all parts of the histogram. `find` gives the splits of a part.
    private func best(isParallel isLong: Bool = true, _ find: (Int) -> [SplitChoice]) -> [SplitChoice] {
        let found = withoutActuallyEscaping(find) { find in
            nonisolated(unsafe) let find = find
            return ParallelLoop.map(layout.parts.count, isParallel: isParallel && isLong) { find($0) }
        }
        var best = [SplitChoice(), SplitChoice()]
        for choices in found {
            for (index, choice) in choices.enumerated() { best[index].merge(choice) }
        }
        return best
    }

    private func sum(
        _ index: Int, _ part: RowPartition.Part, into histogram: UnsafeMutablePointer<Double>, _ total: [Double], _ columns: [Bool]
    ) -> SplitChoice {
        guard isUsed(index) else { return SplitChoice() }
        forEachColumn(index) { start, count in (histogram + start).update(repeating: 0, count: count) }
        layout.sum(layout.parts[index], table, partition.rows(part), partition.signals(part), criterion, into: histogram)
        return find(index, histogram, total, part, columns)
    }

    private func isUsed(_ index: Int) -> Bool { layout.parts[index].columns.contains { isAllowed[$0] } }

    private func find(
        _ index: Int, _ histogram: UnsafePointer<Double>, _ total: [Double], _ part: RowPartition.Part, _ columns: [Bool]
    ) -> SplitChoice {
        var best = SplitChoice()
        for column in layout.parts[index].columns where columns[column] {
            total.withUnsafeBufferPointer { total in
                guard let start = total.baseAddress else { return }
                best.merge(
                    search.best(
                        column, table.bins[column], histogram + layout.offsets[column] * criterion.sums, start, ordersOfColumns[column],
                        makingFor: orderQuotas[column] > 0 && newOrderCount < orderLimit ? part.range.count : nil))
            }
        }
        return best
    }

    private func forEachColumn(_ index: Int, _ body: (_ start: Int, _ count: Int) -> Void) {
        for column in layout.parts[index].columns {
            body(layout.offsets[column] * criterion.sums, table.bins[column].count * criterion.sums)
        }
    }
}

/// A pool of memory for histograms. Memory that is given back is used again.
struct HistogramPool {
    private let store: Store

    init(size: Int) { store = Store(size: size) }

    /// Takes memory for the histogram of a node. Its content is undefined. `nil` if the limit is reached.
    func take() -> UnsafeMutablePointer<Double>? {
        if let last = store.free.popLast() { return last }
        guard (store.all.count + 1) * store.size <= max(Self.maximumCount, 2 * store.size) else { return nil }
        let histogram = UnsafeMutablePointer<Double>.allocate(capacity: store.size)
        histogram.initialize(repeating: 0, count: store.size)
        store.all.append(histogram)
        return histogram
    }

    func give(_ histogram: UnsafeMutablePointer<Double>) { store.free.append(histogram) }

    /// The maximum number of values in all histograms together; they take 256 MB. A node without a histogram becomes a leaf.
    private static let maximumCount = 1 << 25

    private final class Store {
        let size: Int
        var all: [UnsafeMutablePointer<Double>] = []
        var free: [UnsafeMutablePointer<Double>] = []

        init(size: Int) { self.size = size }
        deinit { for histogram in all { histogram.deallocate() } }
    }
}
