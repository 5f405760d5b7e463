import CreateML
import Foundation

/// A page about an object detector: its figures, and pictures with what it should find and what it found.
struct DetectorReport {
    var title: String
    /// Lines of facts: where the data is, how long it took.
    var facts: [(name: String, value: String)]
    var metrics: MLObjectDetectorMetrics
    var answers: [DetectorAnswer]
    var losses: [Double] = []
    var warnings: [String] = []

    private static let shownPictures = 12
    /// Less confident detections are not drawn; a detector's default.
    private static let shownConfidence = 0.25
    private static let curvePoints = 200

    func write(to url: URL) throws {
        try AtomicFile.write(Data(HTML.page(title: title, body: body).utf8), to: url)
    }

    private var body: String {
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
        if metrics.isValid { parts += ["<h2>Labels</h2>", labelTable] }
        return (parts + pictures).joined(separator: "\n")
    }

    /// The losses of single iterations are too noisy to look at: each point is the mean of several.
    private static func means(_ losses: [Double]) -> [(iteration: Int, value: Double)] {
        let share = max(1, losses.count / curvePoints)
        return stride(from: 0, to: losses.count, by: share).map { start in
            let part = losses[start..<min(start + share, losses.count)]
            return (start + part.count, part.reduce(0, +) / Double(part.count))
        }
    }

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

    // MARK: Pictures

    private var pictures: [String] {
        guard !answers.isEmpty else { return [] }
        let judged = answers.map { (answer: $0, mistakes: Self.mistakes($0)) }
        let wrong = judged.filter { $0.mistakes > 0 }
            .sorted { (-$0.mistakes, $0.answer.image.url.path) < (-$1.mistakes, $1.answer.image.url.path) }
        let right = judged.filter { $0.mistakes == 0 }
        var parts = [
            "<p>In the pictures <span style=\"color:\(Self.truthColor)\">dashed lines</span> are the true boxes, "
                + "<span style=\"color:\(Self.foundColor)\">solid ones</span> what was found with a confidence of "
                + "\(HTML.percentage(Self.shownConfidence)) or more.</p>"
        ]
        if !wrong.isEmpty {
            parts.append("<h2>Where most is missed or made up</h2>")
            parts.append(cards(wrong.map(\.answer)))
        }
        if !right.isEmpty {
            parts.append("<h2>Where all is found</h2>")
            parts.append(cards(right.map(\.answer)))
        }
        return parts
    }

    /// The objects of a picture that were missed, and the detections that are none of its objects.
    private static func mistakes(_ answer: DetectorAnswer) -> Int {
        var missed = answer.image.objects
        var mistakes = 0
        for detection in answer.detections where detection.confidence >= shownConfidence {
            let match = missed.firstIndex { $0.label == detection.label && AveragePrecision.overlap($0.box, detection.box) >= 0.5 }
            if let match { missed.remove(at: match) } else { mistakes += 1 }
        }
        return mistakes + missed.count
    }

    private static let truthColor = "#16a34a"
    private static let foundColor = "#ea580c"

    private func cards(_ answers: [DetectorAnswer]) -> String {
        let figures = answers.prefix(Self.shownPictures).map { answer in
            """
            <figure style="width:17rem">\(Self.drawing(answer))
            <figcaption>\(HTML.escape(answer.image.url.lastPathComponent))</figcaption></figure>
            """
        }
        return "<div class=\"cards\">\(figures.joined(separator: "\n"))</div>"
    }

    /// A small copy of a picture with its boxes.
    private static func drawing(_ answer: DetectorAnswer) -> String {
        let width = 272.0
        let height = (width * Double(answer.image.height) / Double(max(answer.image.width, 1))).rounded()
        func number(_ value: Double) -> String { String((value * 10).rounded() / 10) }
        func rectangle(_ box: CGRect, _ style: String) -> String {
            "<rect x=\"\(number(box.minX * width))\" y=\"\(number(box.minY * height))\" width=\"\(number(box.width * width))\" "
                + "height=\"\(number(box.height * height))\" fill=\"none\" \(style)/>"
        }
        var parts = [
            "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" width=\"\(Int(width))\" height=\"\(Int(height))\" role=\"img\" "
                + "aria-label=\"\(HTML.escape(answer.image.url.lastPathComponent))\">",
            "<image width=\"\(Int(width))\" height=\"\(Int(height))\" preserveAspectRatio=\"none\" "
                + "href=\"\(Thumbnail.dataURL(of: answer.image.url.path))\"/>",
        ]
        parts += answer.image.objects.map { rectangle($0.box, "stroke=\"\(truthColor)\" stroke-width=\"2\" stroke-dasharray=\"6 4\"") }
        for detection in answer.detections.reversed() where detection.confidence >= shownConfidence {
            parts.append(rectangle(detection.box, "stroke=\"\(foundColor)\" stroke-width=\"2\""))
            let text = "\(detection.label) \(Int((detection.confidence * 100).rounded())) %"
            let labelWidth = Double(text.count) * 6 + 6
            let x = min(max(detection.box.minX * width, 0), max(width - labelWidth, 0))
            let y = max(detection.box.minY * height - 14, 0)
            parts.append(
                "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(labelWidth))\" height=\"14\" fill=\"\(foundColor)\"/>"
                    + "<text x=\"\(number(x + 3))\" y=\"\(number(y + 10.5))\" font-size=\"10\" fill=\"white\">\(HTML.escape(text))</text>")
        }
        return parts.joined() + "</svg>"
    }
}
