import CreateML
import Foundation
import JSON
import Locks
import Reports

/// A training on the command line. It shows the progress and, at the end, the results.
///
/// A verb that uses it takes `--output`, `--session`, `--report`, `--author`, `--description`, `--license` and `--json`.
final class TrainingRun: Sendable {
    let output: URL
    /// The page to write; `nil` if `--report` is not given.
    let page: URL?
    let metadata: MLModelMetadata
    let sessionParameters: MLTrainingSessionParameters
    private let isJSON: Bool
    private let display: Locked<any ProgressDisplay>
    private let state = Locked(State())
    /// The folder of `--session`; `nil` if the option is not given.
    private let session: String?
    private let start = ContinuousClock.now

    /// State that changes during the training.
    private struct State {
        var kept: KeptIteration?
        /// The warnings that were printed to standard error before the training began.
        var warnings: Set<String> = []
    }

    /// - Parameters:
    ///   - output: the model's file if `--output` is not given.
    ///   - reportInterval: the number of iterations from one report to the next.
    ///   - display: shows the progress, as text or as JSON.
    init(
        _ arguments: Arguments, output: String, reportInterval: Int = 1, checkpointInterval: Int = 10,
        display: (Bool) -> any ProgressDisplay = { TrainingDisplay(json: $0) }
    ) throws {
        self.output = try arguments.modelFile(output)
        session = arguments.string("--session")
        page = try arguments.page()
        var metadata = MLModelMetadata(author: arguments.string("--author") ?? "", license: arguments.string("--license"))
        if let description = arguments.string("--description") { metadata.shortDescription = description }
        self.metadata = metadata
        sessionParameters = MLTrainingSessionParameters(
            sessionDirectory: session.map { URL(fileURLWithPath: $0) }, reportInterval: reportInterval,
            checkpointInterval: checkpointInterval, iterations: Int.max)
        isJSON = arguments.flag("--json")
        self.display = Locked(display(isJSON))
    }

    /// The name of the output without its extension.
    var title: String { output.deletingPathExtension().lastPathComponent }

    /// The reported metrics.
    var curves: [TrainingCurve] { display.withLock { $0.curves } }

    /// The facts about the iteration whose model was chosen, for a page.
    var keptFacts: [(name: String, value: String)] { state.withLock { $0.kept }.map { [("kept", $0.description)] } ?? [] }

    /// The time since the training began, in seconds.
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    /// Trains, or resumes a session. The curves of a resumed session begin with its first iteration. Warnings about the data are printed first.
    ///
    /// - Throws: `TrainingInterrupted` if a signal ended it.
    func train<Model>(_ session: MLTrainingSession<Model>) throws -> Model {
        defer { display.withLock { $0.finish() } }
        for report in session.reports {
            display.withLock { $0.recall(iteration: report.iteration, metrics: report.metrics) }
        }
        warn(session.warnings)
        let reporter = TrainingReporter(
            progress: { progress in self.display.withLock { $0.show(progress) } }, kept: { kept in self.state.withLock { $0.kept = kept } },
            isCancelled: { Interruption.received != nil })
        do {
            let farewell = TrainingInterrupted(session: self.session).description
            return try Interruption.noting(orElse: farewell) { try session.run(reporter) }
        } catch MLCreateError.cancelled where Interruption.received != nil {
            throw TrainingInterrupted(session: self.session)
        }
    }

    /// Prints the warnings that were not printed yet.
    private func warn(_ warnings: [String]) {
        for warning in warnings where state.withLock({ $0.warnings.insert(warning).inserted }) {
            StandardError.write(line: "warning: \(ShownPath.relative(warning))")
        }
    }

    /// Prints warnings and metrics, as text or as JSON.
    func finish(warnings: [String], training: some Figures, validation: some Figures) throws {
        warn(warnings)
        let seconds = seconds
        guard !isJSON else {
            let members: [(String, JSON)] = [
                ("model", .string(output.path)), ("seconds", .number(seconds)), ("training", training.json),
                ("validation", validation.json), ("warnings", .array(warnings.map { .string($0) })),
            ]
            return try StandardOutput.write(json: .object(members))
        }
        if let kept = state.withLock({ $0.kept }) { try StandardOutput.write(line: "\(kept)\n") }
        try StandardOutput.write(line: "training: \(training)")
        if validation.isValid { try StandardOutput.write(line: "\nvalidation: \(validation)") }
        try StandardOutput.write(
            line: "\n\(ShownPath.relative(output.path)), trained in \(String(format: seconds < 10 ? "%.1f" : "%.0f", seconds)) s")
    }
}
