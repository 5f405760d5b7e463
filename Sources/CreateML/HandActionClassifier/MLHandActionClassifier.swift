import CoreML
import Foundation

/// A model that names what a hand does, trained on its poses frame by frame: ``MLActionClassifier`` for the 21 joints of a hand.
public struct MLHandActionClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model: the array `poses` for its input, `label` and `labelProbabilities` for its outputs.
    public let model: MLModel
    /// What the model was trained with.
    public let modelParameters: ModelParameters
    /// How well the model does on the data that it was trained on.
    public let trainingMetrics: MLClassifierMetrics
    /// Not valid where no data was set aside.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's: what the training data makes doubtful, such as a label with few examples.
    public let warnings: [String]

    /// What the sequences that were set aside were taken for.
    package let validationAnswers: [PoseAnswer]
    /// How many sequences could not be read.
    package let skippedSequences: Int
    let classifier: PoseClassifier

    /// Trains a classifier.
    ///
    /// - Throws: `MLCreateError` where there are fewer than two labels, a parameter cannot be, or the data cannot be read.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        self = try Self.session(Plan(trainingData, parameters), Self._defaultSessionParameters).run()
    }

    package init(_ result: PoseTrainingResult, _ plan: Plan) throws {
        classifier = result.classifier
        model = result.classifier.model
        modelParameters = try plan.modelParameters
        trainingMetrics = result.trainingMetrics
        validationMetrics = result.validationMetrics
        validationAnswers = result.validationAnswers
        warnings = result.warnings
        skippedSequences = result.skippedSequences
    }

    // MARK: Using it

    /// What a part of a sequence was taken for.
    public struct Prediction: Sendable {
        /// The frames, counted at the classifier's frame rate.
        public var frameRange: Range<Int>
        /// All labels with their probabilities, 0…1, the most probable first.
        public var results: [(label: String, confidence: Double)]
    }

    /// The labels of each window of a file of keypoints, `.json` or `.csv`, which is Osprey's addition.
    ///
    /// - Throws: `MLCreateError` where it cannot be read; for a video, in which poses must be found first.
    public func prediction(from video: URL) throws -> [Prediction] {
        try classifier.predictions(from: video).map { Prediction(frameRange: $0.frames, results: $0.results) }
    }

    /// What is in each of the pictures or videos, in their order, the likeliest first.
    ///
    /// - Throws: `MLCreateError` that names a file that cannot be read.
    public func predictions(from videos: [URL]) throws -> [[Prediction]] { try videos.map { try prediction(from: $0) } }

    /// Measures the classifier on data that it was not trained on, window by window.
    ///
    /// - Throws: `MLCreateError` where the data cannot be read.
    public func evaluation(on annotatedVideos: DataSource) throws -> MLClassifierMetrics {
        try classifier.metrics(on: annotatedVideos.poses)
    }

    // MARK: Writing it

    /// Writes the model as an `.mlmodel`. A file is there whole or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `HandActionClassifier.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try classifier.write(to: fileURL, name: "HandActionClassifier.mlmodel", metadata)
    }

    /// Writes the model as an `.mlmodel` file, which Core ML loads.
    ///
    /// - Throws: `MLCreateError.io` that names the file and the reason.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "hand action classifier of \(classifier.labels.count) labels\n\(modelParameters)\n\ntraining: \(trainingMetrics)\n\nvalidation: \(validationMetrics)"
    }

    public var debugDescription: String { description }
}
