import CreateML
import Foundation
import Synchronization

/// `osprey train image-classifier`: from folders of photos to a model.
enum TrainImageClassifier: Verb {
    static let command = Command(
        "train image-classifier", "Trains a classifier on labelled photos.", operands: "FOLDER", operandCount: 1...1,
        options: [
            .value("--output", "FILE", "the model to write (ImageClassifier.mlmodel where not given)"),
            .value("--validation", "FOLDER", "photos to test on while training, laid out as the others"),
            .value("--split", "R", "the part of the photos, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "at most N iterations (25 where not given)"),
            .value("--augment", "LIST", "trains on changed copies too: crop, rotation, blur, exposure, noise, flip, joined by commas"),
            .value("--extractor", "MODEL", "a network whose output serves as features instead of Osprey's feature print"),
            .value("--layers", "LIST", "a perceptron with layers of so many values, joined by commas, instead of a logistic regression"),
            .value("--session", "FOLDER", "keeps features and checkpoints there: the same command goes on where it was interrupted"),
            .value("--report", "FILE", "a page with the figures, the loss and the photos that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            FOLDER has a folder of photos for each label. A photo that cannot be read is skipped and named at the end; the exit status is
            then 1.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let output = URL(fileURLWithPath: arguments.string("--output") ?? "ImageClassifier.mlmodel")
        let source = MLImageClassifier.DataSource.labeledDirectories(at: URL(fileURLWithPath: arguments.operands[0]))
        let isJSON = arguments.flag("--json")
        let display = Mutex(TrainingDisplay(json: isJSON))
        let start = ContinuousClock.now
        let session = try MLImageClassifier.makeTrainingSession(
            trainingData: source, parameters: try parameters(arguments), sessionParameters: TrainingDisplay.sessionParameters(arguments))
        let classifier = try session.run(TrainingReporter(progress: { progress in display.withLock { $0.show(progress) } }))
        display.withLock { $0.finish() }
        var metadata = MLModelMetadata(author: arguments.string("--author") ?? "", license: arguments.string("--license"))
        if let description = arguments.string("--description") { metadata.shortDescription = description }
        try classifier.write(to: output, metadata: metadata)
        if let path = arguments.string("--report") {
            let curves = display.withLock { $0.curves }
            try page(classifier, output, source: arguments.operands[0], curves).write(to: URL(fileURLWithPath: path))
        }
        for warning in classifier.warnings { StandardError.write("warning: \(warning)\n") }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        MLClassifierMetrics.report(
            training: classifier.trainingMetrics, validation: classifier.validationMetrics, output, seconds: seconds, isJSON)
        return classifier.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments) throws -> MLImageClassifier.ModelParameters {
        var parameters = MLImageClassifier.ModelParameters()
        if let folder = arguments.string("--validation") {
            parameters.validation = .dataSource(.labeledDirectories(at: URL(fileURLWithPath: folder)))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        }
        parameters.maxIterations = try arguments.integer("--iterations", in: 1...100_000) ?? 25
        for name in (arguments.string("--augment") ?? "").split(separator: ",") {
            guard let option = MLImageClassifier.ImageAugmentationOptions.named.first(where: { $0.name == name }) else {
                let names = MLImageClassifier.ImageAugmentationOptions.named.map(\.name).joined(separator: ", ")
                throw UsageError("--augment takes \(names), not '\(name)'")
            }
            parameters.augmentationOptions.insert(option.option)
        }
        if let path = arguments.string("--extractor") {
            parameters.featureExtractor = .custom(.init(modelPath: URL(fileURLWithPath: path)))
        }
        if let list = arguments.string("--layers") {
            let sizes = list.split(separator: ",").compactMap { Int($0) }
            guard !sizes.isEmpty, sizes.map(String.init).joined(separator: ",") == list else {
                throw UsageError("--layers takes numbers joined by commas, not '\(list)'")
            }
            parameters.algorithm = .transferLearning(
                featureExtractor: parameters.featureExtractor, classifier: .multilayerPerceptron(layerSizes: sizes))
        }
        return parameters
    }

    private static func page(_ classifier: MLImageClassifier, _ output: URL, source: String, _ curves: [TrainingCurve])
        -> ClassifierReport
    {
        ClassifierReport(
            title: output.deletingPathExtension().lastPathComponent,
            facts: [
                ("photos", source), ("model", output.path), ("training", classifier.modelParameters.description),
                ("right on the photos trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ],
            metrics: classifier.validationMetrics,
            answers: classifier.validationAnswers.map {
                .init(
                    path: $0.url.path, label: $0.label, answer: $0.answer, confidence: $0.confidence, ownConfidence: $0.ownConfidence)
            }, curves: curves, warnings: classifier.warnings)
    }
}

extension MLClassifierMetrics {
    /// Says how a training ended.
    static func report(training: Self, validation: Self, _ output: URL, seconds: Double, _ isJSON: Bool) {
        if isJSON {
            StandardOutput.write(
                line: JSON.object([
                    ("model", .string(output.path)), ("seconds", .number(seconds)), ("training", training.json),
                    ("validation", validation.json),
                ]).text)
            return
        }
        StandardOutput.write(line: "training: \(training)")
        if validation.isValid { StandardOutput.write(line: "\nvalidation: \(validation)") }
        StandardOutput.write(line: "\n\(output.path), trained in \(String(format: "%.1f", seconds)) s")
    }

    /// The figures, or null where nothing was measured.
    var json: JSON {
        guard isValid else { return .null }
        let rows = labels.enumerated().map { index, label in
            JSON.object([
                ("label", .string(label)), ("examples", .integer(confusionCounts[index].reduce(0, +))),
                ("precision", .number(precision(of: label))), ("recall", .number(recall(of: label))),
            ])
        }
        return .object([
            ("accuracy", .number(1 - classificationError)), ("labels", .array(rows)),
            ("confusion", .array(confusionCounts.map { .array($0.map { .integer($0) }) })),
        ])
    }
}
