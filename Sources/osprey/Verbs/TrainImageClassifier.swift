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
        let classifier = try MLImageClassifier(source, try parameters(arguments)) { progress in
            display.withLock { $0.show(progress) }
            return true
        }
        display.withLock { $0.finish() }
        var metadata = MLModelMetadata(author: arguments.string("--author") ?? "", license: arguments.string("--license"))
        if let description = arguments.string("--description") { metadata.shortDescription = description }
        try classifier.write(to: output, metadata: metadata)
        if let path = arguments.string("--report") {
            let losses = display.withLock { $0.losses }
            try page(classifier, output, source: arguments.operands[0], losses).write(to: URL(fileURLWithPath: path))
        }
        for warning in classifier.warnings { StandardError.write("warning: \(warning)\n") }
        report(classifier, output, seconds: (ContinuousClock.now - start) / .seconds(1), isJSON)
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
        return parameters
    }

    private static func page(_ classifier: MLImageClassifier, _ output: URL, source: String, _ losses: [Double]) -> ClassifierReport {
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
            }, losses: losses, warnings: classifier.warnings)
    }

    private static func report(_ classifier: MLImageClassifier, _ output: URL, seconds: Double, _ isJSON: Bool) {
        if isJSON {
            StandardOutput.write(
                line: JSON.object([
                    ("model", .string(output.path)), ("seconds", .number(seconds)), ("training", classifier.trainingMetrics.json),
                    ("validation", classifier.validationMetrics.json),
                ]).text)
            return
        }
        StandardOutput.write(line: "training: \(classifier.trainingMetrics)")
        if classifier.validationMetrics.isValid { StandardOutput.write(line: "\nvalidation: \(classifier.validationMetrics)") }
        StandardOutput.write(line: "\n\(output.path), trained in \(String(format: "%.1f", seconds)) s")
    }
}

/// Shows how a training goes on.
struct TrainingDisplay {
    private let isJSON: Bool
    private var bar: ProgressBar?
    /// The loss after each iteration.
    private(set) var losses: [Double] = []

    init(json: Bool) {
        isJSON = json
    }

    mutating func show(_ progress: TrainingProgress) {
        switch progress {
        case .extracting(let done, let total):
            guard !isJSON else { return }
            if bar == nil { bar = ProgressBar(total: total) }
            bar?.update(done)
        case .training(let iteration, _, let loss):
            losses.append(loss)
            if isJSON {
                StandardOutput.write(line: JSON.object([("iteration", .integer(iteration)), ("loss", .number(loss))]).text)
            } else {
                finish()
                StandardError.write("iteration \(iteration), loss \(String(format: "%.4f", loss))\n")
            }
        }
    }

    mutating func finish() {
        bar?.finish()
        bar = nil
    }
}

extension MLClassifierMetrics {
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
