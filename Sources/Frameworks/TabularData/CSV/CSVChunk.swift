/// The syntax of comma-separated text, with its special characters and texts as bytes.
struct CSVLayout {
    /// The delimiter as a byte; ``none`` if the syntax has none. `quote` and `escape` have the same form.
    var delimiter: UInt16
    var quote: UInt16
    var escape: UInt16
    var doubleQuote: Bool
    var skipsSpaces: Bool
    var skipsEmptyLines: Bool
    /// The texts that stand for a missing value.
    var missing: [[UInt8]]
    /// Whether one of the texts for missing values begins like a number.
    let hasNumericMissing: Bool
    /// Whether the empty text stands for a missing value.
    let isEmptyMissing: Bool
    /// For each byte, whether a missing text begins with it.
    private let firsts: [Bool]

    static let none: UInt16 = 256

    init(_ format: CSVFormat, missing: Set<String>) {
        func byte(_ text: String) -> UInt16 { text.utf8.first.map { UInt16($0) } ?? Self.none }
        (delimiter, quote, escape) = (byte(format.delimiter), byte(format.quote), byte(format.escape))
        (doubleQuote, skipsSpaces, skipsEmptyLines) = (format.doubleQuote, format.skipInitialSpaces, format.skipsEmptyLines)
        self.missing = missing.map { Array($0.utf8) }
        isEmptyMissing = missing.contains("")
        hasNumericMissing = self.missing.contains { text in text.first.map { $0 &- 48 < 10 || $0 == UInt8(ascii: "-") } ?? false }
        var firsts = [Bool](repeating: false, count: 256)
        for text in self.missing { if let first = text.first { firsts[Int(first)] = true } }
        self.firsts = firsts
    }

    @inline(__always)
    func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first else { return isEmptyMissing }
        guard firsts.withUnsafeBufferPointer({ $0[Int(first)] }) else { return false }
        return missing.contains { $0.count == text.count && text.elementsEqual($0) }
    }
}

/// The rows that begin in a part of a buffer, read column by column. It is a structure for speed: Swift would check every access to the
/// state of a class.
struct CSVChunk {
    /// How the values of a column are stored.
    enum Kind {
        case nothing
        case numbers
        case texts
    }

    /// A row whose number of fields is not the number of columns.
    struct BadRow {
        var row: Int
        /// The index of the row's line, counted from the chunk's first line.
        var line: Int
        var fields: Int
    }

    let start: Int
    /// The start of the first row after the chunk.
    private(set) var end: Int
    private(set) var rows = 0
    /// The number of lines that end in the chunk.
    private(set) var lines = 0
    /// Whether the row after the last complete row is cut off by the end of the buffer.
    private(set) var isCutOff = false
    /// The line of an opening quote that is never closed; `nil` if every quote is closed.
    private(set) var openQuote: Int?
    private(set) var badRows: [BadRow] = []
    private(set) var isUTF8 = true
    /// For each column, whether it is a number column with a field that is not a number.
    private(set) var hasText: [Bool]
    /// For each column, whether it has a number with a fraction or an exponent.
    private(set) var hasFraction: [Bool]
    /// For each column, whether it has an integer that is too large for a `Double`.
    private(set) var hasLarge: [Bool]
    /// For each column, whether it has a value that is not missing.
    private(set) var hasValue: [Bool]
    private(set) var isFull = false
    /// Whether the missing fields of short rows would take far more memory than the text of the chunk.
    private(set) var isOverfull = false

    let kinds: [Kind]
    private let layout: CSVLayout
    private let base: UnsafePointer<UInt8>
    private var capacity = 0
    private let memory: Memory
    private var numbers: [UnsafeMutablePointer<Double>?]
    private var codes: [UnsafeMutablePointer<Int32>?]
    private(set) var tables: [TextTable?]
    /// Memory for the fields of the current row whose text differs from the buffer, because quotes or escapes were removed.
    private var scratch: UnsafeMutablePointer<UInt8>
    private var (scratchCount, scratchCapacity) = (0, 0)
    private var pending: [Field] = []

    /// The memory of a chunk. It is freed when the last copy of the chunk is destroyed.
    private final class Memory {
        var numbers: [UnsafeMutablePointer<Double>?] = []
        var codes: [UnsafeMutablePointer<Int32>?] = []
        var scratch: UnsafeMutablePointer<UInt8>

