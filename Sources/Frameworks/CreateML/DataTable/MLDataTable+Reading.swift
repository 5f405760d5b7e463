import CoreMLSpecification
import Foundation
import InputChecks
import TabularData

extension MLDataTable {
    /// How the text of a CSV file is read.
    public struct ParsingOptions: Sendable {
        /// Whether the first row has the names of the columns. Otherwise the names are `X1`, `X2`, ….
        public var containsHeader: Bool
        /// The text between two fields.
        public var delimiter: String
        /// The beginning of lines that are left out; empty for none.
        public var comment: String
        /// The escape character, which makes the character after it stand for itself; empty for none.
        public var escape: String
        /// Whether two quotes within quotes stand for one.
        public var doubleQuote: Bool
        /// The quote around a field that has delimiters in it.
        public var quote: String
        /// Whether spaces before a field are left out.
        public var skipInitialSpaces: Bool
        /// The texts that stand for a missing value, beside an empty field.
        public var missingValues: [String]
        /// The end of a row.
        public var lineTerminator: String
        /// The columns to read; all where `nil`.
        public var selectColumns: [String]?
        /// The rows to read at most.
        public var maxRows: Int?
        /// The lines to leave out before the header.
        public var skipRows: Int

        /// Comma-separated text with a header, unless something else is said.
        public init(
            containsHeader: Bool = true, delimiter: String = ",", comment: String = "", escape: String = "\\", doubleQuote: Bool = true,
            quote: String = "\"", skipInitialSpaces: Bool = true, missingValues: [String] = ["NA"], lineTerminator: String = "\n",
            selectColumns: [String]? = nil, maxRows: Int? = nil, skipRows: Int = 0
        ) {
            self.containsHeader = containsHeader
            self.delimiter = delimiter
            self.comment = comment
            self.escape = escape
            self.doubleQuote = doubleQuote
            self.quote = quote
            self.skipInitialSpaces = skipInitialSpaces
            self.missingValues = missingValues
            self.lineTerminator = lineTerminator
            self.selectColumns = selectColumns
            self.maxRows = maxRows
            self.skipRows = skipRows
        }

        var format: CSVFormat {
            CSVFormat(
                delimiter: delimiter, comment: comment, escape: escape, doubleQuote: doubleQuote, quote: quote,
                skipInitialSpaces: skipInitialSpaces, lineTerminator: lineTerminator)
        }
    }

