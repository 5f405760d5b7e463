import CoreML
import CreateML
import Foundation
import Reports

/// The page about a model of a table.
struct TableReport {
    let title: String
    let facts: [(name: String, value: String)]
    let warnings: [String]

    /// The page of a classifier.
    func classifier(_ answers: [TableAnswers.Class], _ importance: [TableModel.Importance]) -> ClassifierReport {
        ClassifierReport(
            title: title, facts: facts, metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }), answers: [],
            warnings: warnings,
            noun: "rows", sections: RowClassifierSections.html(answers, importance: importance))
    }

    /// The page of a regressor.
    func regressor(_ own: [Double], _ answers: [Double], _ importance: [TableModel.Importance]) -> RegressorReport {
        RegressorReport(
            title: title, facts: facts, metrics: MLRegressorMetrics(own, answers), numbers: zip(own, answers).map { ($0, $1) },
            importance: importance, warnings: warnings)
    }

    /// Measures a model on rows and writes its page.
    ///
    /// - Parameter rows: those that were set aside; `nil` for none.
    func write(_ model: MLModel, on rows: MLDataTable?, target: String, to page: URL) throws {
        guard let model = TableModel(model) else { return }
        guard let rows, rows.size.rows > 0 else {
            return try model.isClassifier ? classifier([], []).write(to: page) : regressor([], [], []).write(to: page)
        }
        let importance = try model.importance(on: rows, target: target)
        switch try model.answers(for: rows, target: target) {
        case .classes(let answers): try classifier(answers, importance).write(to: page)
        case .numbers(let own, let answers): try regressor(own, answers, importance).write(to: page)
        }
    }
}
