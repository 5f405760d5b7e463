import CoreGraphics

/// The text and barcodes of a page, and their layout.
package struct PageFinding: Sendable {
    /// All lines, and parts of lines. The page's contents refer to them by index.
    package let lines: [PageLine]
    /// The barcodes from the top of the page down.
    package let barcodes: [BarcodeFinding]
    package let content: PageContent
    /// The image's width over its height.
    package let aspectRatio: Float
}

/// A line of a page.
package struct PageLine: Sendable {
    package let finding: RecognizedTextFinding
    package var isTitle = false
    /// Whether the line ends only because there is no more room in it.
    package var wraps = false
}

/// The content of a page, a table's cell or a list's item. All text is in `text`, in the order of reading, and also in one of the other properties.
package struct PageContent: Sendable {
    package var title: PageText?
    package var text = PageText(lines: [])
    package var paragraphs: [PageText] = []
    package var lists: [PageList] = []
    package var tables: [PageTable] = []
    /// Places among the page's barcodes.
    package var barcodes: [Int] = []
    /// The corners of the area, normalised to the upright image, origin at the lower left. Empty if the lines and barcodes define the area.
    package var outline: [CGPoint] = []
}

/// Lines that belong together.
package struct PageText: Sendable {
    /// Places among the page's lines, in the order of reading.
    package var lines: [Int]
    /// `nil` if the lines do not tell.
    package var alignment: TextAlignment?
}

/// Which parts of the lines are aligned vertically: their beginnings, their middles or their ends.
package enum TextAlignment: Sendable {
    case leading, center, trailing
}

/// Items with markers of one kind.
package struct PageList: Sendable {
    package var items: [PageListItem]
}

/// An item of a list.
package struct PageListItem: Sendable {
    package let marker: ListMarker
    /// Its text is without the marker, its outline with it.
    package let content: PageContent
}

/// Cells in rows and columns.
package struct PageTable: Sendable {
    package let rowCount: Int
    package let columnCount: Int
    /// Row by row, each row in the reading direction. The cells cover every position of the table once. Some may be empty.
    package let cells: [PageCell]
    /// The corners, normalised.
    package let outline: [CGPoint]
}

/// A cell of a table. It may span several rows and columns.
package struct PageCell: Sendable {
    package let content: PageContent
    package let rows: ClosedRange<Int>
    package let columns: ClosedRange<Int>
}
