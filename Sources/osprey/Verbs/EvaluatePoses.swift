import CreateML
import Foundation

/// What `osprey evaluate` does for a model that classifies poses.
enum EvaluatePoses {
    /// Measures the model on a folder of keypoints with a folder for each label, or on a table.
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let configuration = try ModelOptions.configuration(arguments)
        let model = try PoseModel(MLModel(contentsOf: URL(fileURLWithPath: arguments.operands[0]), configuration: configuration))
        let (answers, skipped) = try model.answers(
            for: PoseSource(path: arguments.operands[1]), frameRate: MLActionClassifier.__Defaults.targetFrameRate)
        for item in skipped { StandardError.write("\(item.name): error: \(item.reason)\n") }
        let metrics = MLClassifierMetrics(answers.map { ($0.label, $0.answer) })
        if let path = arguments.string("--report") {
            let report = ClassifierReport(
                title: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
                facts: [("data", arguments.operands[1]), ("model", arguments.operands[0]), ("windows", "\(model.window) frames")],
                metrics: metrics, answers: answers.map { .init($0) }, noun: "windows")
            try report.write(to: URL(fileURLWithPath: path))
        }
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return skipped.isEmpty ? .success : .someFailed
    }
}
