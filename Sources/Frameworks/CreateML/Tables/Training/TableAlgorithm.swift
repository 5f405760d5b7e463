/// An algorithm that trains a model on a table, with the algorithm's parameters.
enum TableAlgorithm: Sendable, Equatable {
    case boostedTrees(GradientBoosting.Options)
    case forest(RandomForest.Options)
    case linear(LinearLearner.Options)
    /// A support vector machine: planes that separate the classes.
    ///
    /// - Parameter penalty: the factor of the loss for rows on the wrong side of the margin.
    case supportVectors(LinearLearner.Options, penalty: Double)
    /// The weighted mean of several tree ensembles with the same link function. The mean is itself a tree ensemble.
    case mean([Part])

    /// The result of training on a table.
    struct Learnt: Sendable {
        var predictor: TablePredictor
        /// The predictor's scores for the training rows; `nil` if the training does not give them.
        var scores: [Double]?
        /// The mean validation loss after each iteration of boosted trees.
        var heldLosses: [Double] = []
    }

    /// Trains a model.
    ///
    /// - Parameters:
    ///   - held: validation rows, which also control early stopping.
    ///   - watch: receives the metrics of each step, and may cancel the training.
    /// - Throws: `MLCreateError.generic` if a parameter is out of range, or if training needs too much memory for the number of classes.
    ///   `MLCreateError.cancelled` if the training was cancelled.
    func learn(_ examples: TableExamples, held: TableExamples?, _ watch: TableWatch? = nil) throws -> Learnt {
        try check()
        try check(examples)
        let learnt = learnt(from: examples, held, watch)
        // A cancelled training gives an incomplete model.
        try watch?.checkCancellation()
        return learnt
    }

    func learnt(from examples: TableExamples, _ held: TableExamples?, _ watch: TableWatch?) -> Learnt {
        switch self {
        case .boostedTrees(let options): return Self.boost(examples, held, options, watch)
        case .forest(let options):
            let bins = Self.bins(examples.features)
            let forest = RandomForest(table: BinnedTable(examples.features, bins), targets: .init(examples.targets), options: options)
            let trees = forest.train(watch.map { Self.stages(of: forest, held, bins, $0) })
            return Learnt(predictor: .trees(trees, .identity))
        case .linear(let options):
            let loss: LinearLoss =
                switch examples.targets {
                case .numbers: .squared
                case .classes(_, let classes): classes.count == 2 ? .logistic : .softmax(classes: classes.count)
                }
            let learner = LinearLearner(loss: loss, options: options)
            return Learnt(predictor: .linear(learner.train(examples.features.copied(), examples.targets.values, watch: watch)))
        case .supportVectors(let options, let penalty): return Learnt(predictor: Self.pairs(examples, options, penalty, watch))
        case .mean(let parts): return Self.mean(parts, examples, held, watch)
        }
    }

    private static func stages(
        of forest: RandomForest, _ held: TableExamples?, _ bins: [ColumnBins], _ watch: TableWatch
    ) -> ForestStages {
        // A single tree has only one step, so a curve is not measured.
        let isMeasured = watch.isReporting && forest.options.trees > 1
        let held = isMeasured ? held.map { ForestStages.Rows(table: BinnedTable($0.features, bins), targets: .init($0.targets)) } : nil
        return ForestStages(
            watch, trees: forest.options.trees, base: forest.base,
            own: isMeasured ? .init(table: forest.table, targets: forest.targets) : nil, held: held)
    }

    private static func bins(_ table: LearningColumns) -> [ColumnBins] {
        ParallelLoop.map(table.stored.count) { ColumnBins(table.stored[$0], table.selection) }
    }

    private static func boost(
        _ examples: TableExamples, _ held: TableExamples?, _ options: GradientBoosting.Options, _ watch: TableWatch?
    ) -> Learnt {
        var (kind, link) = (BoostingLoss.Kind.squared, TablePredictor.TreeLink.identity)
        if case .classes(_, let classes) = examples.targets {
            (kind, link) = classes.count == 2 ? (.logistic, .logistic) : (.softmax(classes: classes.count), .softmax)
        }
        let bins = bins(examples.features)
        func prepared(_ examples: TableExamples) -> GradientBoosting.Examples {
            .init(table: BinnedTable(examples.features, bins), loss: BoostingLoss(kind: kind, targets: examples.targets.values))
        }
        let result = GradientBoosting(prepared(examples), held: held.map(prepared), options).train(watch)
        return Learnt(
            predictor: .trees(result.model, link), scores: result.scores.map { rowAfterRow($0, outputs: result.model.outputs) },
            heldLosses: result.heldLosses)
    }

    /// Converts scores from output-major to row-major order. In output-major order, all rows of one output come first, then all rows of the next.
    private static func rowAfterRow(_ scores: [Float], outputs: Int) -> [Double] {
        let rows = scores.count / outputs
        return outputs == 1 ? scores.map(Double.init) : (0..<scores.count).map { Double(scores[$0 % outputs * rows + $0 / outputs]) }
    }

    /// Trains a separating plane for each pair of classes.
    private static func pairs(
        _ examples: TableExamples, _ options: LinearLearner.Options, _ penalty: Double, _ watch: TableWatch?
    ) -> TablePredictor {
        guard case .classes(let indices, let classes) = examples.targets else { return .linear(.init(weights: [], offsets: [], fill: [])) }
        let features = examples.features.copied()
        let scaling = FeatureScaling(features, rescales: options.featureRescaling)
        var all = LinearTableModel(weights: [], offsets: [], fill: scaling.mean)
        let count = classes.count * (classes.count - 1) / 2
        for first in 0..<classes.count {
            for second in first + 1..<classes.count {
                let rows = indices.indices.filter { Int(indices[$0]) == first || Int(indices[$0]) == second }
                let own = classes.count == 2 ? features : features.rows(rows).copied()
                // With this factor, the objective is half the sum of the squared weights plus `penalty` times the sum of the losses.
                var options = options
                options.l2Penalty = 0.5 / (penalty * Double(max(rows.count, 1)))
                let targets = rows.map { Int(indices[$0]) == first ? 1.0 : 0 }
                let model = LinearLearner(loss: .squaredHinge(factor: 1), options: options).train(
                    own, targets, scaling, watch: count == 1 ? watch : watch?.quiet)
                all.weights += model.weights
                all.offsets += model.offsets
                if count > 1, let watch, !watch.step(all.offsets.count, of: count) { break }
            }
        }
        return .pairs(all, classes: classes.count)
    }
}
