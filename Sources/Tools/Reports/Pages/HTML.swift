/// Parts of a self-contained page. Styles and pictures are embedded.
package enum HTML {
    /// The text with HTML's special characters escaped.
    package static func escape(_ text: String) -> String {
        var result = ""
        // A `Character` may consist of several scalars, such as `<` and a combining mark after it. So scalars are escaped.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    package static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escape(title))</title>
        <style>
        :root { color-scheme: light dark; --line: #8884; --soft: #8881; --ink: #2563eb; --second: #d97706; --note: #9a4b00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #6ea0ff; --note: #f0a24e; } }
        html { background: Canvas; color: CanvasText; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; margin-bottom: 0.2rem; }
        h2 { font-size: 1.15rem; margin-top: 2.2rem; }
        p.lead { font-size: 1.2rem; margin-top: 0; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--line); }
        th:first-child, td:first-child { text-align: left; }
        table.matrix td { text-align: center; min-width: 1.7rem; padding: 0.2rem 0.25rem; border: 1px solid var(--line); }
        table.matrix th { padding: 0.2rem 0.5rem 0.2rem 0; white-space: nowrap; font-weight: normal; }
        table.matrix tr:first-child th { vertical-align: bottom; padding: 0 0.25rem 0.3rem; }
        table.matrix tr:first-child th:first-child { font-size: 0.8rem; opacity: 0.7; }
        table.matrix span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 12rem; overflow: hidden; }
        table:not(.facts) td:not(:first-child) { white-space: nowrap; }
        table.facts th { font-weight: normal; white-space: nowrap; opacity: 0.7; }
        table.facts td { text-align: left; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; }
        .cards { display: flex; flex-wrap: wrap; gap: 0.9rem; }
        figure { margin: 0; }
        figure img { width: 10rem; height: 10rem; object-fit: cover; border-radius: 6px; background: var(--soft); }
        figcaption { font-size: 0.8rem; overflow-wrap: anywhere; }
        svg { max-width: 100%; }
        .legend { font-size: 0.85rem; margin: 0.2rem 0 0 3.5rem; }
        .legend span { margin-right: 1.2rem; }
        .legend i { display: inline-block; width: 1.4rem; height: 3px; margin-right: 0.4rem; vertical-align: middle; }
        .note { color: var(--note); }
        @media (max-width: 34rem) {
          body { margin: 1rem auto; padding: 0 0.8rem; }
          table.facts th, table.facts td { display: block; white-space: normal; }
          table.facts th { border: 0; padding-bottom: 0; }
          table:not(.facts) { font-size: 0.85rem; }
          table:not(.facts):not(.matrix) :is(th, td) { padding: 0.25rem 0.15rem; }
        }
        </style>
        </head>
        <body>
        <main>
        \(body)
        </main>
        </body>
        </html>

        """
    }

    /// A table of names and values.
    package static func facts(_ facts: [(name: String, value: String)]) -> String {
        let rows = facts.map { "<tr><th>\(escape($0.name))</th><td>\(escape(ShownPath.relative($0.value)))</td></tr>" }.joined(
            separator: "\n")
        return "<div class=\"scroll\"><table class=\"facts\">\(rows)</table></div>"
    }

    package static func table(_ header: [String], _ rows: [[String]]) -> String {
        let head = header.map { "<th>\(escape($0))</th>" }.joined()
        let body = rows.map { row in "<tr>" + row.map { "<td>\(escape($0))</td>" }.joined() + "</tr>" }.joined(separator: "\n")
        return "<div class=\"scroll\" tabindex=\"0\"><table><tr>\(head)</tr>\n\(body)</table></div>"
    }

    /// The list of warnings about the data.
    package static func warnings(_ warnings: [String]) -> [String] {
        guard !warnings.isEmpty else { return [] }
        return [
            "<h2>Doubts about the data</h2>",
            "<ul class=\"note\">" + warnings.map { "<li>\(escape(ShownPath.relative($0)))</li>" }.joined() + "</ul>",
        ]
    }

    /// A small copy of a photo.
    package static func photo(_ path: String) -> String { "<img alt=\"\" src=\"\(Thumbnail.dataURL(of: path))\">" }

    /// Pictures with their captions, both as HTML, and the paths of the pictures.
    ///
    /// - Parameter width: the width of a picture, in rem.
    package static func cards(_ cards: [(picture: String, caption: String, path: String)], width: Int = 10) -> String {
        let figures = cards.map { picture, caption, path in
            """
            <figure style="width:\(width)rem">\(picture)
            <figcaption>\(caption.isEmpty ? "" : caption + "<br>")<small>\(escape(ShownPath.relative(path)))</small></figcaption></figure>
            """
        }
        return "<div class=\"cards\">\(figures.joined(separator: "\n"))</div>"
    }

    /// A label and its probability.
    package static func confidence(of label: String, _ confidence: Double) -> String { "<b>\(escape(label))</b> \(percentage(confidence))" }

    package static func percentage(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let tenths = (value * 1000).rounded() / 10
        return Int(exactly: tenths).map { "\($0) %" } ?? "\(tenths) %"
    }

    /// A percentage without a fraction.
    package static func wholePercentage(_ value: Double) -> String {
        Int(exactly: (value * 100).rounded()).map { "\($0) %" } ?? percentage(value)
    }
}
