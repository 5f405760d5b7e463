import CreateML

extension ClassifierReport.Answer {
    /// Draws the values of a window as curves; `nil` for a window without a label.
    package init?(_ answer: ActivityAnswer) {
        guard let label = answer.label else { return nil }
        self.init(
            path: "\(answer.recording), rows \(answer.rows.lowerBound + 1) to \(answer.rows.upperBound)", label: label,
            answer: answer.answer, confidence: answer.confidence, ownConfidence: answer.ownConfidence,
            drawing: SignalDrawing.svg(answer.values, label: label))
    }
}

/// Signals as curves, one above the other, all with the same scale.
private enum SignalDrawing {
    private static let pointCount = 100

    static func svg(_ signals: [[Float]], label: String) -> String {
        let all = signals.joined().filter(\.isFinite)
        let (low, high) = (Double(all.min() ?? 0), Double(all.max() ?? 0))
        let scale = high > low ? 92 / (high - low) : 0
        func text(_ value: Double) -> String { String((value * 10).rounded() / 10) }
        let curves = signals.enumerated().map { index, signal in
            let step = max(1, signal.count / pointCount)
            let points = stride(from: 0, to: signal.count, by: step).map { place in
                "\(text(4 + 92 * Double(place) / Double(max(signal.count - 1, 1)))),\(text(96 - scale * (Double(signal[place]) - low)))"
            }
            let shade = text(0.3 + 0.7 * Double(index + 1) / Double(signals.count))
            return "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"var(--ink)\" opacity=\"\(shade)\"/>"
        }
        return "<svg viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"\(HTML.escape(label))\">\(curves.joined())</svg>"
    }
}
