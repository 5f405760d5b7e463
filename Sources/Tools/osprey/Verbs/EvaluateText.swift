import CreateML
import NaturalLanguage
import Reports

/// The part of `osprey evaluate` for classifiers of texts.
enum EvaluateText {
    /// Whether the model is a classifier of texts.
    static func fits(_ run: EvaluationRun) -> Bool { TextModelKind.read(run.model)?.kind.keys != nil }

    static func run(_ arguments: Arguments, _ run: EvaluationRun) throws -> ExitStatus {
        let model = try NLModel(mlModel: run.model)
        let texts = try TextData(arguments).read(run.data)
        guard !texts.texts.isEmpty else { throw UsageError("\(run.data) has no texts to measure on") }
        let warnings = try run.warnings(ofLabels: Set(texts.labels)) + texts.warnings
        for warning in texts.warnings { StandardError.write(line: "warning: \(ShownPath.relative(warning))") }
        let report = TextReport(title: run.title, facts: run.facts("texts"), warnings: warnings).classifier(model, texts)
        return try run.finish(report, isComplete: texts.warnings.isEmpty)
    }
}
