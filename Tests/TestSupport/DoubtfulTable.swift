/// A table with something that stands against learning its column `y`.
package struct DoubtfulTable: Sendable, CustomStringConvertible {
    /// A part of the sentence about it.
    package let words: String
    /// Whether it is an error to learn from it.
    package let isFatal: Bool
    package let isClass: Bool
    /// Comma-separated, with a header.
    package let csv: String

    package var description: String { words }

    private init(_ words: String, isFatal: Bool = false, isClass: Bool = false, _ header: String, _ count: Int = 60, _ row: (Int) -> String)
    {
        (self.words, self.isFatal, self.isClass) = (words, isFatal, isClass)
        csv = ([header] + (0..<count).map(row)).joined(separator: "\n") + "\n"
    }

    /// One of each kind. The target follows from `x` in those that can be learnt from.
    package static let all: [DoubtfulTable] = fatal + target + features

    private static let fatal = [
        DoubtfulTable("the table has no rows", isFatal: true, "x,y", 0) { _ in "" },
        DoubtfulTable("the table has one row", isFatal: true, "x,y", 1) { _ in "1,2" },
        DoubtfulTable("the table has only one column", isFatal: true, "y") { "\($0)" },
        DoubtfulTable("no column to learn from has a value", isFatal: true, "x,z,y") { ",nan,\($0)" },
        DoubtfulTable("'y' has no values: there is nothing to predict", isFatal: true, "x,y") { "\($0)," },
        DoubtfulTable("'y' has no value in 6 of 60 rows, the first of them row 5 (line 6)", isFatal: true, "x,y") {
            "\($0),\($0 % 10 == 4 ? "" : "\($0)")"
        },
        DoubtfulTable("'y' holds lists, and only numbers are predicted as numbers", isFatal: true, "x,y") { "\($0),\"[\($0), 2]\"" },
        DoubtfulTable("'y' holds numbers, and a class is a text or a whole number", isFatal: true, isClass: true, "x,y") {
            "\($0),\($0).5"
        },
        DoubtfulTable("'y' has one value only, '7': there is nothing to predict", isFatal: true, "x,y") { "\($0),7" },
        DoubtfulTable("'y' has one value only, 'a': there is nothing to predict", isFatal: true, isClass: true, "x,y") { "\($0),a" },
        DoubtfulTable("'y' is infinite in row 3 (line 4)", isFatal: true, "x,y") { "\($0),\($0 == 2 ? "inf" : "\($0)")" },
        DoubtfulTable("a classifier has 1000 classes at most", isFatal: true, isClass: true, "x,y", 2_200) { "\($0 % 7),\($0 / 2)" },
        DoubtfulTable("'y' has another text in every row: it names the rows", isFatal: true, isClass: true, "x,y") { "\($0 % 7),n\($0)" },
        DoubtfulTable("'t' has more than 65535 different texts", isFatal: true, "t,y", 65_536) { "t\($0),\($0)" },
    ]

    private static let target = [
        DoubtfulTable("there are only 30 rows; of fewer than 50 none is set aside", "x,y", 30) { "\($0 % 7),\($0 * 2 % 14)" },
        DoubtfulTable("'y' numbers the rows, and a row's number cannot be predicted", "x,y") { "\($0 * 3),\($0)" },
        DoubtfulTable("few rows are 'b' (3): at least 10 per class are advised", isClass: true, "x,y") { "\($0),\($0 < 57 ? "a" : "b")" },
        DoubtfulTable("'a' is the class of 95 % of the rows", isClass: true, "x,y") { "\($0),\($0 < 57 ? "a" : "b")" },
        DoubtfulTable("'y' holds texts because of 'c' in row 60 (line 61)", isClass: true, "x,y") {
            "\($0 * 7 % 60),\($0 < 59 ? "\($0 % 2)" : "c")"
        },
    ]

    private static let features = [
        DoubtfulTable("a column without a name is left out", ",x,y") { "\($0),\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' has no values", "z,x,y") { ",\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' has one value only", "z,x,y") { "1,\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' numbers the rows, from which nothing follows", "z,x,y") { "\($0),\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' has another text in every row, from which nothing follows", "z,x,y") { "n\($0),\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' has no value in 66 % of the rows", "z,x,y") { "\($0 < 40 ? "" : "\($0)"),\($0 * 7 % 60),\($0 * 7 % 60)" },
        DoubtfulTable("'z' is infinite in 1 row, and only trees learn from that", "z,x,y") {
            "\($0 == 3 ? "inf" : "\($0 * $0)"),\($0 * 7 % 60),\($0 * 7 % 60)"
        },
        DoubtfulTable("'z' holds texts because of '-' in row 41 (line 42)", "z,x,y") {
            "\($0 == 40 ? "-" : "\($0)"),\($0 * 7 % 60),\($0 * 7 % 60)"
        },
        DoubtfulTable("'z' says the same as 'y' in other words", isClass: true, "z,x,y") { "\($0 / 30),\($0),\($0 < 30 ? "a" : "b")" },
    ]
}
