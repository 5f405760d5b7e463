/// Predicts a number from a table's row as a weighted sum of its features. A text column becomes a feature for each category, which is 1 or 0. The
/// mean of a column replaces its missing numbers.
public struct MLLinearRegressor: MLTabularRegressor {
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

    /// The parameters of the search for weights.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The source of the validation rows.
        public typealias ValidationData = MLTableValidation

        /// The source of the validation rows.
        public var validation: ValidationData
        /// The maximum number of iterations of the search.
        public var maxIterations: Int
        /// The number by which the L1 penalty is multiplied before it is added to half the sum of the squared errors. The L1 penalty is the sum of
        /// the weights' absolute values. It sets some weights to zero.
        public var l1Penalty: Double
        /// The number by which the L2 penalty is multiplied before it is added to half the sum of the squared errors. The L2 penalty is the sum of
        /// the squared weights.
        public var l2Penalty: Double
        /// The length of the search's first step. A step of 1 reaches the minimum of a quadratic loss.
        public var stepSize: Double
        /// The minimum decrease of the loss in an iteration, as a fraction. A smaller decrease ends the training.
        public var convergenceThreshold: Double
        /// Whether number columns are first scaled to a variance of 1. The penalties then affect all columns equally.
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

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(
            validationData: MLDataTable?, maxIterations: Int = 10, l1Penalty: Double = 0, l2Penalty: Double = 0.01, stepSize: Double = 1,
            convergenceThreshold: Double = 0.01, featureRescaling: Bool = true
        ) {
            self.init(
                validation: ValidationData(validationData: validationData), maxIterations: maxIterations,
                l1Penalty: l1Penalty, l2Penalty: l2Penalty, stepSize: stepSize, convergenceThreshold: convergenceThreshold,
                featureRescaling: featureRescaling)
        }

        /// The validation table; `nil` if the validation is not a table. Setting `nil` chooses an automatic split of the training data.
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
