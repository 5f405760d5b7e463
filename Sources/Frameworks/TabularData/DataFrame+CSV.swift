import Foundation

/// Comma-separated text.
extension DataFrame {
    /// Reads a CSV file. A column gets the first type that all its fields fit: whole numbers, numbers, truth values, text.
    ///
    /// - Parameters:
    ///   - columns: the columns to read, in this order; all where `nil`.
    ///   - rows: the rows to read.
    ///   - types: the types of columns that are not to be found out.
    /// - Throws: ``TableReadingError`` that names the file and the line, and the system's error for a file that cannot be read.
    public init(
        contentsOfCSVFile url: URL, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = CSVReadingOptions()
    ) throws {
        let data = try Data(contentsOf: url)
        do {
            try self.init(csvData: data, columns: columns, rows: rows, types: types, options: options)
        } catch let error as TableReadingError {
            throw TableReadingError("the table \(url.path) cannot be read: \(error.reason)")
        }
    }

    /// Reads comma-separated text in UTF-8, as `init(contentsOfCSVFile:)` does.
    ///
    /// - Throws: ``TableReadingError`` that names the line.
    public init(
        csvData data: Data, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = CSVReadingOptions()
    ) throws {
        let format = CSVFormat(
            delimiter: String(options.delimiter), comment: "", escape: options.usesEscaping ? "\\" : "", doubleQuote: true,
            quote: options.usesQuoting ? "\"" : "", skipInitialSpaces: false, lineTerminator: "\n",
            skipsEmptyLines: options.ignoresEmptyLines)
        var reader = try CSVReader(data, format)
        guard let first = try reader.next() else { throw TableReadingError("it has no rows") }
        let names = options.hasHeaderRow ? first.fields : first.fields.indices.map { "Column \($0)" }
        if let twice = Dictionary(grouping: names, by: { $0 }).filter({ $1.count > 1 }).keys.sorted().first {
            throw TableReadingError("two columns are called '\(twice)'")
        }
        var fields = [[String]](repeating: [], count: names.count)
        var (row, count) = (options.hasHeaderRow ? try reader.next() : first, 0)
        while let current = row, count < rows?.upperBound ?? .max {
            if count >= rows?.lowerBound ?? 0 {
                let isEmpty = current.fields == [""]
                guard current.fields.count == names.count || isEmpty else {
                    throw TableReadingError("line \(current.line) has \(current.fields.count) fields instead of \(names.count)")
                }
                for index in names.indices { fields[index].append(isEmpty ? "" : current.fields[index]) }
            }
            count += 1
            row = try reader.next()
        }
        self.init(
            columns: try (columns ?? names).map { name in
                guard let index = names.firstIndex(of: name) else { throw TableReadingError("it has no column '\(name)'") }
                return try Self.column(name, fields[index], types[name], options)
            })
    }

    private static func column(_ name: String, _ fields: [String], _ type: CSVType?, _ options: CSVReadingOptions) throws -> AnyColumn {
        func convert<T>(_ type: T.Type, _ parse: (String) -> T?) -> AnyColumn? {
            var values: [T?] = []
            values.reserveCapacity(fields.count)
            for field in fields {
                if options.nilEncodings.contains(field) {
                    values.append(nil)
                } else if let value = parse(field) {
                    values.append(value)
                } else {
                    return nil
                }
            }
            return Column(name: name, contents: values).eraseToAnyColumn()
        }
        func truth(_ field: String) -> Bool? {
            options.trueEncodings.contains(field) ? true : options.falseEncodings.contains(field) ? false : nil
        }
        func read(as type: CSVType) -> AnyColumn? {
            switch type {
            case .integer: convert(Int.self) { Int($0) }
            case .double: convert(Double.self) { Double($0) }
            case .boolean: convert(Bool.self, truth)
            case .string: convert(String.self) { $0 }
            }
        }
        if let type {
            guard let column = read(as: type) else { throw TableReadingError("the column '\(name)' has fields that are no \(type)") }
            return column
        }
        let isEmpty = fields.allSatisfy { options.nilEncodings.contains($0) }
        for type in isEmpty ? [CSVType.string] : [.integer, .double, .boolean, .string] {
            if let column = read(as: type) { return column }
        }
        return Column<String>(name: name, capacity: 0).eraseToAnyColumn()
    }

    /// The table as comma-separated text with a header. Missing values are empty.
    public func csvRepresentation() -> Data {
        func field(_ text: String) -> String {
            let special = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            return special ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
        }
        var text = columns.map { field($0.name) }.joined(separator: ",") + "\n"
        for row in 0..<shape.rows {
            let line = columns.map { field($0.text(at: row)) }.joined(separator: ",")
            // A line with a single empty field would be skipped as an empty line.
            text += (line.isEmpty ? "NA" : line) + "\n"
        }
        return Data(text.utf8)
    }

    /// Writes the table as comma-separated text with a header. The file is written completely, or stays as it was.
    ///
    /// - Throws: the system's error.
    public func writeCSV(to url: URL) throws { try csvRepresentation().write(to: url, options: .atomic) }
}
