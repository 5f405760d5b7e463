import CreateML

/// A page about a classifier: metrics, the confusion matrix, and the misclassified examples.
package struct ClassifierReport: Report {
    /// The predicted label of an example, beside its true label.
    package struct Answer: Sendable {
        package var path: String
        package var label: String
        package var answer: String
        /// The probability of the predicted label.
        package var confidence: Double
        package var ownConfidence: Double
        /// The picture of the example as HTML; `nil` to show the photo at `path`.
        package var drawing: String?

        package init(path: String, label: String, answer: String, confidence: Double, ownConfidence: Double, drawing: String? = nil) {
            self.path = path
            self.label = label
            self.answer = answer
            self.confidence = confidence
            self.ownConfidence = ownConfidence
            self.drawing = drawing
        }
    }

    package var title: String
    /// The rows of the table at the top of the page, such as the paths of data and model.
    package var facts: [(name: String, value: String)]
    package var metrics: MLClassifierMetrics
    package var answers: [Answer]
    package var curves: [TrainingCurve] = []
    package var warnings: [String] = []
    /// The plural noun for the examples, such as `photos`.
    package var noun = "photos"
    /// Further parts of the page, as HTML.
    package var sections: [String] = []

    package init(
        title: String, facts: [(name: String, value: String)], metrics: MLClassifierMetrics, answers: [Answer],
        curves: [TrainingCurve] = [], warnings: [String] = [], noun: String = "photos", sections: [String] = []
    ) {
        self.title = title
        self.facts = facts
        self.metrics = metrics
        self.answers = answers
        self.curves = curves
        self.warnings = warnings
        self.noun = noun
        self.sections = sections
    }

    private static let shownMistakes = 12

    package var body: String {
        var parts = ["<h1>\(HTML.escape(title))</h1>"]
        let total = metrics.confusionCounts.joined().reduce(0, +)
        if metrics.isValid {
            parts.append("<p class=\"lead\">\(HTML.percentage(1 - metrics.classificationError)) of \(total) \(noun) right</p>")
        } else {
            parts.append("<p class=\"lead\">No \(noun) were set aside to measure on.</p>")
        }
        parts.append(HTML.facts(facts))
        parts += HTML.warnings(warnings)
        parts += HTML.trainingCurves(curves)
        if metrics.isValid {
            parts += ["<h2>Labels</h2>", labelTable, "<h2>What is taken for what</h2>", ConfusionMatrix(metrics: metrics).html]
        }
        parts += sections + mistakes
        return parts.joined(separator: "\n")
    }

    private var labelTable: String {
        HTML.table(
            ["label", noun, "precision", "recall"],
            metrics.labels.enumerated().map { index, label in
                [
                    label, String(metrics.confusionCounts[index].reduce(0, +)), HTML.percentage(metrics.precision(of: label)),
                    HTML.percentage(metrics.recall(of: label)),
                ]
            })
    }

    private var mistakes: [String] {
        let wrong = answers.filter { $0.answer != $0.label }
        guard !wrong.isEmpty else { return [] }
        let sorted = wrong.sorted { ($0.ownConfidence, $1.confidence, $0.path) < ($1.ownConfidence, $0.confidence, $1.path) }
        let worst = sorted.prefix(Self.shownMistakes)
        // Answers that were shown among the worst mistakes are not shown again.
        let sure = sorted.dropFirst(Self.shownMistakes).sorted { ($1.confidence, $0.path) < ($0.confidence, $1.path) }
            .prefix(Self.shownMistakes)
        var parts = ["<h2>The worst mistakes</h2>", "<p>The right label got the least probability.</p>", cards(worst)]
        if !sure.isEmpty {
            parts += [
                "<h2>The most confident mistakes</h2>", "<p>Of the others, the wrong label got the most probability.</p>", cards(sure),
            ]
        }
        return parts
    }

    private func cards(_ answers: ArraySlice<Answer>) -> String {
        HTML.cards(
            answers.map { answer in
                let own = HTML.confidence(of: answer.label, answer.ownConfidence)
                return (
                    answer.drawing ?? HTML.photo(answer.path),
                    "\(own), taken for \(HTML.confidence(of: answer.answer, answer.confidence))", answer.path
                )
            })
    }
}
