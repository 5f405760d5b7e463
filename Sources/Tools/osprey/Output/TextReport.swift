import CreateML
import NaturalLanguage
import Reports

/// The page about a classifier of texts.
struct TextReport {
    let title: String
    let facts: [(name: String, value: String)]
    let warnings: [String]

    private static let shownCharacters = 300

    /// Measures a model on the validation texts.
    ///
    /// - Parameter texts: the validation texts; `nil` if there are none.
    func classifier(_ model: NLModel, _ texts: LabeledTexts?) -> ClassifierReport {
        let texts = texts ?? LabeledTexts()
        let answers = zip(texts.texts, texts.labels).enumerated().map { row, example in
            answer(model, row, text: example.0, label: example.1)
        }
        let metrics = MLClassifierMetrics(answers.map { ($0.label, $0.answer) })
        return ClassifierReport(title: title, facts: facts, metrics: metrics, answers: answers, warnings: warnings, noun: "texts")
    }

    private func answer(_ model: NLModel, _ row: Int, text: String, label: String) -> ClassifierReport.Answer {
        let probabilities = model.predictedLabelHypotheses(for: text, maximumCount: .max)
        let best = probabilities.max { ($0.value, $1.key) < ($1.value, $0.key) }
        let start = text.prefix(Self.shownCharacters)
        return ClassifierReport.Answer(
            path: "text \(row)", label: label, answer: best?.key ?? "", confidence: best?.value ?? 0,
            ownConfidence: probabilities[label] ?? 0,
            drawing: "<p>\(HTML.escape(start.endIndex < text.endIndex ? start + "…" : String(start)))</p>")
    }
}
