import CreateML
import Foundation

/// A page about a model that predicts numbers: metrics, the importance of the columns, and errors.
package struct RegressorReport: Report {
    package var title: String
    /// The rows of the table at the top of the page.
    package var facts: [(name: String, value: String)]
    package var metrics: MLRegressorMetrics
    /// The true number (`own`) and the prediction (`answer`) of each validation row; empty if no rows were set aside.
    package var numbers: [(own: Double, answer: Double)]
    package var importance: [TableModel.Importance]
    package var warnings: [String]
    package var curves: [TrainingCurve]

    package init(
        title: String, facts: [(name: String, value: String)], metrics: MLRegressorMetrics, numbers: [(own: Double, answer: Double)],
        importance: [TableModel.Importance], warnings: [String] = [], curves: [TrainingCurve] = []
    ) {
        self.title = title
        self.facts = facts
        self.metrics = metrics
        self.numbers = numbers
        self.importance = importance
        self.warnings = warnings
        self.curves = curves
    }

    private static let shownErrors = 12
    private static let maximumPointCount = 1_000

    package var body: String {
        var parts = ["<h1>\(HTML.escape(title))</h1>"]
        let lead = metrics.isValid ? metrics.description : "No rows were set aside to measure on."
        parts.append("<p class=\"lead\">\(HTML.escape(lead))</p>")
        parts.append(HTML.facts(facts))
        parts += HTML.warnings(warnings)
        parts += HTML.trainingCurves(curves)
        parts += HTML.importance(importance, unit: "added to the root of the mean squared error")
        let sound = numbers.filter { $0.own.isFinite && $0.answer.isFinite }
        guard !sound.isEmpty else { return parts.joined(separator: "\n") }
        let step = (sound.count + Self.maximumPointCount - 1) / Self.maximumPointCount
        let points = stride(from: 0, to: sound.count, by: step).map { (x: sound[$0].own, y: sound[$0].answer) }
        parts += ["<h2>True and predicted</h2>", HTML.scatter(points, x: "true", y: "predicted")]
        parts += [
            "<h2>Residuals</h2>", "<p>Predicted less true.</p>", HTML.histogram(sound.map { $0.answer - $0.own }, label: "Residuals"),
        ]
        return (parts + largest).joined(separator: "\n")
    }

    private var largest: [String] {
        let worst = numbers.enumerated().sorted { error($0.element) > error($1.element) }.prefix(Self.shownErrors)
        let rows = worst.map { row, pair in [String(row)] + [pair.own, pair.answer, pair.answer - pair.own].map(HTML.number) }
        return ["<h2>The largest errors</h2>", HTML.table(["row", "true", "predicted", "residual"], rows)]
    }

    private func error(_ pair: (own: Double, answer: Double)) -> Double {
        let error = abs(pair.answer - pair.own)
        return error.isNaN ? .infinity : error
    }
}

/// Sections that only the page about a classifier of table rows has, not the page about a classifier of photos.
package enum RowClassifierSections {
    private static let shownMistakes = 12

    /// Importance of columns, calibration, and the most confident mistakes.
    package static func html(_ answers: [TableAnswers.Class], importance: [TableModel.Importance]) -> [String] {
        var parts = HTML.importance(importance, unit: "added to the share of mistakes")
        let calibration = Calibration(answers)
        if !calibration.bins.isEmpty {
            parts += [
                "<h2>Calibration</h2>",
                "<p>Answers with a probability are right as often as it says, but for \(HTML.percentage(calibration.error)) in the mean.</p>",
                HTML.table(
                    ["mean probability", "answers", "right"],
                    calibration.bins.map { [HTML.percentage($0.confidence), String($0.count), HTML.percentage($0.accuracy)] }),
            ]
        }
        let wrong = answers.enumerated().filter { $0.element.label != $0.element.answer }
            .sorted { ($1.element.confidence ?? 0, $0.offset) < ($0.element.confidence ?? 0, $1.offset) }
        guard !wrong.isEmpty else { return parts }
        let rows = wrong.prefix(shownMistakes).map { row, answer in
            [
                String(row), answer.label, answer.ownConfidence.map(HTML.percentage) ?? "–", answer.answer,
                answer.confidence.map(HTML.percentage) ?? "–",
            ]
        }
        return parts + [
            "<h2>The most confident mistakes</h2>", HTML.table(["row", "is", "probability", "taken for", "probability"], rows),
        ]
    }
}
