/// Predicts a number of a table's row. Several kinds of models are tried. The one that is best on rows that it did not learn from is chosen.
public enum MLRegressor: MLTabularRegressor {
    /// Boosted trees were best, or a mean with more of them than of a forest.
    case boostedTree(MLBoostedTreeRegressor)
    /// A decision tree was best.
    case decisionTree(MLDecisionTreeRegressor)
    /// A random forest was best, or a mean with more of it than of boosted trees.
    case randomForest(MLRandomForestRegressor)
    /// Linear regression was best.
    case linear(MLLinearRegressor)

    /// Tries each kind of model, and trains the best one on all rows except those that are set aside for validation.
    ///
    /// For a table of fewer than 5,000 rows the best may be a mean of ensembles of trees, which is one ensemble again.
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
        let best = try TableChoice(training).best(Self.candidates(training.own.rows, validation))
        self.init(try training.run(best), best, validation)
    }

    /// - Parameter rows: the rows to learn from.
    private static func candidates(_ rows: Int, _ validation: MLTableValidation) -> [TableAlgorithm] {
        var candidates = [
            MLLinearRegressor.ModelParameters(validation: validation).algorithm, .boostedTrees(.forChoice(leastWeight: 5)),
            .boostedTrees(.sampledForChoice(leastWeight: 5, rows: rows)),
        ]
        if rows < TableChoice.large {
            candidates += [
                .boostedTrees(.sampledForChoice(depth: 5, leastWeight: 1, rows: rows)),
                MLRandomForestRegressor.deepForChoice(columnSubsample: 0.6).algorithm,
                MLRandomForestRegressor.deepForChoice(columnSubsample: 1.0 / 3).algorithm,
            ]
        } else {
            candidates.append(MLRandomForestRegressor.forChoice.algorithm)
        }
        return candidates + [MLDecisionTreeRegressor.ModelParameters(minChildWeight: 5).algorithm]
    }

    /// - Parameter algorithm: the one that the model was learnt by.
    private init(_ trained: TrainedTable, _ algorithm: TableAlgorithm, _ validation: MLTableValidation) {
        switch algorithm {
        case .boostedTrees(let options): self = .boostedTree(MLBoostedTreeRegressor(trained, .init(validation: validation, options)))
        case .forest(let options) where options.trees == 1:
            self = .decisionTree(MLDecisionTreeRegressor(trained, .init(validation: validation, minChildWeight: 5)))
        case .forest(let options): self = .randomForest(MLRandomForestRegressor(trained, .init(validation: validation, options)))
        case .mean(let parts):
            self.init(trained, TableAlgorithm.main(of: parts), validation)
        case .linear, .supportVectors:
            self = .linear(MLLinearRegressor(trained, MLLinearRegressor.ModelParameters(validation: validation)))
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

    /// The same for a small table: leaves may have one row, and each tree learns from as many rows as a bootstrap sample has different ones
    /// (Breiman, 2001).
    fileprivate static func deepForChoice(columnSubsample: Double) -> ModelParameters {
        ModelParameters(maxDepth: 16, maxIterations: 100, minChildWeight: 1, rowSubsample: 0.632, columnSubsample: columnSubsample)
    }
}
