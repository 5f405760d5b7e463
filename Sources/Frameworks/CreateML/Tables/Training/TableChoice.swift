import CoreMLRuntime

/// Chooses between algorithms by their errors on held-out rows.
struct TableChoice {
    private let training: TableTraining

    init(_ training: TableTraining) { self.training = training }

    /// The minimum number of rows of a large table. A tenth of a large table is held out. A smaller table is cross-validated: it is divided into
    /// parts, and each part is held out once.
    static let large = 5_000
    /// The number of rows below which a table is small. On a small table, models are compared with several divisions of the rows into parts, so that
    /// the choice depends less on chance.
    fileprivate static let small = 1_000
    private static let (folds, foldsOfSmall, divisionsOfSmall) = (3, 5, 2)
    private static let maximumTestedCount = 20_000
    /// The minimum number of rows with which types of models are compared.
    private static let least = 12

    /// The training rows and the held-out rows of a comparison.
    private typealias Part = (own: TableExamples, held: TableExamples)

    /// The best algorithm, with its best number of iterations. If the targets are numbers and the table is cross-validated, it may be a mean of
    /// several algorithms.
    ///
    /// - Parameter candidates: the algorithms to try. Among equally good algorithms, the first is chosen. An algorithm that cannot be trained on
    ///   the table is skipped.
    /// - Throws: the last candidate's error, if no algorithm can be trained on the table.
    func best(_ candidates: [TableAlgorithm]) throws -> TableAlgorithm {
        let parts = parts()
        var trials: [TableTrial] = []
        var failure: (any Error)?
        let watch = TableWatch.current
        for (index, candidate) in candidates.enumerated() {
            do {
                try watch?.tried(index, of: candidates.count)
                if parts.isEmpty { return candidate }
                let trial = try attempt(candidate, parts)
                if trial.error < .infinity { trials.append(trial) }
            } catch MLCreateError.cancelled {
                throw MLCreateError.cancelled
            } catch {
                failure = error
            }
        }
        guard let best = TableTrial.best(of: trials) else {
            throw failure ?? MLCreateError.generic(reason: "no model fits the table")
        }
        guard training.purpose == .regression, parts.count > 1,
            let mean = TableTrial.mean(trials, targets: parts.map(\.held.targets.values)), mean.error < best.error
        else { return best.algorithm }
        return mean.algorithm
    }

    private func parts() -> [Part] {
        let rows = training.own.rows
        guard rows >= Self.least else { return [] }
        var generator = SplitMix64(seed: 1)
        let isSmall = rows < Self.small
        return (0..<(isSmall ? Self.divisionsOfSmall : 1)).flatMap { _ in
            divided(Array(0..<rows).shuffled(using: &generator), isSmall ? Self.foldsOfSmall : rows < Self.large ? Self.folds : 1)
        }
    }

    private func divided(_ order: [Int], _ folds: Int) -> [Part] {
        let rows = order.count
        return (0..<folds).map { fold in
            let count = folds == 1 ? min(rows / 10, Self.maximumTestedCount) : rows
            let range = folds == 1 ? 0..<count : rows * fold / folds..<rows * (fold + 1) / folds
            let rest = order[..<range.lowerBound] + order[range.upperBound...]
            return (training.own.rows(rest.sorted()), training.own.rows(order[range].sorted()))
        }
    }

    /// Trains a candidate on each part, and evaluates it on the held-out rows of each part.
    private func attempt(_ candidate: TableAlgorithm, _ parts: [Part]) throws -> TableTrial {
        var candidate = candidate
        if case .boostedTrees(var options) = candidate {
            options.keepsLateTrees = true
            candidate = .boostedTrees(options)
        }
        let (algorithm, watch) = (candidate, TableWatch.current?.quiet)
        // Training on a small table does not use all cores. Several parts are therefore trained in parallel.
        let learnt = try ParallelLoop.map(parts.count) { index in
            Result { try training.with(own: parts[index].own, held: parts[index].held).learn(algorithm, watch) }
        }.map { try $0.get() }
        return TableTrial(algorithm, learnt, parts.map(\.held))
    }
}

extension GradientBoosting.Options {
    /// Options for the boosted trees among the models that are tried. Training ends when the validation loss no longer decreases.
    ///
    /// - Parameter weight: the minimum curvature on each side of a branch.
    static func forChoice(leastWeight weight: Double) -> GradientBoosting.Options {
        GradientBoosting.Options(tree: TreeOptions(minChildWeight: weight), iterations: 300, stepSize: 0.1, earlyStoppingRounds: 15)
    }

    /// Options for shallower boosted trees among the models that are tried. On small tables, shallow trees often give better results. Each tree is
    /// trained on a random part of the rows and columns.
    ///
    /// - Parameters:
    ///   - depth: the maximum number of branches on the path to a leaf.
    ///   - weight: the minimum curvature on each side of a branch.
    ///   - rows: the number of training rows. With few rows, there is time for smaller steps, which generalise better (Friedman, 2001).
    static func sampledForChoice(depth: Int = 3, leastWeight weight: Double, rows: Int) -> GradientBoosting.Options {
        let factor = rows < TableChoice.small ? 2 : 1
        return GradientBoosting.Options(
            tree: TreeOptions(maxDepth: depth, minChildWeight: weight), iterations: 500 * factor, stepSize: 0.1 / Double(factor),
            rowSubsample: 0.7, columnSubsample: 0.7, earlyStoppingRounds: 30 * factor)
    }
}
