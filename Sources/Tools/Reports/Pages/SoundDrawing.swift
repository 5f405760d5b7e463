import CreateML
import Foundation
import SoundAnalysis

extension ClassifierReport.Answer {
    package init(sound answer: LabeledAnswer) {
        self.init(
            sound: answer.url, label: answer.label, answer: answer.answer, confidence: answer.confidence,
            ownConfidence: answer.ownConfidence)
    }

    /// A file of sound. If its label was mistaken, its loudness is drawn.
    package init(sound url: URL, label: String, answer: String, confidence: Double, ownConfidence: Double) {
        self.init(
            path: url.path, label: label, answer: answer, confidence: confidence, ownConfidence: ownConfidence,
            drawing: label == answer ? "" : SoundDrawing.svg(url, label: label))
    }
}

/// The loudness of a file of sound over time.
private enum SoundDrawing {
    private static let pointCount = 100
    /// The number of samples whose loudest one is a point of the curve, before points are joined.
    private static let sampleCount = 800

    static func svg(_ url: URL, label: String) -> String {
        var peaks: [Float] = []
        // A file that cannot be read any more has no curve.
        try? SoundFile.windows(of: url, rate: 16_000, sampleCount: sampleCount, overlap: 0) { window in
            peaks.append(window.reduce(0) { max($0, abs($1)) })
        }
        let step = max(1, (peaks.count + pointCount - 1) / pointCount)
        let points = stride(from: 0, to: peaks.count, by: step).map { peaks[$0..<min($0 + step, peaks.count)].max() ?? 0 }
        let highest = Double(max(points.max() ?? 0, 1e-6))
        func text(_ value: Double) -> String { String((value * 10).rounded() / 10) }
        let bars = points.enumerated().map { index, peak in
            let (x, height) = (4 + 92 * (Double(index) + 0.5) / Double(points.count), 46 * Double(peak) / highest)
            return "M\(text(x)),\(text(50 - height))V\(text(50 + height))"
        }
        let path = "<path d=\"\(bars.joined())\" stroke=\"var(--ink)\"/>"
        return "<svg viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"\(HTML.escape(label))\">\(path)</svg>"
    }
}
