/// Predicts the class of a table's row. Several types of models are tried, and the type with the best results on held-out rows is chosen.
public enum MLClassifier: MLTabularClassifier {
    /// Boosted trees were best.
    case boostedTree(MLBoostedTreeClassifier)
    /// A decision tree was best.
    case decisionTree(MLDecisionTreeClassifier)
    /// A random forest was best.
    case randomForest(MLRandomForestClassifier)
    /// Logistic regression was best.
    case logisticRegressor(MLLogisticRegressionClassifier)
    /// A support vector classifier was best.
    case supportVector(MLSupportVectorClassifier)

    /// Tries each type of model. Then trains the best type on all rows that are not set aside for validation.
    ///
    /// The best model makes the fewest wrong predictions. If several models make equally few, the best one has the lowest cross-entropy.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, texts or whole numbers.
    ///   - featureColumns: the input columns, in the order of the model's inputs; `nil` for all columns except the target.
    /// - Throws: `MLCreateError` for a table without rows, a missing or unusable column, a missing target value, and fewer than two classes.
    public init(
        trainingData: MLDataTable, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        let training = try TableTraining(
            trainingData, target: targetColumn, features: featureColumns, parameters.validation, .classification)
        let validation = parameters.validation
        let tree = MLDecisionTreeClassifier.ModelParameters()
        let forest = MLRandomForestClassifier.forChoice(training.own.features.width, rows: training.own.rows)
        let linear = MLLogisticRegressionClassifier.ModelParameters(validation: validation)
        let planes = MLSupportVectorClassifier.ModelParameters(validation: validation)
        let best = try TableChoice(training).best([
            linear.algorithm, planes.algorithm, .boostedTrees(.forChoice(leastWeight: 0.1)),
            .boostedTrees(.sampledForChoice(leastWeight: 0.1, rows: training.own.rows)), forest.algorithm,
            tree.algorithm,
        ])
        let trained = try training.run(best)
        switch best {
        case .boostedTrees(let options): self = .boostedTree(MLBoostedTreeClassifier(trained, .init(validation: validation, options)))
        case .forest(let options) where options.trees == 1:
            self = .decisionTree(MLDecisionTreeClassifier(trained, .init(validation: validation)))
        case .forest:
            var parameters = forest
            parameters.validation = validation
            self = .randomForest(MLRandomForestClassifier(trained, parameters))
        case .supportVectors: self = .supportVector(MLSupportVectorClassifier(trained, planes))
        case .mean: throw MLCreateError.generic(reason: "classes have no mean")
        case .linear: self = .logisticRegressor(MLLogisticRegressionClassifier(trained, linear))
        }
    }

    /// Osprey's addition: the result of the training.
    public var trained: TrainedTable {
        switch self {
        case .boostedTree(let model): model.trained
        case .decisionTree(let model): model.trained
        case .randomForest(let model): model.trained
        case .logisticRegressor(let model): model.trained
        case .supportVector(let model): model.trained
        }
    }

    public var description: String {
        switch self {
        case .boostedTree(let model): model.description
        case .decisionTree(let model): model.description
        case .randomForest(let model): model.description
        case .logisticRegressor(let model): model.description
        case .supportVector(let model): model.description
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

extension MLRandomForestClassifier {
    /// Parameters of a forest that is large enough to compete with the other types of models that `MLClassifier` tries. Each branch may use a
    /// random subset of the features, as many as the square root of their number. On a small table, each tree is trained on 63.2 % of the rows.
    /// This is the fraction of distinct rows in a bootstrap sample; see Breiman, 2001.
    fileprivate static func forChoice(_ width: Int, rows: Int) -> ModelParameters {
        ModelParameters(
            maxDepth: 16, maxIterations: 100, minChildWeight: 1, rowSubsample: rows < TableChoice.large ? 0.632 : 0.8,
            columnSubsample: columnSubsample(of: width))
    }

    /// The fraction that selects √n of n columns.
    package static func columnSubsample(of columns: Int) -> Double { 1 / Double(max(columns, 1)).squareRoot() }
}
