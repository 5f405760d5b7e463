import CreateML
import Foundation

/// A page about a multi-label classifier: the metrics of each label, and the photos with mistakes.
package struct MultiLabelReport: Report {
    package var title: String
    package var facts: [(name: String, value: String)]
    package var metrics: MLMultiLabelClassifierMetrics
    package var answers: [MultiLabelAnswer]
    package var curves: [TrainingCurve] = []
    package var warnings: [String] = []

    package init(
        title: String, facts: [(name: String, value: String)], metrics: MLMultiLabelClassifierMetrics, answers: [MultiLabelAnswer],
        curves: [TrainingCurve] = [], warnings: [String] = []
    ) {
        self.title = title
        self.facts = facts
        self.metrics = metrics
        self.answers = answers
        self.curves = curves
        self.warnings = warnings
    }

    private static let shownMistakes = 12

    package var body: String {
        var parts = ["<h1>\(HTML.escape(title))</h1>"]
        if metrics.isValid {
            parts.append(
                "<p class=\"lead\">mean average precision \(HTML.percentage(metrics.meanAveragePrecision)), exactly right "
                    + "\(HTML.percentage(metrics.exactMatches)) of \(metrics.count) photos</p>")
        } else {
            parts.append("<p class=\"lead\">No photos were set aside to measure on.</p>")
        }
        parts.append(HTML.facts(facts))
        parts += HTML.warnings(warnings)
        parts += HTML.trainingCurves(curves)
        if metrics.isValid {
            parts += ["<h2>Labels</h2>", labelTable, "<h2>Right and wrong</h2>", "<p>At a probability of 0.5.</p>", countTable]
        }
        parts += mistakes
        return parts.joined(separator: "\n")
    }

    private var labelTable: String {
        HTML.table(
            ["label", "photos", "precision", "recall", "average precision"],
            metrics.labels.map {
                [
                    $0.label, String($0.count), HTML.percentage($0.precision), HTML.percentage($0.recall),
                    HTML.percentage($0.averagePrecision),
                ]
            })
    }

    /// The numbers of true and false positives and negatives for each label.
    private var countTable: String {
        HTML.table(
            ["label", "true positives", "false positives", "false negatives", "true negatives"],
            metrics.labels.map { label in
                let missed = label.count - label.rightCount
                let counts = [label.rightCount, label.givenCount - label.rightCount, missed, metrics.count - label.givenCount - missed]
                return [label.label] + counts.map { String($0) }
            })
    }

    /// A mistake of the model: a label that a photo has and the model did not give, or the reverse.
    private struct Mistake {
        var answer: MultiLabelAnswer
        var label: String
        var confidence: Double
    }

    private var mistakes: [String] {
        let missed = answers.flatMap { answer in
            answer.own.subtracting(answer.given).map { Mistake(answer: answer, label: $0, confidence: answer.confidences[$0] ?? 0) }
        }.sorted { ($0.confidence, $0.answer.url.path, $0.label) < ($1.confidence, $1.answer.url.path, $1.label) }
        let unfounded = answers.flatMap { answer in
            answer.given.subtracting(answer.own).map { Mistake(answer: answer, label: $0, confidence: answer.confidences[$0] ?? 0) }
        }.sorted { ($1.confidence, $0.answer.url.path, $0.label) < ($0.confidence, $1.answer.url.path, $1.label) }
        // A photo is shown once, with its worst mistake.
        var shown: Set<String> = []
        func first(_ mistakes: [Mistake]) -> [Mistake] {
            var chosen: [Mistake] = []
            for mistake in mistakes where chosen.count < Self.shownMistakes && shown.insert(mistake.answer.url.path).inserted {
                chosen.append(mistake)
            }
            return chosen
        }
        let (worst, sure) = (first(missed), first(unfounded))
        var parts: [String] = []
        if !worst.isEmpty { parts += ["<h2>The worst misses</h2>", "<p>A label of the photo got the least.</p>", cards(worst)] }
        if !sure.isEmpty { parts += ["<h2>The most confident mistakes</h2>", "<p>Another label got the most.</p>", cards(sure)] }
        return parts
    }

    private func cards(_ mistakes: [Mistake]) -> String {
        HTML.cards(
            mistakes.map { mistake in
                let own = mistake.answer.own.sorted().joined(separator: ", ")
                return (
                    HTML.photo(mistake.answer.url.path),
                    "\(HTML.confidence(of: mistake.label, mistake.confidence))<br>is: \(HTML.escape(own.isEmpty ? "nothing" : own))",
                    mistake.answer.url.path
                )
            })
    }
}
