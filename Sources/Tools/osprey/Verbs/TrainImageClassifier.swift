import CreateML
import Foundation
import JSON
import Reports

/// `osprey train image-classifier`: trains a classifier on folders of photos.
enum TrainImageClassifier: Verb {
    static let command = Command(
        "train image-classifier", "Trains a classifier on labelled photos.", operands: "FOLDER", operandCount: 1...1,
        options: [
            .flag("--multi-label", "any number of labels a photo, from a JSON file in FOLDER"),
            .value("--output", "FILE", "the model to write (ImageClassifier.mlmodel where not given)"),
            .value("--validation", "FOLDER", "photos to test on while training, laid out as the others"),
            .value("--split", "R", "the part of the photos, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "at most N iterations (25 where not given)"),
            .value("--augment", "LIST", "trains on changed copies too: crop, rotation, blur, exposure, noise, flip, joined by commas"),
            PrintOptions.revision,
            PrintOptions.extractor,
            .value("--layers", "LIST", "a perceptron with layers of so many values, joined by commas, instead of a logistic regression"),
            .value("--session", "FOLDER", "keeps features and checkpoints there: the same command goes on where it was interrupted"),
            .flag("--small", "refers to Osprey's feature print instead of containing it: kilobytes, for Osprey only"),
            .value("--report", "FILE", "a page with the figures, the loss and the photos that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            FOLDER has a folder of photos for each label, or such folders in 'train' and in 'valid' or 'test', or, with --multi-label,
            photos and one JSON file: [{"filename": "a.jpg", "annotations": ["dog", "grass"]}, …]. Roboflow's _classes.csv and Label
            Studio's JSON with choices are read, too. FOLDER may be a zip of such a folder, but for the form of huge archives
            (Zip64). A photo that cannot be read is skipped and named at the end; the exit status is then 1.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let folder = try UnpackedData.folder(arguments.operands[0], session: arguments.string("--session"))
        let run = try TrainingRun(arguments, output: "ImageClassifier.mlmodel")
        let parameters = try parameters(arguments, folder)
        if arguments.flag("--multi-label") { return try trainMultiLabel(folder, parameters, arguments, run) }
        let classifier = try run.train(
            MLImageClassifier.makeTrainingSession(
                trainingData: .labeledDirectories(at: folder), parameters: parameters, sessionParameters: run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata, featurePrint: storage(arguments))
        if let page = run.page {
            try report(classifier, run, source: arguments.operands[0]).write(to: page)
        }
        try run.finish(warnings: classifier.warnings, training: classifier.trainingMetrics, validation: classifier.validationMetrics)
        return classifier.skippedImages == 0 ? .success : .someFailed
    }

    private static func storage(_ arguments: Arguments) -> MLImageClassifier.FeaturePrintStorage {
        arguments.flag("--small") ? .referenced : .included
    }

    /// Trains a multi-label classifier, for photos with any number of labels each.
    private static func trainMultiLabel(
        _ folder: URL, _ parameters: MLImageClassifier.ModelParameters, _ arguments: Arguments, _ run: TrainingRun
    ) throws -> ExitStatus {
        if arguments.string("--layers") != nil { throw UsageError("--layers does not go with --multi-label") }
        let validation: MLMultiLabelImageClassifier.ModelParameters.ValidationData =
            switch parameters.validation {
            case .split(let strategy): .split(strategy: strategy)
            case .none: .none
            case .dataSource(.labeledDirectories(let folder)): .dataSource(.directoryWithImagesAndJsonAnnotation(at: folder))
            case .dataSource, .dictionary: .none
            }
        let classifier = try run.train(
            MLMultiLabelImageClassifier.makeTrainingSession(
                trainingData: .directoryWithImagesAndJsonAnnotation(at: folder),
                parameters: .init(
                    validation: validation, maxIterations: parameters.maxIterations, augmentationOptions: parameters.augmentationOptions,
                    featureExtractor: parameters.featureExtractor), sessionParameters: run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata, featurePrint: storage(arguments))
        if let page = run.page {
            let facts =
                [
                    ("photos", arguments.operands[0]), ("model", run.output.path), ("training", classifier.modelParameters.description),
                    ("mean average precision on the photos trained on", HTML.percentage(classifier.trainingMetrics.meanAveragePrecision)),
                ] + run.keptFacts
            try MultiLabelReport(
                title: run.title, facts: facts, metrics: classifier.validationMetrics, answers: classifier.validationAnswers,
                curves: run.curves, warnings: classifier.warnings
            ).write(to: page)
        }
        try run.finish(warnings: classifier.warnings, training: classifier.trainingMetrics, validation: classifier.validationMetrics)
        return classifier.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments, _ folder: URL) throws -> MLImageClassifier.ModelParameters {
        var parameters = MLImageClassifier.ModelParameters()
        if let folder = arguments.string("--validation") {
            parameters.validation = .dataSource(
                .labeledDirectories(at: try UnpackedData.folder(folder, session: arguments.string("--session"))))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        } else if let part = DataParts.validation(of: folder) {
            parameters.validation = .dataSource(.labeledDirectories(at: part))
        }
        if arguments.string("--seed") != nil, arguments.string("--split") == nil { throw UsageError("--seed goes with --split") }
        parameters.maxIterations = try arguments.integer("--iterations", in: 1...100_000) ?? 25
        for name in (arguments.string("--augment") ?? "").split(separator: ",") {
            guard let option = MLImageClassifier.ImageAugmentationOptions.named.first(where: { $0.name == name }) else {
                let names = MLImageClassifier.ImageAugmentationOptions.named.map(\.name).joined(separator: ", ")
                throw UsageError("--augment takes \(names), not '\(name)'")
            }
            parameters.augmentationOptions.insert(option.option)
        }
        parameters.featureExtractor = try PrintOptions.featureExtractor(arguments)
        if let sizes = try arguments.integers("--layers") {
            parameters.algorithm = .transferLearning(
                featureExtractor: parameters.featureExtractor, classifier: .multilayerPerceptron(layerSizes: sizes))
        }
        return parameters
    }

    private static func report(_ classifier: MLImageClassifier, _ run: TrainingRun, source: String) -> ClassifierReport {
        ClassifierReport(
            title: run.title,
            facts: [
                ("photos", source), ("model", run.output.path), ("training", classifier.modelParameters.description),
                ("right on the photos trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ] + run.keptFacts,
            metrics: classifier.validationMetrics,
            answers: classifier.validationAnswers.map {
                .init(
                    path: $0.url.path, label: $0.label, answer: $0.answer, confidence: $0.confidence, ownConfidence: $0.ownConfidence)
            }, curves: run.curves, warnings: classifier.warnings)
    }
}
