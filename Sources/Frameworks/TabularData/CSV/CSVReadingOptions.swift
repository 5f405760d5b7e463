/// The types of columns in a CSV file.
public enum CSVType: Sendable, Equatable, Hashable {
    /// Integers (`Int`).
    case integer
    /// Floating-point numbers (`Double`).
    case double
    /// Booleans (`Bool`). The options say which texts are true and which are false.
    case boolean
    /// Texts (`String`).
    case string
}

/// The options for reading a CSV file.
public struct CSVReadingOptions: Sendable {
    /// Whether the first row has the names of the columns. If not, the names are `Column 0`, `Column 1` and so on.
    public var hasHeaderRow: Bool
    /// The texts that stand for a missing value.
    public var nilEncodings: Set<String>
    /// The texts that mean `true` in a column of Booleans.
    public var trueEncodings: Set<String>
    /// The texts that mean `false` in a column of Booleans.
    public var falseEncodings: Set<String>
    /// The character between two fields.
    public var delimiter: Character
    /// Whether empty lines are skipped. If not, they are rows of missing values.
    public var ignoresEmptyLines: Bool
    /// Whether a quoted field may contain delimiters and line breaks.
    public var usesQuoting: Bool
    /// Whether a backslash escapes the next character.
    public var usesEscaping: Bool

    /// Makes options. The defaults are for comma-separated text with a header.
    public init(
        hasHeaderRow: Bool = true, nilEncodings: Set<String> = ["", "#N/A", "#N/A N/A", "#NA", "N/A", "NA", "NULL", "n/a", "nan", "null"],
        trueEncodings: Set<String> = ["1", "True", "TRUE", "true"], falseEncodings: Set<String> = ["0", "False", "FALSE", "false"],
        delimiter: Character = ",", ignoresEmptyLines: Bool = true, usesQuoting: Bool = true, usesEscaping: Bool = false
    ) {
        self.hasHeaderRow = hasHeaderRow
        self.nilEncodings = nilEncodings
        self.trueEncodings = trueEncodings
        self.falseEncodings = falseEncodings
        self.delimiter = delimiter
        self.ignoresEmptyLines = ignoresEmptyLines
        self.usesQuoting = usesQuoting
        self.usesEscaping = usesEscaping
    }
}
