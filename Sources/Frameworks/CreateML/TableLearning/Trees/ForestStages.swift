import Foundation

/// Measures the error of a forest's first trees, for an increasing number of trees, while the forest grows.
///
/// Trees may be added in any order. They are counted in the order of the forest.
final class ForestStages: @unchecked Sendable {
    /// Rows with their targets.
    struct Rows {
        let table: BinnedTable
        let targets: RandomForest.Targets
    }

    private let watch: TableWatch
    private let trees: Int
    private let lock = NSLock()
    // The lock guards the following variables.
    private var own: Sums?
    private var held: Sums?
    private var waiting: [Int: DecisionTree] = [:]
    private var done = 0
    private var isCancelled = false

    private static let stages = 100
    /// The maximum number of rows from which the errors are computed at each stage.
    private static let measured = 20_000

    /// - Parameters:
    ///   - own: the training rows; `nil` if the errors on them are not computed.
    ///   - base: the numbers that are added to the sums of the trees, one for each output.
    init(_ watch: TableWatch, trees: Int, base: [Double], own: Rows?, held: Rows?) {
        (self.watch, self.trees) = (watch, trees)
        self.own = own.map { Sums($0, base, trees) }
        self.held = held.flatMap { $0.table.rows > 0 ? Sums($0, base, trees) : nil }
    }

    /// Whether further trees should grow.
    var isGoingOn: Bool { lock.withLock { !isCancelled } }

    /// Adds a tree. After about every hundredth of the trees, the errors of the forest so far are reported to `watch`.
    func add(_ tree: DecisionTree, at index: Int) {
        lock.withLock {
            waiting[index] = tree
            while let next = waiting.removeValue(forKey: done), !isCancelled {
                own?.add(next)
                held?.add(next)
                done += 1
                let isStage = done % ((trees - 1) / Self.stages + 1) == 0 || done == trees
                isCancelled = isStage ? !watch.step(done, of: trees, own: own?.figures, held: held?.figures) : watch.isCancelled
            }
        }
    }

    /// For each measured row, the sum of the values of the leaves that the row reaches.
    private struct Sums {
        private let rows: Rows
        private let places: [Int]
        private let base: [Double]
        private let trees: Int
        private var values: [Double]
        private var count = 0

        init(_ rows: Rows, _ base: [Double], _ trees: Int) {
            (self.rows, self.base, self.trees) = (rows, base, trees)
            places = Array(stride(from: 0, to: rows.table.rows, by: (rows.table.rows - 1) / ForestStages.measured + 1))
            values = [Double](repeating: 0, count: places.count * base.count)
        }

        mutating func add(_ tree: DecisionTree) {
            count += 1
            let outputs = base.count
            values.withUnsafeMutableBufferPointer { values in
                guard let start = values.baseAddress else { return }
                for (index, row) in places.enumerated() { tree.add(rows.table, row, to: start + index * outputs) }
            }
        }

        /// The errors of the trees so far. A leaf's values are divided by the number of all trees of the forest. Until all trees exist, the sums
        /// are therefore scaled up.
        var figures: TableWatch.Figures {
            let total = Double(max(places.count, 1))
            switch rows.targets {
            case .numbers(let numbers):
                let factor = Double(trees) / Double(count)
                let squares = places.enumerated().reduce(0.0) { sum, place in
                    let difference = base[0] + values[place.offset] * factor - numbers[place.element]
                    return sum + difference * difference
                }
                return TableWatch.Figures(error: (squares / total).squareRoot())
            case .classes(let classes, let count):
                let right = places.enumerated().count { index, row in
                    values[index * count..<(index + 1) * count].hasFirstMaximum(at: Int(classes[row]))
                }
                return TableWatch.Figures(accuracy: Double(right) / total)
            }
        }
    }
}
