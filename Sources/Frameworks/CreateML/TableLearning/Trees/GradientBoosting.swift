import CoreMLRuntime
import Foundation

/// Gradient boosting: trees that are trained one after another. Each tree reduces the loss of the trees before it.
struct GradientBoosting: Sendable {
    struct Options: Sendable, Equatable {
        var tree = TreeOptions()
        /// The number of trees for each output.
        var iterations = 10
        /// The learning rate: the factor of each tree's values.
        var stepSize = 0.3
        /// The fraction of rows that each iteration is trained on, above 0 and up to 1.
        var rowSubsample = 1.0
        /// The fraction of columns that each iteration may use, above 0 and up to 1.
        var columnSubsample = 1.0
        var seed = 42
        /// The number of consecutive iterations without a lower loss on the validation rows after which training ends; `nil` for no early end. If
        /// `keepsLateTrees` is not set, the model then has only the trees up to the best iteration.
        var earlyStoppingRounds: Int?
        /// Whether the model keeps the trees after the best iteration if training ends early.
        var keepsLateTrees = false
    }

    /// Rows with their targets.
    struct Examples: Sendable {
        var table: BinnedTable
        var loss: BoostingLoss
    }

    private let examples: Examples
    private let held: Examples?
    private let options: Options

    /// - Parameter held: the validation rows.
    init(_ examples: Examples, held: Examples? = nil, _ options: Options) {
        self.examples = examples
        self.held = held.flatMap { $0.table.rows > 0 ? $0 : nil }
        self.options = options
    }

    /// The result of a training.
    struct Result: Sendable {
        var model: TreeEnsembleModel
        /// The model's scores for the training rows in output-major order: all rows of one output, then all rows of the next. `nil` if early stopping
        /// removed the last trees, because the scores would include them.
        var scores: [Float]?
        /// The mean loss on the validation rows after each iteration; empty if there are no validation rows.
        var heldLosses: [Double] = []
    }

    /// - Parameter watch: receives the loss after each iteration, and may end the training.
    func train(_ watch: TableWatch? = nil) -> Result {
        let base = examples.loss.base()
        var model = TreeEnsembleModel(bins: examples.table.bins, base: base, trees: [])
        var scores = Scores(examples, base)
        var heldScores = held.map { Scores($0, base) }
        let growers = GrowerPool(examples.table, .gradients, options.tree, isShared: base.count == 1)
        var (best, bestCount, heldLosses) = (Double.infinity, 0, [Double]())
        for iteration in 0..<options.iterations {
            let trees = model.append(grow(iteration, &scores, growers, model.orders))
            if var updated = heldScores, let held {
                heldScores = nil
                updated.add(trees, held.table)
                let loss = held.loss.mean(updated.values)
                heldLosses.append(loss)
                heldScores = updated
                if let rounds = options.earlyStoppingRounds {
                    if loss < best {
                        (best, bestCount) = (loss, model.trees.count)
                    } else if iteration + 1 - bestCount / base.count >= max(rounds, 1) {
                        break
                    }
                }
            }
            guard let watch else { continue }
            let isGoingOn = watch.step(
                iteration + 1, of: options.iterations, own: examples.loss.figures(scores.values),
                held: held.flatMap { held in heldScores.map { held.loss.figures($0.values) } })
            if !isGoingOn { break }
        }
        let surplus = bestCount > 0 && !options.keepsLateTrees ? model.trees.count - bestCount : 0
        model.trees.removeLast(surplus)
        return Result(model: model.pruned(), scores: surplus == 0 ? scores.values : nil, heldLosses: heldLosses)
    }

    /// Grows the trees of an iteration, one for each output.
    private func grow(
        _ iteration: Int, _ scores: inout Scores, _ growers: GrowerPool, _ known: [CategoryOrder]
    ) -> [TreeEnsembleModel.Tree] {
        var generator = SplitMix64(seed: options.seed &+ iteration &* 0x51_7CC1)
        let table = examples.table
        let rows = Sampling.rows(table.rows, options.rowSubsample, &generator)
        let columns = Sampling.columns(table.bins.count, options.columnSubsample, &generator)
        scores.normalize(examples.loss)
        let outputs = scores.outputs
        let current = scores
        scores.values = []
        var updated = current.values
        // Early trees gain most from orders, but a part of the quota is reserved for the last trees.
        let part = (Double(iteration + 1) / Double(options.iterations)).squareRoot()
        let quota = CategoryOrder.Quota(trees: outputs, part: part)
        let trees = updated.withUnsafeMutableBufferPointer { updated -> [TreeEnsembleModel.Tree] in
            nonisolated(unsafe) let updated = updated
            return ParallelLoop.map(outputs) { output in
                growers.use { grower, signals in
                    examples.loss.signals(output, current.values, current.probabilities, isParallel: outputs == 1, into: signals)
                    let tree = grower.grow(rows: rows, columns: columns, orders: known, quota: quota, signals)
                        .scaled(by: options.stepSize)
                    let own = updated.baseAddress.map { $0 + output * table.rows }
                    if let own { Self.add(tree, grower, table, isSampled: rows != nil, to: own) }
                    return TreeEnsembleModel.Tree(output: output, tree: tree)
                }
            }
        }
        scores.values = updated
        return trees
    }

