import Foundation

/// A table that is read from comma-separated text. Each column has numbers or texts.
///
/// Several threads read chunks of the text in parallel, in waves. A chunk begins at the start of a line. If this line turns out to be inside
/// quotes, the chunk is read again from the end of the previous chunk. A column is read as numbers until one of its fields is not a number. Then
/// the text is read again from the beginning, with this column as texts.
package struct CSVTable {
    package struct Column: Sendable {
        /// The values: numbers if every field is a number, and texts if not.
        package var values: PackedColumn
        /// Whether at least one row has a value.
        package var hasValue: Bool
        /// Whether the column has integers that are too large for a `Double`. They are stored as texts.
        package var isLarge: Bool
    }

    package let rows: Int
    /// The columns, in the requested order.
    package let columns: [(name: String, column: Column)]

    /// A request to read a text: its syntax, and the parts to read.
    package struct Request {
        package var format: CSVFormat
        /// Whether the first row has the names of the columns.
        package var hasHeader: Bool
        /// Makes the name of a column from its index, if there is no header.
        package var name: @Sendable (Int) -> String
        /// The texts that stand for a missing value.
        package var missing: Set<String>
        /// The number of lines to skip before the header.
        package var skippedLines = 0
        package var rows: Range<Int> = 0..<Int.max
        /// The columns to read, in this order; `nil` for all columns.
        package var columns: [String]?
        /// The columns to read as texts, even if all their fields are numbers.
        package var texts: Set<String> = []
        /// The maximum number of columns. Each column takes memory, even if there are few rows.
        package var maximumColumnCount = 100_000

        package init(format: CSVFormat, hasHeader: Bool, missing: Set<String>, name: @escaping @Sendable (Int) -> String) {
            (self.format, self.hasHeader, self.missing, self.name) = (format, hasHeader, missing, name)
        }
    }

    /// - Throws: ``TableReadingError`` that names the line if the text is invalid, and the errors of the source.
    package init(_ source: CSVSource, _ request: Request) throws {
        let pass = try CSVPass(source, request)
        try pass.run()
        (rows, columns) = (pass.rows, try pass.columns())
    }
}

/// The state while a table is read.
private final class CSVPass {
    private var source: CSVSource
    private let request: CSVTable.Request
    private let layout: CSVLayout
    private let rewritten: RewrittenSource?
    private var names: [String] = []
    private var wanted: [Int] = []
    private var headerEnd = 0
    private var headerLines = 0
    private var kinds: [CSVChunk.Kind] = []
    private var isLarge: [Bool] = []
    private(set) var rows = 0

    private var numbers: [[Double]] = []
    private var codes: [[Int32]] = []
    private var tables: [TextTable] = []
    private var hasFraction: [Bool] = []
    private var hasLarge: [Bool] = []
    private var hasValue: [Bool] = []
    private var hasText: [Bool] = []
    private var passes = 0

    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The size of the first chunk, in bytes. It is small, so that the types of columns are known early.
    private static let firstChunk = 1 << 16
    private static let chunk = 1 << 21
    private static let chunks = 8
    /// The maximum length of the first row, in bytes.
    private static let longestHeader = 16 << 20

    init(_ source: CSVSource, _ request: CSVTable.Request) throws {
        self.request = request
        var format = request.format
        let isUsual =
            format.delimiter.utf8.count == 1 && format.comment.isEmpty && format.lineTerminator == "\n"
            && format.quote.utf8.count < 2 && format.escape.utf8.count < 2 && ![format.quote, "\n", "\r"].contains(format.delimiter)
            && format.quote != "\n" && format.quote != "\r"
        if isUsual {
            (self.source, rewritten) = (source, nil)
        } else {
            let other = try RewrittenSource(source, format, skipped: max(request.skippedLines, 0))
            (self.source, rewritten) = (other, other)
            (format.delimiter, format.quote, format.escape, format.doubleQuote) = (",", "\"", "", true)
            (format.comment, format.lineTerminator, format.skipInitialSpaces) = ("", "\n", false)
        }
        layout = CSVLayout(format, missing: request.missing)
        (buffer, capacity) = (.allocate(capacity: Self.firstChunk), Self.firstChunk)
        try readHeader(format)
    }

