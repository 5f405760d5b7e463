import CreateML
import Reports

/// The trainers of tables by the words of the command line.
struct TableTrainers {
    enum Kind { case auto, boosted, forest, tree, linear, logistic, planes }

    static let kinds: [(String, Kind)] = [
        ("auto", .auto), ("boosted-tree", .boosted), ("random-forest", .forest), ("decision-tree", .tree), ("linear", .linear),
        ("logistic", .logistic), ("svm", .planes),
    ]

    /// The values of the options.
    struct Settings {
        let kind: Kind
        var iterations: Int?
        var stepSize: Double?
        var depth: Int?

        /// - Throws: `UsageError` for options that do not go with the kind.
        init(_ arguments: Arguments) throws {
            kind = try arguments.choice("--kind", of: kinds) ?? .auto
            iterations = try arguments.integer("--iterations", in: 1...100_000)
            stepSize = try arguments.number("--step-size", in: 1e-6...1_000)
            depth = try arguments.integer("--depth", in: 1...64)
            let kindless = kind == .auto || kind == .tree
            if iterations != nil, kindless { throw UsageError("--iterations goes with --kind, of another than auto and decision-tree") }
            if stepSize != nil, kind != .boosted { throw UsageError("--step-size goes with --kind boosted-tree") }
            if depth != nil, ![.boosted, .forest, .tree].contains(kind) { throw UsageError("--depth goes with the kinds of trees") }
        }

        /// Whether a classifier is to be trained.
        ///
        /// - Throws: `UsageError` where the kind does not go with the target.
        func predictsClass(_ isAsked: Bool, _ isText: Bool) throws -> Bool {
            let isClass = isAsked || isText || kind == .logistic || kind == .planes
            if isClass, kind == .linear { throw UsageError("--kind linear predicts numbers; logistic predicts classes") }
            return isClass
        }
    }

    let settings: Settings
    let table: MLDataTable
    let target: String
    let features: [String]?
    let validation: MLTableValidation

    private static let boosted = (iterations: 100, stepSize: 0.1)
    private static let forest = (depth: 16, trees: 60, columns: 0.6)

    func classifier() throws -> any MLTabularClassifier {
        switch settings.kind {
        case .auto, .linear:
            return try MLClassifier(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(validation: validation))
        case .boosted:
            return try MLBoostedTreeClassifier(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? 6, maxIterations: settings.iterations ?? Self.boosted.iterations,
                    stepSize: settings.stepSize ?? Self.boosted.stepSize))
        case .forest:
            return try MLRandomForestClassifier(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? Self.forest.depth,
                    maxIterations: settings.iterations ?? Self.forest.trees, minChildWeight: 1, columnSubsample: Self.forest.columns))
        case .tree:
            return try MLDecisionTreeClassifier(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(validation: validation, maxDepth: settings.depth ?? 6))
        case .logistic:
            var parameters = MLLogisticRegressionClassifier.ModelParameters(validation: validation)
            parameters.maxIterations = settings.iterations ?? parameters.maxIterations
            return try MLLogisticRegressionClassifier(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: parameters)
        case .planes:
            var parameters = MLSupportVectorClassifier.ModelParameters(validation: validation)
            parameters.maxIterations = settings.iterations ?? parameters.maxIterations
            return try MLSupportVectorClassifier(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: parameters)
        }
    }

    func regressor() throws -> any MLTabularRegressor {
        switch settings.kind {
        case .auto, .logistic, .planes:
            return try MLRegressor(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(validation: validation))
        case .boosted:
            return try MLBoostedTreeRegressor(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? 6, maxIterations: settings.iterations ?? Self.boosted.iterations,
                    stepSize: settings.stepSize ?? Self.boosted.stepSize))
        case .forest:
            return try MLRandomForestRegressor(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? Self.forest.depth,
                    maxIterations: settings.iterations ?? Self.forest.trees, minChildWeight: 1, columnSubsample: Self.forest.columns))
        case .tree:
            return try MLDecisionTreeRegressor(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(validation: validation, maxDepth: settings.depth ?? 6))
        case .linear:
            var parameters = MLLinearRegressor.ModelParameters(validation: validation)
            parameters.maxIterations = settings.iterations ?? parameters.maxIterations
            return try MLLinearRegressor(trainingData: table, targetColumn: target, featureColumns: features, parameters: parameters)
        }
    }
}
