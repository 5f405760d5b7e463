/// Predicts the class of a table's row with a linear support vector machine. The class depends on the side of a plane that the row is on. With more
/// than two classes, there is a plane for each pair of classes.
public struct MLSupportVectorClassifier: MLTabularClassifier {
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

    /// The parameters of the search for planes.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The source of the validation rows.
        public typealias ValidationData = MLTableValidation

        /// The source of the validation rows.
        public var validation: ValidationData
        /// The maximum number of iterations of the search.
        public var maxIterations: Int
        /// The factor of the loss for rows on the wrong side of the margin.
        public var penalty: Double
        /// The minimum decrease of the loss in an iteration, as a fraction. A smaller decrease ends the training.
        public var convergenceThreshold: Double
        /// Whether number columns are first scaled to a variance of 1. The regularisation then affects all columns equally.
        public var featureRescaling: Bool

        /// Parameters with Apple's defaults.
        public init(
            validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 11, penalty: Double = 1,
            convergenceThreshold: Double = 0.01, featureRescaling: Bool = true
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            self.penalty = penalty
            self.convergenceThreshold = convergenceThreshold
            self.featureRescaling = featureRescaling
        }

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(
            validationData: MLDataTable?, maxIterations: Int = 11, penalty: Double = 1, convergenceThreshold: Double = 0.01,
            featureRescaling: Bool = true
        ) {
            self.init(
                validation: ValidationData(validationData: validationData), maxIterations: maxIterations,
                penalty: penalty, convergenceThreshold: convergenceThreshold, featureRescaling: featureRescaling)
        }

        /// The validation table; `nil` if the validation is not a table. Setting `nil` chooses an automatic split of the training data.
        public var validationData: MLDataTable? {
            get { validation.validationData }
            set { validation = ValidationData(validationData: newValue) }
        }

        var algorithm: TableAlgorithm {
            .supportVectors(
                .init(maxIterations: maxIterations, convergenceThreshold: convergenceThreshold, featureRescaling: featureRescaling),
                penalty: penalty)
        }

        public var description: String {
            "at most \(maxIterations) iterations; penalty \(penalty)"
        }

        public var debugDescription: String { description }
    }
}
