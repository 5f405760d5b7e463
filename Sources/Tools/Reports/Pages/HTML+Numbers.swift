import CreateML
import Foundation

/// Charts of numbers in a page.
extension HTML {
    private static let shownColumns = 30

    /// A bar chart of the importance of columns.
    package static func importance(_ importance: [TableModel.Importance], unit: String) -> [String] {
        guard !importance.isEmpty else { return [] }
        let largest = max(importance.map(\.loss).filter(\.isFinite).max() ?? 0, .leastNormalMagnitude)
        let rows = importance.prefix(shownColumns).map { item in
            let width = Int((max(0, item.loss.isFinite ? item.loss : 0) / largest * 240).rounded())
            return "<tr><td>\(escape(item.column))</td><td>\(number(item.loss))</td>"
                + "<td style=\"text-align: left\"><svg width=\"240\" height=\"10\" role=\"presentation\">"
                + "<rect width=\"\(width)\" height=\"10\" fill=\"var(--ink)\"/></svg></td></tr>"
        }
        let rest = importance.count - rows.count
        return [
            "<h2>Importance of columns</h2>", "<p>What is \(escape(unit)) when a column's values are exchanged among the rows.</p>",
            "<div class=\"scroll\" tabindex=\"0\"><table><tr><th>column</th><th>loss</th><th></th></tr>\(rows.joined(separator: "\n"))</table></div>",
        ] + (rest > 0 ? ["<p>And \(rest) more columns.</p>"] : [])
    }

    /// A number with four significant digits.
    package static func number(_ value: Double) -> String { value.isFinite ? String(format: "%.4g", value) : "–" }

    private static let side = (width: 420.0, height: 300.0, left: 64.0, bottom: 36.0)

    /// A scatter plot, with the line on which both numbers are equal.
    package static func scatter(_ points: [(x: Double, y: Double)], x: String, y: String) -> String {
        let all = points.flatMap { [$0.x, $0.y] }
        guard let low = all.min(), let high = all.max() else { return "" }
        // Both numbers are halved first, because the difference of very large numbers would be infinite.
        let span = max(high / 2 - low / 2, .leastNormalMagnitude)
        func part(_ value: Double) -> Double { low == high ? 0.5 : (value / 2 - low / 2) / span }
        func across(_ value: Double) -> String { tenth(side.left + (side.width - side.left - 10) * part(value)) }
        func up(_ value: Double) -> String { tenth(side.height - side.bottom - (side.height - side.bottom - 10) * part(value)) }
        var parts = [frame("\(x) and \(y)")]
        parts.append(
            "<line x1=\"\(across(low))\" y1=\"\(up(low))\" x2=\"\(across(high))\" y2=\"\(up(high))\" stroke=\"currentColor\" opacity=\"0.4\"/>"
        )
        parts += points.map {
            "<circle cx=\"\(across($0.x))\" cy=\"\(up($0.y))\" r=\"2\" fill=\"var(--ink)\" opacity=\"0.5\"/>"
        }
        parts += [
            note(number(low), side.left, side.height - 18, "start"), note("\(x) \(number(high))", side.width - 10, side.height - 18, "end"),
            note(number(low), side.left - 6, side.height - side.bottom, "end"), note(number(high), side.left - 6, 16, "end"),
            note(y, side.left - 6, side.height / 2, "end"),
        ]
        return parts.joined(separator: "\n") + "\n</svg>"
    }

    /// A histogram: the counts of numbers in bins of equal width.
    package static func histogram(_ values: [Double], label: String) -> String {
        guard let histogram = Histogram(values, bins: 24) else { return "" }
        let (low, high, counts) = (histogram.low, histogram.high, histogram.counts)
        let largest = Double(max(counts.max() ?? 1, 1))
        let width = (side.width - side.left - 10) / Double(counts.count)
        var parts = [frame(label)]
        for (index, count) in counts.enumerated() where count > 0 {
            let height = (side.height - side.bottom - 10) * Double(count) / largest
            parts.append(
                "<rect x=\"\(tenth(side.left + Double(index) * width))\" y=\"\(tenth(side.height - side.bottom - height))\" "
                    + "width=\"\(tenth(width - 1))\" height=\"\(tenth(height))\" fill=\"var(--ink)\"><title>\(count)</title></rect>")
        }
        parts += [
            note(number(low), side.left, side.height - 18, "start"), note(number(high), side.width - 10, side.height - 18, "end"),
            note("0", side.left - 6, side.height - side.bottom, "end"), note(String(Int(largest)), side.left - 6, 16, "end"),
        ]
        return parts.joined(separator: "\n") + "\n</svg>"
    }

    private static func frame(_ label: String) -> String {
        "<svg viewBox=\"0 0 420 300\" width=\"420\" role=\"img\" aria-label=\"\(escape(label))\">"
            + "<line x1=\"64\" x2=\"410\" y1=\"264\" y2=\"264\" stroke=\"currentColor\" opacity=\"0.3\"/>"
    }

    private static func note(_ text: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
        "<text x=\"\(tenth(x))\" y=\"\(tenth(y))\" text-anchor=\"\(anchor)\" font-size=\"12\" fill=\"currentColor\">\(escape(text))</text>"
    }

    private static func tenth(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
