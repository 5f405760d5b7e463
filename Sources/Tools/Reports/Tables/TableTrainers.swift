import CreateML

/// The trainers of tables by the words of the command line.
package struct TableTrainers {
    package enum Kind: Sendable { case auto, boosted, forest, tree, linear, logistic, planes }

    package static let kinds: [(String, Kind)] = [
        ("auto", .auto), ("boosted-tree", .boosted), ("random-forest", .forest), ("decision-tree", .tree), ("linear", .linear),
        ("logistic", .logistic), ("svm", .planes),
    ]

    /// The choices of a user for a training. Of a number that is `nil` the trainer has its own.
    package struct Settings: Sendable {
        package let kind: Kind
        /// Trees of boosted trees and forests, steps of the others.
        package var iterations: Int?
        /// The part of each tree that boosted trees add.
        package var stepSize: Double?
        /// The most branches to a leaf.
        package var depth: Int?

        /// - Throws: `UsageError` for numbers that do not go with the kind.
        package init(kind: Kind, iterations: Int? = nil, stepSize: Double? = nil, depth: Int? = nil) throws {
            (self.kind, self.iterations, self.stepSize, self.depth) = (kind, iterations, stepSize, depth)
            if iterations != nil, !kind.hasIterations {
                throw UsageError("--iterations goes with --kind, of another than auto and decision-tree")
            }
            if stepSize != nil, !kind.hasStepSize { throw UsageError("--step-size goes with --kind boosted-tree") }
            if depth != nil, !kind.hasDepth { throw UsageError("--depth goes with the kinds of trees") }
        }

        /// Whether a classifier is to be trained.
        ///
        /// - Throws: `UsageError` where the kind does not go with the target.
        package func predictsClass(_ isAsked: Bool, _ isText: Bool) throws -> Bool {
            let isClass = isAsked || isText || !kind.predictsNumbers
            if isClass, !kind.predictsClasses { throw UsageError("the kind linear predicts numbers; logistic predicts classes") }
            return isClass
        }
    }

    package let settings: Settings
    package let table: MLDataTable
    package let target: String
    package let features: [String]?
    package let validation: MLTableValidation

    package init(settings: Settings, table: MLDataTable, target: String, features: [String]?, validation: MLTableValidation) {
        (self.settings, self.table, self.target) = (settings, table, target)
        (self.features, self.validation) = (features, validation)
    }

    fileprivate static let boosted = (iterations: 100, stepSize: 0.1)
    fileprivate static let forest = (depth: 16, trees: 60, columns: 0.6)
    fileprivate static let depth = 6

    /// - Throws: `MLCreateError` for a table that cannot be learnt from.
    package func classifier() throws -> any MLTabularClassifier {
        switch settings.kind {
        case .auto, .linear:
            return try MLClassifier(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(validation: validation))
        case .boosted:
            return try MLBoostedTreeClassifier(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? Self.depth,
                    maxIterations: settings.iterations ?? Self.boosted.iterations,
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
                parameters: .init(validation: validation, maxDepth: settings.depth ?? Self.depth))
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

    /// - Throws: `MLCreateError` for a table that cannot be learnt from.
    package func regressor() throws -> any MLTabularRegressor {
        switch settings.kind {
        case .auto, .logistic, .planes:
            return try MLRegressor(
                trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(validation: validation))
        case .boosted:
            return try MLBoostedTreeRegressor(
                trainingData: table, targetColumn: target, featureColumns: features,
                parameters: .init(
                    validation: validation, maxDepth: settings.depth ?? Self.depth,
                    maxIterations: settings.iterations ?? Self.boosted.iterations,
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
                parameters: .init(validation: validation, maxDepth: settings.depth ?? Self.depth))
        case .linear:
            var parameters = MLLinearRegressor.ModelParameters(validation: validation)
            parameters.maxIterations = settings.iterations ?? parameters.maxIterations
            return try MLLinearRegressor(trainingData: table, targetColumn: target, featureColumns: features, parameters: parameters)
        }
    }
}

extension TableTrainers.Kind {
    package var hasIterations: Bool { self != .auto && self != .tree }
    package var hasStepSize: Bool { self == .boosted }
    package var hasDepth: Bool { self == .boosted || self == .forest || self == .tree }
    package var predictsNumbers: Bool { self != .logistic && self != .planes }
    package var predictsClasses: Bool { self != .linear }

    /// The kind in words.
    package var title: String {
        switch self {
        case .auto: "automatic: the best of all kinds"
        case .boosted: "boosted trees"
        case .forest: "random forest"
        case .tree: "decision tree"
        case .linear: "linear regression"
        case .logistic: "logistic regression"
        case .planes: "support vectors"
        }
    }

    /// The numbers that are taken where the user gives none.
    package var defaults: (iterations: Int?, stepSize: Double?, depth: Int?) {
        switch self {
        case .boosted: (TableTrainers.boosted.iterations, TableTrainers.boosted.stepSize, TableTrainers.depth)
        case .forest: (TableTrainers.forest.trees, nil, TableTrainers.forest.depth)
        case .tree: (nil, nil, TableTrainers.depth)
        default: (nil, nil, nil)
        }
    }
}