    /// Reads a CSV file, a JSON file, or a folder that ``write(to:)`` wrote.
    ///
    /// A column of a CSV file gets the first type that all its fields fit: integers, floating-point numbers, sequences and dictionaries in JSON
    /// notation, or text. A JSON file is a list of objects, one for each row, or an object of lists, one for each column. A `.jsonl` file has an
    /// object in each line.
    ///
    /// - Throws: `MLCreateError.io` that names the file and the line or the reason.
    public init(contentsOf url: URL, options: ParsingOptions = ParsingOptions()) throws {
        do {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
                try self.init(archive: Data(contentsOfFile: url.appendingPathComponent(Self.archiveName)))
                return
            }
            let data = try Data(contentsOfFile: url)
            guard !data.isEmpty else { throw MLCreateError.io(reason: "it is empty") }
            switch url.pathExtension.lowercased() {
            case "json": try self.init(content: Self.parsed(data), options)
            case "jsonl", "ndjson": try self.init(content: Self.parsedLines(data), options)
            default: try self.init(csv: data, options)
            }
        } catch {
            let reason = FileReason.text(of: error)
            throw MLCreateError.io(reason: "the table \(url.path) cannot be read: \(reason)")
        }
    }

    // MARK: CSV

    private init(csv data: Data, _ options: ParsingOptions) throws {
        var reader = try CSVReader(data, options.format)
        for _ in 0..<max(options.skipRows, 0) { reader.skipLine() }
        guard let first = try reader.next() else { throw MLCreateError.io(reason: "it has no rows") }
        let names = options.containsHeader ? first.fields : first.fields.indices.map { "X\($0 + 1)" }
        if let twice = Dictionary(grouping: names, by: { $0 }).filter({ $1.count > 1 }).keys.sorted().first {
            throw MLCreateError.io(reason: "two columns are called '\(twice)'")
        }
        var fields = [[String]](repeating: [], count: names.count)
        var row = options.containsHeader ? try reader.next() : first
        var count = 0
        while let current = row, count < options.maxRows ?? .max {
            guard current.fields.count == names.count else {
                throw MLCreateError.io(reason: "line \(current.line) has \(current.fields.count) fields instead of \(names.count)")
            }
            for (index, field) in current.fields.enumerated() { fields[index].append(field) }
            count += 1
            row = try reader.next()
        }
        let missing = Set(options.missingValues + [""])
        let wanted = options.selectColumns ?? names
        try self.init(
            ordered: wanted.map { name in
                guard let index = names.firstIndex(of: name) else { throw MLCreateError.io(reason: "it has no column '\(name)'") }
                return (name, Self.column(fields[index], missing))
            })
    }

    private static func column(_ fields: [String], _ missing: Set<String>) -> MLUntypedColumn {
        func all(_ convert: (String) -> MLDataValue?) -> [MLDataValue]? {
            var values: [MLDataValue] = []
            for field in fields {
                if missing.contains(field) {
                    values.append(.invalid)
                } else if let value = convert(field) {
                    values.append(value)
                } else {
                    return nil
                }
            }
            return values
        }
        if let values = all({ Int($0).map { .int($0) } }) {
            return MLUntypedColumn(values: values, type: values.contains { $0.isValid } ? .int : .invalid)
        }
        if let values = all({ Double($0).map { .double($0) } }) { return MLUntypedColumn(values: values, type: .double) }
        if let values = all(structure), case let column = MLUntypedColumn(values), column.isValid { return column }
        return MLUntypedColumn(values: fields.map { missing.contains($0) ? .invalid : .string($0) }, type: .string)
    }

    /// A sequence or a dictionary in JSON's notation.
    private static func structure(_ field: String) -> MLDataValue? {
        guard field.hasPrefix("[") || field.hasPrefix("{") else { return nil }
        return (try? JSONSerialization.jsonObject(with: Data(field.utf8))).map { MLDataValue(json: $0) }
    }

    // MARK: JSON

    private init(content: Any, _ options: ParsingOptions) throws {
        var table: MLDataTable
        if let records = content as? [Any] {
            table = try MLDataTable(records: records, options.maxRows)
        } else if let lists = content as? [String: Any] {
            table = try MLDataTable(
                ordered: lists.sorted { $0.key < $1.key }.map { name, list in
                    guard let values = list as? [Any] else { throw MLCreateError.io(reason: "'\(name)' is not a list") }
                    return (name, MLUntypedColumn(values.prefix(options.maxRows ?? .max).map { MLDataValue(json: $0) }))
                })
        } else {
            throw MLCreateError.io(reason: "it is neither a list of rows nor an object of columns")
        }
        if let wanted = options.selectColumns { table = table[wanted] }
        if let error = table.error { throw error }
        self = table
    }

    private init(records: [Any], _ maxRows: Int?) throws {
        var columns: [String: [MLDataValue]] = [:]
        let wanted = records.prefix(maxRows ?? .max)
        for (row, record) in wanted.enumerated() {
            guard let object = record as? [String: Any] else {
                throw MLCreateError.io(reason: "element \(row) of the list is not an object")
            }
            for (name, value) in object {
                columns[name, default: .init(repeating: .invalid, count: wanted.count)][row] = MLDataValue(json: value)
            }
        }
        try self.init(ordered: columns.sorted { $0.key < $1.key }.map { ($0, MLUntypedColumn($1)) })
    }

    /// The values of the lines that are not empty.
    private static func parsedLines(_ data: Data) throws -> [Any] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = data.starts(with: mark) ? data.dropFirst(3) : data
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return try lines.enumerated().compactMap { index, line in
            guard line.contains(where: { $0 > 0x20 }) else { return nil }
            do {
                return try parsed(Data(line))
            } catch {
                throw MLCreateError.io(reason: "line \(index + 1): \(FileReason.text(of: error))")
            }
        }
    }

    static func parsed(_ data: Data) throws -> Any {
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            throw MLCreateError.io(reason: "it is not JSON: \(detail ?? error.localizedDescription)")
        }
    }
}
