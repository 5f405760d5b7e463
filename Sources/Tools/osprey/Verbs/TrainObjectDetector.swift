import CreateML
import Foundation
import JSON
import Reports

/// `osprey train object-detector`: trains a detector on pictures with boxes.
enum TrainObjectDetector: Verb {
    private static let options: [Command.Option] = [
        .value("--output", "FILE", "the model to write (ObjectDetector.mlmodel where not given)"),
        .value("--validation", "FOLDER", "pictures to test on, annotated as the others"),
        .value("--split", "R", "the part of the pictures, 0…0.9, to set aside for that instead"),
        .value("--seed", "N", "draws the split, the first weights and the pictures' changes (1 where not given)"),
        .value("--algorithm", "A", "fullNetwork (where not given) or transferLearning: smaller and faster"),
        PrintOptions.revision,
        .value("--iterations", "N", "updates (by the number of pictures where not given)"),
        .value("--batch", "N", "the pictures of an update (8 where not given)"),
        .value(
            "--grid", "WxH",
            "cells of 16 pixels across and down the model's input (14x14 to 26x26 by the objects' size where not given)"),
        .value("--weights", "N", "bits of a weight in the file: 16 (where not given), or 4 to 8"),
        .value("--session", "FOLDER", "keeps checkpoints there: the same command goes on where it was interrupted"),
        .value("--checkpoint", "N", "keeps one after every N iterations (50 where not given)"),
        .value("--report", "FILE", "a page with the figures, the loss and pictures with what was found (HTML)"),
        .value("--author", "TEXT", "kept in the model"),
        .value("--description", "TEXT", "kept in the model"),
        .value("--license", "TEXT", "kept in the model"),
        .flag("--json", "a JSON object a line: progress, then the figures"),
    ]

    static let command = Command(
        "train object-detector", "Trains a detector on pictures with boxes.", operands: "FOLDER", operandCount: 1...1,
        options: options + DetectionSource.options,
        discussion: """
            FOLDER, or its folders 'train' and 'valid' or 'test', have the pictures and their boxes: one JSON file in Create ML's format,
            COCO's or Label Studio's, Roboflow's CSV, Pascal VOC files (.xml) or YOLO files (.txt). FOLDER may be a zip of such a folder,
            but for the form of huge archives (Zip64). A picture that cannot be read is skipped and named at the end; the exit status is
            then 1.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let folder = try UnpackedData.folder(arguments.operands[0], session: arguments.string("--session"))
        let parameters = try parameters(arguments, folder)
        let source = try DetectionSource.source(arguments, folder: folder.path, annotations: arguments.string("--annotations"))
        let bits = try arguments.integer("--weights", in: 4...16) ?? 16
        guard bits <= 8 || bits == 16 else { throw UsageError("--weights takes 16, or 4 to 8, not \(bits)") }
        let run = try TrainingRun(
            arguments, output: "ObjectDetector.mlmodel", checkpointInterval: try arguments.integer("--checkpoint", in: 1...1_000_000) ?? 50,
            display: { DetectorDisplay(json: $0) })
        let detector = try run.train(
            MLObjectDetector.makeTrainingSession(
                trainingData: source, annotationType: try DetectionSource.annotationType(arguments),
                parameters: parameters,
                sessionParameters: run.sessionParameters))
        try detector.write(to: run.output, metadata: run.metadata, weightBits: bits)
        if let page = run.page { try report(detector, run, source: arguments.operands[0]).write(to: page) }
        try run.finish(warnings: detector.warnings, training: detector.trainingMetrics, validation: detector.validationMetrics)
        return detector.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments, _ data: URL) throws -> MLObjectDetector.ModelParameters {
        var parameters = MLObjectDetector.ModelParameters()
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        parameters.seed = seed
        if let folder = arguments.string("--validation") {
            let folder = try UnpackedData.folder(folder, session: arguments.string("--session"))
            parameters.validation = .dataSource(try DetectionSource.source(arguments, folder: folder.path, annotations: nil))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        } else if let part = DataParts.validation(of: data) {
            parameters.validation = .dataSource(try DetectionSource.source(arguments, folder: part.path, annotations: nil))
        }
        let revision = try PrintOptions.revision(arguments) ?? 1
        let algorithm = try arguments.choice(
            "--algorithm",
            of: [
                ("fullNetwork", MLObjectDetector.ModelParameters.ModelAlgorithmType.darknetYolo),
                ("transferLearning", .transferLearning(.objectPrint(revision: revision))),
            ])
        if let algorithm { parameters.algorithm = algorithm }
        parameters.featurePrintRevision = revision
        parameters.maxIterations = try arguments.integer("--iterations", in: 1...1_000_000)
        parameters.batchSize = try arguments.integer("--batch", in: 1...256)
        guard let grid = arguments.string("--grid") else {
            parameters.choosesGrid = true
            return parameters
        }
        let cells = grid.split(separator: "x").map { Int($0) }
        guard cells.count == 2, let columns = cells[0], let rows = cells[1], (4...64).contains(columns), (4...64).contains(rows) else {
            throw UsageError("--grid takes two numbers of 4…64, such as 16x16")
        }
        parameters.gridSize = CGSize(width: columns, height: rows)
        return parameters
    }

    private static func report(_ detector: MLObjectDetector, _ run: TrainingRun, source: String) -> DetectorReport {
        DetectorReport(
            title: run.title,
            facts: [
                ("pictures", source), ("model", run.output.path), ("training", detector.modelParameters.description),
                ("time", String(format: "%.0f s", run.seconds)),
                ("average precision on pictures trained on", HTML.percentage(detector.trainingMetrics.meanAveragePrecision.IoU50)),
            ] + run.keptFacts, metrics: detector.validationMetrics, answers: detector.validationAnswers, losses: detector.losses,
            warnings: detector.warnings)
    }
}
