import CreateML
import Foundation
import Reports

/// The part of `osprey evaluate` for models that predict from table rows, including models that other programs made.
enum EvaluateTable {
    static func run(_ arguments: Arguments, _ run: EvaluationRun, _ model: TableModel) throws -> ExitStatus {
        let target = arguments.string("--target") ?? model.output
        let table = try TableFile.read(URL(fileURLWithPath: run.data))
        let answers = try model.answers(for: table, target: target)
        // The importance is computed only if there is a page to show it, because it needs a prediction of each row for each column.
        let importance = arguments.string("--report") == nil ? [] : try model.importance(on: table, target: target)
        switch answers {
        case .classes(let answers):
            let warnings = try run.warnings(ofLabels: Set(answers.map(\.label)))
            return try run.finish(report(run, warnings).classifier(answers, importance), isComplete: true)
        case .numbers(let own, let answers):
            return try run.finish(report(run, []).regressor(own, answers, importance), isComplete: true)
        }
    }

    private static func report(_ run: EvaluationRun, _ warnings: [String]) -> TableReport {
        TableReport(title: run.title, facts: run.facts("data"), warnings: warnings)
    }
}
