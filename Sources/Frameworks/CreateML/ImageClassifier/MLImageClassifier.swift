import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// A model that classifies images, trained on examples.
///
/// Osprey's feature print turns each image into numbers. A logistic regression learns to give the labels from these numbers. This transfer learning
/// takes seconds. Ten images for each label are enough for a useful model.
public struct MLImageClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is an image. Its outputs are `classLabel` and `classLabelProbs`.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the data that was set aside. Not valid if no data was set aside.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's addition: problems of the training data, such as a label with few images, and the images that could not be read.
    public let warnings: [String]

    /// The number of images that could not be read.
    package let skippedImages: Int
    /// The predictions for the validation images.
    package let validationAnswers: [LabeledAnswer]

    let export: ClassifierExport
    var extractor: ImageFeatureExtractor { export.extractor }
    var head: ClassifierHead { export.head }
    /// Osprey's addition: the labels, in the order of the model's probabilities.
    public var labels: [String] { export.labels }

    /// Trains a classifier.
    ///
    /// - Throws: `MLCreateError` if there are fewer than two labels, a label has no readable image, or the data cannot be read.
    public init(
        trainingData: DataSource,
        parameters: ModelParameters = ModelParameters(
            validation: .split(strategy: .automatic), augmentation: [],
            algorithm: .transferLearning(featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor))
    ) throws {
        self = try Self.makeTrainingSession(trainingData: trainingData, parameters: parameters).run()
    }

    /// Trains a classifier on the images of each label.
    ///
    /// - Throws: the errors of `init(trainingData:parameters:)`.
    public init(trainingData: [String: [URL]], parameters: ModelParameters = ModelParameters(validationData: nil)) throws {
        try self.init(trainingData: .filesByLabel(trainingData), parameters: parameters)
    }

    init(
        _ export: ClassifierExport, _ parameters: ModelParameters, trainingMetrics: MLClassifierMetrics,
        validationAnswers: [LabeledAnswer], warnings: [String], skippedImages: Int
    ) throws {
        self.export = export
        model = try export.makeModel()
        modelParameters = parameters
        self.trainingMetrics = trainingMetrics
        validationMetrics = MLClassifierMetrics(validationAnswers)
        self.validationAnswers = validationAnswers
        self.warnings = warnings
        self.skippedImages = skippedImages
    }

    // MARK: Using the model

    /// The most probable label of an image.
    public func prediction(from image: CGImage) throws -> String { label(of: try extractor.features(of: image)) }

    /// The most probable label of an image file.
    ///
    /// - Throws: an error that names the file and the reason, if the file cannot be read.
    public func prediction(from image: URL) throws -> String { label(of: try extractor.features(of: image)) }

    /// The most probable label of each image file.
    ///
    /// - Throws: an error if a file cannot be read. It names the first such file and the reason.
    public func predictions(from images: [URL]) throws -> [String] {
        let extractor = extractor
        return try Parallelism.map(images.count) { try extractor.features(of: images[$0]) }.map { label(of: try $0.get()) }
    }

    private func label(of features: [Float]) -> String { labels[head.mostProbable(head.probabilities(features[...]))] }

    /// Evaluates the classifier on images that it was not trained on. Images that cannot be read are left out. They are listed in
    /// ``MLClassifierMetrics/skipped``.
    public func evaluation(on labeledImages: DataSource) -> MLClassifierMetrics {
        do {
            return try evaluation(on: labeledImages.labeledImages())
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }

    /// Evaluates the classifier on the images of each label.
    public func evaluation(on labeledImages: [String: [URL]]) -> MLClassifierMetrics {
        let all = ImageClassifierTraining.allLabels(labels, labeledImages)
        do {
            let features = try extractor.extract(ImageClassifierTraining.examples(labeledImages, all))
            var metrics = MLClassifierMetrics(head.answers(for: features, labels: all, predicted: labels))
            metrics.skipped = features.skipped.map(\.url)
            return metrics
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`: a pipeline of the feature print and the classifier. Core ML runs it on all of its platforms. The file is
    /// written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `ImageClassifier.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try write(to: fileURL, metadata: metadata, featurePrint: .included)
    }

    /// Osprey's addition: writes the model, either with the feature print in its file, or with a reference to Osprey's feature print.
    ///
    /// - Throws: `MLCreateError.generic` for a reference if the model has a custom feature extractor.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil, featurePrint: FeaturePrintStorage) throws {
        try export.write(to: fileURL, name: "ImageClassifier", metadata, featurePrint)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    /// Osprey's addition: whether a written model contains the feature print or only a reference to it.
    public enum FeaturePrintStorage: Sendable {
        /// The model's file contains the feature print. Core ML runs the model on all of its platforms.
        case included
        /// The model's file refers to Osprey's feature print. The file has only some kilobytes. It runs only with a version of Osprey that has this
        /// feature print.
        case referenced
    }

    public var description: String {
        "image classifier of \(labels.count) labels\n\(modelParameters)\n\ntraining: \(trainingMetrics)\n\nvalidation: \(validationMetrics)"
    }

    public var debugDescription: String { description }
}