    deinit { buffer.deallocate() }

    // MARK: The header

    /// Reads the names of the columns from the first row. Reading continues until the first row is complete.
    private func readHeader(_ format: CSVFormat) throws {
        var filled = 0
        while true {
            let isLast = try fill(from: &filled)
            var head = Data(bytes: buffer, count: filled)
            if !isLast, let line = head.lastIndex(of: UInt8(ascii: "\n")) { head = head[...line] }
            if try names(head, format, isComplete: isLast) { break }
            guard filled <= Self.longestHeader || request.skippedLines > 0 else {
                throw TableReadingError("its first row is longer than \(Self.longestHeader >> 20) MB")
            }
            resize(to: capacity * 2, keeping: filled)
        }
        guard names.count <= request.maximumColumnCount else {
            throw TableReadingError("it has \(names.count) columns, and at most \(request.maximumColumnCount) are read")
        }
        try source.rewind()
        if let twice = Dictionary(grouping: names, by: { $0 }).filter({ $1.count > 1 }).keys.sorted().first {
            throw TableReadingError("two columns are called '\(twice)'")
        }
        let places = Dictionary(zip(names, names.indices)) { first, _ in first }
        wanted = try (request.columns ?? names).map { name in
            guard let index = places[name] else { throw TableReadingError("it has no column '\(name)'") }
            return index
        }
        let isWanted = Set(wanted)
        kinds = names.indices.map { !isWanted.contains($0) ? .nothing : request.texts.contains(names[$0]) ? .texts : .numbers }
        isLarge = names.map { _ in false }
    }

    /// Reads the names of the columns from the beginning of the text.
    ///
    /// - Returns: `false` if the first row is not complete in `head`.
    private func names(_ head: Data, _ format: CSVFormat, isComplete: Bool) throws -> Bool {
        var reader = try CSVReader(head, format)
        for _ in 0..<(rewritten == nil ? max(request.skippedLines, 0) : 0) { reader.skipLine() }
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let (start, lines) = (reader.place, reader.line)
        do {
            guard let first = try reader.next() else {
                if isComplete { throw TableReadingError("it has no rows") }
                return false
            }
            if !isComplete, reader.place + mark >= head.count { return false }
            names = request.hasHeader ? first.fields : first.fields.indices.map(request.name)
            (headerEnd, headerLines) = request.hasHeader ? (reader.place + mark, reader.line - 1) : (start + mark, lines - 1)
            return true
        } catch {
            if isComplete { throw error }
            return false
        }
    }

    // MARK: Passes

    private func resize(to count: Int, keeping filled: Int) {
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        new.update(from: buffer, count: min(filled, count))
        buffer.deallocate()
        (buffer, capacity) = (new, count)
    }

    /// Reads bytes until the buffer is full.
    ///
    /// - Returns: whether the source has no more bytes.
    private func fill(from filled: inout Int) throws -> Bool {
        while filled < capacity {
            let count = try source.read(into: UnsafeMutableRawBufferPointer(start: buffer + filled, count: capacity - filled))
            guard count > 0 else { return true }
            filled += count
        }
        return false
    }

    /// Reads the text. If the type of a column turns out to be wrong, the text is read again with the other type.
    func run() throws {
        while true {
            begin()
            try readAll()
            for column in names.indices where kinds[column] == .numbers && !hasText[column] && hasLarge[column] && !hasFraction[column] {
                // These integers are stored as texts, to preserve all of their digits.
                (kinds[column], isLarge[column], hasText[column]) = (.texts, true, true)
            }
            guard hasText.contains(true) else { return }
            for column in names.indices where hasText[column] { kinds[column] = .texts }
            passes += 1
        }
    }

