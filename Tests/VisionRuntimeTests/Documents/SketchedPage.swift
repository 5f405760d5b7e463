import CoreGraphics
import Foundation

@testable import VisionRuntime

/// A page of lines whose letters are all half as wide as they are high, in pixels from the top left.
struct SketchedPage {
    var width: CGFloat = 1000
    var height: CGFloat = 1000
    /// How far the page is turned, in radians counterclockwise as it is seen.
    var turn: CGFloat = 0
    var language = "en-US"
    private(set) var lines: [RecognizedTextFinding] = []
    private(set) var rules: [Rule] = []

    /// - Parameters:
    ///   - x: where the line begins, or with `isMirrored` where it ends.
    ///   - y: of its top.
    ///   - gaps: how many letters further to the right the words at these places begin.
    mutating func add(_ text: String, x: CGFloat, y: CGFloat, size: CGFloat = 20, isMirrored: Bool = false, gaps: [Int: CGFloat] = [:]) {
        var left: CGFloat = 0
        var word = 0
        var boxes: [CGRect] = []
        for scalar in text.unicodeScalars {
            boxes.append(CGRect(x: left, y: 0, width: size / 2, height: size))
            left += size / 2
            if scalar == " " {
                word += 1
                left += (gaps[word] ?? 0) * size / 2
            }
        }
        let parts = boxes.map { box in
            CGRect(x: (isMirrored ? left - box.maxX : box.minX) / left, y: 0, width: box.width / left, height: 1)
        }
        let begin = isMirrored ? x - left : x
        let corners = [(begin, y), (begin + left, y), (begin + left, y + size), (begin, y + size)].map { normalized($0.0, $0.1) }
        let candidate = TextCandidate(string: text, confidence: 0.9, line: corners, boxes: parts)
        lines.append(
            RecognizedTextFinding(
                candidates: [candidate], quadrilateral: QuadrilateralFinding(corners: corners, confidence: 0.9), languages: [language],
                aspectRatio: Float(width / height)))
    }

    /// A paragraph in lines of so many letters at most.
    ///
    /// - Returns: where the next line would begin.
    @discardableResult
    mutating func addParagraph(
        _ text: String, x: CGFloat, y: CGFloat, letters: Int, size: CGFloat = 20, indentation: CGFloat = 0, pitch: CGFloat = 26
    ) -> CGFloat {
        var y = y
        var line = ""
        var left = x + indentation
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > letters - Int((left - x) / (size / 2)) {
                add(line, x: left, y: y, size: size)
                (line, left) = ("", x)
                y += pitch
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        add(line, x: left, y: y, size: size)
        return y + pitch
    }

    mutating func addRule(from start: (x: CGFloat, y: CGFloat), to end: (x: CGFloat, y: CGFloat)) {
        rules.append(Rule(start: normalized(start.x, start.y), end: normalized(end.x, end.y)))
    }

    /// Rules around each cell of a table, whose rows and columns begin and end at these places.
    mutating func addRules(rows: [CGFloat], columns: [CGFloat]) {
        for y in rows { addRule(from: (columns[0], y), to: (columns[columns.count - 1], y)) }
        for x in columns { addRule(from: (x, rows[0]), to: (x, rows[rows.count - 1])) }
    }

    private func normalized(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        let (dx, dy) = (x - width / 2, y - height / 2)
        let (sine, cosine) = (sin(turn), cos(turn))
        return CGPoint(x: (width / 2 + dx * cosine + dy * sine) / width, y: 1 - (height / 2 - dx * sine + dy * cosine) / height)
    }

    /// The arrangement that is found on it.
    var sorted: Arrangement? {
        PageLayout(lines.reversed(), rules: rules, barcodes: [], aspectRatio: Float(width / height)).finding.map(Arrangement.init)
    }

    /// A page's strings.
    struct Arrangement {
        let finding: PageFinding

        private func strings(_ text: PageText?) -> [String] {
            (text?.lines ?? []).map { finding.lines[$0].finding.candidates[0].string }
        }

        var title: [String] { strings(finding.content.title) }
        var text: [String] { strings(finding.content.text) }
        var paragraphs: [String] { finding.content.paragraphs.map { strings($0).joined(separator: " ") } }
        var alignments: [TextAlignment?] { finding.content.paragraphs.map(\.alignment) }
        var lists: [[String]] { finding.content.lists.map(items) }
        var tables: [PageTable] { finding.content.tables }

        /// Markers and texts; those of lists within are indented.
        func items(_ list: PageList) -> [String] {
            list.items.flatMap { item in
                let inner = item.content.lists.flatMap(items).map { "  " + $0 }
                return [item.marker.string + "|" + strings(item.content.paragraphs.first).joined(separator: " ")] + inner
            }
        }

        /// A table's texts, row by row; a cell's ranges follow it where it has several rows or columns.
        func cells(_ table: PageTable) -> [String] {
            table.cells.map { cell in
                let isOne = cell.rows.count == 1 && cell.columns.count == 1
                return strings(cell.content.text).joined(separator: " ") + (isOne ? "" : " \(cell.rows) \(cell.columns)")
            }
        }
    }
}
