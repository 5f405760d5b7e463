import CoreGraphics

/// Builds the content of a page from its blocks, in the order of reading.
struct PageBuilder {
    private(set) var lines: [PageLine]
    private(set) var content = PageContent()
    private let page: LevelCoordinates
    private let paragraphs: ParagraphFinder
    /// The middles of the page's codes.
    private let codes: [CGPoint]

    init(_ lines: [LayoutLine], in page: LevelCoordinates, _ paragraphs: ParagraphFinder, _ barcodes: [BarcodeFinding]) {
        self.lines = lines.map { PageLine(finding: $0.finding) }
        self.page = page
        self.paragraphs = paragraphs
        codes = barcodes.map { page.box($0.corners).middle }
        content.barcodes = Array(barcodes.indices)
    }

    mutating func addTitle(_ lines: [LayoutLine]) {
        for line in lines { self.lines[line.id].isTitle = true }
        let text = text(lines)
        content.title = text
        content.text.lines += text.lines
    }

    mutating func addParagraph(_ lines: [LayoutLine]) {
        let text = text(lines)
        let isFirst = content.text.lines.isEmpty || content.paragraphs.isEmpty && content.text.alignment == nil
        content.text.alignment = isFirst || content.text.alignment == text.alignment ? text.alignment : nil
        content.paragraphs.append(text)
        content.text.lines += text.lines
    }

    mutating func addList(_ items: [LayoutItem]) {
        content.lists.append(list(items))
        content.text.lines += items.flatMap(\.allLines).map(\.id)
    }

    mutating func addTable(_ table: LayoutTable) {
        let (columns, rows) = (table.columnEdges, table.rowEdges)
        let cells = table.places.map { cell in
            let (left, right) = (columns[cell.columns.lowerBound], columns[cell.columns.upperBound + 1])
            let (top, bottom) = (rows[cell.rows.lowerBound], rows[cell.rows.upperBound + 1])
            let box = CGRect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
            let (first, last) = (table.columnExtents[cell.columns.lowerBound], table.columnExtents[cell.columns.upperBound])
            let extents = first.lowerBound...last.upperBound
            return PageCell(content: content(of: cell.lines, in: box, extents), rows: cell.rows, columns: cell.columns)
        }
        content.tables.append(
            PageTable(
                rowCount: table.rowCount, columnCount: table.columnCount, cells: cells, outline: page.corners(of: table.box)))
        content.text.lines += cells.flatMap(\.content.text.lines)
    }

    private mutating func text(_ lines: [LayoutLine], in column: ClosedRange<CGFloat>? = nil) -> PageText {
        let alignment = paragraphs.alignment(lines, in: column)
        for (line, wraps) in zip(lines, ParagraphFinder.wraps(lines, alignment)) { self.lines[line.id].wraps = wraps }
        return PageText(lines: lines.map(\.id), alignment: alignment)
    }

    private mutating func content(of lines: [LayoutLine], in box: CGRect, _ column: ClosedRange<CGFloat>) -> PageContent {
        var content = PageContent(outline: page.corners(of: box))
        content.barcodes = codes.indices.filter { box.contains(codes[$0]) }
        guard !lines.isEmpty else { return content }
        content.text = text(lines, in: column)
        // A vertical stroke at either end of a line is the border of a cell.
        for (place, line) in lines.enumerated() {
            let words = line.words.map { line.text[$0.range] != "|" }
            guard let first = words.firstIndex(of: true), let last = words.lastIndex(of: true) else { continue }
            content.text.lines[place] = part(of: line, words: first...last)
        }
        content.paragraphs = [content.text]
        return content
    }

    private mutating func list(_ items: [LayoutItem]) -> PageList {
        PageList(
            items: items.map { item in
                var own = text(item.lines)
                let last = item.lines[0].words.count - 1
                own.lines[0] = part(of: item.lines[0], words: min(1, last)...last)
                var content = PageContent(outline: page.corners(of: item.allLines.bounds))
                content.paragraphs = [own]
                content.lists = item.lists.map { list($0) }
                content.text = own
                content.text.lines += content.lists.flatMap { $0.items.flatMap(\.content.text.lines) }
                return PageListItem(marker: item.marker, content: content)
            })
    }

    /// Adds a part of a line to the page's lines if the part is not the whole line. Returns the index of the part or the whole line.
    private mutating func part(of line: LayoutLine, words: ClosedRange<Int>) -> Int {
        let range = line.words[words.lowerBound].range.lowerBound..<line.words[words.upperBound].range.upperBound
        guard words.count < line.words.count, let part = line.finding.part(range) else { return line.id }
        lines.append(PageLine(finding: part, wraps: lines[line.id].wraps))
        return lines.count - 1
    }
}

extension LayoutTable {
    /// All cells, row by row. Positions without text have empty cells.
    fileprivate var places: [Cell] {
        let covered = cells.flatMap { cell in cell.rows.flatMap { row in cell.columns.map { row * columnCount + $0 } } }
        let empty = Set(0..<rowCount * columnCount).subtracting(covered).map { place in
            let (row, column) = (place / columnCount, place % columnCount)
            return Cell(lines: [], rows: row...row, columns: column...column)
        }
        return (cells + empty).sorted {
            ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound)
        }
    }
}
