import Foundation

/// Reading and writing comma-separated text.
extension DataFrame {
    /// Reads a CSV file. A column gets the first of these types that all its fields fit: integer, floating-point number, Boolean, text.
    ///
    /// - Parameters:
    ///   - columns: the columns to read, in this order; `nil` for all columns.
    ///   - rows: the range of rows to read; `nil` for all rows.
    ///   - types: the types of some columns. The types of other columns are found from their fields.
    /// - Throws: ``TableReadingError`` that names the file and, for an invalid row, its line.
    public init(
        contentsOfCSVFile url: URL, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = CSVReadingOptions()
    ) throws {
        self = try TableReadingError.naming(url) { try DataFrame(FileSource(url), columns, rows, types, options) }
    }

    /// Reads comma-separated text in UTF-8, as `init(contentsOfCSVFile:)` does.
    ///
    /// - Throws: ``TableReadingError`` that names the line of an invalid row.
    public init(
        csvData data: Data, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = CSVReadingOptions()
    ) throws {
        try self.init(DataSource(data), columns, rows, types, options)
    }

    private init(
        _ source: CSVSource, _ columns: [String]?, _ rows: Range<Int>?, _ types: [String: CSVType], _ options: CSVReadingOptions
    ) throws {
        let format = CSVFormat(
            delimiter: String(options.delimiter), comment: "", escape: options.usesEscaping ? "\\" : "", doubleQuote: true,
            quote: options.usesQuoting ? "\"" : "", skipInitialSpaces: false, lineTerminator: "\n",
            skipsEmptyLines: options.ignoresEmptyLines)
        var request = CSVTable.Request(format: format, hasHeader: options.hasHeaderRow, missing: options.nilEncodings) { "Column \($0)" }
        request.columns = columns
        if let rows { request.rows = max(rows.lowerBound, 0)..<max(rows.upperBound, 0) }
        request.texts = Set(types.filter { $0.value == .string || $0.value == .boolean }.keys)
        let table = try CSVTable(source, request)
        self.init(columns: try table.columns.map { try Self.column($0, $1, types[$0], options) })
    }

    private static func column(_ name: String, _ column: CSVTable.Column, _ type: CSVType?, _ options: CSVReadingOptions) throws
        -> AnyColumn
    {
        let texts = TextColumn(name, column, options)
        switch type {
        case .integer:
            if case .numbers(_, isWhole: true) = column.values { return AnyColumn(name: name, column.values) }
            if let numbers = texts?.converted({ Int($0) }) { return numbers }
        case .double:
            if case .numbers(let numbers, _) = column.values { return AnyColumn(name: name, .numbers(numbers, isWhole: false)) }
            if let numbers = texts?.converted({ Double($0) }) { return numbers }
        case .boolean: if let truths = texts?.truths() { return truths }
        case .string: return AnyColumn(name: name, column.values)
        case nil:
            guard column.hasValue else {
                return AnyColumn(name: name, .texts([Int32](repeating: -1, count: column.values.count), .none))
            }
            guard let texts else { return AnyColumn(name: name, column.values) }
            if column.isLarge, let numbers = texts.converted({ Int($0) }) { return numbers }
            return texts.truths() ?? AnyColumn(name: name, column.values)
        }
        throw TableReadingError("the column '\(name)' has fields that are no \(type ?? .string)")
    }

    /// A text column, to be converted to another type. Each distinct text is converted only once.
    private struct TextColumn {
        private let name: String
        private let codes: [Int32]
        private let pool: TextPool
        private let options: CSVReadingOptions

        init?(_ name: String, _ column: CSVTable.Column, _ options: CSVReadingOptions) {
            guard case .texts(let codes, let pool) = column.values else { return nil }
            (self.name, self.codes, self.pool, self.options) = (name, codes, pool, options)
        }

        /// - Returns: `nil` if one of the texts cannot be converted.
        func converted<Value>(_ convert: (String) -> Value?) -> AnyColumn? {
            var values: [Value] = []
            for code in 0..<pool.count {
                guard let value = convert(pool[code]) else { return nil }
                values.append(value)
            }
            return Column(name: name, contents: codes.map { $0 < 0 ? nil : values[Int($0)] }).eraseToAnyColumn()
        }

        func truths() -> AnyColumn? {
            converted { options.trueEncodings.contains($0) ? true : options.falseEncodings.contains($0) ? false : nil }
        }
    }

    /// The table as comma-separated text in UTF-8, with a header. Missing values are empty fields.
    public func csvRepresentation() -> Data {
        func field(_ text: String) -> String {
            let special = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            return special ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
        }
        var text = columns.map { field($0.name) }.joined(separator: ",") + "\n"
        for row in 0..<shape.rows {
            let line = columns.map { field($0.text(at: row)) }.joined(separator: ",")
            // A line with one empty field would be skipped as an empty line.
            text += (line.isEmpty ? "NA" : line) + "\n"
        }
        return Data(text.utf8)
    }

    /// Writes the table as comma-separated text with a header. If writing fails, an existing file is unchanged.
    ///
    /// - Throws: the system's error.
    public func writeCSV(to url: URL) throws { try csvRepresentation().write(to: url, options: .atomic) }
}
