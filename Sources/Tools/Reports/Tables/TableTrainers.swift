import CreateML

/// The trainers of tables by their names on the command line.
package struct TableTrainers {
    package enum Kind: Sendable { case auto, boosted, forest, tree, linear, logistic, supportVectors }

    package static let kinds: [(String, Kind)] = [
        ("auto", .auto), ("boosted-tree", .boosted), ("random-forest", .forest), ("decision-tree", .tree), ("linear", .linear),
        ("logistic", .logistic), ("svm", .supportVectors),
    ]

    /// The user's choices for a training. If a number is `nil`, the default of the trainer applies.
    package struct Settings: Sendable {
        package let kind: Kind
        /// The number of trees of boosted trees and forests, or the number of steps of other trainers.
        package var iterations: Int?
        /// The learning rate of boosted trees.
        package var stepSize: Double?
        /// The maximum number of branches on the way to a leaf.
        package var depth: Int?

        /// - Throws: `UsageError` for a setting that this kind of trainer does not have.
        package init(kind: Kind, iterations: Int? = nil, stepSize: Double? = nil, depth: Int? = nil) throws {
            (self.kind, self.iterations, self.stepSize, self.depth) = (kind, iterations, stepSize, depth)
            if iterations != nil, !kind.hasIterations {
                throw UsageError("--iterations goes with --kind, of another than auto and decision-tree")
            }
            if stepSize != nil, !kind.hasStepSize { throw UsageError("--step-size goes with --kind boosted-tree") }
            if depth != nil, !kind.hasDepth { throw UsageError("--depth goes with the kinds of trees") }
        }

        /// Whether to train a classifier instead of a regressor. True if the user requests it, the target is text, or the kind predicts only
        /// classes.
        ///
        /// - Throws: `UsageError` if the kind cannot predict the target.
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

    /// - Throws: `MLCreateError` for a table that cannot be learnt from.
    package func classifier() throws -> any MLTabularClassifier {
        switch settings.kind {
        case .auto, .linear: try train(MLClassifier.init, .init(validation: validation))
        case .boosted:
            try train(
                MLBoostedTreeClassifier.init,
                .init(validation: validation, maxDepth: depth, maxIterations: iterations, stepSize: stepSize))
        case .forest:
            try train(
                MLRandomForestClassifier.init,
                .init(
                    validation: validation, maxDepth: depth, maxIterations: iterations, minChildWeight: 1,
                    columnSubsample: columnSubsampleOfClasses))
        case .tree: try train(MLDecisionTreeClassifier.init, .init(validation: validation, maxDepth: depth))
        case .logistic: try train(MLLogisticRegressionClassifier.init, .init(validation: validation, maxIterations: iterations))
        case .supportVectors: try train(MLSupportVectorClassifier.init, .init(validation: validation, maxIterations: iterations))
        }
    }

    /// - Throws: `MLCreateError` for a table that cannot be learnt from.
    package func regressor() throws -> any MLTabularRegressor {
        switch settings.kind {
        case .auto, .logistic, .supportVectors: try train(MLRegressor.init, .init(validation: validation))
        case .boosted:
            try train(
                MLBoostedTreeRegressor.init,
                .init(validation: validation, maxDepth: depth, maxIterations: iterations, stepSize: stepSize))
        case .forest:
            try train(
                MLRandomForestRegressor.init,
                .init(
                    validation: validation, maxDepth: depth, maxIterations: iterations, minChildWeight: 1,
                    columnSubsample: Self.columnSubsampleOfNumbers))
        case .tree: try train(MLDecisionTreeRegressor.init, .init(validation: validation, maxDepth: depth))
        case .linear: try train(MLLinearRegressor.init, .init(validation: validation, maxIterations: iterations))
        }
    }

    private typealias Trainer<Parameters, Model> = (MLDataTable, String, [String]?, Parameters) throws -> Model

    private func train<Parameters, Model>(_ make: Trainer<Parameters, Model>, _ parameters: Parameters) throws -> Model {
        try make(table, target, features, parameters)
    }

    /// The fraction of the columns that each branch may use, in a forest that predicts numbers.
    private static let columnSubsampleOfNumbers = 0.6
    /// The fraction of the columns that each branch may use, in a forest that predicts classes. The number of these columns is the square root of the
    /// number of all columns (Breiman, 2001).
    private var columnSubsampleOfClasses: Double {
        MLRandomForestClassifier.columnSubsample(of: features?.count ?? table.columnNames.count(where: { $0 != target }))
    }

    private var defaults: (iterations: Int?, stepSize: Double?, depth: Int?) { settings.kind.defaults }
    private var iterations: Int { settings.iterations ?? defaults.iterations ?? 1 }
    private var stepSize: Double { settings.stepSize ?? defaults.stepSize ?? 1 }
    private var depth: Int { settings.depth ?? defaults.depth ?? 1 }
}

extension TableTrainers.Kind {
    package var hasIterations: Bool { self != .auto && self != .tree }
    package var hasStepSize: Bool { self == .boosted }
    package var hasDepth: Bool { self == .boosted || self == .forest || self == .tree }
    package var predictsNumbers: Bool { self != .logistic && self != .supportVectors }
    package var predictsClasses: Bool { self != .linear }

    /// The name of the kind that reports show.
    package var title: String {
        switch self {
        case .auto: "automatic: the best of all kinds"
        case .boosted: "boosted trees"
        case .forest: "random forest"
        case .tree: "decision tree"
        case .linear: "linear regression"
        case .logistic: "logistic regression"
        case .supportVectors: "support vectors"
        }
    }

    /// The default settings of this kind of trainer; `nil` for settings that it does not have.
    package var defaults: (iterations: Int?, stepSize: Double?, depth: Int?) {
        switch self {
        case .boosted: (100, 0.1, 6)
        case .forest: (60, nil, 16)
        case .tree: (nil, nil, 6)
        case .linear: (MLLinearRegressor.ModelParameters().maxIterations, nil, nil)
        case .logistic: (MLLogisticRegressionClassifier.ModelParameters().maxIterations, nil, nil)
        case .supportVectors: (MLSupportVectorClassifier.ModelParameters().maxIterations, nil, nil)
        case .auto: (nil, nil, nil)
        }
    }
}
