import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// Osprey's addition: a multi-label classifier, which predicts each label of an image independently.
///
/// Apple trains such models in the Create ML app and with Create ML Components. This class is trained as ``MLImageClassifier`` is, on the same kind
/// of annotations. With its file, `VNCoreMLRequest` gives a probability for every label. The probabilities do not add up to 1.
public struct MLMultiLabelImageClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is an image; its outputs are `classLabel` (the most probable label) and `classLabelProbs`.
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
    /// The model's answers for the images that were set aside.
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

    // MARK: Using it

    /// The probability of each label, 0…1, the most probable first.
    public func prediction(from image: CGImage) throws -> [(label: String, confidence: Double)] {
        sorted(try export.extractor.features(of: image))
    }

    /// The probability of each label, 0…1, the most probable first.
    ///
    /// - Throws: an error that names the file and the reason.
    public func prediction(from image: URL) throws -> [(label: String, confidence: Double)] {
        sorted(try export.extractor.features(of: image))
    }

    /// The predictions for each image file: every label with its probability, the most probable first.
    ///
    /// - Throws: an error that names the first file that cannot be read and the reason.
    public func predictions(from images: [URL]) throws -> [[(label: String, confidence: Double)]] {
        let extractor = export.extractor
        return try Parallelism.map(images.count) { try extractor.features(of: images[$0]) }.map { sorted(try $0.get()) }
    }

    private func sorted(_ features: [Float]) -> [(label: String, confidence: Double)] {
        zip(labels, export.head.probabilities(features[...])).map { ($0, $1) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// Evaluates the classifier on images that it was not trained on. Images that cannot be read are left out and listed in
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

    // MARK: Writing it

    /// Writes the model as an `.mlmodel`: a pipeline of the feature print and a network that gives each label a probability.
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
