/// Curves over iterations, as drawings in a page.
extension HTML {
    /// Charts of the metrics that a training reported: one chart for losses, one for accuracies, and so on.
    package static func trainingCurves(_ curves: [TrainingCurve]) -> [String] {
        let drawn = curves.filter { $0.points.filter(\.value.isFinite).count > 1 }
        let groups = [
            ("Loss by iteration", drawn.filter { $0.name.hasSuffix("loss") }),
            ("Accuracy by iteration", drawn.filter { $0.name.hasSuffix("accuracy") }),
            ("By iteration", drawn.filter { !$0.name.hasSuffix("loss") && !$0.name.hasSuffix("accuracy") }),
        ]
        return groups.filter { !$0.1.isEmpty }.flatMap { ["<h2>\($0.0)</h2>", chart($0.1, label: $0.0)] }
    }

    private static let colors = ["var(--ink)", "var(--second)"]
    private static let chartSize = (width: 640.0, height: 220.0, left: 56.0, bottom: 28.0)

    /// A chart with a line through the points of each curve, from zero to the maximum value.
    private static func chart(_ curves: [TrainingCurve], label: String) -> String {
        let points = curves.flatMap(\.points).filter(\.value.isFinite)
        guard let largest = points.map(\.value).max(), largest > 0, let first = points.map(\.iteration).min(),
            let last = points.map(\.iteration).max(), last > first
        else { return "" }
        let size = chartSize
        func x(_ iteration: Int) -> Double { size.left + (size.width - size.left - 12) * Double(iteration - first) / Double(last - first) }
        func y(_ value: Double) -> Double { 10 + (size.height - size.bottom - 10) * (1 - value / largest) }
        var parts = ["<svg viewBox=\"0 0 640 220\" width=\"640\" role=\"img\" aria-label=\"\(escape(label))\">"]
        for step in 0...4 {
            let value = largest * Double(step) / 4
            let line = tenths(y(value))
            parts.append("<line x1=\"56\" x2=\"628\" y1=\"\(line)\" y2=\"\(line)\" stroke=\"currentColor\" opacity=\"0.15\"/>")
            parts.append(text(significant(value), x: "48", y: line, anchor: "end"))
        }
        parts.append(text(String(first), x: tenths(x(first)), y: "212", anchor: "start"))
        parts.append(text(String(last), x: tenths(x(last)), y: "212", anchor: "end"))
        for (curve, color) in zip(curves, colors) {
            let line = curve.points.filter(\.value.isFinite).map { "\(tenths(x($0.iteration))),\(tenths(y($0.value)))" }
            parts.append("<polyline points=\"\(line.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
        }
        let legend = zip(curves, colors).map { "<span><i style=\"background: \($1)\"></i>\(escape($0.name))</span>" }
        return parts.joined(separator: "\n") + "\n</svg>\n<p class=\"legend\">\(legend.joined(separator: " "))</p>"
    }

    private static func text(_ text: String, x: String, y: String, anchor: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" dominant-baseline=\"middle\" font-size=\"12\" fill=\"currentColor\">"
            + "\(text)</text>"
    }

    private static func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    private static func significant(_ value: Double) -> String {
        if value == 0 { return "0" }
        let digits = value >= 10 ? 1.0 : value >= 1 ? 100 : 1000
        return String((value * digits).rounded() / digits)
    }
}
