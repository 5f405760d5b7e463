import CoreGraphics

/// The text and barcodes of a page, and their layout.
package struct PageFinding: Sendable {
    /// All lines, and parts of lines. The page's contents refer to them by index.
    package let lines: [PageLine]
    /// The barcodes from the top of the page down.
    package let barcodes: [BarcodeFinding]
    package let content: PageContent
    /// The aspect ratio of the image: the width divided by the height.
    package let aspectRatio: Float
}

/// A line of a page.
package struct PageLine: Sendable {
    package let finding: RecognizedTextFinding
    package var isTitle = false
    /// Whether the line ends only because the room in the line is used up.
    package var wraps = false
}

/// The content of a page, a table's cell or a list's item. `text` has all of the text, in the order of reading. The other properties divide it into
/// a title, paragraphs, lists and tables.
package struct PageContent: Sendable {
    package var title: PageText?
    package var text = PageText(lines: [])
    package var paragraphs: [PageText] = []
    package var lists: [PageList] = []
    package var tables: [PageTable] = []
    /// The indices of the barcodes among the page's barcodes.
    package var barcodes: [Int] = []
    /// The corners of the area, normalised to the upright image, origin at the lower left. Empty if the lines and barcodes define the area.
    package var outline: [CGPoint] = []
}

/// Text of several lines that belong together.
package struct PageText: Sendable {
    /// The indices of the lines among the page's lines, in the order of reading.
    package var lines: [Int]
    /// The alignment of the lines; `nil` if it cannot be told from the lines.
    package var alignment: TextAlignment?
}

/// The parts of the lines that are aligned vertically: the beginnings, the middles or the ends.
package enum TextAlignment: Sendable {
    case leading, center, trailing
}

/// A list of items whose markers have one kind.
package struct PageList: Sendable {
    package var items: [PageListItem]
}

/// An item of a list.
package struct PageListItem: Sendable {
    package let marker: ListMarker
    /// The content of the item. The text does not include the marker, but the outline does.
    package let content: PageContent
}

/// A table of cells in rows and columns.
package struct PageTable: Sendable {
    package let rowCount: Int
    package let columnCount: Int
    /// The cells row by row, each row in the reading direction. They cover every position of the table exactly once. Some may be empty.
    package let cells: [PageCell]
    /// The corners of the table, in normalised coordinates.
    package let outline: [CGPoint]
}

/// A cell of a table. It may span several rows and columns.
package struct PageCell: Sendable {
    package let content: PageContent
    package let rows: ClosedRange<Int>
    package let columns: ClosedRange<Int>
}

extension PageFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> PageFinding {
        PageFinding(
            lines: lines.relative(to: coordinates), barcodes: barcodes.relative(to: coordinates),
            content: content.relative(to: coordinates), aspectRatio: coordinates.aspectRatio(inImage: aspectRatio))
    }
}

extension PageLine: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> PageLine {
        PageLine(finding: finding.relative(to: coordinates), isTitle: isTitle, wraps: wraps)
    }
}

extension PageContent: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> PageContent {
        var content = self
        content.lists = lists.map { list in
            PageList(items: list.items.map { PageListItem(marker: $0.marker, content: $0.content.relative(to: coordinates)) })
        }
        content.tables = tables.map { table in
            let cells = table.cells.map { PageCell(content: $0.content.relative(to: coordinates), rows: $0.rows, columns: $0.columns) }
            return PageTable(
                rowCount: table.rowCount, columnCount: table.columnCount, cells: cells, outline: table.outline.relative(to: coordinates))
        }
        content.outline = outline.relative(to: coordinates)
        return content
    }
}
