import CreateML

/// A page about an object detector: its metrics, and pictures with the true boxes and the detections.
package struct DetectorReport: Report {
    package var title: String
    /// Facts such as the path of the data and the time of the training.
    package var facts: [(name: String, value: String)]
    package var metrics: MLObjectDetectorMetrics
    package var answers: [DetectorAnswer]
    package var losses: [Double] = []
    package var warnings: [String] = []

    package init(
        title: String, facts: [(name: String, value: String)], metrics: MLObjectDetectorMetrics, answers: [DetectorAnswer],
        losses: [Double] = [], warnings: [String] = []
    ) {
        self.title = title
        self.facts = facts
        self.metrics = metrics
        self.answers = answers
        self.losses = losses
        self.warnings = warnings
    }

    private static let shownPictures = 12
    private static let curvePoints = 200

    package var body: String {
        var parts = ["<h1>\(HTML.escape(title))</h1>"]
        if metrics.isValid {
            let (varied, half) = metrics.meanAveragePrecision
            parts.append(
                "<p class=\"lead\">Average precision \(HTML.percentage(half)) at IoU 0.5, \(HTML.percentage(varied)) at 0.5…0.95, "
                    + "on \(answers.count) pictures</p>")
        } else {
            parts.append("<p class=\"lead\">No pictures were set aside to measure on.</p>")
        }
        parts.append(HTML.facts(facts))
        parts += HTML.warnings(warnings)
        parts += HTML.trainingCurves([TrainingCurve(name: "loss", points: Self.means(losses))])
        let matches = answers.map { DetectionMatches($0) }
        if metrics.isValid {
            parts += ["<h2>Labels</h2>", labelTable]
            parts += confusion(MLClassifierMetrics(detections: matches))
        }
        return (parts + pictures(matches)).joined(separator: "\n")
    }

    /// Averages the losses, because those of single iterations are noisy. Each point is the mean of several iterations.
    private static func means(_ losses: [Double]) -> [(iteration: Int, value: Double)] {
        let share = max(1, losses.count / curvePoints)
        return stride(from: 0, to: losses.count, by: share).map { start in
            let part = losses[start..<min(start + share, losses.count)]
            return (start + part.count, part.reduce(0, +) / Double(part.count))
        }
    }

    // MARK: Figures

    private var labelTable: String {
        var counts: [String: (objects: Int, pictures: Int)] = [:]
        for answer in answers {
            for object in answer.image.objects { counts[object.label, default: (0, 0)].objects += 1 }
            for label in Set(answer.image.objects.map(\.label)) { counts[label, default: (0, 0)].pictures += 1 }
        }
        let precision = metrics.averagePrecision
        return HTML.table(
            ["label", "pictures", "objects", "AP at 0.5", "AP at 0.5…0.95"],
            precision.IoU50.keys.sorted().map { label in
                [
                    label, String(counts[label]?.pictures ?? 0), String(counts[label]?.objects ?? 0),
                    HTML.percentage(precision.IoU50[label] ?? .nan), HTML.percentage(precision.variedIoU[label] ?? .nan),
                ]
            })
    }

    /// The precision and the recall of each label, and the confusion matrix. Only detections with at least the default confidence count. In
    /// `confusion`, the last label stands for no object.
    private func confusion(_ confusion: MLClassifierMetrics) -> [String] {
        let counts = confusion.confusionCounts
        let rows = confusion.labels.dropLast().enumerated().map { index, label -> [String] in
            let (right, given) = (counts[index][index], counts.reduce(0) { $0 + $1[index] })
            let missed = counts[index].reduce(0, +) - right
            return [
                label, String(right), String(given - right), String(missed), HTML.percentage(confusion.precision(of: label)),
                HTML.percentage(confusion.recall(of: label)),
            ]
        }
        let confidence = HTML.percentage(DetectionMatches.confidence)
        return [
            "<h2>Precision and recall</h2>",
            "<p>Of detections with a confidence of \(confidence) or more; one is right that overlaps an object of its label with an IoU of "
                + "\(DetectionMatches.overlap) or more.</p>",
            HTML.table(["label", "right", "wrong", "missed", "precision", "recall"], rows), "<h2>What is taken for what</h2>",
            "<p>An object that was not found is taken for nothing; a detection where no object is, or one that another has, takes nothing "
                + "for something.</p>",
            ConfusionMatrix(metrics: confusion).html,
        ]
    }

    // MARK: Pictures

    private func pictures(_ matches: [DetectionMatches]) -> [String] {
        guard !matches.isEmpty else { return [] }
        let right = matches.filter(\.isFaultless)
        let wrong = matches.filter { !$0.isFaultless }
            .map { (match: $0, count: $0.mistakes.count + $0.missed.count) }
            .sorted { ($1.count, $0.match.image.url.path) < ($0.count, $1.match.image.url.path) }
        var parts = [
            "<p>In the pictures <span style=\"border-bottom: 2px dashed \(BoxDrawing.truthColor)\">dashed lines</span> are the true boxes, "
                + "<span style=\"border-bottom: 2px solid \(BoxDrawing.foundColor)\">solid ones</span> what was found with a confidence of "
                + "\(HTML.percentage(DetectionMatches.confidence)) or more.</p>"
        ]
        if !wrong.isEmpty { parts += ["<h2>The worst pictures</h2>", "<p>Most is missed or made up.</p>", cards(wrong.map(\.match))] }
        parts += confidentMistakes(matches)
        if !right.isEmpty { parts += ["<h2>Where all is found</h2>", cards(right)] }
        return parts
    }

    /// The false detections with the highest confidences, each drawn with the true boxes of its picture.
    private func confidentMistakes(_ matches: [DetectionMatches]) -> [String] {
        let mistakes = matches.flatMap { match in match.mistakes.map { (image: match.image, mistake: $0) } }
            .sorted { ($1.mistake.detection.confidence, $0.image.url.path) < ($0.mistake.detection.confidence, $1.image.url.path) }
        guard !mistakes.isEmpty else { return [] }
        let cards = mistakes.prefix(Self.shownPictures).map { image, mistake in
            let said = HTML.confidence(of: mistake.detection.label, mistake.detection.confidence)
            let truth = HTML.escape(mistake.object?.label ?? "nothing")
            return (picture: BoxDrawing.svg(image, [mistake.detection]), caption: "\(said)<br>is: \(truth)", path: image.url.path)
        }
        return [
            "<h2>The most confident mistakes</h2>", "<p>The detections that are wrong, the surest first.</p>",
            HTML.cards(cards, width: BoxDrawing.letters),
        ]
    }

    private func cards(_ matches: [DetectionMatches]) -> String {
        let cards = matches.prefix(Self.shownPictures).map { match in
            let counts = "\(match.found.count) right, \(match.mistakes.count) wrong, \(match.missed.count) missed"
            return (picture: BoxDrawing.svg(match.image, match.detections), caption: counts, path: match.image.url.path)
        }
        return HTML.cards(cards, width: BoxDrawing.letters)
    }
}
