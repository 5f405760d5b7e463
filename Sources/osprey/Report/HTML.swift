/// Pieces of a page that needs nothing beside itself: styles and pictures are inside.
enum HTML {
    /// Text as it can stand in a page.
    static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }

    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escape(title))</title>
        <style>
        :root { color-scheme: light dark; --line: #8884; --soft: #8881; --ink: #2563eb; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; margin-bottom: 0.2rem; }
        h2 { font-size: 1.15rem; margin-top: 2.2rem; }
        p.lead { font-size: 1.2rem; margin-top: 0; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--line); }
        th:first-child, td:first-child { text-align: left; }
        table.matrix td { text-align: center; min-width: 2.2rem; }
        table.facts th { font-weight: normal; white-space: nowrap; opacity: 0.7; }
        table.facts td { text-align: left; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; }
        .cards { display: flex; flex-wrap: wrap; gap: 0.9rem; }
        figure { margin: 0; width: 10rem; }
        figure img { width: 10rem; height: 10rem; object-fit: cover; border-radius: 6px; background: var(--soft); }
        figcaption { font-size: 0.8rem; overflow-wrap: anywhere; }
        svg { max-width: 100%; }
        .note { color: #b45309; }
        </style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// Names and what they stand for.
    static func facts(_ facts: [(name: String, value: String)]) -> String {
        let rows = facts.map { "<tr><th>\(escape($0.name))</th><td>\(escape($0.value))</td></tr>" }.joined(separator: "\n")
        return "<div class=\"scroll\"><table class=\"facts\">\(rows)</table></div>"
    }

    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let head = header.map { "<th>\(escape($0))</th>" }.joined()
        let body = rows.map { row in "<tr>" + row.map { "<td>\(escape($0))</td>" }.joined() + "</tr>" }.joined(separator: "\n")
        return "<div class=\"scroll\"><table><tr>\(head)</tr>\n\(body)</table></div>"
    }

    static func percentage(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let tenths = (value * 1000).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths)) %" : "\(tenths) %"
    }

    /// A line through `values`, drawn over their place in the list; `last` is the number of the last one where not each has a number.
    static func curve(_ values: [Double], label: String, last: Int? = nil) -> String {
        let finite = values.filter(\.isFinite)
        guard finite.count > 1, let most = finite.max(), most > 0 else { return "" }
        let (width, height, left, bottom) = (640.0, 220.0, 56.0, 28.0)
        func x(_ index: Int) -> Double { left + (width - left - 12) * Double(index) / Double(values.count - 1) }
        func y(_ value: Double) -> Double { 10 + (height - bottom - 10) * (1 - value / most) }
        func number(_ value: Double) -> String { String(Double(Int((value * 10).rounded())) / 10) }
        let points = values.enumerated().filter { $0.element.isFinite }.map { "\(number(x($0.offset))),\(number(y($0.element)))" }
        var parts = [
            "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" width=\"\(Int(width))\" role=\"img\" aria-label=\"\(escape(label))\">"
        ]
        for step in 0...4 {
            let value = most * Double(step) / 4
            let line = number(y(value))
            parts.append(
                "<line x1=\"\(Int(left))\" x2=\"\(Int(width) - 12)\" y1=\"\(line)\" y2=\"\(line)\" stroke=\"currentColor\" opacity=\"0.15\"/>"
            )
            parts.append(
                "<text x=\"\(Int(left) - 8)\" y=\"\(line)\" text-anchor=\"end\" dominant-baseline=\"middle\" font-size=\"12\" fill=\"currentColor\">"
                    + "\(significant(value))</text>")
        }
        for (index, anchor) in [(0, "start"), (values.count - 1, "end")] {
            parts.append(
                "<text x=\"\(number(x(index)))\" y=\"\(Int(height) - 8)\" text-anchor=\"\(anchor)\" font-size=\"12\" fill=\"currentColor\">"
                    + "\(index == 0 ? 1 : last ?? index + 1)</text>")
        }
        parts.append("<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2\"/>")
        return parts.joined(separator: "\n") + "\n</svg>"
    }

    private static func significant(_ value: Double) -> String {
        if value == 0 { return "0" }
        let digits = value >= 10 ? 1.0 : value >= 1 ? 100 : 1000
        return String((value * digits).rounded() / digits)
    }
}
