/// The parameters that the boosted-tree classifier and the boosted-tree regressor share. The classifier and the regressor declare separate
/// parameter types, as in Apple's framework.
protocol BoostedTreeParameters {
    var maxDepth: Int { get }
    var maxIterations: Int { get }
    var minLossReduction: Double { get }
    var minChildWeight: Double { get }
    var randomSeed: Int { get }
    var stepSize: Double { get }
    var earlyStoppingRounds: Int? { get }
    var rowSubsample: Double { get }
    var columnSubsample: Double { get }

    init(
        validation: MLTableValidation, maxDepth: Int, maxIterations: Int, minLossReduction: Double, minChildWeight: Double, randomSeed: Int,
        stepSize: Double, earlyStoppingRounds: Int?, rowSubsample: Double, columnSubsample: Double)
}

extension BoostedTreeParameters {
    init(validation: MLTableValidation, _ options: GradientBoosting.Options) {
        self.init(
            validation: validation, maxDepth: options.tree.maxDepth, maxIterations: options.iterations,
            minLossReduction: options.tree.minLossReduction, minChildWeight: options.tree.minChildWeight, randomSeed: options.seed,
            stepSize: options.stepSize, earlyStoppingRounds: options.earlyStoppingRounds, rowSubsample: options.rowSubsample,
            columnSubsample: options.columnSubsample)
    }

    var algorithm: TableAlgorithm {
        .boostedTrees(
            .init(
                tree: TreeOptions(maxDepth: maxDepth, minLossReduction: minLossReduction, minChildWeight: minChildWeight),
                iterations: maxIterations, stepSize: stepSize, rowSubsample: rowSubsample, columnSubsample: columnSubsample,
                seed: randomSeed,
                earlyStoppingRounds: earlyStoppingRounds))
    }
}
