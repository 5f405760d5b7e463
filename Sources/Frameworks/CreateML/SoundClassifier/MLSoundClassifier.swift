import CoreML
import CoreMLRuntime
import Foundation

/// A model that classifies sounds, trained on labelled files.
///
/// A file is cut into overlapping windows of 0.975 s. The features of a window are fixed statistics of its spectrogram. A logistic regression or a
/// perceptron learns the labels from these features. The label of a file has the highest mean probability over the file's windows.
public struct MLSoundClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. Its input is `audioSamples`, an array of 15,600 samples at 16 kHz. Its outputs are `target` and `targetProbability`.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the training files.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the files that were set aside. Not valid if no files were set aside.
    public let validationMetrics: MLClassifierMetrics
    /// Osprey's addition: problems of the training data, such as a label with few files, and the files that could not be read.
    public let warnings: [String]

    /// The number of files that could not be read.
    package let skippedFiles: Int
    /// The predictions for the validation files.
    package let validationAnswers: [LabeledAnswer]

    private let export: SoundExport
    private let extractor: SoundFeatureExtractor
    /// Osprey's addition: the labels, sorted.
    public var labels: [String] { export.labels }

    /// Trains a classifier.
    ///
    /// - Throws: `MLCreateError` if there are fewer than two labels, a label has no readable file, the data cannot be listed, or a parameter is out
    ///   of range.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        self = try Self.makeTrainingSession(trainingData: trainingData, parameters: parameters).run()
    }

    /// Trains a classifier on the files of each label.
    ///
    /// - Throws: the errors of `init(trainingData:parameters:)`.
    public init(trainingData: [String: [URL]], parameters: ModelParameters = ModelParameters()) throws {
        try self.init(trainingData: .filesByLabel(trainingData), parameters: parameters)
    }

    init(
        _ export: SoundExport, _ extractor: SoundFeatureExtractor, _ parameters: ModelParameters, trainingMetrics: MLClassifierMetrics,
        validationAnswers: [LabeledAnswer], warnings: [String], skippedFiles: Int
    ) throws {
        (self.export, self.extractor) = (export, extractor)
        model = try export.makeModel()
        modelParameters = parameters
        self.trainingMetrics = trainingMetrics
        validationMetrics = MLClassifierMetrics(validationAnswers)
        self.validationAnswers = validationAnswers
        self.warnings = warnings
        self.skippedFiles = skippedFiles
    }

    // MARK: Using the model

    /// The most probable label of each file.
    ///
    /// - Throws: an error if a file cannot be read. It names the first such file and the reason.
    public func predictions(from audioFiles: [URL]) throws -> [String] { try predictions(audioFiles, extractor) }

    /// The most probable label of each file, from windows with another overlap than in the training.
    ///
    /// - Parameters:
    ///   - overlapFactor: the part of a window, from 0 to less than 1, that the next window has in common with it.
    ///   - predictionTimeWindowSize: the length of a window in seconds. The only length is 0.975.
    /// - Throws: `MLCreateError` for a parameter out of range, and an error if a file cannot be read.
    public func predictions(from audioFiles: [URL], overlapFactor: Double, predictionTimeWindowSize: TimeInterval) throws -> [String] {
        try SoundSettings.requireOverlap(overlapFactor)
        try SoundSettings.requireWindow(predictionTimeWindowSize, "predictionTimeWindowSize")
        return try predictions(audioFiles, SoundFeatureExtractor(overlap: overlapFactor))
    }

    private func predictions(_ files: [URL], _ extractor: SoundFeatureExtractor) throws -> [String] {
        try Parallelism.map(files.count) { try extractor.rows(files[$0]) }.map { rows in
            let probabilities = export.head.meanProbabilities(try rows.get().map { $0[...] })
            return labels[export.head.mostProbable(probabilities)]
        }
    }

    /// Evaluates the classifier on files that it was not trained on. Files that cannot be read are left out. They are listed in
    /// ``MLClassifierMetrics/skipped``.
    public func evaluation(on labeledSounds: DataSource) -> MLClassifierMetrics {
        do {
            return try evaluation(on: labeledSounds.labeledSounds())
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }

    /// Evaluates the classifier on the files of each label.
    public func evaluation(on labeledSounds: [String: [URL]]) -> MLClassifierMetrics {
        let all = SoundTraining.allLabels(labels, labeledSounds)
        do {
            let features = try extractor.extract(SoundTraining.examples(labeledSounds, all))
            var metrics = MLClassifierMetrics(export.head.answers(for: features, labels: all, predicted: labels))
            metrics.skipped = features.skipped.map(\.url)
            return metrics
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`: a pipeline of the preprocessing of sound and a neural network. The file is written completely or not at
    /// all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `SoundClassifier.mlmodel` into.
    /// - Throws: `MLCreateError.io` that names the file and the reason.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        let model = export.specification(metadata ?? MLModelMetadata())
        try AtomicFile.write(model.encoded(), to: fileURL.modelFile(named: "SoundClassifier.mlmodel"))
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "sound classifier of \(labels.count) labels\n\(modelParameters)\n\ntraining: \(trainingMetrics)\n\nvalidation: \(validationMetrics)"
    }

    public var debugDescription: String { description }
}
