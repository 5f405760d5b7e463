import VisionRuntime

extension DocumentObservation.Container {
    /// A table: cells in rows and columns.
    public struct Table: BoundingRegionProviding, Sendable, Equatable, Hashable, Codable {
        /// All cells, in row-major order.
        private let cells: [Cell]
        private let rowCount: Int
        private let columnCount: Int
        private let outline: Outline

        /// A cell, which may span several rows and columns. Cells without text are included, with an empty ``content``.
        public struct Cell: Sendable, Equatable, Hashable, Codable {
            /// The cell's content; empty if the cell has no text.
            public let content: DocumentObservation.Container
            /// The rows that the cell spans, counted from 0 at the top.
            public let rowRange: ClosedRange<Int>
            /// The columns that the cell spans, counted from 0 at the left.
            public let columnRange: ClosedRange<Int>
        }

        init(_ table: PageTable, _ parts: DocumentParts) {
            cells = table.cells.map { cell in
                Cell(content: DocumentObservation.Container(cell.content, parts), rowRange: cell.rows, columnRange: cell.columns)
            }
            (rowCount, columnCount) = (table.rowCount, table.columnCount)
            outline = Outline(points: table.outline.map { NormalizedPoint(normalizedPoint: $0) }, aspectRatio: parts.aspectRatio)
        }

        /// The cells of each row in reading order, from the top row down. A cell that spans several rows is in each of them.
        public var rows: [[Cell]] {
            (0..<rowCount).map { row in
                cells.filter { $0.rowRange.contains(row) }.sorted { $0.columnRange.lowerBound < $1.columnRange.lowerBound }
            }
        }

        /// The cells of each column, from the top down. A cell that spans several columns is in each of them.
        public var columns: [[Cell]] {
            (0..<columnCount).map { column in cells.filter { $0.columnRange.contains(column) } }
        }

        /// The cell at a row and column, both counted from 0; `nil` outside of the table.
        public func cell(row: Int, col: Int) -> Cell? {
            cells.first { $0.rowRange.contains(row) && $0.columnRange.contains(col) }
        }

        public var boundingRegion: NormalizedRegion { outline.region }
    }
}

extension DocumentObservation.Container.Table {
    private enum Key: CodingKey {
        case cells, rowCount, columnCount, outline
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        cells = try container.decode([Cell].self, forKey: .cells)
        rowCount = try container.decode(Int.self, forKey: .rowCount)
        columnCount = try container.decode(Int.self, forKey: .columnCount)
        outline = try container.decode(Outline.self, forKey: .outline)
        let limit = 1 << 20
        let isSound =
            0..<limit ~= rowCount && 0..<limit ~= columnCount
            && cells.allSatisfy { cell in
                (0..<rowCount).contains(cell.rowRange) && (0..<columnCount).contains(cell.columnRange)
            }
        guard isSound, cells.reduce(0, { $0 + $1.rowRange.count * $1.columnRange.count }) == rowCount * columnCount else {
            throw DecodingError.dataCorruptedError(
                forKey: .cells, in: container, debugDescription: "the table's cells do not cover its rows and columns")
        }
    }
}