    /// Adds a tree's values to the scores of all rows. A tree that was grown on a sample of the rows first has to find the leaf of each row. For a
    /// tree that was grown on all rows, the grower already knows these leaves.
    private static func add(
        _ tree: DecisionTree, _ grower: TreeGrower, _ table: BinnedTable, isSampled: Bool, to scores: UnsafeMutablePointer<Float>
    ) {
        if isSampled {
            TreeTraversal(tree, table).add(0..<table.rows, to: scores, stride: 1)
            return
        }
        grower.forEachLeaf { leaf, rows in
            let value = Float(tree.values[leaf])
            for row in rows { scores[Int(row)] += value }
        }
    }

    /// The scores of rows in output-major order: all rows of one output, then all rows of the next.
    private struct Scores {
        let outputs: Int
        let rows: Int
        var values: [Float]
        /// The probabilities; empty if there are not several classes.
        private(set) var probabilities: [Float] = []

        init(_ examples: Examples, _ base: [Double]) {
            outputs = base.count
            rows = examples.table.rows
            values = []
            values.reserveCapacity(rows * outputs)
            for value in base { values += repeatElement(Float(value), count: rows) }
            if outputs > 1 { probabilities = values }
        }

        mutating func normalize(_ loss: BoostingLoss) { loss.normalize(values, into: &probabilities) }

        mutating func add(_ trees: [TreeEnsembleModel.Tree], _ table: BinnedTable) {
            let rows = rows
            values.withUnsafeMutableBufferPointer { values in
                nonisolated(unsafe) let values = values
                let traversals = trees.map { ($0.output, TreeTraversal($0.tree, table)) }
                ParallelLoop.ranges(of: rows) { range in
                    for (output, tree) in traversals {
                        if let start = values.baseAddress { tree.add(range, to: start + output * rows, stride: 1) }
                    }
                }
            }
        }
    }
}

/// Random choices of rows and columns.
enum Sampling {
    /// Draws `wanted` different numbers from 0 to `count` − 1, in ascending order; `nil` means all of them.
    private static func draw(_ count: Int, _ wanted: Int, _ generator: inout SplitMix64) -> [Int]? {
        guard wanted < count else { return nil }
        var (chosen, rest) = ([Int](), wanted)
        chosen.reserveCapacity(wanted)
        for index in 0..<count where generator.unit() * Double(count - index) < Double(rest) {
            chosen.append(index)
            rest -= 1
        }
        return chosen
    }

    static func rows(_ count: Int, _ fraction: Double, _ generator: inout SplitMix64) -> [UInt32]? {
        draw(count, max(1, Int((Double(count) * fraction).rounded())), &generator)?.map { UInt32(truncatingIfNeeded: $0) }
    }

    static func columns(_ count: Int, _ fraction: Double, _ generator: inout SplitMix64) -> [Int]? {
        draw(count, max(1, Int((Double(count) * fraction).rounded())), &generator)
    }
}

/// A pool of tree growers. Each has memory for the signals of all rows, and is used by one thread at a time.
final class GrowerPool: @unchecked Sendable {
    private let table: BinnedTable
    private let layout: HistogramLayout
    private let criterion: SplitCriterion
    private let options: TreeOptions
    private let isShared: Bool
    private let lock = NSLock()
    private var free: [Entry] = []

    private struct Entry {
        let grower: TreeGrower
        let signals: UnsafeMutablePointer<HistogramLayout.Signal>
    }

    /// - Parameter isShared: whether a grower divides its work between threads.
    init(_ table: BinnedTable, _ criterion: SplitCriterion, _ options: TreeOptions, isShared: Bool) {
        self.table = table
        self.criterion = criterion
        self.options = options
        self.isShared = isShared
        layout = HistogramLayout(table)
    }

    deinit { for entry in free { entry.signals.deallocate() } }

    func use<Value>(_ body: (TreeGrower, UnsafeMutablePointer<HistogramLayout.Signal>) -> Value) -> Value {
        let entry = lock.withLock { free.popLast() } ?? make()
        defer { lock.withLock { free.append(entry) } }
        return body(entry.grower, entry.signals)
    }

    private func make() -> Entry {
        let signals = UnsafeMutablePointer<HistogramLayout.Signal>.allocate(capacity: max(table.rows, 1))
        signals.initialize(repeating: .zero, count: max(table.rows, 1))
        return Entry(grower: TreeGrower(table, layout, criterion, options, isParallel: isShared), signals: signals)
    }
}
