import Foundation

/// An algorithm, with its errors on held-out rows.
struct TableTrial: Sendable {
    let algorithm: TableAlgorithm
    /// The mean squared error of numbers, or the fraction of wrong classes.
    let error: Double
    /// The mean cross-entropy of classes; `nil` for numbers and for models without probabilities.
    let loss: Double?
    /// The predicted numbers of the held-out rows, for each part of the table; empty for classes.
    private let answers: [[Double]]

    init(algorithm: TableAlgorithm, error: Double, loss: Double? = nil, answers: [[Double]]) {
        (self.algorithm, self.error, self.loss, self.answers) = (algorithm, error, loss, answers)
    }

    /// - Parameters:
    ///   - learnt: a model for each part of the table. Boosted trees must also contain the trees after their best iteration. The trial chooses one
    ///     number of iterations for all parts.
    ///   - held: the held-out rows of each part.
    init(_ algorithm: TableAlgorithm, _ learnt: [TableAlgorithm.Learnt], _ held: [TableExamples]) {
        var (algorithm, predictors) = (algorithm, learnt.map(\.predictor))
        if case .boostedTrees(var options) = algorithm {
            let iterations = Self.bestIterations(learnt.map(\.heldLosses), rows: held.map(\.rows))
            for index in predictors.indices {
                guard case .trees(var model, let link) = predictors[index] else { continue }
                model.trees = Array(model.trees.prefix(iterations * model.outputs))
                predictors[index] = .trees(model, link)
            }
            options.iterations = iterations
            (options.earlyStoppingRounds, options.keepsLateTrees) = (nil, false)
            algorithm = .boostedTrees(options)
        }
        var (sum, loss, answers): (Double, Double?, [[Double]]) = (0, 0, [])
        for (predictor, held) in zip(predictors, held) {
            switch held.targets {
            case .numbers(let numbers):
                let own = predictor.numbers(held.features)
                sum += zip(own, numbers).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
                (loss, answers) = (nil, answers + [own])
            case .classes(let classes, _):
                let scores = predictor.scores(held.features)
                sum += Double(zip(predictor.classes(of: scores), classes).count { $0 != Int($1) })
                let losses = predictor.probabilities(of: classes, scores)?.map { -log(max($0, Self.leastProbability)) }
                loss = losses.flatMap { losses in loss.map { losses.reduce($0, +) } }
            }
        }
        let rows = Double(held.reduce(0) { $0 + $1.rows })
        self.init(algorithm: algorithm, error: sum / rows, loss: loss.map { $0 / rows }, answers: answers)
    }

    /// The minimum probability of a class. It limits the loss of a row whose true class has the probability zero, as in a model of few trees.
    private static let leastProbability = 1e-3

    /// The number of iterations with the lowest mean loss over all parts. If each part had its own best number, the algorithm's error would be too
    /// low in comparison with other algorithms.
    ///
    /// - Parameters:
    ///   - losses: the mean loss after each iteration, for each part. If a part ended early, its last loss is used for later iterations.
    ///   - rows: the number of held-out rows of each part.
    static func bestIterations(_ losses: [[Double]], rows: [Int]) -> Int {
        let means = (0..<(losses.map(\.count).max() ?? 0)).map { iteration in
            zip(losses, rows).reduce(0.0) { sum, part in
                guard let last = part.0.last else { return sum }
                return sum + (iteration < part.0.count ? part.0[iteration] : last) * Double(part.1)
            }
        }
        return (means.indices.min { means[$0] < means[$1] } ?? 0) + 1
    }

    // MARK: Choice

    /// The trial with the lowest error. If several have the same error, the lowest loss decides. With few rows, losses say more than errors.
    static func best(of trials: [TableTrial]) -> TableTrial? {
        trials.min { ($0.error, $0.loss ?? .infinity) < ($1.error, $1.loss ?? .infinity) }
    }

    // MARK: Means

    /// The number of steps in which a mean is formed. Each step adds one trial.
    private static let selections = 20

    /// The mean of tree ensembles with the lowest error. Trials are added one after another. Each time, the trial that reduces the error most is
    /// added, so that a trial may be added several times (Caruana et al., 2004).
    ///
    /// - Parameter targets: the target numbers of the held-out rows of each part.
    /// - Returns: `nil` if a single trial is as good.
    static func mean(_ trials: [TableTrial], targets: [[Double]]) -> TableTrial? {
        let members = trials.filter(\.isEnsemble)
        guard members.count > 1 else { return nil }
        let targets = targets.flatMap { $0 }
        let answers = members.map { $0.answers.flatMap { $0 } }
        var counts = [Int](repeating: 0, count: members.count)
        var sums = [Double](repeating: 0, count: targets.count)
        var best = (counts: counts, error: Double.infinity)
        for selection in 1...selections {
            let errors = answers.map { own in
                targets.indices.reduce(0.0) { sum, row in
                    let difference = (sums[row] + own[row]) / Double(selection) - targets[row]
                    return sum + difference * difference
                }
            }
            guard let next = errors.indices.min(by: { errors[$0] < errors[$1] }) else { return nil }
            counts[next] += 1
            for row in sums.indices { sums[row] += answers[next][row] }
            if errors[next] < best.error { best = (counts, errors[next]) }
        }
        let total = Double(best.counts.reduce(0, +))
        let parts = zip(members, best.counts).compactMap { member, count in
            count > 0 ? TableAlgorithm.Part(weight: Double(count) / total, algorithm: member.algorithm) : nil
        }
        guard parts.count > 1 else { return nil }
        return TableTrial(algorithm: .mean(parts), error: best.error / Double(targets.count), answers: [])
    }

    private var isEnsemble: Bool {
        switch algorithm {
        case .boostedTrees, .forest: true
        case .linear, .supportVectors, .mean: false
        }
    }
}
