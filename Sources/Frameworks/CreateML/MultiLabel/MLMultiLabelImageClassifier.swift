import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// Osprey's addition: a multi-label classifier. It predicts each label of an image independently of the other labels.
///
/// Apple trains such models in the Create ML app and with Create ML Components. In Osprey, this class is used as ``MLImageClassifier`` is, but an
/// image may have any number of labels. With the written model, `VNCoreMLRequest` gives a probability for every label. The probabilities do not add
/// up to 1.
public struct MLMultiLabelImageClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is an image. Its outputs are `classLabel` (the most probable label) and `classLabelProbs`.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training data.
    public let trainingMetrics: MLMultiLabelClassifierMetrics
    /// The model's metrics on the data that was set aside. Not valid if no data was set aside.
    public let validationMetrics: MLMultiLabelClassifierMetrics
    /// Problems of the training data, and the images that could not be read.
    public let warnings: [String]

    /// The number of images that could not be read.
    package let skippedImages: Int
    /// The predictions for the validation images.
    package let validationAnswers: [MultiLabelAnswer]

    let export: ClassifierExport

    /// All labels, sorted.
    public var labels: [String] { export.labels }

    /// Trains a classifier.
    ///
    /// - Throws: `MLCreateError` if there is no label, a label has no readable image, or the data cannot be read.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        self = try Self.makeTrainingSession(trainingData: trainingData, parameters: parameters).run()
    }

    init(
        _ export: ClassifierExport, _ parameters: ModelParameters, training: [MultiLabelAnswer], validation: [MultiLabelAnswer],
        warnings: [String], skippedImages: Int
    ) throws {
        self.export = export
        model = try export.makeModel()
        modelParameters = parameters
        trainingMetrics = MLMultiLabelClassifierMetrics(training, labels: export.labels)
        validationMetrics = MLMultiLabelClassifierMetrics(validation, labels: export.labels)
        validationAnswers = validation
        self.warnings = warnings
        self.skippedImages = skippedImages
    }

    // MARK: Using the model

    /// Predicts the probability of each label, 0…1. The most probable label comes first.
    public func prediction(from image: CGImage) throws -> [(label: String, confidence: Double)] {
        sorted(try export.extractor.features(of: image))
    }

    /// Predicts the probability of each label, 0…1. The most probable label comes first.
    ///
    /// - Throws: an error that names the file and the reason, if the file cannot be read.
    public func prediction(from image: URL) throws -> [(label: String, confidence: Double)] {
        sorted(try export.extractor.features(of: image))
    }

    /// Predicts the probability of each label for each image file. The most probable label comes first.
    ///
    /// - Throws: an error if a file cannot be read. It names the first such file and the reason.
    public func predictions(from images: [URL]) throws -> [[(label: String, confidence: Double)]] {
        let extractor = export.extractor
        return try Parallelism.map(images.count) { try extractor.features(of: images[$0]) }.map { sorted(try $0.get()) }
    }

    private func sorted(_ features: [Float]) -> [(label: String, confidence: Double)] {
        zip(labels, export.head.probabilities(features[...])).map { ($0, $1) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// Evaluates the classifier on images that it was not trained on. Images that cannot be read are left out. They are listed in
    /// ``MLMultiLabelClassifierMetrics/skipped``.
    public func evaluation(on annotatedImages: DataSource) -> MLMultiLabelClassifierMetrics {
        do {
            let images = try annotatedImages.annotatedImages()
            let all = MultiLabelTraining.allLabels(labels, images)
            let features = try export.extractor.extract(MultiLabelTraining.examples(images, all))
            var metrics = MLMultiLabelClassifierMetrics(
                export.head.labelAnswers(for: features, labels: all, predicted: labels), labels: all)
            metrics.skipped = features.skipped.map(\.url)
            return metrics
        } catch {
            return MLMultiLabelClassifierMetrics(error: error)
        }
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`: a pipeline of the feature print and a network that gives the probability of each label.
    ///
    /// - Parameter fileURL: the file, or a folder to write `MultiLabelImageClassifier.mlmodel` into.
    public func write(
        to fileURL: URL, metadata: MLModelMetadata? = nil, featurePrint: MLImageClassifier.FeaturePrintStorage = .included
    ) throws {
        try export.write(to: fileURL, name: "MultiLabelImageClassifier", metadata, featurePrint)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "multi-label image classifier of \(labels.count) labels\n\(modelParameters)\n\ntraining: \(trainingMetrics)\n\n"
            + "validation: \(validationMetrics)"
    }

    public var debugDescription: String { description }
}
