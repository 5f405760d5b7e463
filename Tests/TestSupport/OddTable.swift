/// A file of a table with a fault, or with something odd, that every trainer of tables gets: numbers `x`, texts `t`, numbers to predict `y`, and
/// classes `c`.
package struct OddTable: Sendable, CustomStringConvertible {
    package let description: String
    package let csv: String
    /// A part of the error of a trainer that predicts `y`, and of one that predicts `c`; `nil` for those that learn.
    package let ofNumbers: String?
    package let ofClasses: String?
    /// A part of the error of weighted sums, which learn less than trees.
    package let ofSums: String?

    private init(_ name: String, numbers: String?, classes: String?, sums: String? = nil, _ csv: String) {
        (description, self.csv, ofNumbers, ofClasses, ofSums) = (name, csv, numbers, classes, sums)
    }

    private static func table(_ count: Int, _ row: (Int) -> String) -> String {
        (["x,t,y,c"] + (0..<count).map(row)).joined(separator: "\n") + "\n"
    }

    private static func target(_ row: Int) -> String { "\(row * 7 % 11 + row % 2 * 20),\(row % 2 == 0 ? "even" : "odd")" }

    package static let all = [
        OddTable("no bytes", numbers: "it is empty", classes: "it is empty", ""),
        OddTable("no rows", numbers: "no rows", classes: "no rows", "x,t,y,c\n"),
        OddTable("one row", numbers: "one row", classes: "one row", "x,t,y,c\n1,a,2,b\n"),
        OddTable("constant columns", numbers: nil, classes: nil, table(40) { "1,a,\(target($0))" }),
        OddTable(
            "empty columns", numbers: "no column to learn from has a value", classes: "no column to learn from has a value",
            table(40) { ",,\(target($0))" }),
        OddTable(
            "one value to predict", numbers: "has one value only", classes: "has one value only", table(40) { "\($0),t\($0 % 3),7,even" }),
        OddTable(
            "missing targets", numbers: "no value in 4 of 40 rows", classes: "no value in 4 of 40 rows",
            table(40) { "\($0),t\($0 % 3),\($0 % 10 == 9 ? "," : target($0))" }),
        OddTable("no targets", numbers: "has no values", classes: "has no values", table(40) { "\($0),t\($0 % 3),," }),
        OddTable("10,000 categories", numbers: nil, classes: nil, table(10_500) { "\($0 % 50),t\($0 % 10_000),\(target($0))" }),
        OddTable(
            "10,000 classes", numbers: nil, classes: "1000 classes at most",
            table(10_500) { "\($0 % 50),t\($0 % 3),\($0 % 7),c\($0 % 10_000)" }),
        OddTable(
            "infinities", numbers: nil, classes: nil, sums: "which has no weighted sum",
            table(40) { "\($0 == 3 ? "inf" : $0 == 5 ? "-inf" : "\($0).5"),t\($0 % 3),\(target($0))" }),
        OddTable(
            "an infinite target", numbers: "is infinite in row 8 (line 9)", classes: nil,
            table(40) { "\($0),t\($0 % 3),\($0 == 7 ? "inf" : "\($0)"),\($0 % 2)" }),
        OddTable(
            "mixed types", numbers: nil, classes: nil,
            table(40) { "\($0 == 11 ? "lots" : "\($0)"),\($0 % 2 == 0 ? "\($0 % 4)" : "two"),\(target($0))" }),
        OddTable(
            "quotes, line breaks and a byte-order mark", numbers: nil, classes: nil,
            "\u{FEFF}\"x\",\"t\",y,c\r\n" + (0..<40).map { "\"\($0)\",\"says \"\"\($0 % 3)\"\",\nand more\",\(target($0))\r\n" }.joined()),
        OddTable(
            "a row too short", numbers: "line 4 has 3 fields instead of 4", classes: "line 4 has 3 fields instead of 4",
            table(40) { $0 == 2 ? "1,a,2" : "\($0),t,\(target($0))" }),
        OddTable(
            "an open quote", numbers: "has no end", classes: "has no end", table(40) { "\($0),\($0 == 9 ? "\"" : "")t,\(target($0))" }),
        OddTable(
            "texts to predict as numbers", numbers: "holds texts", classes: nil, table(40) { "\($0),t\($0 % 3),n\($0 % 5),\($0 % 2)" }),
    ]
}
