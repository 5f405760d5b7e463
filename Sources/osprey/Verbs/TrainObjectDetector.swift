import CreateML
import Foundation

/// `osprey train object-detector`: from pictures with boxes to a model.
enum TrainObjectDetector: Verb {
    static let command = Command(
        "train object-detector", "Trains a detector on pictures with boxes.", operands: "FOLDER", operandCount: 1...1,
        options: [
            .value("--output", "FILE", "the model to write (ObjectDetector.mlmodel where not given)"),
            .value("--format", "F", "createml, voc or coco; found out where not given"),
            .value("--annotations", "FILE", "the JSON file, where it does not lie in the folder"),
            .value("--units", "U", "of Create ML's boxes: pixel (where not given) or normalized"),
            .value("--origin", "O", "that they count from: topLeft (where not given) or bottomLeft"),
            .value("--anchor", "A", "the point that they give: center (where not given), topLeft or bottomLeft"),
            .value("--validation", "FOLDER", "pictures to test on, annotated as the others"),
            .value("--split", "R", "the part of the pictures, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split, the first weights and the pictures' changes (1 where not given)"),
            .value("--algorithm", "A", "fullNetwork (where not given) or transferLearning: smaller and faster"),
            .value("--iterations", "N", "updates (by the number of pictures where not given)"),
            .value("--batch", "N", "the pictures of an update (8 where not given)"),
            .value(
                "--grid", "WxH",
                "cells of 16 pixels across and down the model's input (14x14 to 26x26 by the objects' size where not given)"),
            .value("--weights", "N", "bits of a weight in the file: 16 (where not given) or 8"),
            .value("--session", "FOLDER", "keeps checkpoints there: the same command goes on where it was interrupted"),
            .value("--checkpoint", "N", "keeps one after every N iterations (50 where not given)"),
            .value("--report", "FILE", "a page with the figures, the loss and pictures with what was found (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            FOLDER has the pictures, and one JSON file in Create ML's format or COCO's, or Pascal VOC files (.xml) beside the pictures. A
            picture that cannot be read is skipped and named at the end; the exit status is then 1.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let source = try DetectionSource.source(arguments, folder: arguments.operands[0], annotations: arguments.string("--annotations"))
        let bits = try arguments.integer("--weights", in: 8...16) ?? 16
        guard bits == 8 || bits == 16 else { throw UsageError("--weights takes 8 or 16, not \(bits)") }
        let run = try TrainingRun(
            arguments, output: "ObjectDetector.mlmodel", checkpointInterval: try arguments.integer("--checkpoint", in: 1...1_000_000) ?? 50,
            display: { DetectorDisplay(json: $0) })
        let detector = try run.train(
            MLObjectDetector.makeTrainingSession(
                trainingData: source, annotationType: try DetectionSource.annotationType(arguments),
                parameters: try parameters(arguments, source),
                sessionParameters: run.sessionParameters))
        try detector.write(to: run.output, metadata: run.metadata, weightBits: bits)
        if let page = run.page { try report(detector, run, source: arguments.operands[0]).write(to: page) }
        let validation = detector.validationMetrics
        run.finish(
            warnings: detector.warnings, training: (detector.trainingMetrics.description, detector.trainingMetrics.json),
            validation: validation.isValid ? (validation.description, validation.json) : nil)
        return detector.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments, _ source: MLObjectDetector.DataSource) throws
        -> MLObjectDetector.ModelParameters
    {
        var parameters = MLObjectDetector.ModelParameters()
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        parameters.seed = seed
        if let folder = arguments.string("--validation") {
            parameters.validation = .dataSource(try DetectionSource.source(arguments, folder: folder, annotations: nil))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        }
        let algorithm = try arguments.choice(
            "--algorithm",
            of: [
                ("fullNetwork", MLObjectDetector.ModelParameters.ModelAlgorithmType.darknetYolo),
                ("transferLearning", .transferLearning(.objectPrint())),
            ])
        if let algorithm { parameters.algorithm = algorithm }
        parameters.maxIterations = try arguments.integer("--iterations", in: 1...1_000_000)
        parameters.batchSize = try arguments.integer("--batch", in: 1...256)
        guard let grid = arguments.string("--grid") else {
            let type = try DetectionSource.annotationType(arguments)
            parameters.gridSize = try MLObjectDetector.ModelParameters.gridSize(for: source.annotatedImages(type).images)
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
            ], metrics: detector.validationMetrics, answers: detector.validationAnswers, losses: detector.losses,
            warnings: detector.warnings)
    }
}

extension MLObjectDetectorMetrics {
    /// The figures, or null where nothing was measured.
    var json: JSON {
        guard isValid else { return .null }
        let rows = averagePrecision.IoU50.keys.sorted().map { label in
            JSON.object([
                ("label", .string(label)), ("AP50", .number(averagePrecision.IoU50[label] ?? .nan)),
                ("AP", .number(averagePrecision.variedIoU[label] ?? .nan)),
            ])
        }
        return .object([
            ("AP50", .number(meanAveragePrecision.IoU50)), ("AP", .number(meanAveragePrecision.variedIoU)), ("labels", .array(rows)),
        ])
    }
}
