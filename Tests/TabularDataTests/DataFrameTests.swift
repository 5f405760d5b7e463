import Foundation
import TabularData
import Testing

@Suite struct DataFrameTests {
    private func read(_ text: String, _ options: CSVReadingOptions = .init(), types: [String: CSVType] = [:]) throws -> DataFrame {
        try DataFrame(csvData: Data(text.utf8), types: types, options: options)
    }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch { return error.localizedDescription }
    }

    @Test("Columns get the first type that fits")
    func columnsGetTheFirstTypeThatFits() throws {
        let frame = try read("\u{FEFF}a,b,c,d,e\r\n1,1.5,true,\"x, \"\"y\"\"\nz\",\r\nNA,2,FALSE,w,\r\n")
        #expect(frame.shape == (2, 5))
        #expect(frame.containsColumn("a", Int.self) && frame.containsColumn("b", Double.self) && frame.containsColumn("c", Bool.self))
        #expect(Array(frame["a", Int.self]) == [1, nil] && frame["a"].missingCount == 1 && frame["a"].isNil(at: 1))
        #expect(Array(frame["c", Bool.self]) == [true, false])
        #expect(frame["d", String.self][0] == "x, \"y\"\nz" && frame["e"].missingCount == 2)
        #expect(frame.description.contains("2 rows, 5 columns"))
    }

    @Test("Options and types are followed")
    func optionsAndTypesAreFollowed() throws {
        let options = CSVReadingOptions(hasHeaderRow: false, delimiter: ";")
        let frame = try read("1;a\n2;b\n", options, types: ["Column 0": .string])
        #expect(frame.columns.map(\.name) == ["Column 0", "Column 1"] && frame.containsColumn("Column 0", String.self))
        let some = try DataFrame(csvData: Data("a,b\n1,2\n3,4\n5,6\n".utf8), columns: ["b"], rows: 1..<2)
        #expect(some.shape == (1, 1) && some["b", Int.self][0] == 4)
        #expect(try read("a,b\n1,2\n\n3,4\n", .init(ignoresEmptyLines: false)).shape.rows == 3)
        #expect(try read("a,b\n1,2\n\n3,4\n").shape.rows == 2)
    }

    @Test("Broken text is named with its line")
    func brokenTextIsNamedWithItsLine() {
        #expect(reason { _ = try read("a,b\n1\n") }.contains("line 2 has 1 fields"))
        #expect(reason { _ = try read("") }.contains("no rows"))
        #expect(reason { _ = try read("a,a\n1,2\n") }.contains("two columns"))
        #expect(reason { _ = try read("a\n\"b\n") }.contains("has no end"))
        #expect(reason { _ = try read("a\nx\n", types: ["a": .integer]) }.contains("no integer"))
        #expect(reason { _ = try DataFrame(csvData: Data("a\n1\n".utf8), columns: ["z"]) }.contains("no column 'z'"))
        #expect(reason { _ = try DataFrame(csvData: Data([0x61, 0xFF])) }.contains("UTF-8"))
        #expect(
            reason { _ = try DataFrame(jsonData: Data("7".utf8)) }.contains("JSON")
                || reason { _ = try DataFrame(jsonData: Data("7".utf8)) }.contains("list"))
        #expect(reason { _ = try DataFrame(jsonData: Data("[{\"a\": 1}, 2]".utf8)) }.contains("element 1"))
        #expect(reason { _ = try DataFrame(jsonData: Data("[{\"a\": 1}, {\"a\": \"b\"}]".utf8)) }.contains("different types"))
        #expect(throws: (any Error).self) { try DataFrame(contentsOfCSVFile: URL(fileURLWithPath: "/no/such.csv")) }
    }

    @Test("JSON is a list of rows")
    func jsonIsAListOfRows() throws {
        let frame = try DataFrame(jsonData: Data("[{\"a\": 1, \"b\": \"x\", \"c\": true}, {\"a\": 2.5, \"b\": null}]".utf8))
        #expect(Array(frame["a", Double.self]) == [1, 2.5] && Array(frame["b", String.self]) == ["x", nil])
        #expect(Array(frame["c", Bool.self]) == [true, nil])
    }

    @Test("What is written is read again")
    func whatIsWrittenIsReadAgain() throws {
        let frame = try read("a,b\n1,\"x, \"\"y\"\"\nz\"\n,w\n")
        let again = try DataFrame(csvData: frame.csvRepresentation())
        #expect(Array(again["a", Int.self]) == [1, nil] && Array(again["b", String.self]) == ["x, \"y\"\nz", "w"])
        let single = try DataFrame(csvData: read("a,b\n1,2\n,3\n").selecting(columnNames: ["a"]).csvRepresentation())
        #expect(single.shape.rows == 2)
    }

    @Test("Rows are chosen sorted and split")
    func rowsAreChosenSortedAndSplit() throws {
        let frame = try read("a,b\n3,x\n,y\n1,z\n2,x\n")
        #expect(Array(frame.sorted(on: "a", Int.self)["b", String.self]) == ["z", "x", "x", "y"])
        #expect(Array(frame.sorted(on: "a", Int.self, order: .descending)["a", Int.self]) == [3, 2, 1, nil])
        #expect(frame.filter(on: "b", String.self) { $0 == "x" }.shape.rows == 2)
        #expect(frame.filter { ($0["a", Int.self] ?? 0) > 1 }.shape.rows == 2)
        #expect(frame.prefix(2).shape.rows == 2 && frame.suffix(9).shape.rows == 4)
        let (first, second) = frame.randomSplit(by: 0.5, seed: 4)
        #expect(first.shape.rows == 2 && second.shape.rows == 2)
        #expect(frame.randomSplit(by: 0.5, seed: 4).0.description == first.description)
        #expect(Set([first, second].flatMap { $0["a", Int.self].map { $0 } }) == [3, nil, 1, 2])
    }

    @Test("Tables grow by rows and columns")
    func tablesGrowByRowsAndColumns() throws {
        var frame = try read("a,b\n1,x\n")
        frame.append(try read("b,c\ny,2.5\n"))
        #expect(Array(frame["a", Int.self]) == [1, nil] && Array(frame["c", Double.self]) == [nil, 2.5])
        frame["d", Double.self] = Column(name: "d", contents: [1.5, 2.5])
        frame.renameColumn("d", to: "e")
        #expect(frame["e", Double.self].mean() == 2 && frame.indexOfColumn("d") == nil)
        frame.removeColumn("e")
        #expect(frame.columns.map(\.name) == ["a", "b", "c"] && !frame.isEmpty && DataFrame().isEmpty)
    }

    @Test("A summary describes each column")
    func aSummaryDescribesEachColumn() throws {
        let summary = try read("a,b\n1,x\n3,x\n,y\n").summary()
        #expect(Array(summary["count", Int.self]) == [2, 3] && Array(summary["missing", Int.self]) == [1, 0])
        #expect(Array(summary["unique", Int.self]) == [2, 2] && Array(summary["mean", Double.self]) == [2, nil])
        #expect(abs((summary["std", Double.self][0] ?? 0) - 2.0.squareRoot()) < 1e-12 && summary["max", Double.self][0] == 3)
    }

    @Test("Columns have statistics and distinct values")
    func columnsHaveStatisticsAndDistinctValues() {
        let column = Column(name: "x", contents: [2.0, nil, 4, 2])
        #expect(column.sum() == 8 && column.min() == 2 && column.max() == 4 && column.missingCount == 1)
        #expect(Array(column.distinct()) == [2, 4] && Array(column.filled(with: 0)) == [2, 0, 4, 2])
        #expect(Array(column.mapNonNil { $0 > 3 }) == [false, nil, true, false])
        #expect(Column<Double>(name: "e", capacity: 0).mean() == nil && Column(name: "o", contents: [1.0]).standardDeviation() == nil)
    }

    @Test("Texts that stand for missing values may look like numbers, and the empty text may be one of the values")
    func missingValues() throws {
        let frame = try read("a,b\n-999,x\n5,\n", .init(nilEncodings: ["-999"]))
        #expect(Array(frame["a", Int.self]) == [nil, 5] && Array(frame["b", String.self]) == ["x", ""])
        let truths = try read("a\ntrue\n\"\"\nFALSE\n", types: ["a": .boolean])
        #expect(Array(truths["a", Bool.self]) == [true, false])
        #expect(Array(try read("a\n1\n2\n", types: ["a": .double])["a", Double.self]) == [1, 2])
    }
}