        init(scratch: UnsafeMutablePointer<UInt8>) { self.scratch = scratch }

        deinit {
            for pointer in numbers { pointer?.deallocate() }
            for pointer in codes { pointer?.deallocate() }
            scratch.deallocate()
        }
    }

    /// A text of the current row. Its bytes are in the buffer or, if `isUnquoted`, in `scratch`.
    private struct Field {
        var column: Int
        var start: Int
        var count: Int
        var isUnquoted: Bool
    }

    /// The reason why a field ends.
    private enum Stop {
        case delimiter
        case line
        /// The end of the whole text.
        case text
        /// The end of the buffer, although the text continues.
        case buffer
    }

    init(_ base: UnsafePointer<UInt8>, from start: Int, _ kinds: [Kind], _ layout: CSVLayout) {
        (self.base, self.start, end, self.kinds, self.layout) = (base, start, start, kinds, layout)
        let none = [Bool](repeating: false, count: kinds.count)
        (hasText, hasFraction, hasLarge, hasValue) = (none, none, none, none)
        numbers = kinds.map { _ in nil }
        codes = kinds.map { _ in nil }
        tables = kinds.map { $0 == .texts ? TextTable() : nil }
        scratchCapacity = 256
        scratch = .allocate(capacity: scratchCapacity)
        memory = Memory(scratch: scratch)
    }