    private func begin() {
        rows = 0
        numbers = names.map { _ in [] }
        codes = names.map { _ in [] }
        tables = names.map { _ in TextTable() }
        let none = names.map { _ in false }
        (hasFraction, hasLarge, hasValue, hasText) = (none, none, none, none)
    }

    /// The number of passes that end at the first column with a wrong type. Later passes read the whole text, to find all such columns in one pass.
    private static let earlyPasses = 4

    private func readAll() throws {
        try source.rewind()
        resize(to: max(Self.firstChunk, headerEnd + 1), keeping: 0)
        var (filled, skipped) = (0, headerEnd)
        var line = headerLines
        var isLast = false
        var first = 0
        while true {
            if !isLast { isLast = try fill(from: &filled) }
            let start = min(skipped, filled)
            skipped -= start
            let chunks = read(from: start, to: filled, isLast: isLast)
            var end = start
            for chunk in chunks {
                try check(chunk, first, line)
                (first, line, end) = (first + chunk.rows, line + chunk.lines, chunk.end)
            }
            let isStopping = hasText.contains(true) && passes < Self.earlyPasses
            if isStopping { return }
            if !hasText.contains(true) { keep(chunks, before: first) }
            if first >= request.rows.upperBound { return }
            if isLast, end >= filled || chunks.isEmpty { return }
            // The row that the end of the buffer cuts off is moved to the start of the buffer.
            let rest = filled - end
            UnsafeMutableRawPointer(buffer).copyMemory(from: buffer + end, byteCount: rest)
            filled = rest
            let size = max(Self.chunk * Self.chunks, rest * 2)
            if capacity < size { resize(to: size, keeping: filled) }
        }
    }

    /// Reads the chunks of the buffer in parallel.
    private func read(from start: Int, to filled: Int, isLast: Bool) -> [CSVChunk] {
        let base = buffer
        var boundaries = [start]
        while let last = boundaries.last, filled - last > Self.chunk,
            let found = memchr(base + last + Self.chunk, 10, filled - last - Self.chunk)
        {
            let next = UnsafeMutableRawPointer(base).distance(to: found) + 1
            guard next < filled else { break }
            boundaries.append(next)
        }
        boundaries.append(filled)
        let count = boundaries.count - 1
        nonisolated(unsafe) var read = [CSVChunk?](repeating: nil, count: count)
        let (kinds, layout) = (kinds, layout)
        let parts = boundaries
        read.withUnsafeMutableBufferPointer { result in
            nonisolated(unsafe) let (result, base) = (result, UnsafePointer(base))
            DispatchQueue.concurrentPerform(iterations: count) { index in
                var chunk = CSVChunk(base, from: parts[index], kinds, layout)
                chunk.read(to: parts[index + 1], limit: filled, isLast: isLast)
                result[index] = chunk
            }
        }
        var chunks: [CSVChunk] = []
        for (index, chunk) in read.enumerated() {
            guard var chunk else { continue }
            let place = chunks.last?.end ?? start
            if place >= boundaries[index + 1] { continue }
            if chunk.start != place {
                chunk = CSVChunk(base, from: place, kinds, layout)
                chunk.read(to: boundaries[index + 1], limit: filled, isLast: isLast)
            }
            chunks.append(chunk)
            if chunk.isCutOff || chunk.openQuote != nil || chunk.isOverfull { break }
        }
        return chunks
    }

