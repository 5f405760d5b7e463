/// Predicts the class of a table's row with a decision tree.
public struct MLDecisionTreeClassifier: MLTabularClassifier {
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// Osprey's addition: the result of the training.
    public let trained: TrainedTable

    /// Trains a classifier.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, texts or whole numbers.
    ///   - featureColumns: the input columns, in the order of the model's inputs; `nil` for all columns except the target.
    /// - Throws: `MLCreateError` for a table without rows, a missing or unusable column, a missing target value, fewer than two classes, and
    ///   parameters out of range.
    public init(
        trainingData: MLDataTable, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        let training = try TableTraining(
            trainingData, target: targetColumn, features: featureColumns, parameters.validation, .classification)
        trained = try training.run(parameters.algorithm)
        modelParameters = parameters
    }

    init(_ trained: TrainedTable, _ parameters: ModelParameters) { (self.trained, modelParameters) = (trained, parameters) }

    public var description: String { text(modelParameters.description) }

    /// The parameters of a tree's growth.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The source of the validation rows.
        public typealias ValidationData = MLTableValidation

        /// The source of the validation rows.
        public var validation: ValidationData
        /// The maximum number of branches on the path to a leaf, 1 to 64.
        public var maxDepth: Int
        /// The decrease of the loss that a branch must exceed.
        public var minLossReduction: Double
        /// The minimum number of rows on each side of a branch.
        public var minChildWeight: Double
        /// The seed of the random numbers. With the same seed, the same table gives the same model.
        public var randomSeed: Int

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), maxDepth: Int = 6, minLossReduction: Double = 0,
            minChildWeight: Double = 0.1, randomSeed: Int = 42
        ) {
            self.validation = validation
            self.maxDepth = maxDepth
            self.minLossReduction = minLossReduction
            self.minChildWeight = minChildWeight
            self.randomSeed = randomSeed
        }

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(
            validationData: MLDataTable?, maxDepth: Int = 6, minLossReduction: Double = 0, minChildWeight: Double = 0.1,
            randomSeed: Int = 42
        ) {
            self.init(
                validation: ValidationData(validationData: validationData), maxDepth: maxDepth,
                minLossReduction: minLossReduction, minChildWeight: minChildWeight, randomSeed: randomSeed)
        }

        /// The validation table; `nil` if the validation is not a table. Setting `nil` chooses an automatic split of the training data.
        public var validationData: MLDataTable? {
            get { validation.validationData }
            set { validation = ValidationData(validationData: newValue) }
        }

        var algorithm: TableAlgorithm {
            .forest(
                .init(
                    tree: TreeOptions(maxDepth: maxDepth, minLossReduction: minLossReduction, minChildWeight: minChildWeight, penalty: 0),
                    trees: 1, rowSubsample: 1, columnSubsample: 1, seed: randomSeed))
        }

        public var description: String {
            "at most \(maxDepth) branches to a leaf"
        }

        public var debugDescription: String { description }
    }
}
