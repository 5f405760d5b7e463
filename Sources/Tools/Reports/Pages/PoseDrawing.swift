import CreateML

extension ClassifierReport.Answer {
    /// Draws the poses of a window. Poses become darker with time.
    package init(_ answer: PoseAnswer) {
        self.init(
            path: "\(answer.name), frames \(answer.frames.lowerBound) to \(answer.frames.upperBound - 1)", label: answer.label,
            answer: answer.answer, confidence: answer.confidence, ownConfidence: answer.ownConfidence,
            drawing: PoseDrawing.svg(answer.figures(5), label: answer.label))
    }
}

/// Poses as line drawings.
private enum PoseDrawing {
    static func svg(_ figures: [[(from: SIMD2<Double>, to: SIMD2<Double>)]], label: String) -> String {
        let points = figures.joined().flatMap { [$0.from, $0.to] }
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else {
            return "<svg viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"\(HTML.escape(label))\"></svg>"
        }
        let scale = 92 / max(right - left, top - bottom, 1e-6)
        func text(_ value: Double) -> String { String((value * 10).rounded() / 10) }
        func x(_ value: Double) -> String { text(50 + scale * (value - (left + right) / 2)) }
        func y(_ value: Double) -> String { text(50 - scale * (value - (bottom + top) / 2)) }
        let paths = figures.enumerated().map { index, figure in
            let lines = figure.map { "M\(x($0.from.x)) \(y($0.from.y))L\(x($0.to.x)) \(y($0.to.y))" }.joined()
            let shade = text(0.15 + 0.85 * Double(index + 1) / Double(figures.count))
            return "<path d=\"\(lines)\" stroke=\"var(--ink)\" stroke-width=\"1.6\" stroke-linecap=\"round\" opacity=\"\(shade)\"/>"
        }
        return "<svg viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"\(HTML.escape(label))\">\(paths.joined())</svg>"
    }
}
