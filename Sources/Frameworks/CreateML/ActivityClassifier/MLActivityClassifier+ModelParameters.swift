extension MLActivityClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The data for validation during training.
        public enum Validation: Sendable {
            /// A part of the training data, chosen by the strategy. It consists of whole recordings.
            case split(strategy: MLSplitStrategy)
            /// Separate recordings, with the columns of the training data.
            case dataSource(DataSource)
            /// No validation. All data are used for training.
            case none
        }

        /// Osprey's addition: another name of `Validation`. In the other trainers, this type is called `ValidationData`.
        public typealias ValidationData = Validation

        /// The data for validation during training.
        public var validation: Validation
        /// The number of parts of recordings in a batch; 32 if `nil`. A part has up to eight windows. Each batch gives one update of the weights.
        public var batchSize: Int?
        /// The maximum number of iterations; 10 if `nil`. An iteration is one pass over all training data, or several passes if there are few data,
        /// to give at least 16 updates.
        public var maximumIterations: Int?
        /// The number of rows in a prediction window; 100 if `nil`. At fifty rows a second, this gives a prediction every two seconds.
        public var predictionWindowSize: Int?

        /// Parameters with Apple's defaults. Training checks their ranges first and throws `MLCreateError.generic` if one is out of range.
        public init(
            validation: Validation = .split(strategy: .automatic), batchSize: Int? = __Defaults.batchSize,
            maximumIterations: Int? = __Defaults.maximumIterations, predictionWindowSize: Int? = __Defaults.predictionWindowSize
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maximumIterations = maximumIterations
            self.predictionWindowSize = predictionWindowSize
        }

        /// - Parameter validationData: a table for validation; `nil` to set aside a part of the training data.
        public init(
            validationData: MLDataTable?, batchSize: Int? = __Defaults.batchSize, maximumIterations: Int? = __Defaults.maximumIterations,
            predictionWindowSize: Int? = __Defaults.predictionWindowSize
        ) {
            self.init(batchSize: batchSize, maximumIterations: maximumIterations, predictionWindowSize: predictionWindowSize)
            self.validationData = validationData
        }

        /// - Parameter validationData: the recordings for validation.
        public init(
            validationData: DataSource, batchSize: Int? = __Defaults.batchSize, maximumIterations: Int? = __Defaults.maximumIterations,
            predictionWindowSize: Int? = __Defaults.predictionWindowSize
        ) {
            self.init(
                validation: .dataSource(validationData), batchSize: batchSize, maximumIterations: maximumIterations,
                predictionWindowSize: predictionWindowSize)
        }

        /// The validation table; `nil` if the validation is not a table. Setting `nil` chooses an automatic split of the training data.
        public var validationData: MLDataTable? {
            get {
                if case .dataSource(.table(let table)) = validation { return table }
                return nil
            }
            set { validation = newValue.map { .dataSource(.table($0)) } ?? .split(strategy: .automatic) }
        }

        var settings: ActivitySettings {
            ActivitySettings(
                window: predictionWindowSize ?? __Defaults.predictionWindowSize, batchSize: batchSize ?? __Defaults.batchSize,
                iterations: maximumIterations ?? __Defaults.maximumIterations)
        }

        public var description: String {
            "at most \(settings.iterations) iterations with \(settings.batchSize) parts of recordings an update; windows of \(settings.window) rows"
        }

        public var debugDescription: String { description }
    }

    /// The defaults of the parameters.
    public struct __Defaults: Sendable {
        public static let batchSize: Int = 32
        public static let maximumIterations: Int = 10
        public static let predictionWindowSize: Int = 100
    }
}
