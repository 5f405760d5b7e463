import CoreML
import Foundation

/// One training of a detector from annotated pictures to a model with its figures.
struct DetectorRun {
    let data: AnnotatedImages
    let export: DetectorExport
    let predictor: DetectorPredictor
    let losses: [Double]
    let trainingMetrics: MLObjectDetectorMetrics
    let validationMetrics: MLObjectDetectorMetrics
    let validationAnswers: [DetectorAnswer]

    /// Pictures are kept a little larger than the network's input, for parts of them fill it.
    private static let keptScale = 1.5
    /// The training pictures that the model is measured on at the end.
    private static let measuredPictures = 200

    init(
        _ source: MLObjectDetector.DataSource, _ parameters: MLObjectDetector.ModelParameters,
        _ annotationType: MLObjectDetector.AnnotationType, session: MLTrainingSessionParameters?,
        report: @escaping @Sendable (TrainingProgress) -> Bool
    ) throws {
        var data = try source.annotatedImages(annotationType)
        let (training, validation) = try Self.split(&data, parameters.validation, annotationType)
        let labels = Set(training.flatMap { $0.objects.map(\.label) }).sorted()
        guard !labels.isEmpty else {
            let reason = data.warnings.first.map { ": \($0)" } ?? ""
            throw MLCreateError.generic(reason: "no readable picture has a box to train on\(reason)")
        }
        data.doubts += Self.doubts(training, validation, labels)
        let configuration = try parameters.configuration(pictures: training.count)
        let side = Int(Double(max(configuration.width, configuration.height)) * Self.keptScale)
        let pictures = try DetectionPictures(training, labels: labels, side: side) { report(.extracting(done: $0, total: training.count)) }
        guard !pictures.images.isEmpty else { throw MLCreateError.generic(reason: "none of the pictures could be decoded") }
        let read = Set(pictures.images.map(\.url))
        data.skipped += training.filter { !read.contains($0.url) }.map { ($0.url, "its pixels could not be decoded") }
        let trained = try Self.train(pictures, labels, configuration, session, report)
        export = trained.export
        losses = trained.losses
        predictor = try DetectorPredictor(try export.makeModel(), labels: labels)
        validationAnswers = try predictor.answers(validation)
        validationMetrics = MLObjectDetectorMetrics(validationAnswers)
        trainingMetrics = MLObjectDetectorMetrics(try predictor.answers(Array(pictures.images.prefix(Self.measuredPictures))))
        self.data = data
    }

    private static func train(
        _ pictures: DetectionPictures, _ labels: [String], _ configuration: DetectorConfiguration, _ session: MLTrainingSessionParameters?,
        _ report: @escaping @Sendable (TrainingProgress) -> Bool
    ) throws -> (export: DetectorExport, losses: [Double]) {
        do {
            let training = try DetectorTraining(pictures, labels: labels, configuration)
            let checkpoint = try session?.sessionDirectory.map { try Self.checkpoint(in: $0) }
            if let checkpoint, FileManager.default.fileExists(atPath: checkpoint.path) { try training.restore(from: checkpoint) }
            let interval = max(session?.checkpointInterval ?? 1, 1)
            while !training.isFinished {
                let loss = try training.step()
                guard report(.training(iteration: training.iteration, total: configuration.iterations, loss: loss)) else {
                    if let checkpoint { try training.save(to: checkpoint) }
                    throw MLCreateError.cancelled
                }
                if let checkpoint, training.iteration % interval == 0 || training.isFinished { try training.save(to: checkpoint) }
            }
            return (DetectorExport(training.network, labels: labels, weights: training.weights), training.losses)
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw MLCreateError.generic(reason: "training failed: \(error)")
        }
    }

    private static func checkpoint(in folder: URL) throws -> URL {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw MLCreateError.io(reason: "the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        return folder.appendingPathComponent("detector.checkpoint")
    }

    private static func split(
        _ data: inout AnnotatedImages, _ validation: MLObjectDetector.ModelParameters.ValidationData,
        _ type: MLObjectDetector.AnnotationType
    ) throws -> (training: [AnnotatedImage], validation: [AnnotatedImage]) {
        switch validation {
        case .none: return (data.images, [])
        case .dataSource(let source):
            let held = try source.annotatedImages(type)
            data.skipped += held.skipped
            data.doubts += held.doubts
            return (data.images, held.images)
        case .split(let strategy):
            let (ratio, seed) = strategy.resolve(count: data.images.count)
            guard ratio >= 0, ratio < 1 else { throw MLCreateError.generic(reason: "a validation split must be of 0…1, not \(ratio)") }
            var generator = SeededGenerator(seed: seed)
            let shuffled = data.images.shuffled(using: &generator)
            let count = Int((Double(shuffled.count) * ratio).rounded())
            return (Array(shuffled.dropFirst(count)), Array(shuffled.prefix(count)))
        }
    }

    /// What the guides to training advise against, and labels that cannot be learned or measured.
    private static func doubts(_ training: [AnnotatedImage], _ validation: [AnnotatedImage], _ labels: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for image in training {
            for label in Set(image.objects.map(\.label)) { counts[label, default: 0] += 1 }
        }
        var doubts = counts.filter { $0.value < 10 }.sorted { $0.key < $1.key }.map { label, count in
            "the label '\(label)' is in only \(count) picture\(count == 1 ? "" : "s"); ten are the least that is useful"
        }
        let unknown = Set(validation.flatMap { $0.objects.map(\.label) }).subtracting(labels).sorted()
        doubts += unknown.map { "the label '\($0)' is in no training picture" }
        return doubts
    }
}
