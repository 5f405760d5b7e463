import JSON

/// A line of a table in comma-separated values (RFC 4180).
package struct CSVLine {
    /// The line without its line ending.
    package let text: String

    /// - Parameter fields: strings, numbers, Booleans, and `null` for an empty field.
    package init(_ fields: [JSON]) { text = fields.map(Self.field).joined(separator: ",") }

    private static func field(_ value: JSON) -> String {
        if case .null = value { return "" }
        guard let string = value.string else { return value.text }
        let shown = isFormula(string) ? "'" + string : string
        guard shown.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return shown }
        return "\"" + shown.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether a spreadsheet would compute a string as a formula. Strings from pictures and file names are not trusted.
    private static func isFormula(_ string: String) -> Bool {
        string.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
