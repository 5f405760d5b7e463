/// The bin number of each value of a table. A column with up to 256 bins has one byte for each value. Such columns are stored in groups of four.
/// Another column has two bytes for each value.
final class BinnedTable: @unchecked Sendable {
    /// Where a column is stored: in a lane of a group of narrow columns, or as a wide column.
    enum Place: Sendable {
        case narrow(group: Int, lane: Int)
        case wide(Int)
    }

    static let lanes = 4

    let rows: Int
    let bins: [ColumnBins]
    let places: [Place]
    let groupCount: Int
    private let narrow: UnsafeMutablePointer<UInt8>
    private let wide: UnsafeMutablePointer<UInt16>
    private let wideCount: Int

    /// The maximum number of bins of a column.
    static let maximumBinCount = 1 << 16

    /// - Precondition: the bins were made from these columns, or from columns with the same numbers of categories.
    init(_ table: LearningColumns, _ bins: [ColumnBins]) {
        precondition(table.stored.count == bins.count, "there are bins for every column")
        rows = table.rows
        self.bins = bins
        var (narrowCount, wideCount) = (0, 0)
        places = bins.map { bins in
            precondition(bins.count <= Self.maximumBinCount, "a bin's number fits two bytes")
            if bins.count <= 256 {
                narrowCount += 1
                return .narrow(group: (narrowCount - 1) / Self.lanes, lane: (narrowCount - 1) % Self.lanes)
            }
            wideCount += 1
            return .wide(wideCount - 1)
        }
        groupCount = (narrowCount + Self.lanes - 1) / Self.lanes
        self.wideCount = wideCount
        narrow = .allocate(capacity: max(1, groupCount * rows * Self.lanes))
        narrow.initialize(repeating: 0, count: max(1, groupCount * rows * Self.lanes))
        wide = .allocate(capacity: max(1, wideCount * rows))
        wide.initialize(repeating: 0, count: max(1, wideCount * rows))
        ParallelLoop.perform(bins.count) { fill($0, table.stored[$0], table.selection) }
    }

    deinit {
        narrow.deallocate()
        wide.deallocate()
    }

    /// The bin numbers of a group of narrow columns. A row has a byte for each column of the group, and the rows follow each other.
    func group(_ index: Int) -> UnsafePointer<UInt8> { UnsafePointer(narrow + index * rows * Self.lanes) }

    /// The bin numbers of a wide column, which has more than 256 bins.
    func wideColumn(_ index: Int) -> UnsafePointer<UInt16> { UnsafePointer(wide + index * rows) }

    /// The bin number of a row in a column.
    @inline(__always)
    func bin(_ column: Int, _ row: Int) -> Int {
        switch places[column] {
        case .narrow(let group, let lane): Int(narrow[(group * rows + row) * Self.lanes + lane])
        case .wide(let index): Int(wide[index * rows + row])
        }
    }

    private func fill(_ column: Int, _ values: LearningColumns.Column, _ selection: [UInt32]?) {
        let missing = bins[column].missing
        @inline(__always)
        func write(_ bin: (Int) -> Int) {
            switch places[column] {
            case .narrow(let group, let lane):
                let target = narrow + group * rows * Self.lanes + lane
                for row in 0..<rows { target[row * Self.lanes] = UInt8(truncatingIfNeeded: bin(row)) }
            case .wide(let index):
                let target = wide + index * rows
                for row in 0..<rows { target[row] = UInt16(truncatingIfNeeded: bin(row)) }
            }
        }
        @inline(__always)
        func writeSelected(_ bin: (Int) -> Int) {
            guard let selection else { return write(bin) }
            selection.withUnsafeBufferPointer { selection in write { bin(Int(selection[$0])) } }
        }
        switch (values, bins[column]) {
        case (.numbers(let numbers), .numbers(let edges)):
            edges.withUnsafeBufferPointer { edges in
                numbers.withUnsafeBufferPointer { numbers in writeSelected { ColumnBins.bin(of: numbers[$0], edges) } }
            }
        case (.categories(let codes, _), .categories(let count)):
            codes.withUnsafeBufferPointer { codes in
                writeSelected { codes[$0] >= 0 && Int(codes[$0]) < count ? Int(codes[$0]) : missing }
            }
        default: preconditionFailure("the bins are of the column's kind")
        }
    }
}