    /// Throws the errors of the requested rows in a chunk, and records what the chunk says about the types of columns.
    private func check(_ chunk: CSVChunk, _ first: Int, _ line: Int) throws {
        guard first < request.rows.upperBound else { return }
        guard chunk.isUTF8 else { throw TableReadingError("it is not UTF-8 text") }
        guard !chunk.isFull else { throw TableReadingError("a column has too many different texts") }
        if let bad = chunk.badRows.first(where: { request.rows.contains(first + $0.row) }) {
            var place = line + bad.line + 1
            if let rewritten { place = try rewritten.line(of: first + bad.row + (request.hasHeader ? 1 : 0)) }
            throw TableReadingError("line \(place) has \(bad.fields) fields instead of \(names.count)")
        }
        guard !chunk.isOverfull else {
            throw TableReadingError("most lines from line \(line + 1) on have fewer fields than the \(names.count) columns")
        }
        if let open = chunk.openQuote, first + chunk.rows < request.rows.upperBound {
            throw TableReadingError("the quote that begins in line \(line + open + 1) has no end")
        }
        for column in names.indices {
            hasText[column] = hasText[column] || chunk.hasText[column]
            hasFraction[column] = hasFraction[column] || chunk.hasFraction[column]
            hasLarge[column] = hasLarge[column] || chunk.hasLarge[column]
        }
    }

    // MARK: Columns

    /// Appends the values of consecutive chunks to the columns. Only the requested rows are appended.
    ///
    /// - Parameter end: the index of the first row after the last chunk.
    private func keep(_ chunks: [CSVChunk], before end: Int) {
        var row = end - chunks.reduce(0) { $0 + $1.rows }
        let parts = chunks.map { chunk -> (CSVChunk, Range<Int>) in
            defer { row += chunk.rows }
            let range = (row..<row + chunk.rows).clamped(to: request.rows)
            return (chunk, range.isEmpty ? 0..<0 : range.lowerBound - row..<range.upperBound - row)
        }
        nonisolated(unsafe) let shared = parts
        let kinds = kinds
        numbers.withUnsafeMutableBufferPointer { numbers in
            codes.withUnsafeMutableBufferPointer { codes in
                hasValue.withUnsafeMutableBufferPointer { hasValue in
                    tables.withUnsafeMutableBufferPointer { tables in
                        nonisolated(unsafe) let (numbers, codes, hasValue, tables) = (numbers, codes, hasValue, tables)
                        DispatchQueue.concurrentPerform(iterations: kinds.count) { column in
                            for (chunk, range) in shared {
                                hasValue[column] = hasValue[column] || chunk.hasValue[column]
                                switch kinds[column] {
                                case .nothing: break
                                case .numbers: numbers[column].append(contentsOf: chunk.numbers(of: column)[range])
                                case .texts: Self.append(chunk, column, range, &tables[column], to: &codes[column])
                                }
                            }
                        }
                    }
                }
            }
        }
        rows += parts.reduce(0) { $0 + $1.1.count }
    }

    private static func append(_ chunk: CSVChunk, _ column: Int, _ range: Range<Int>, _ table: inout TextTable, to codes: inout [Int32]) {
        var numbers = [Int32](repeating: -1, count: chunk.tables[column]?.count ?? 0)
        let own = chunk.codes(of: column)
        // Texts that occur only in rows outside the request get no number.
        var isUsed = [Bool](repeating: range.count == chunk.rows, count: numbers.count)
        if range.count < chunk.rows {
            for row in range where own[row] >= 0 { isUsed[Int(own[row])] = true }
        }
        var index = 0
        chunk.tables[column]?.forEach { text in
            if isUsed[index] { numbers[index] = table.number(of: text) ?? -1 }
            index += 1
        }
        codes.reserveCapacity(
            codes.count + range.count <= codes.capacity ? codes.capacity : max(codes.count * 3 / 2, codes.count + range.count))
        for row in range { codes.append(own[row] < 0 ? -1 : numbers[Int(own[row])]) }
    }

    /// The requested columns with their values.
    func columns() throws -> [(name: String, column: CSVTable.Column)] {
        try wanted.map { index in
            if kinds[index] == .texts, tables[index].count == Int(Int32.max) {
                throw TableReadingError("the column '\(names[index])' has too many different texts")
            }
            let values: PackedColumn =
                kinds[index] == .texts
                ? .texts(codes[index], tables[index].pool()) : .numbers(numbers[index], isWhole: !hasFraction[index])
            return (names[index], CSVTable.Column(values: values, hasValue: hasValue[index], isLarge: isLarge[index]))
        }
    }
}
