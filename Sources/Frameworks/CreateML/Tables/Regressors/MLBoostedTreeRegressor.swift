/// Predicts a number from a table's row with boosted trees. The trees are trained one after another. Each corrects the errors of the
/// previous trees.
public struct MLBoostedTreeRegressor: MLTabularRegressor {
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// Osprey's addition: the result of the training.
    public let trained: TrainedTable

    /// Trains a regressor.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, which has numbers.
    ///   - featureColumns: the input columns, in the order of the model's inputs; `nil` for all columns except the target.
    /// - Throws: `MLCreateError` for a table without rows, a missing or unusable column, a missing target value, and parameters out of range.
    public init(
        trainingData: MLDataTable, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        let training = try TableTraining(
            trainingData, target: targetColumn, features: featureColumns, parameters.validation, .regression)
        trained = try training.run(parameters.algorithm)
        modelParameters = parameters
    }

    init(_ trained: TrainedTable, _ parameters: ModelParameters) { (self.trained, modelParameters) = (trained, parameters) }

    public var description: String { text(modelParameters.description) }

    /// The parameters of the boosting.
    public struct ModelParameters: BoostedTreeParameters, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The source of the validation rows.
        public typealias ValidationData = MLTableValidation

        /// The source of the validation rows.
        public var validation: ValidationData
        /// The maximum number of branches on the path to a leaf, 1 to 64.
        public var maxDepth: Int
        /// The maximum number of trees.
        public var maxIterations: Int
        /// The decrease of the loss that a branch must exceed.
        public var minLossReduction: Double
        /// The minimum number of rows on each side of a branch.
        public var minChildWeight: Double
        /// The seed of the random numbers. With the same seed, the same table gives the same model.
        public var randomSeed: Int
        /// The learning rate: the factor of each tree's values, above 0.
        public var stepSize: Double
        /// The number of consecutive iterations without a lower validation loss after which training ends. The model is then that of the best
        /// iteration. `nil` for no early end.
        public var earlyStoppingRounds: Int?
        /// The fraction of rows that each iteration is trained on, above 0 and up to 1.
        public var rowSubsample: Double
        /// The fraction of columns that each iteration may use, above 0 and up to 1.
        public var columnSubsample: Double

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), maxDepth: Int = 6, maxIterations: Int = 10,
            minLossReduction: Double = 0, minChildWeight: Double = 0.1, randomSeed: Int = 42, stepSize: Double = 0.3,
            earlyStoppingRounds: Int? = nil, rowSubsample: Double = 1, columnSubsample: Double = 1
        ) {
            self.validation = validation
            self.maxDepth = maxDepth
            self.maxIterations = maxIterations
            self.minLossReduction = minLossReduction
            self.minChildWeight = minChildWeight
            self.randomSeed = randomSeed
            self.stepSize = stepSize
            self.earlyStoppingRounds = earlyStoppingRounds
            self.rowSubsample = rowSubsample
            self.columnSubsample = columnSubsample
        }

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(
            validationData: MLDataTable?, maxDepth: Int = 6, maxIterations: Int = 10, minLossReduction: Double = 0,
            minChildWeight: Double = 0.1, randomSeed: Int = 42, stepSize: Double = 0.3, earlyStoppingRounds: Int? = nil,
            rowSubsample: Double = 1, columnSubsample: Double = 1
        ) {
            self.init(
                validation: ValidationData(validationData: validationData), maxDepth: maxDepth,
                maxIterations: maxIterations, minLossReduction: minLossReduction, minChildWeight: minChildWeight, randomSeed: randomSeed,
                stepSize: stepSize, earlyStoppingRounds: earlyStoppingRounds, rowSubsample: rowSubsample, columnSubsample: columnSubsample)
        }

        /// The validation table; `nil` if the validation is not a table. Setting `nil` chooses an automatic split of the training data.
        public var validationData: MLDataTable? {
            get { validation.validationData }
            set { validation = ValidationData(validationData: newValue) }
        }

        public var description: String {
            "at most \(maxIterations) iterations of trees with at most \(maxDepth) branches to a leaf; step size \(stepSize)"
        }

        public var debugDescription: String { description }
    }
}
