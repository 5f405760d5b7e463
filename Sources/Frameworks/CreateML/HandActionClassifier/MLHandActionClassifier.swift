import CoreML
import Foundation

/// A model that classifies the action of a hand, trained on the hand's poses frame by frame. It works as ``MLActionClassifier`` does, with the 21
/// joints of a hand.
public struct MLHandActionClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. The input is the array `poses`. The outputs are `label` and `labelProbabilities`.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the data that was set aside. Not valid if no data was set aside.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's addition: problems of the training data, such as a label with few examples.
    public let warnings: [String]

    /// The predictions for the validation sequences.
    package let validationAnswers: [PoseAnswer]
    /// The number of sequences that could not be read.
    package let skippedSequences: Int
    let classifier: PoseClassifier

    /// Trains a classifier.
    ///
    /// - Throws: `MLCreateError` if there are fewer than two labels, a parameter is invalid, or the data cannot be read.
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

    // MARK: Using the model

    /// The prediction for a part of a sequence.
    public struct Prediction: Sendable {
        /// The range of frames, counted at the classifier's frame rate.
        public var frameRange: Range<Int>
        /// All labels with their probabilities, 0…1, the most probable first.
        public var results: [(label: String, confidence: Double)]
    }

    /// Predicts the labels of each window of frames in a video. Osprey's addition: the file may have keypoints instead, as `.json` or `.csv`.
    ///
    /// - Throws: `MLCreateError` if the file cannot be read, or the model for poses in videos is missing.
    public func prediction(from video: URL) throws -> [Prediction] {
        try classifier.predictions(from: video).map { Prediction(frameRange: $0.frames, results: $0.results) }
    }

    /// The predictions for each video or keypoint file, in the order of the files. Each prediction has the most probable label first.
    ///
    /// - Throws: `MLCreateError` if a file cannot be read. The error names the file.
    public func predictions(from videos: [URL]) throws -> [[Prediction]] { try videos.map { try prediction(from: $0) } }

    /// Evaluates the classifier on data that it was not trained on, window by window.
    ///
    /// - Throws: `MLCreateError` if the data cannot be read.
    public func evaluation(on annotatedVideos: DataSource) throws -> MLClassifierMetrics {
        try classifier.metrics(on: annotatedVideos.poses)
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
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
