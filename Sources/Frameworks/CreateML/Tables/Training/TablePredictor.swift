/// A model that was learnt from a table.
enum TablePredictor: Sendable, Equatable {
    /// Sums of leaves, with what turns them into the answer.
    case trees(TreeEnsembleModel, TreeLink)
    /// Weighted sums. Those of a classifier are the scores of its classes, or one score for the second of two.
    case linear(LinearTableModel)
    /// A weighted sum for each two classes, which is positive for the first of them.
    case pairs(LinearTableModel, classes: Int)

    enum TreeLink: Sendable, Equatable {
        /// The sum is the answer, or the probability of each class.
        case identity
        case logistic
        case softmax
    }

    /// The sums of leaves, or the weighted sums: row after row, a number for each output.
    func scores(_ table: LearningColumns) -> [Double] {
        switch self {
        case .trees(let model, _): model.scores(BinnedTable(table, model.bins))
        case .linear(let model), .pairs(let model, _): model.scores(table.copied())
        }
    }

    /// The numbers of a regressor.
    func numbers(_ table: LearningColumns) -> [Double] { scores(table) }

    /// The class of each row.
    func classes(_ table: LearningColumns) -> [Int] { classes(of: scores(table)) }

    /// The class of each row, by its scores.
    func classes(of scores: [Double]) -> [Int] {
        switch self {
        case .trees(let model, _): Self.best(scores, model.outputs)
        case .linear(let model): Self.best(scores, model.offsets.count)
        case .pairs(_, let classes): Self.vote(scores, classes)
        }
    }

    /// The first of the largest scores; with one score, the second class if it is positive.
    private static func best(_ scores: [Double], _ outputs: Int) -> [Int] {
        guard outputs > 1 else { return scores.map { $0 > 0 ? 1 : 0 } }
        return stride(from: 0, to: scores.count, by: outputs).map { start in
            var best = start
            for index in start..<start + outputs where scores[index] > scores[best] { best = index }
            return best - start
        }
    }

    private static func vote(_ scores: [Double], _ classes: Int) -> [Int] {
        let pairs = classes * (classes - 1) / 2
        return stride(from: 0, to: scores.count, by: pairs).map { start in
            var votes = [Int](repeating: 0, count: classes)
            var pair = start
            for first in 0..<classes {
                for second in first + 1..<classes {
                    votes[scores[pair] > 0 ? first : second] += 1
                    pair += 1
                }
            }
            return votes.indices.max { (votes[$0], -$0) < (votes[$1], -$1) } ?? 0
        }
    }
}
