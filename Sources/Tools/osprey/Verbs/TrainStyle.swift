import CreateML
import Foundation
import JSON
import Reports

/// `osprey train style`: trains a model that redraws photos in the style of a picture.
enum TrainStyle: Verb {
    static let command = Command(
        "train style", "Trains a model that redraws photos in the style of a picture.", operands: "PICTURE FOLDER", operandCount: 2...2,
        options: [
            .value("--output", "FILE", "the model to write (StyleTransfer.mlmodel where not given)"),
            .value("--iterations", "N", "updates, of two photos each (500 where not given); of one above a density of 512"),
            .value("--strength", "N", "how much the style counts beside the photo, 1…10 (5 where not given)"),
            .value("--density", "N", "pixels across the pictures in training, 64…1024 (256 where not given): more show more detail"),
            .flag("--lite", "a smaller network: a quarter of the file"),
            .value("--preview", "PHOTO", "redraws this photo at each checkpoint, in the folder of --session"),
            .value("--seed", "N", "draws the first weights and the order of the photos (1 where not given)"),
            .value("--session", "FOLDER", "keeps checkpoints and previews there: the same command goes on where it was interrupted"),
            .value("--checkpoint", "N", "keeps one after every N iterations (50 where not given)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            PICTURE has the style, and FOLDER some hundred photos of any kind, which are redrawn while it is learnt. A photo that cannot be read is
            skipped and named at the end; the exit status is then 1. The model redraws a photo with
            'osprey model predict StyleTransfer.mlmodel --input image=photo.jpg --output stylizedImage=redrawn.png'.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.string("--preview") != nil, arguments.string("--session") == nil {
            throw UsageError("--preview keeps its pictures in the folder of a session; add --session FOLDER")
        }
        let run = try TrainingRun(
            arguments, output: "StyleTransfer.mlmodel", reportInterval: 10,
            checkpointInterval: try arguments.integer("--checkpoint", in: 1...1_000_000) ?? 50)
        let pictures = arguments.operands.map { URL(fileURLWithPath: $0) }
        let style = try run.train(
            MLStyleTransfer.makeTrainingSession(
                trainingData: .images(styleImage: pictures[0], contentDirectory: pictures[1]), parameters: try parameters(arguments),
                sessionParameters: run.sessionParameters))
        try style.write(to: run.output, metadata: run.metadata)
        try run.finish(warnings: style.warnings, training: StyleFigures(style), validation: StyleFigures(nil))
        return style.skippedImages == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments) throws -> MLStyleTransfer.ModelParameters {
        var parameters = MLStyleTransfer.ModelParameters(algorithm: arguments.flag("--lite") ? .cnnLite : .cnn)
        if let photo = arguments.string("--preview") { parameters.validation = .content(URL(fileURLWithPath: photo)) }
        if let count = try arguments.integer("--iterations", in: 1...1_000_000) { parameters.maxIterations = count }
        if let density = try arguments.integer("--density", in: 64...1024) { parameters.textelDensity = density }
        if let strength = try arguments.integer("--strength", in: 1...10) { parameters.styleStrength = strength }
        parameters.seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        return parameters
    }
}
