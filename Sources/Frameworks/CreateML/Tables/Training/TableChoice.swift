import CoreMLRuntime

/// Chooses among algorithms by how well each does on rows that it did not learn from.
struct TableChoice {
    private let training: TableTraining

    init(_ training: TableTraining) { self.training = training }

    /// Tables with fewer rows are divided in three, of which each part is tested on once. Of larger ones a tenth is tested on.
    private static let large = 5_000
    private static let folds = 3
    private static let maximumTestedCount = 20_000
    /// Fewer rows than this tell nothing.
    private static let least = 12

    /// The best of the algorithms, with the number of iterations that was best for it.
    ///
    /// - Parameter candidates: of equally good ones the first is chosen. One that cannot learn from the table is passed over.
    /// - Throws: the last candidate's error, if none can learn from the table.
    func best(_ candidates: [TableAlgorithm]) throws -> TableAlgorithm {
        let parts = parts()
        var best: (algorithm: TableAlgorithm, error: Double)?
        var failure: (any Error)?
        let watch = TableWatch.current
        for (index, candidate) in candidates.enumerated() {
            do {
                try watch?.tried(index, of: candidates.count)
                let (algorithm, error) = try parts.isEmpty ? (candidate, 0) : assess(candidate, parts)
                if error < best?.error ?? .infinity { best = (algorithm, error) }
            } catch MLCreateError.cancelled {
                throw MLCreateError.cancelled
            } catch {
                failure = error
            }
        }
        guard let best else { throw failure ?? MLCreateError.generic(reason: "no model fits the table") }
        return best.algorithm
    }

    private func parts() -> [(own: TableExamples, held: TableExamples)] {
        let rows = training.own.rows
        guard rows >= Self.least else { return [] }
        var generator = SplitMix64(seed: 1)
        let order = Array(0..<rows).shuffled(using: &generator)
        let isLarge = rows >= Self.large
        return (0..<(isLarge ? 1 : Self.folds)).map { fold in
            let count = isLarge ? min(rows / 10, Self.maximumTestedCount) : rows
            let range = isLarge ? 0..<count : rows * fold / Self.folds..<rows * (fold + 1) / Self.folds
            let rest = order[..<range.lowerBound] + order[range.upperBound...]
            return (training.own.rows(rest.sorted()), training.own.rows(order[range].sorted()))
        }
    }

    private func assess(_ candidate: TableAlgorithm, _ parts: [(own: TableExamples, held: TableExamples)]) throws -> (
        TableAlgorithm, Double
    ) {
        var (errors, rows, iterations) = (0.0, 0.0, 0.0)
        for part in parts {
            let predictor = try training.with(own: part.own, held: part.held).learn(candidate, TableWatch.current?.quiet)
            switch TableMetrics(predictor, part.held) {
            case .regression(let metrics): errors += metrics.rootMeanSquaredError * metrics.rootMeanSquaredError * Double(part.held.rows)
            case .classification(let metrics): errors += metrics.classificationError * Double(part.held.rows)
            }
            rows += Double(part.held.rows)
            if case .trees(let model, _) = predictor { iterations += Double(model.trees.count / model.outputs) / Double(parts.count) }
        }
        guard case .boostedTrees(var options) = candidate else { return (candidate, errors / rows) }
        options.iterations = max(1, Int(iterations.rounded()))
        options.earlyStoppingRounds = nil
        return (.boostedTrees(options), errors / rows)
    }
}