    func numbers(of column: Int) -> UnsafeBufferPointer<Double> { UnsafeBufferPointer(start: numbers[column], count: rows) }
    func codes(of column: Int) -> UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: codes[column], count: rows) }

    private mutating func grow(to capacity: Int) {
        func moved<Value>(_ old: UnsafeMutablePointer<Value>?) -> UnsafeMutablePointer<Value> {
            let new = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
            if let old {
                new.moveInitialize(from: old, count: rows)
                old.deallocate()
            }
            return new
        }
        for (column, kind) in kinds.enumerated() {
            switch kind {
            case .nothing: break
            case .numbers: numbers[column] = moved(numbers[column])
            case .texts: codes[column] = moved(codes[column])
            }
        }
        self.capacity = capacity
        (memory.numbers, memory.codes) = (numbers, codes)
    }

    /// The maximum number of values in a chunk for each byte of its text. In ordinary text, a value takes at least one byte, its delimiter. A chunk
    /// may always have `freeValues` values.
    private static let valuesPerByte = 4
    private static let freeValues = 1 << 22

    /// Allocates memory for another row.
    ///
    /// - Returns: whether a chunk of `bytes` bytes may have another row.
    private mutating func makeRoom(in bytes: Int) -> Bool {
        let columns = max(kinds.count, 1)
        let limit = max(16, max(Self.freeValues, bytes * Self.valuesPerByte) / columns)
        let wanted = capacity == 0 ? min(256, bytes / columns + 2) : capacity * 2
        guard rows < limit else { return false }
        grow(to: min(wanted, limit))
        return true
    }

    private mutating func keepScratch(_ byte: UInt8) {
        if scratchCount == scratchCapacity {
            let new = UnsafeMutablePointer<UInt8>.allocate(capacity: scratchCapacity * 2)
            new.moveInitialize(from: scratch, count: scratchCount)
            scratch.deallocate()
            (scratch, scratchCapacity, memory.scratch) = (new, scratchCapacity * 2, new)
        }
        scratch[scratchCount] = byte
        scratchCount += 1
    }

    /// Reads the rows that begin before `boundary`.
    ///
    /// - Parameters:
    ///   - limit: the end of the buffer.
    ///   - isLast: whether the text ends at the end of the buffer.
    mutating func read(to boundary: Int, limit: Int, isLast: Bool) {
        var place = start
        while place < boundary {
            guard rows < capacity || makeRoom(in: boundary - start) else {
                isOverfull = true
                break
            }
            let first = lines
            var next = place
            if layout.skipsEmptyLines, stop(&next, limit, isLast) == .line {
                (place, end, lines) = (next, next, lines + 1)
                continue
            }
            scratchCount = 0
            pending.removeAll(keepingCapacity: true)
            guard let count = readRow(&place, limit, isLast) else { break }
            end = place
            guard count > 0 else { continue }
            // An empty line is a row of missing values if empty lines are not skipped.
            let isEmptyRow = count == 1 && isEmptyField
            if count != kinds.count, !isEmptyRow {
                badRows.append(BadRow(row: rows, line: first, fields: count))
                fill(from: 0)
            } else {
                if count != kinds.count { fill(from: 1) }
                keepTexts()
            }
            rows += 1
        }
        check()
    }

    /// Fills the rest of the current row with empty fields, from column `first` on.
    private mutating func fill(from first: Int) {
        for column in first..<kinds.count {
            switch kinds[column] {
            case .nothing: break
            case .numbers:
                numbers[column]?[rows] = PackedColumn.missing
                if !layout.isEmptyMissing { hasText[column] = true }
            case .texts:
                if layout.isEmptyMissing {
                    codes[column]?[rows] = -1
                } else {
                    keepText(column, UnsafeBufferPointer(start: base, count: 0))
                }
            }
        }
    }

    /// Whether the last field that was read is empty.
    private var isEmptyField = false

    /// Reads a row.
    ///
    /// - Returns: the number of fields; 0 for an empty line that is skipped; `nil` if the row is cut off.
    private mutating func readRow(_ place: inout Int, _ limit: Int, _ isLast: Bool) -> Int? {
        let first = lines
        var column = 0
        while true {
            let kind = column < kinds.count ? kinds[column] : .nothing
            var position = place
            let stop: Stop
            if kind == .numbers, !layout.hasNumericMissing, let found = readNumber(column, &position, limit, isLast) {
                (stop, isEmptyField) = (found, false)
            } else {
                position = place
                stop = readField(column, kind, &position, limit, isLast)
            }
            if stop == .buffer {
                (isCutOff, lines) = (true, first)
                return nil
            }
            if openQuote != nil {
                openQuote = first
                return nil
            }
            place = position
            column += 1
            if stop == .delimiter { continue }
            if stop == .line { lines += 1 }
            return column == 1 && isEmptyField && layout.skipsEmptyLines ? 0 : column
        }
    }

    /// Reads a plain number and the delimiter or line end after it.
    ///
    /// - Returns: `nil` if the field is not a plain number.
    @inline(__always)
    private mutating func readNumber(_ column: Int, _ position: inout Int, _ limit: Int, _ isLast: Bool) -> Stop? {
        var place = position
        let isNegative = place < limit && base[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        var (digits, fraction) = (UInt64(0), 0)
        let first = place
        while place < limit, case let digit = base[place] &- 48, digit < 10 {
            digits = digits &* 10 &+ UInt64(digit)
            place += 1
        }
        var count = place - first
        guard count > 0 else { return nil }
        var isWhole = true
        if place < limit, base[place] == UInt8(ascii: ".") {
            place += 1
            let start = place
            while place < limit, case let digit = base[place] &- 48, digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                place += 1
            }
            fraction = place - start
            guard fraction > 0 else { return nil }
            (count, isWhole) = (count + fraction, false)
        }
        guard count <= 19, place < limit, let number = DecimalNumber.number(digits, -fraction, isNegative, isWhole: isWhole),
            let stop = stop(&place, limit, isLast)
        else { return nil }
        position = place
        keep(number, column)
        return stop
    }

    @inline(__always)
    private mutating func keep(_ number: DecimalNumber, _ column: Int) {
        numbers[column]?[rows] = number.value
        hasValue[column] = true
        if !number.isWhole { hasFraction[column] = true }
        if number.isLarge { hasLarge[column] = true }
    }

    /// Skips a delimiter or the end of a line.
    ///
    /// - Returns: `nil` if there is neither.
    @inline(__always)
    private func stop(_ place: inout Int, _ limit: Int, _ isLast: Bool) -> Stop? {
        guard place < limit else { return isLast ? .text : .buffer }
        let byte = base[place]
        if UInt16(byte) == layout.delimiter {
            place += 1
            return .delimiter
        }
        if byte == UInt8(ascii: "\n") {
            place += 1
            return .line
        }
        guard byte == UInt8(ascii: "\r") else { return nil }
        guard place + 1 < limit else { return isLast ? nil : .buffer }
        guard base[place + 1] == UInt8(ascii: "\n") else { return nil }
        place += 2
        return .line
    }

    /// Reads any field, and the delimiter or line end after it.
    private mutating func readField(_ column: Int, _ kind: Kind, _ place: inout Int, _ limit: Int, _ isLast: Bool) -> Stop {
        if layout.skipsSpaces, layout.delimiter != 32 {
            while place < limit, base[place] == 32 { place += 1 }
        }
        if place < limit, UInt16(base[place]) == layout.quote { return readQuoted(column, kind, &place, limit, isLast) }
        let start = place
        while true {
            let end = place
            if let stop = stop(&place, limit, isLast) {
                if stop != .buffer { take(column, kind, start, end - start, isUnquoted: false) }
                return stop
            }
            place += 1
        }
    }

    private mutating func readQuoted(_ column: Int, _ kind: Kind, _ place: inout Int, _ limit: Int, _ isLast: Bool) -> Stop {
        place += 1
        let start = place
        let unquoted = scratchCount
        var (isQuoted, isCopied) = (true, false)
        var end = start
        func copy(_ byte: UInt8) {
            if !isCopied {
                for place in start..<end { keepScratch(base[place]) }
                isCopied = true
            }
            keepScratch(byte)
        }
        while true {
            if !isQuoted, let stop = stop(&place, limit, isLast) {
                guard stop != .buffer else { return stop }
                let field = isCopied ? (unquoted, scratchCount - unquoted) : (start, end - start)
                take(column, kind, field.0, field.1, isUnquoted: isCopied)
                return stop
            }
            guard place < limit else {
                if isLast { openQuote = lines }
                return isLast ? .text : .buffer
            }
            let byte = base[place]
            guard isQuoted else {
                copy(byte)
                place += 1
                continue
            }
            if UInt16(byte) == layout.quote {
                guard place + 1 < limit || isLast else { return .buffer }
                if layout.doubleQuote, place + 1 < limit, base[place + 1] == byte {
                    copy(byte)
                    place += 2
                } else {
                    (isQuoted, place) = (false, place + 1)
                }
            } else if UInt16(byte) == layout.escape, place + 1 < limit || !isLast {
                guard place + 1 < limit else { return .buffer }
                copy(CSVReader.unescaped(base[place + 1]))
                if base[place + 1] == UInt8(ascii: "\n") { lines += 1 }
                place += 2
            } else {
                if byte == UInt8(ascii: "\n") { lines += 1 }
                if isCopied { keepScratch(byte) } else { end += 1 }
                place += 1
            }
        }
    }

    private func text(_ start: Int, _ count: Int, isUnquoted: Bool) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: (isUnquoted ? UnsafePointer(scratch) : base) + start, count: count)
    }

    private mutating func take(_ column: Int, _ kind: Kind, _ start: Int, _ count: Int, isUnquoted: Bool) {
        isEmptyField = count == 0
        switch kind {
        case .nothing: break
        case .texts: pending.append(Field(column: column, start: start, count: count, isUnquoted: isUnquoted))
        case .numbers:
            let text = text(start, count, isUnquoted: isUnquoted)
            if layout.isMissing(text) {
                numbers[column]?[rows] = PackedColumn.missing
            } else if let number = DecimalNumber(text) {
                keep(number, column)
            } else {
                numbers[column]?[rows] = PackedColumn.missing
                (hasText[column], hasValue[column]) = (true, true)
            }
        }
    }

    /// Stores the texts of the current row. It is called when the row is complete.
    private mutating func keepTexts() {
        for field in pending {
            let text = text(field.start, field.count, isUnquoted: field.isUnquoted)
            if layout.isMissing(text) { codes[field.column]?[rows] = -1 } else { keepText(field.column, text) }
        }
    }

    private mutating func keepText(_ column: Int, _ text: UnsafeBufferPointer<UInt8>) {
        hasValue[column] = true
        guard let number = tables[column]?.number(of: text) else {
            isFull = true
            return
        }
        codes[column]?[rows] = number
    }

    private mutating func check() {
        let bytes = UnsafeBufferPointer(start: base + start, count: end - start)
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    }
}
