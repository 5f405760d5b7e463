/// The weighted mean of several ensembles of trees.
extension TableAlgorithm {
    /// An algorithm, and the weight of its predictions in a mean.
    struct Part: Sendable, Equatable {
        var weight: Double
        var algorithm: TableAlgorithm
    }

    static func mean(_ parts: [Part], _ examples: TableExamples, _ held: TableExamples?, _ watch: TableWatch?) -> Learnt {
        var (models, common) = ([(weight: Double, model: TreeEnsembleModel)](), TablePredictor.TreeLink.identity)
        for (index, part) in parts.enumerated() {
            guard case .trees(let model, let link) = part.algorithm.learnt(from: examples, held, watch?.quiet).predictor else { continue }
            common = link
            models.append((part.weight, model))
            if let watch, !watch.step(index + 1, of: parts.count) { break }
        }
        return Learnt(predictor: .trees(TreeEnsembleModel(models), common))
    }

    /// The type of model that a mean counts as. If the forests have more total weight than the boosted trees, the mean counts as a forest. If not,
    /// it counts as boosted trees. The result is the part of this type with the largest weight.
    static func main(of parts: [Part]) -> TableAlgorithm {
        let (forests, boosted) = (parts.filter(\.algorithm.isForest), parts.filter { !$0.algorithm.isForest })
        let isForest = weight(of: forests) > weight(of: boosted)
        return (isForest ? forests : boosted).max { $0.weight < $1.weight }?.algorithm ?? .boostedTrees(.init())
    }

    /// A description of a mean: its number of trees, and the weights of boosted trees and forests. `nil` if the algorithm is not a mean.
    var composition: String? {
        guard case .mean(let parts) = self else { return nil }
        let share = Int((Self.weight(of: parts.filter(\.algorithm.isForest)) * 100).rounded())
        let count = parts.reduce(0) { $0 + $1.algorithm.treeCount }
        return "\(count) trees: a mean of \(100 - share) % boosted trees and \(share) % forest"
    }

    private static func weight(of parts: [Part]) -> Double { parts.reduce(0) { $0 + $1.weight } }

    private var isForest: Bool { if case .forest = self { true } else { false } }

    private var treeCount: Int {
        switch self {
        case .boostedTrees(let options): options.iterations
        case .forest(let options): options.trees
        case .mean(let parts): parts.reduce(0) { $0 + $1.algorithm.treeCount }
        case .linear, .supportVectors: 0
        }
    }
}
