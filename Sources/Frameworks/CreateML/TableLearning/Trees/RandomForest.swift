import CoreMLRuntime

/// A random forest: trees that are trained independently. Each tree uses a random part of the rows, and each of its branches a random part of the
/// columns. The prediction is the mean of the trees. A single tree on all rows and columns is a decision tree.
struct RandomForest: Sendable {
    struct Options: Sendable, Equatable {
        var tree = TreeOptions(penalty: 0)
        var trees = 10
        /// The fraction of rows that each tree is trained on, above 0 and up to 1.
        var rowSubsample = 0.8
        /// The fraction of columns that each branch of a tree may use, above 0 and up to 1.
        var columnSubsample = 0.8
        var seed = 42
    }

    /// The target of each row.
    enum Targets: Sendable {
        case numbers([Double])
        /// The index of the row's class.
        case classes([Int32], count: Int)

        init(_ targets: TableTargets) {
            switch targets {
            case .numbers(let numbers): self = .numbers(numbers)
            case .classes(let indices, let classes): self = .classes(indices, count: classes.count)
            }
        }
    }

    let table: BinnedTable
    let targets: Targets
    let options: Options

    /// Trains the forest. Its output is a number, or the probability of each class.
    ///
    /// - Parameter stages: receives the trees, and may end the training.
    func train(_ stages: ForestStages? = nil) -> TreeEnsembleModel {
        let (criterion, signals, base) = signals()
        let growers = GrowerPool(table, criterion, options.tree, isShared: options.trees == 1)
        let known = growers.use { grower, _ in
            signals.withUnsafeBufferPointer { signals in signals.baseAddress.map { grower.makeOrders($0) } ?? [] }
        }
        // The trees of a forest share their orders of categories. If there are several trees, each makes at most one order.
        let quota = CategoryOrder.Quota(trees: options.trees, ofTree: options.trees == 1 ? .max : 1)
        let share = 1 / Double(options.trees)
        let trees = signals.withUnsafeBufferPointer { signals -> [TreeEnsembleModel.Tree] in
            nonisolated(unsafe) let signals = signals
            return ParallelLoop.map(options.trees) { index in
                let isGoingOn = stages?.isGoingOn ?? true
                var generator = SplitMix64(seed: options.seed &+ index &* 0x51_7CC1)
                let rows = Sampling.rows(table.rows, options.rowSubsample, &generator)
                let part = options.columnSubsample
                let columns = part < 1 ? TreeGrower.BranchColumns(share: part, generator: generator) : nil
                return growers.use { grower, _ in
                    func grow(_ signals: UnsafePointer<HistogramLayout.Signal>) -> DecisionTree {
                        grower.grow(rows: rows, branchColumns: columns, orders: known, quota: quota, signals)
                    }
                    let start = isGoingOn ? signals.baseAddress.map { grow($0) } : nil
                    let tree = start ?? DecisionTree(nodes: [.leaf(0)], outputs: base.count, values: base.map { _ in 0 })
                    let scaled = tree.scaled(by: share)
                    stages?.add(scaled, at: index)
                    return TreeEnsembleModel.Tree(output: 0, tree: scaled)
                }
            }
        }
        var model = TreeEnsembleModel(bins: table.bins, base: base, trees: [], orders: known)
        model.append(trees)
        return model.pruned()
    }

    /// The numbers that are added to the sum of the trees: the mean of the targets for numbers, or zeros for classes.
    var base: [Double] {
        switch targets {
        case .numbers(let numbers): [numbers.reduce(0) { $0 + $1 / Double(max(numbers.count, 1)) }]
        case .classes(_, let count): [Double](repeating: 0, count: count)
        }
    }

    /// The split criterion and the signals of the rows. For numbers, the signals are the differences from their mean, so that the criterion is the
    /// variance. For classes, the criterion is the Gini index.
    private func signals() -> (SplitCriterion, [HistogramLayout.Signal], base: [Double]) {
        let base = base
        switch targets {
        case .numbers(let numbers): return (.gradients, numbers.map { .init(Float(base[0] - $0), 1) }, base)
        case .classes(let classes, let count): return (.classes(count), classes.map { .init(Float($0), 1) }, base)
        }
    }
}
