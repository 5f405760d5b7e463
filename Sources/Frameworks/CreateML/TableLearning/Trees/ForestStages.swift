/// How far the first trees of a forest are off, for growing numbers of trees.
struct ForestStages {
    /// Rows with their targets.
    struct Rows {
        let table: BinnedTable
        let targets: RandomForest.Targets
    }

    private let model: TreeEnsembleModel
    private let own: Rows
    private let held: Rows?

    private static let stages = 100
    /// Of so many rows at most it is measured.
    private static let measured = 20_000

    init(_ model: TreeEnsembleModel, own: Rows, held: Rows?) {
        (self.model, self.own) = (model, own)
        self.held = held.flatMap { $0.table.rows > 0 ? $0 : nil }
    }

    /// Reports each stage as a step, until the training is to end.
    func report(to watch: TableWatch) {
        var (ownSums, heldSums) = (Sums(own, model), held.map { Sums($0, model) })
        let interval = (model.trees.count - 1) / Self.stages + 1
        for (index, tree) in model.trees.enumerated() {
            ownSums.add(tree.tree)
            heldSums?.add(tree.tree)
            guard (index + 1) % interval == 0 || index + 1 == model.trees.count else { continue }
            if !watch.step(index + 1, of: model.trees.count, own: ownSums.figures, held: heldSums?.figures) { return }
        }
    }

    /// The sums of the leaves of the rows that are measured.
    private struct Sums {
        private let rows: Rows
        private let places: [Int]
        private let base: [Double]
        private let trees: Int
        private var values: [Double]
        private var count = 0

        init(_ rows: Rows, _ model: TreeEnsembleModel) {
            self.rows = rows
            (base, trees) = (model.base, model.trees.count)
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

        /// A leaf has its share of all trees, and here it is one of fewer.
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
                    let own = values[index * count + Int(classes[row])]
                    return (0..<count).allSatisfy { values[index * count + $0] <= own }
                }
                return TableWatch.Figures(accuracy: Double(right) / total)
            }
        }
    }
}
