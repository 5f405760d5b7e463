import CreateML
import Foundation
import JSON
import Reports

/// Trains a classifier on folders of photos.
enum PhotoTraining {
    @Sendable static func train(_ task: TrainingTask) throws -> TrainedModel {
        try LabelLimit.checkPhotos(task.data)
        var parameters = MLImageClassifier.ModelParameters()
        parameters.maxIterations = task.settings.iterations ?? 25
        if let ratio = task.settings.split {
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: 1))
        } else if let part = DataParts(of: task.data)?.validation {
            parameters.validation = .dataSource(.labeledDirectories(at: part))
        }
        for name in task.settings.augment {
            guard let option = MLImageClassifier.ImageAugmentationOptions.named.first(where: { $0.name == name }) else {
                throw UsageError("there is no change of photos named '\(name)'")
            }
            parameters.augmentationOptions.insert(option.option)
        }
        let classifier = try task.run(
            MLImageClassifier.makeTrainingSession(
                trainingData: .labeledDirectories(at: task.data), parameters: parameters,
                sessionParameters: task.parameters(checkpointInterval: 5)))
        try classifier.write(to: task.output, metadata: task.metadata)
        let answers = classifier.validationAnswers.map {
            ClassifierReport.Answer(
                path: $0.url.path, label: $0.label, answer: $0.answer, confidence: $0.confidence, ownConfidence: $0.ownConfidence)
        }
        let report = ClassifierReport(
            title: task.title,
            facts: [
                ("training", classifier.modelParameters.description),
                ("right on the photos trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ], metrics: classifier.validationMetrics, answers: answers, curves: task.curves(), warnings: classifier.warnings)
        return TrainedModel(report, training: classifier.trainingMetrics, warnings: classifier.warnings)
    }
}

/// Trains a detector on pictures with boxes.
enum BoxTraining {
    @Sendable static func train(_ task: TrainingTask) throws -> TrainedModel {
        try LabelLimit.checkBoxes(task.data)
        var parameters = MLObjectDetector.ModelParameters()
        parameters.maxIterations = task.settings.iterations
        parameters.seed = 1
        parameters.choosesGrid = true
        if let ratio = task.settings.split {
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: 1))
        } else if let part = DataParts(of: task.data)?.validation {
            parameters.validation = .dataSource(try BoxFormat.source(folder: part, annotations: nil, nil))
        }
        let detector = try task.run(
            MLObjectDetector.makeTrainingSession(
                trainingData: BoxFormat.source(folder: task.data, annotations: nil, nil),
                annotationType: .boundingBox(units: .pixel, origin: .topLeft, anchor: .center), parameters: parameters,
                sessionParameters: task.parameters(checkpointInterval: 20)))
        try detector.write(to: task.output, metadata: task.metadata)
        let report = DetectorReport(
            title: task.title,
            facts: [
                ("training", detector.modelParameters.description),
                ("average precision on pictures trained on", HTML.percentage(detector.trainingMetrics.meanAveragePrecision.IoU50)),
            ], metrics: detector.validationMetrics, answers: detector.validationAnswers, losses: detector.losses,
            warnings: detector.warnings)
        return TrainedModel(report, training: detector.trainingMetrics, warnings: detector.warnings)
    }
}

/// Trains a classifier on labelled poses.
enum PoseTraining<Task: PoseTask> {
    @Sendable static func train(_ task: TrainingTask) throws -> TrainedModel {
        try LabelLimit.check(DataFolder.visible(in: task.data).count)
        var settings = Task.defaults
        settings.iterations = task.settings.iterations ?? settings.iterations
        if settings.window > 1 {
            settings.window = task.settings.window ?? settings.window
            settings.frameRate = task.settings.frameRate ?? settings.frameRate
        }
        for name in task.settings.augment {
            guard let change = PoseAugmentation(name: name), Task.augmentations.contains(change) else {
                throw UsageError("there is no change of poses named '\(name)'")
            }
            settings.augmentation.insert(change)
        }
        let validation: PosePlan<Task>.Validation =
            task.settings.split.map { $0 == 0 ? .none : .fixed(ratio: $0, seed: 1) } ?? .automatic
        let plan = try PosePlan<Task>(.keypointDirectories(task.data), settings, validation, separate: nil)
        let classifier = try task.run(Task.session(plan, task.parameters(checkpointInterval: 5)))
        try classifier.write(to: task.output, metadata: task.metadata)
        let noun = settings.window == 1 ? "poses" : "windows"
        let report = ClassifierReport(
            title: task.title,
            facts: [("right on the \(noun) trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError))],
            metrics: classifier.validationMetrics, answers: classifier.validationAnswers.map { .init($0) }, curves: task.curves(),
            warnings: classifier.warnings, noun: noun)
        return TrainedModel(report, training: classifier.trainingMetrics, warnings: classifier.warnings)
    }
}
