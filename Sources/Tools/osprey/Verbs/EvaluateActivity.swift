import CreateML
import Reports

/// The part of `osprey evaluate` for activity classifiers, including classifiers that other programs made.
enum EvaluateActivity {
    static func run(_ arguments: Arguments, _ run: EvaluationRun, _ model: ActivityModel) throws -> ExitStatus {
        let data = try ActivityData(arguments, features: model.features).read([run.data])
        for warning in data.warnings { StandardError.write(line: "warning: \(ShownPath.relative(warning))") }
        guard !data.recordings.isEmpty else { throw UsageError("\(run.data) has no recordings to measure on") }
        let answers = try model.answers(for: data.recordings)
        let shown = answers.compactMap { ClassifierReport.Answer($0) }
        let warnings = try run.warnings(ofLabels: Set(shown.map(\.label))) + data.warnings
        let report = ClassifierReport(
            title: run.title, facts: run.facts("data") + [(name: "windows", value: "\(model.window) rows")],
            metrics: MLClassifierMetrics(answers), answers: shown, warnings: warnings, noun: "windows")
        return try run.finish(report, isComplete: data.warnings.isEmpty)
    }
}
