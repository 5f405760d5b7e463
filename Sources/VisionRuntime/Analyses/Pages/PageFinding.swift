import CoreGraphics

/// What is written on a page, and how it is arranged.
package struct PageFinding: Sendable {
    /// All lines, and parts of lines. What the page is made of names them by their places here.
    package let lines: [PageLine]
    /// From the top of the page down.
    package let barcodes: [BarcodeFinding]
    package let content: PageContent
    /// The image's width over its height.
    package let aspectRatio: Float
}

/// A line of a page.
package struct PageLine: Sendable {
    package let finding: RecognizedTextFinding
    package var isTitle = false
    /// Whether it ends only because there is no more room in it.
    package var wraps = false
}

/// What a page, a cell of a table or an item of a list is made of. All text is in `text`, in the order of reading, and besides in one of
/// the others.
package struct PageContent: Sendable {
    package var title: PageText?
    package var text = PageText(lines: [])
    package var paragraphs: [PageText] = []
    package var lists: [PageList] = []
    package var tables: [PageTable] = []
    /// Places among the page's barcodes.
    package var barcodes: [Int] = []
    /// The corners of what it takes, normalised to the upright image, origin at the lower left; none where lines and barcodes tell.
    package var outline: [CGPoint] = []
}

/// Lines that belong together.
package struct PageText: Sendable {
    /// Places among the page's lines, in the order of reading.
    package var lines: [Int]
    /// `nil` where the lines do not tell.
    package var alignment: TextAlignment?
}

/// Which ends of lines are below each other: where they begin, their middles, or where they end.
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
    /// Row by row, each from where reading begins; they cover the table, each place once. Some may be empty.
    package let cells: [PageCell]
    /// The corners, normalised.
    package let outline: [CGPoint]
}

/// A cell of a table, which may reach over several rows and columns.
package struct PageCell: Sendable {
    package let content: PageContent
    package let rows: ClosedRange<Int>
    package let columns: ClosedRange<Int>
}
