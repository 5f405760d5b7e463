import Vision

/// Converts pages to Markdown, HTML and plain text.
package enum PageText {
    /// The page in Markdown: its title, paragraphs, lists and tables in the order of reading.
    package static func markdown(_ page: DocumentObservation.Container) -> String {
        blocks(of: page).map { block in
            switch block {
            case .title(let text): "# " + escaped(text)
            case .paragraph(let text): escaped(text)
            case .list(let list): markdown(list, indent: "")
            case .table(let table): markdown(table)
            }
        }.joined(separator: "\n\n")
    }

    /// The page for a terminal: its title, paragraphs, lists and tables in the order of reading. The columns of a table are aligned.
    package static func plain(_ page: DocumentObservation.Container) -> String {
        blocks(of: page).map { block in
            switch block {
            case .title(let text), .paragraph(let text): text
            case .list(let list): plain(list, indent: "")
            case .table(let table): plain(table)
            }
        }.joined(separator: "\n\n")
    }

    /// Pages as one HTML document.
    package static func html(_ pages: [DocumentObservation.Container]) -> String {
        let bodies = pages.map { page in
            let blocks = blocks(of: page).map { block in
                switch block {
                case .title(let text): "<h1>\(HTML.escape(text))</h1>"
                case .paragraph(let text): "<p>\(HTML.escape(text).replacingOccurrences(of: "\n", with: "<br>\n"))</p>"
                case .list(let list): html(list)
                case .table(let table): html(table)
                }
            }
            return "<article>\n\(blocks.joined(separator: "\n"))\n</article>"
        }
        return "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n" + bodies.joined(separator: "\n")
    }

    private enum Block {
        case title(String)
        case paragraph(String)
        case list(DocumentObservation.Container.List)
        case table(DocumentObservation.Container.Table)
    }

    /// The parts of a page in the order in which their first lines are read.
    private static func blocks(of page: DocumentObservation.Container) -> [Block] {
        let order = Dictionary(page.text.lines.enumerated().map { ($1.uuid, $0) }, uniquingKeysWith: { first, _ in first })
        func place(_ lines: [RecognizedTextObservation]) -> Int { lines.compactMap { order[$0.uuid] }.min() ?? .max }
        // The lines of a list item differ from the page's lines, because they lack the marker. So a list begins at the page's first line whose middle
        // lies in the list.
        let middles = page.text.lines.map { line in
            let box = line.boundingBox.cgRect
            return CGPoint(x: box.midX, y: box.midY)
        }
        func place(in box: CGRect) -> Int { middles.firstIndex { box.contains($0) } ?? .max }
        var blocks: [(place: Int, block: Block)] = page.paragraphs.map { (place($0.lines), .paragraph($0.transcript)) }
        if let title = page.title { blocks.append((place(title.lines), .title(title.transcript))) }
        blocks += page.lists.map { list in (place(in: list.boundingRegion.boundingBox.cgRect), .list(list)) }
        blocks += page.tables.map { table in (place(table.rows.joined().flatMap(\.content.text.lines)), .table(table)) }
        return blocks.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element.block)
    }

    private static func plain(_ list: DocumentObservation.Container.List, indent: String) -> String {
        list.items.map { item in
            let inner = indent + String(repeating: " ", count: item.markerString.count + 1)
            let line = "\(indent)\(item.markerString) \(item.itemString.replacingOccurrences(of: "\n", with: "\n" + inner))"
            return ([line] + item.content.lists.map { plain($0, indent: inner) }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func plain(_ table: DocumentObservation.Container.Table) -> String {
        let rows: [[String]] = table.rows.map { row in row.map { oneLine($0) } }
        let columns = rows.map(\.count).max() ?? 0
        let widths: [Int] = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        let lines: [String] = rows.map { row in
            var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        return lines.joined(separator: "\n")
    }

    private static func markdown(_ list: DocumentObservation.Container.List, indent: String) -> String {
        list.items.map { item in
            let isNumber = item.markerString.first?.isNumber == true
            let marker = isNumber ? item.markerString : "-"
            let line = "\(indent)\(marker) \(escaped(item.itemString))"
            let inner = item.content.lists.map { markdown($0, indent: indent + String(repeating: " ", count: marker.count + 1)) }
            return ([line] + inner).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func markdown(_ table: DocumentObservation.Container.Table) -> String {
        let rows = table.rows.map { row in
            "| " + row.map { escaped(oneLine($0), "|") }.joined(separator: " | ") + " |"
        }
        guard let first = rows.first, let columns = table.rows.first?.count else { return "" }
        let rule = "|" + String(repeating: " --- |", count: columns)
        return ([first, rule] + rows.dropFirst()).joined(separator: "\n")
    }

    private static func html(_ list: DocumentObservation.Container.List) -> String {
        let items = list.items.map { item in
            "<li>\(HTML.escape(item.itemString))\(item.content.lists.map { "\n" + html($0) }.joined())</li>"
        }
        let name = list.items.first?.markerString.first?.isNumber == true ? "ol" : "ul"
        return "<\(name)>\n\(items.joined(separator: "\n"))\n</\(name)>"
    }

    private static func html(_ table: DocumentObservation.Container.Table) -> String {
        let rows = table.rows.map { row in "<tr>" + row.map { "<td>\(HTML.escape(oneLine($0)))</td>" }.joined() + "</tr>" }
        return "<table>\n\(rows.joined(separator: "\n"))\n</table>"
    }

    private static func oneLine(_ cell: DocumentObservation.Container.Table.Cell) -> String {
        cell.content.text.transcript.replacingOccurrences(of: "\n", with: " ")
    }

    /// The text with a backslash before each character that has a meaning in Markdown, and before each character of `others`.
    private static func escaped(_ text: String, _ others: String = "") -> String {
        let signs = Set(("\\`*_<>#[]" + others).unicodeScalars)
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if signs.contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
    }
}
