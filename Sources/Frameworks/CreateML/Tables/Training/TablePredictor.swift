/// A trained model of a table.
enum TablePredictor: Sendable, Equatable {
    /// A tree ensemble, and the link function that turns its sums into a prediction.
    case trees(TreeEnsembleModel, TreeLink)
    /// Weighted sums. A classifier has a score for each class. With two classes, it has only the score of the second class.
    case linear(LinearTableModel)
    /// A weighted sum for each pair of classes. It is positive for the first class of the pair.
    case pairs(LinearTableModel, classes: Int)

    enum TreeLink: Sendable, Equatable {
        /// The sums are the predicted number, or the probabilities of the classes.
        case identity
        case logistic
        case softmax
    }

    /// The scores of each row in row-major order, with a number for each output.
    func scores(_ table: LearningColumns) -> [Double] {
        switch self {
        case .trees(let model, _): model.scores(BinnedTable(table, model.bins))
        case .linear(let model), .pairs(let model, _): model.scores(table.copied())
        }
    }

    /// The number that a regressor predicts for each row.
    func numbers(_ table: LearningColumns) -> [Double] { scores(table) }

    /// The index of the predicted class of each row.
    func classes(_ table: LearningColumns) -> [Int] { classes(of: scores(table)) }

    /// The index of the predicted class of each row, from the row's scores.
    func classes(of scores: [Double]) -> [Int] {
        switch self {
        case .trees(let model, _): Self.best(scores, model.outputs)
        case .linear(let model): Self.best(scores, model.offsets.count)
        case .pairs(_, let classes): Self.vote(scores, classes)
        }
    }

    /// The probability of one class in each row, from the row's scores; `nil` if the model gives no probabilities.
    ///
    /// - Parameter classes: the index of the class for each row.
    func probabilities(of classes: [Int32], _ scores: [Double]) -> [Double]? {
        let (link, outputs): (TreeLink, Int)
        switch self {
        case .trees(let model, let own): (link, outputs) = (own, model.outputs)
        case .linear(let model): (link, outputs) = (model.offsets.count == 1 ? .logistic : .softmax, model.offsets.count)
        case .pairs: return nil
        }
        return classes.enumerated().map { row, own in
            let place = row * outputs
            switch link {
            case .identity: return scores[place + Int(own)]
            case .logistic: return ScoreLink.logistic(own == 1 ? scores[place] : -scores[place])
            case .softmax: return ScoreLink.softmax(scores[place..<place + outputs])[Int(own)]
            }
        }
    }

    /// The index of each row's largest score. If several are equal, it is the first of them. With one score, the index is 1 if the score is
    /// positive, or else 0.
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
