/// Predicts a number from a table's row. Several types of models are tried, and the type with the best results on held-out rows is chosen.
public enum MLRegressor: MLTabularRegressor {
    /// Boosted trees were best. The best model may also be a weighted mean of several tree models. The boosted trees then have at least as much
    /// weight as the forests.
    case boostedTree(MLBoostedTreeRegressor)
    /// A decision tree was best.
    case decisionTree(MLDecisionTreeRegressor)
    /// A random forest was best. Or a weighted mean of several tree models was best, in which the forests have more weight than the boosted trees.
    case randomForest(MLRandomForestRegressor)
    /// Linear regression was best.
    case linear(MLLinearRegressor)

    /// Tries each type of model. Then trains the best type on all rows that are not set aside for validation.
    ///
    /// For a table of fewer than 5,000 rows, the best model may be a weighted mean of tree ensembles. The mean is itself a tree ensemble.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, which has numbers.
    ///   - featureColumns: the input columns, in the order of the model's inputs; `nil` for all columns except the target.
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

    /// The algorithms to try.
    ///
    /// - Parameter rows: the number of training rows.
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

    /// - Parameter algorithm: the algorithm that trained the model.
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

    /// The parameters of the choice between types of models.
    public struct ModelParameters: Sendable {
        /// The source of the validation rows.
        public typealias ValidationData = MLTableValidation

        /// The rows on which the chosen model is evaluated. Neither the choice nor the training uses them.
        public var validation: ValidationData

        /// Parameters with Apple's default.
        public init(validation: ValidationData = .split(strategy: .automatic)) { self.validation = validation }

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(validationData: MLDataTable?) {
            validation = ValidationData(validationData: validationData)
        }
    }
}

extension MLRandomForestRegressor {
    /// Parameters of a forest that is large enough to compete with the other types of models that `MLRegressor` tries.
    fileprivate static let forChoice = ModelParameters(maxDepth: 16, maxIterations: 100, minChildWeight: 2, columnSubsample: 0.6)

    /// Parameters of the large forest that `MLRegressor` tries on a small table. Leaves may have one row. Each tree is trained on 63.2 % of the rows,
    /// the fraction of distinct rows in a bootstrap sample (Breiman, 2001).
    fileprivate static func deepForChoice(columnSubsample: Double) -> ModelParameters {
        ModelParameters(maxDepth: 16, maxIterations: 100, minChildWeight: 1, rowSubsample: 0.632, columnSubsample: columnSubsample)
    }
}
