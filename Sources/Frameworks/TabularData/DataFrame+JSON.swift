import Foundation
import InputChecks

/// Reading tables from JSON: a list of objects, one for each row.
extension DataFrame {
    /// Reads a JSON file. If a row lacks a key, the value is missing. A column gets the first of these types that all its values fit:
    /// Boolean, integer, floating-point number, text.
    ///
    /// - Parameter columns: the columns to read, in this order; `nil` for all columns, sorted by name.
    /// - Throws: ``TableReadingError`` that names the file.
    public init(contentsOfJSONFile url: URL, columns: [String]? = nil) throws {
        self = try TableReadingError.naming(url) { try DataFrame(jsonData: Data(contentsOfFile: url), columns: columns) }
    }

    /// Reads JSON data, as `init(contentsOfJSONFile:)` does for a file.
    ///
    /// - Throws: ``TableReadingError`` if the data is not a JSON list of objects, a column is missing, or the values of a column have different
    ///   types.
    public init(jsonData data: Data, columns: [String]? = nil) throws {
        guard let content = try? JSONSerialization.jsonObject(with: data) else { throw TableReadingError("it is not JSON") }
        guard let list = content as? [Any] else { throw TableReadingError("it is not a list of rows") }
        let records = try TableRecords(list)
        self.init(
            columns: try (columns ?? records.names.sorted()).map { name in
                guard records.names.contains(name) else { throw TableReadingError("it has no column '\(name)'") }
                return try Self.column(name, records.rows.map { $0[name].flatMap { $0 is NSNull ? nil : $0 } })
            })
    }

    private static func column(_ name: String, _ values: [Any?]) throws -> AnyColumn {
        func convert<T>(_ type: T.Type, _ convert: (Any) -> T?) -> AnyColumn? {
            var result: [T?] = []
            for value in values {
                guard let value else {
                    result.append(nil)
                    continue
                }
                guard let converted = convert(value) else { return nil }
                result.append(converted)
            }
            return Column(name: name, contents: result).eraseToAnyColumn()
        }
        func isTruth(_ value: Any) -> Bool { (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false }
        let column =
            convert(Bool.self) { isTruth($0) ? $0 as? Bool : nil }
            ?? convert(Int.self) { isTruth($0) ? nil : ($0 as? NSNumber).flatMap { Int(exactly: $0.doubleValue) } }
            ?? convert(Double.self) { isTruth($0) ? nil : ($0 as? NSNumber)?.doubleValue } ?? convert(String.self) { $0 as? String }
        guard let column else { throw TableReadingError("the column '\(name)' has values of different types, or lists or objects") }
        return column
    }
}
