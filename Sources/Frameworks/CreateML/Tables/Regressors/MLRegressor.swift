/// Predicts a number of a table's row. Several kinds of models are tried. The one that is best on rows that it did not learn from is chosen.
public enum MLRegressor: MLTabularRegressor {
    /// Boosted trees were best.
    case boostedTree(MLBoostedTreeRegressor)
    /// A decision tree was best.
    case decisionTree(MLDecisionTreeRegressor)
    /// A random forest was best.
    case randomForest(MLRandomForestRegressor)
    /// Linear regression was best.
    case linear(MLLinearRegressor)

    /// Tries each kind of model, and trains the best one on all rows except those that are set aside for validation.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, numbers.
    ///   - featureColumns: the columns to predict it from, in the order of the model's inputs; all others if `nil`.
    /// - Throws: `MLCreateError` for a table without rows, a column that is missing or cannot be used, and a target without a value.
    public init(
        trainingData: MLDataTable, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        let training = try TableTraining(
            trainingData, target: targetColumn, features: featureColumns, parameters.validation, .regression)
        let validation = parameters.validation
        let (tree, forest) = (MLDecisionTreeRegressor.ModelParameters(minChildWeight: 5), MLRandomForestRegressor.forChoice)
        let linear = MLLinearRegressor.ModelParameters(validation: validation)
        let best = try TableChoice(training).best(
            [
                linear.algorithm, .boostedTrees(.forChoice(leastWeight: 5)),
                .boostedTrees(.shallowForChoice(leastWeight: 5, rows: training.own.rows)), forest.algorithm, tree.algorithm,
            ])
        let trained = try training.run(best)
        switch best {
        case .boostedTrees(let options): self = .boostedTree(MLBoostedTreeRegressor(trained, .init(validation: validation, options)))
        case .forest(let options) where options.trees == 1:
            self = .decisionTree(MLDecisionTreeRegressor(trained, .init(validation: validation, minChildWeight: 5)))
        case .forest:
            var parameters = forest
            parameters.validation = validation
            self = .randomForest(MLRandomForestRegressor(trained, parameters))
        case .linear, .supportVectors: self = .linear(MLLinearRegressor(trained, linear))
        }
    }

    /// Osprey's addition: the result of the training.
    public var trained: TrainedTable {
        switch self {
        case .boostedTree(let model): model.trained
        case .decisionTree(let model): model.trained
        case .randomForest(let model): model.trained
        case .linear(let model): model.trained
        }
    }

    public var description: String {
        switch self {
        case .boostedTree(let model): model.description
        case .decisionTree(let model): model.description
        case .randomForest(let model): model.description
        case .linear(let model): model.description
        }
    }

    /// The parameters of the choice among kinds of models.
    public struct ModelParameters: Sendable {
        /// The rows to test on while training.
        public typealias ValidationData = MLTableValidation

        /// The rows on which the chosen model is evaluated. Neither the choice nor the training uses them.
        public var validation: ValidationData

        /// Parameters with Apple's default.
        public init(validation: ValidationData = .split(strategy: .automatic)) { self.validation = validation }

        /// - Parameter validationData: rows to test on; `nil` for a part of the training data.
        public init(validationData: MLDataTable?) {
            validation = ValidationData(validationData: validationData)
        }
    }
}

extension MLRandomForestRegressor {
    /// A forest that is large enough to compete.
    fileprivate static let forChoice = ModelParameters(maxDepth: 16, maxIterations: 100, minChildWeight: 2, columnSubsample: 0.6)
}
