import CoreML
import CreateML

/// The page about a model of a table.
package struct TableReport {
    package let title: String
    package let facts: [(name: String, value: String)]
    package let warnings: [String]
    /// The metrics that the training reported.
    package let curves: [TrainingCurve]

    package init(title: String, facts: [(name: String, value: String)], warnings: [String], curves: [TrainingCurve] = []) {
        (self.title, self.facts, self.warnings, self.curves) = (title, facts, warnings, curves)
    }

    /// The page of a classifier.
    package func classifier(_ answers: [TableAnswers.Class], _ importance: [TableModel.Importance]) -> ClassifierReport {
        ClassifierReport(
            title: title, facts: facts, metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }), answers: [],
            curves: curves, warnings: warnings, noun: "rows", sections: RowClassifierSections.html(answers, importance: importance))
    }

    /// The page of a regressor.
    package func regressor(_ own: [Double], _ answers: [Double], _ importance: [TableModel.Importance]) -> RegressorReport {
        RegressorReport(
            title: title, facts: facts, metrics: MLRegressorMetrics(own, answers), numbers: zip(own, answers).map { ($0, $1) },
            importance: importance, warnings: warnings, curves: curves)
    }

    /// Measures a model on validation rows.
    ///
    /// - Parameter rows: the validation rows; `nil` if no rows were set aside.
    /// - Returns: the page; `nil` for a model that does not predict from table rows.
    /// - Throws: `MLCreateError` for rows that do not fit the model.
    package func report(of model: MLModel, on rows: MLDataTable?, target: String) throws -> (any Report)? {
        guard let model = TableModel(model) else { return nil }
        guard let rows, rows.size.rows > 0 else { return model.isClassifier ? classifier([], []) : regressor([], [], []) }
        let importance = try model.importance(on: rows, target: target)
        switch try model.answers(for: rows, target: target) {
        case .classes(let answers): return classifier(answers, importance)
        case .numbers(let own, let answers): return regressor(own, answers, importance)
        }
    }
}
