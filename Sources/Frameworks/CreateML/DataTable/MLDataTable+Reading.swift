import CoreMLSpecification
import Foundation
import InputChecks
import TabularData

extension MLDataTable {
    /// The syntax of a CSV file, and the part of the file to read.
    public struct ParsingOptions: Sendable {
        /// Whether the first row has the names of the columns. If not, the names are `X1`, `X2`, ….
        public var containsHeader: Bool
        /// The text between two fields.
        public var delimiter: String
        /// The text at the start of comment lines, which are skipped; empty if there are no comments.
        public var comment: String
        /// The escape character. It makes the next character a literal character. Empty if there is no escape character.
        public var escape: String
        /// Whether two quotes in a quoted field stand for one quote.
        public var doubleQuote: Bool
        /// The quote around a field that contains delimiters.
        public var quote: String
        /// Whether spaces before a field are dropped.
        public var skipInitialSpaces: Bool
        /// The texts that stand for a missing value. An empty field is always missing.
        public var missingValues: [String]
        /// The end of a row.
        public var lineTerminator: String
        /// The columns to read; all if `nil`.
        public var selectColumns: [String]?
        /// The maximum number of rows to read; all if `nil`.
        public var maxRows: Int?
        /// The number of lines to skip before the header.
        public var skipRows: Int

        /// Makes options. By default, they are for comma-separated text with a header.
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
    /// A column of a CSV file gets the first type that all fields fit. The types are tried in this order: integers, floating-point numbers,
    /// sequences and dictionaries in JSON notation, text. A JSON file is a list of objects, one for each row, or an object of lists, one for each
    /// column. A `.jsonl` file has an object in each line.
    ///
    /// - Throws: `MLCreateError.io` that names the file, and the line or the reason.
    public init(contentsOf url: URL, options: ParsingOptions = ParsingOptions()) throws {
        do {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
                try self.init(archive: Data(contentsOfFile: url.appendingPathComponent(Self.archiveName)))
                return
            }
            func content() throws -> Data {
                let data = try Data(contentsOfFile: url)
                guard !data.isEmpty else { throw MLCreateError.io(reason: "it is empty") }
                return data
            }
            switch url.pathExtension.lowercased() {
            case "json": try self.init(content: Self.parsed(content()), options)
            case "jsonl", "ndjson": try self.init(content: Self.parsedLines(content()), options)
            default:
                let file = try FileSource(url)
                // System files such as those in `/proc` report a size of 0 although they have content.
                try self.init(csv: file.isEmpty ? DataSource(content()) : file, options)
            }
        } catch {
            let reason = FileReason.text(of: error)
            throw MLCreateError.io(reason: "the table \(url.path) cannot be read: \(reason)")
        }
    }

    // MARK: CSV

    private init(csv source: CSVSource, _ options: ParsingOptions) throws {
        var request = CSVTable.Request(
            format: options.format, hasHeader: options.containsHeader, missing: Set(options.missingValues + [""])
        ) { "X\($0 + 1)" }
        request.skippedLines = options.skipRows
        request.columns = options.selectColumns
        if let limit = options.maxRows { request.rows = 0..<max(limit, 0) }
        try self.init(ordered: CSVTable(source, request).columns.map { ($0, Self.column($1)) })
    }

    /// A column of the CSV file. Texts become integers if all are integers that a `Double` cannot represent. Texts become sequences or dictionaries
    /// if all are in JSON notation.
    private static func column(_ column: CSVTable.Column) -> MLUntypedColumn {
        let texts = MLUntypedColumn(column.values, hasValue: column.hasValue)
        guard case .texts(let codes, let pool) = column.values, column.hasValue else { return texts }
        func all(_ convert: (String) -> MLDataValue?) -> [MLDataValue]? {
            var values: [MLDataValue] = []
            for code in 0..<pool.count {
                guard let value = convert(pool[code]) else { return nil }
                values.append(value)
            }
            return codes.map { $0 < 0 ? .invalid : values[Int($0)] }
        }
        if column.isLarge, let values = all({ Int($0).map { .int($0) } }) { return MLUntypedColumn(values: values, type: .int) }
        if let values = all(structure), case let column = MLUntypedColumn(values), column.isValid { return column }
        return texts
    }

    /// Parses a sequence or a dictionary in JSON notation.
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
        let rows = try TableRecords(records.prefix(maxRows ?? .max), maximumCellCount: Self.maximumCellCount).rows
        var columns: [String: [MLDataValue]] = [:]
        for (row, object) in rows.enumerated() {
            for (name, value) in object {
                columns[name, default: .init(repeating: .invalid, count: rows.count)][row] = MLDataValue(json: value)
            }
        }
        try self.init(ordered: columns.sorted { $0.key < $1.key }.map { ($0, MLUntypedColumn($1)) })
    }

    /// The maximum number of cells of a table from JSON if most of its cells are missing.
    @TaskLocal package static var maximumCellCount: Int = TableRecords.maximumCellCount

    /// The JSON values of the lines that are not empty.
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
