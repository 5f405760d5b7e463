import CreateML
import Foundation
import Synchronization

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
            .value("--grid", "WxH", "cells of 16 pixels across and down the model's input (16x16 where not given)"),
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
        let output = try arguments.modelFile("ObjectDetector.mlmodel")
        let source = try DetectionSource.source(arguments, folder: arguments.operands[0])
        let isJSON = arguments.flag("--json")
        let bits = try arguments.integer("--weights", in: 8...16) ?? 16
        guard bits == 8 || bits == 16 else { throw UsageError("--weights takes 8 or 16, not \(bits)") }
        let display = Mutex(DetectorDisplay(json: isJSON))
        let start = ContinuousClock.now
        let session = try MLObjectDetector.makeTrainingSession(
            trainingData: source, annotationType: try DetectionSource.annotationType(arguments), parameters: try parameters(arguments),
            sessionParameters: MLTrainingSessionParameters(
                sessionDirectory: arguments.string("--session").map { URL(fileURLWithPath: $0) }, reportInterval: 1,
                checkpointInterval: try arguments.integer("--checkpoint", in: 1...1_000_000) ?? 50, iterations: .max))
        let detector = try session.run(TrainingReporter(progress: { progress in display.withLock { $0.show(progress) } }))
        display.withLock { $0.finish() }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        var metadata = MLModelMetadata(author: arguments.string("--author") ?? "", license: arguments.string("--license"))
        if let description = arguments.string("--description") { metadata.shortDescription = description }
        try detector.write(to: output, metadata: metadata, weightBits: bits)
        if let path = arguments.string("--report") {
            try page(detector, output, source: arguments.operands[0], seconds: seconds).write(to: URL(fileURLWithPath: path))
        }
        for warning in detector.warnings { StandardError.write("warning: \(warning)\n") }
        report(detector, output, seconds: seconds, isJSON)
        return detector.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments) throws -> MLObjectDetector.ModelParameters {
        var parameters = MLObjectDetector.ModelParameters()
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        parameters.seed = seed
        if let folder = arguments.string("--validation") {
            parameters.validation = .dataSource(try DetectionSource.source(arguments, folder: folder))
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
        let cells = (arguments.string("--grid") ?? "16x16").split(separator: "x").map { Int($0) }
        guard cells.count == 2, let columns = cells[0], let rows = cells[1], (4...64).contains(columns), (4...64).contains(rows) else {
            throw UsageError("--grid takes two numbers of 4…64, such as 16x16")
        }
        parameters.gridSize = CGSize(width: columns, height: rows)
        return parameters
    }

    private static func page(_ detector: MLObjectDetector, _ output: URL, source: String, seconds: Double) -> DetectorReport {
        DetectorReport(
            title: output.deletingPathExtension().lastPathComponent,
            facts: [
                ("pictures", source), ("model", output.path), ("training", detector.modelParameters.description),
                ("time", String(format: "%.0f s", seconds)),
                ("average precision on pictures trained on", HTML.percentage(detector.trainingMetrics.meanAveragePrecision.IoU50)),
            ], metrics: detector.validationMetrics, answers: detector.validationAnswers, losses: detector.losses,
            warnings: detector.warnings)
    }

    private static func report(_ detector: MLObjectDetector, _ output: URL, seconds: Double, _ isJSON: Bool) {
        if isJSON {
            StandardOutput.write(
                line: JSON.object([
                    ("model", .string(output.path)), ("seconds", .number(seconds)), ("training", detector.trainingMetrics.json),
                    ("validation", detector.validationMetrics.json),
                ]).text)
            return
        }
        StandardOutput.write(line: "training: \(detector.trainingMetrics)")
        if detector.validationMetrics.isValid { StandardOutput.write(line: "\nvalidation: \(detector.validationMetrics)") }
        StandardOutput.write(line: "\n\(output.path), trained in \(String(format: "%.0f", seconds)) s")
    }
}

/// Annotated pictures as the command line names them.
enum DetectionSource {
    static func source(_ arguments: Arguments, folder path: String) throws -> MLObjectDetector.DataSource {
        let folder = URL(fileURLWithPath: path)
        let given = try arguments.choice("--format", of: [("createml", Format.createML), ("voc", .pascalVOC), ("coco", .coco)])
        let file = arguments.string("--annotations").map { URL(fileURLWithPath: $0) }
        switch try given ?? found(folder, file) {
        case .pascalVOC: return .pascalVOC(at: folder)
        case .coco: return .coco(imagesAt: folder, annotationFile: try file ?? json(folder))
        case .createML:
            return file.map { .directoryWithImages(at: folder, annotationFile: $0) } ?? .directoryWithImagesAndJsonAnnotation(at: folder)
        }
    }

    static func annotationType(_ arguments: Arguments) throws -> MLObjectDetector.AnnotationType {
        let units = try arguments.choice("--units", of: [("pixel", MLBoundingBoxUnits.pixel), ("normalized", .normalized)])
        let origin = try arguments.choice(
            "--origin", of: [("topLeft", MLBoundingBoxCoordinatesOrigin.topLeft), ("bottomLeft", .bottomLeft)])
        let anchor = try arguments.choice(
            "--anchor", of: [("center", MLBoundingBoxAnchor.center), ("topLeft", .topLeft), ("bottomLeft", .bottomLeft)])
        return .boundingBox(units: units ?? .pixel, origin: origin ?? .topLeft, anchor: anchor ?? .center)
    }

    private enum Format: Sendable { case createML, pascalVOC, coco }

    /// A list is Create ML's, an object COCO's; without a JSON file the folder must hold Pascal VOC's.
    private static func found(_ folder: URL, _ file: URL?) throws -> Format {
        guard let file = file ?? (try? json(folder)) else { return .pascalVOC }
        guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else { return .createML }
        return data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{") ? .coco : .createML
    }

    /// Whether a folder holds annotated pictures, rather than a folder for each label.
    static func isAnnotated(_ path: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.contains("Annotations") || names.contains { $0.lowercased().hasSuffix(".json") || $0.lowercased().hasSuffix(".xml") }
    }

    private static func json(_ folder: URL) throws -> URL {
        let files = ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension.lowercased() == "json" }
        guard let file = files.first, files.count == 1 else {
            throw UsageError("\(folder.path) has \(files.count) JSON files; --annotations names the right one")
        }
        return file
    }
}

/// Shows how a detector's training goes on: a bar for the iterations, with the loss beside it.
struct DetectorDisplay {
    private let isJSON: Bool
    private var bar: ProgressBar?
    private var recent: [Double] = []

    init(json: Bool) { isJSON = json }

    mutating func show(_ progress: MLProgress) {
        guard progress.phase == .training, let loss = progress.metrics[.loss] as? Double, let total = progress.totalItemCount else {
            return
        }
        let iteration = progress.itemCount
        recent = recent.suffix(19) + [loss]
        let mean = recent.reduce(0, +) / Double(recent.count)
        if isJSON {
            if iteration % 10 == 0 || iteration == total {
                StandardOutput.write(
                    line: JSON.object([("iteration", .integer(iteration)), ("total", .integer(total)), ("loss", .number(mean))]).text)
            }
        } else if StandardError.isTerminal {
            if bar == nil { bar = ProgressBar(total: total) }
            bar?.update(iteration, note: "loss \(String(format: "%.3f", mean))")
        } else if iteration % 50 == 0 || iteration == total {
            StandardError.write("iteration \(iteration) of \(total), loss \(String(format: "%.4f", mean))\n")
        }
    }

    mutating func finish() {
        bar?.finish()
        bar = nil
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
