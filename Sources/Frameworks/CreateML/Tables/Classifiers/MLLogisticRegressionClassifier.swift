/// Predicts the class of a table's row from weighted sums of its columns. A column of texts is replaced by a column for each category. A missing
/// number is replaced by the mean of its column.
public struct MLLogisticRegressionClassifier: MLTabularClassifier {
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// Osprey's addition: the result of the training.
    public let trained: TrainedTable

    /// Trains a classifier.
    ///
    /// - Parameters:
    ///   - targetColumn: the column to predict, texts or whole numbers.
    ///   - featureColumns: the columns to predict it from, in the order of the model's inputs; all others if `nil`.
    /// - Throws: `MLCreateError` for a table without rows, a column that is missing or cannot be used, a target without a value, fewer than two
    ///   classes, and parameters out of range.
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

    /// The parameters of the search for weights.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The rows to test on while training.
        public typealias ValidationData = MLTableValidation

        /// The rows to test on while training.
        public var validation: ValidationData
        /// The maximum number of iterations of the search.
        public var maxIterations: Int
        /// The factor of the L1 penalty, the sum of the weights' magnitudes. It is relative to a fiftieth of the sum of the losses of all rows. This
        /// penalty makes some weights zero.
        public var l1Penalty: Double
        /// The factor of the L2 penalty, the sum of the squared weights. It is relative to a fiftieth of the sum of the losses of all rows.
        public var l2Penalty: Double
        /// The length of the search's first step; 1 leads to the minimum of a quadratic loss.
        public var stepSize: Double
        /// The fraction by which an iteration must lower the loss. When an iteration lowers it by less, training ends.
        public var convergenceThreshold: Double
        /// Whether all columns of numbers are first scaled to a variance of 1. The penalties then treat them alike.
        public var featureRescaling: Bool

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 10, l1Penalty: Double = 0,
            l2Penalty: Double = 0.01, stepSize: Double = 1, convergenceThreshold: Double = 0.01, featureRescaling: Bool = true
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            self.l1Penalty = l1Penalty
            self.l2Penalty = l2Penalty
            self.stepSize = stepSize
            self.convergenceThreshold = convergenceThreshold
            self.featureRescaling = featureRescaling
        }

        /// - Parameter validationData: rows to test on; `nil` for a part of the training data.
        public init(
            validationData: MLDataTable?, maxIterations: Int = 10, l1Penalty: Double = 0, l2Penalty: Double = 0.01, stepSize: Double = 1,
            convergenceThreshold: Double = 0.01, featureRescaling: Bool = true
        ) {
            self.init(
                validation: ValidationData(validationData: validationData), maxIterations: maxIterations,
                l1Penalty: l1Penalty, l2Penalty: l2Penalty, stepSize: stepSize, convergenceThreshold: convergenceThreshold,
                featureRescaling: featureRescaling)
        }

        /// The table to test on; `nil` if there is none.
        public var validationData: MLDataTable? {
            get { validation.validationData }
            set { validation = ValidationData(validationData: newValue) }
        }

        var algorithm: TableAlgorithm {
            .linear(
                .init(
                    maxIterations: maxIterations, l1Penalty: l1Penalty, l2Penalty: l2Penalty, stepSize: stepSize,
                    convergenceThreshold: convergenceThreshold, featureRescaling: featureRescaling))
        }

        public var description: String {
            "at most \(maxIterations) iterations; penalties \(l1Penalty) and \(l2Penalty)"
        }

        public var debugDescription: String { description }
    }
}
