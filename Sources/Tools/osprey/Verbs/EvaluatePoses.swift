import CreateML
import Reports

/// Evaluates a model that classifies poses for `osprey evaluate`.
enum EvaluatePoses {
    /// Evaluates the model on a folder of keypoints with a folder for each label, or on a table.
    static func run(_ run: EvaluationRun) throws -> ExitStatus {
        let model = try PoseModel(run.model)
        let (answers, skipped) = try model.answers(
            for: PoseSource(path: run.data), frameRate: MLActionClassifier.__Defaults.targetFrameRate)
        for item in skipped { StandardError.write(line: "\(item.name): error: \(item.reason)") }
        let warnings = try run.warnings(ofLabels: Set(answers.map(\.label)))
        let report = ClassifierReport(
            title: run.title, facts: run.facts("data") + [(name: "windows", value: "\(model.window) frames")],
            metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }), answers: answers.map { .init($0) },
            warnings: warnings + skipped.map(\.warning), noun: "windows")
        return try run.finish(report, isComplete: skipped.isEmpty)
    }
}
