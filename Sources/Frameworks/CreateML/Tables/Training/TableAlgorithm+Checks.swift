import InputChecks

/// Checks of an algorithm's parameters, and of the training data for an algorithm.
extension TableAlgorithm {
    /// Whether the algorithm needs features that are finite. With infinite features, its result would have no meaning.
    var needsFiniteFeatures: Bool {
        switch self {
        case .boostedTrees, .forest: false
        case .linear, .supportVectors: true
        case .mean(let parts): parts.contains { $0.algorithm.needsFiniteFeatures }
        }
    }

    /// - Throws: `MLCreateError.generic` if a parameter is out of range. The error names the parameter.
    func check() throws {
        switch self {
        case .boostedTrees(let options):
            try Self.check(options.tree)
            try MLCreateError.require("maxIterations", options.iterations, 1...Self.maximumIterationCount)
            try MLCreateError.require("stepSize", options.stepSize, Double.leastNormalMagnitude...1_000)
            try Self.check(rowSubsample: options.rowSubsample, columnSubsample: options.columnSubsample)
            if let rounds = options.earlyStoppingRounds {
                try MLCreateError.require("earlyStoppingRounds", rounds, 1...Self.maximumIterationCount)
            }
        case .forest(let options):
            try Self.check(options.tree)
            try MLCreateError.require("maxIterations", options.trees, 1...Self.maximumIterationCount)
            try Self.check(rowSubsample: options.rowSubsample, columnSubsample: options.columnSubsample)
        case .linear(let options): try Self.check(options)
        case .supportVectors(let options, let penalty):
            try Self.check(options)
            try MLCreateError.require("penalty", penalty, 1e-12...1e12)
        case .mean(let parts):
            for part in parts { try part.algorithm.check() }
        }
    }

    private static let maximumIterationCount = 100_000
    private static let deepest = 64

    private static func check(_ options: TreeOptions) throws {
        try MLCreateError.require("maxDepth", options.maxDepth, 1...deepest)
        try MLCreateError.require("minLossReduction", options.minLossReduction, 0...Double.greatestFiniteMagnitude)
        try MLCreateError.require("minChildWeight", options.minChildWeight, 0...Double.greatestFiniteMagnitude)
    }

    private static func check(rowSubsample: Double, columnSubsample: Double) throws {
        try MLCreateError.require("rowSubsample", rowSubsample, Double.leastNormalMagnitude...1)
        try MLCreateError.require("columnSubsample", columnSubsample, Double.leastNormalMagnitude...1)
    }

    private static func check(_ options: LinearLearner.Options) throws {
        try MLCreateError.require("maxIterations", options.maxIterations, 1...maximumIterationCount)
        try MLCreateError.require("l1Penalty", options.l1Penalty, 0...1e12)
        try MLCreateError.require("l2Penalty", options.l2Penalty, 0...1e12)
        try MLCreateError.require("stepSize", options.stepSize, Double.leastNormalMagnitude...1_000)
        try MLCreateError.require("convergenceThreshold", options.convergenceThreshold, 0...1)
    }

    private static let maximumScoreCount = 1 << 27
    private static let maximumWeightCount = 1 << 20
    private static let maximumPairCount = 4_950
    /// The maximum number of sums of classes that are stored for a branch of a forest's tree. They take half a gigabyte.
    private static let maximumSumCount = 1 << 26

    /// - Throws: `MLCreateError.generic` if training with these numbers of rows, features and classes needs too much memory.
    func check(_ examples: TableExamples) throws {
        guard case .classes(_, let classes) = examples.targets else {
            if needsFiniteFeatures { try Self.limit("weights", examples.features.width, Self.maximumWeightCount) }
            return
        }
        switch self {
        case .boostedTrees: try Self.limit("scores of classes", examples.rows * classes.count, Self.maximumScoreCount)
        case .forest:
            let bins = examples.features.stored.reduce(0) { $0.plus(max($1.width, ColumnBins.maximumEdgeCount)) }
            try Self.limit("sums of classes in a branch", bins.times(classes.count), Self.maximumSumCount)
        case .linear: try Self.limit("weights", examples.features.width * classes.count, Self.maximumWeightCount)
        case .supportVectors:
            try Self.limit("pairs of classes", classes.count * (classes.count - 1) / 2, Self.maximumPairCount)
            try Self.limit("weights", examples.features.width * classes.count * (classes.count - 1) / 2, Self.maximumWeightCount)
        case .mean(let parts):
            for part in parts { try part.algorithm.check(examples) }
        }
    }

    private static func limit(_ name: String, _ count: Int, _ maximum: Int) throws {
        guard count <= maximum else { throw MLCreateError.generic(reason: "the model would have \(count) \(name), more than \(maximum)") }
    }
}
