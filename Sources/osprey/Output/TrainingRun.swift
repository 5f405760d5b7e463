import CoreMLSpecification
import CreateML
import Foundation
import Synchronization

/// One training on the command line: shows how it goes on, and says at the end what came of it.
///
/// A verb that uses it takes `--output`, `--session`, `--report`, `--author`, `--description`, `--license` and `--json`.
final class TrainingRun: Sendable {
    let output: URL
    /// The page to write; nil where none is asked for.
    let page: URL?
    let metadata: MLModelMetadata
    let sessionParameters: MLTrainingSessionParameters
    private let isJSON: Bool
    private let display: Mutex<any ProgressDisplay>
    private let start = ContinuousClock.now

    /// - Parameters:
    ///   - output: the model's file where `--output` is not given.
    ///   - reportInterval: how many iterations there are between two reports.
    ///   - display: shows how it goes on, as text or as JSON.
    init(
        _ arguments: Arguments, output: String, reportInterval: Int = 1, checkpointInterval: Int = 10,
        display: (Bool) -> any ProgressDisplay = { TrainingDisplay(json: $0) }
    ) throws {
        self.output = try arguments.modelFile(output)
        page = try arguments.page()
        var metadata = MLModelMetadata(author: arguments.string("--author") ?? "", license: arguments.string("--license"))
        if let description = arguments.string("--description") { metadata.shortDescription = description }
        self.metadata = metadata
        sessionParameters = MLTrainingSessionParameters(
            sessionDirectory: arguments.string("--session").map { URL(fileURLWithPath: $0) }, reportInterval: reportInterval,
            checkpointInterval: checkpointInterval, iterations: Int.max)
        isJSON = arguments.flag("--json")
        self.display = Mutex(display(isJSON))
    }

    /// The output's name without its suffix.
    var title: String { output.deletingPathExtension().lastPathComponent }

    /// What the training reported.
    var curves: [TrainingCurve] { display.withLock { $0.curves } }

    /// How long it has been going on.
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    /// Trains, or goes on with a session, whose curves then begin with its first iteration.
    func train<Model>(_ session: MLTrainingSession<Model>) throws -> Model {
        defer { display.withLock { $0.finish() } }
        for report in session.reports {
            display.withLock { $0.recall(iteration: report.iteration, metrics: report.metrics) }
        }
        return try session.run(TrainingReporter(progress: { progress in self.display.withLock { $0.show(progress) } }))
    }

    /// Prints warnings and figures, as text or as JSON.
    func finish(warnings: [String], training: some Figures, validation: some Figures) {
        for warning in warnings { StandardError.write("warning: \(ShownPath.relative(warning))\n") }
        let seconds = seconds
        guard !isJSON else {
            let members: [(String, JSON)] = [
                ("model", .string(output.path)), ("seconds", .number(seconds)), ("training", training.json),
                ("validation", validation.json), ("warnings", .array(warnings.map { .string($0) })),
            ]
            return StandardOutput.write(line: JSON.object(members).text)
        }
        StandardOutput.write(line: "training: \(training)")
        if validation.isValid { StandardOutput.write(line: "\nvalidation: \(validation)") }
        StandardOutput.write(
            line: "\n\(ShownPath.relative(output.path)), trained in \(String(format: seconds < 10 ? "%.1f" : "%.0f", seconds)) s")
    }
}
