import CoreMLSpecification
import Foundation

extension MLDataTable {
    static let archiveName = "table.json"

    /// A column and its type, as stored in a table's folder. JSON has no infinity and no NaN, so these are stored as text.
    private struct ArchivedColumn {
        static func text(_ name: String, _ column: MLUntypedColumn) -> String {
            let values = column.values.map { value -> String in
                switch value {
                case .double(let number) where !number.isFinite: MLDataValue.quoted(number.description)
                case .multiArray(let array):
                    "{\"shape\":\(array.shape.description),\"values\":["
                        + array.values.map { $0.isFinite ? $0.description : MLDataValue.quoted($0.description) }.joined(separator: ",")
                        + "]}"
                default: value.json
                }
            }
            return "{\"name\":\(MLDataValue.quoted(name)),\"type\":\"\(column.type)\",\"values\":[\(values.joined(separator: ","))]}"
        }

        static func column(_ object: [String: Any]) throws -> (String, MLUntypedColumn) {
            guard let name = object["name"] as? String, let kind = object["type"] as? String,
                let type = MLDataValue.ValueType(rawValue: kind), let cells = object["values"] as? [Any]
            else { throw MLCreateError.io(reason: "a column has no name, type or values") }
            let values = try cells.map { cell -> MLDataValue in
                if cell is NSNull { return .invalid }
                let value = type == .multiArray ? try array(cell) : MLDataValue(json: cell).converted(to: type)
                guard value.isValid else { throw MLCreateError.io(reason: "the column '\(name)' holds something that is no \(type)") }
                return value
            }
            return (name, MLUntypedColumn(values: values, type: type))
        }

        private static func array(_ cell: Any) throws -> MLDataValue {
            guard let object = cell as? [String: Any], let extents = object["shape"] as? [Any], let numbers = object["values"] as? [Any],
                case let shape = extents.compactMap({ MLDataValue(json: $0).intValue }), shape.count == extents.count,
                case let values = numbers.compactMap({ MLDataValue(json: $0).converted(to: .double).doubleValue }),
                values.count == numbers.count, let array = MLDataValue.MultiArrayType(shape: shape, values: values)
            else { return .invalid }
            return .multiArray(array)
        }
    }

    init(archive data: Data) throws {
        guard let object = try Self.parsed(data) as? [String: Any], let columns = object["columns"] as? [Any] else {
            throw MLCreateError.io(reason: "the folder holds no table")
        }
        try self.init(
            ordered: columns.map {
                guard let column = $0 as? [String: Any] else { throw MLCreateError.io(reason: "a column is not an object") }
                return try ArchivedColumn.column(column)
            })
    }

    /// Writes the table, including the types of its columns, as a folder in Osprey's format. `init(contentsOf:)` reads the folder.
    ///
    /// - Throws: the table's ``error``, or `MLCreateError.io` that names the folder and the reason. After an error, an existing table in the folder
    ///   is unchanged.
    public func write(to directoryURL: URL) throws {
        let text = "{\"columns\":[\n" + (try validated()).map { ArchivedColumn.text($0, $1) }.joined(separator: ",\n") + "\n]}\n"
        do {
            try FileManager.default.createDirectory(at: directoryURL, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: directoryURL.appendingPathComponent(Self.archiveName), options: .atomic)
        } catch {
            throw MLCreateError.io(reason: "the table cannot be written to \(directoryURL.path): \(FileReason.text(of: error))")
        }
    }

    /// Writes the table as a folder, as ``write(to:)`` does. It throws the same errors.
    public func write(toDirectory path: String) throws { try write(to: URL(fileURLWithPath: path)) }

    /// Writes the table as comma-separated text with a header. Missing values become empty fields. Sequences, dictionaries and multi-arrays are in
    /// JSON notation. If writing fails, an existing file is unchanged.
    ///
    /// - Throws: the table's ``error``, or `MLCreateError.io` that names the file and the reason.
    public func writeCSV(to fileURL: URL) throws {
        let columns = try validated()
        var text = columns.map { Self.field($0.0) }.joined(separator: ",") + "\n"
        for row in 0..<rowCount {
            // A line with one empty field would be skipped as an empty line.
            let line = columns.map { Self.field($0.1[row]) }.joined(separator: ",")
            text += (line.isEmpty ? "NA" : line) + "\n"
        }
        do {
            try Data(text.utf8).write(to: fileURL, options: .atomic)
        } catch {
            throw MLCreateError.io(reason: "the table cannot be written to \(fileURL.path): \(FileReason.text(of: error))")
        }
    }

    /// Writes the table as comma-separated text, as ``writeCSV(to:)`` does. It throws the same errors.
    public func writeCSV(toFile path: String) throws { try writeCSV(to: URL(fileURLWithPath: path)) }

    private func validated() throws -> [(String, MLUntypedColumn)] {
        if let error { throw error }
        return ordered
    }

    private static func field(_ value: MLDataValue) -> String {
        switch value {
        case .invalid: ""
        case .string(let text): field(text)
        case .int, .double: value.description
        case .sequence, .dictionary, .multiArray: field(value.json)
        }
    }

    /// The text of a field. A text that could be read as something else is quoted.
    private static func field(_ text: String) -> String {
        let special = text.contains { $0 == "," || $0 == "\"" || $0 == "\\" || $0.isNewline } || text.hasPrefix(" ")
        guard special else { return text }
        return "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
