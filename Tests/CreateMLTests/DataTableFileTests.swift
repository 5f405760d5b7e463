import CreateML
import Foundation
import TestSupport
import Testing

@Suite struct DataTableFileTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func read(_ text: String, _ name: String = "t.csv", _ options: MLDataTable.ParsingOptions = .init()) throws -> MLDataTable {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return try MLDataTable(contentsOf: url, options: options)
    }

    private func reason(_ text: String, _ name: String = "t.csv") -> String {
        do {
            _ = try read(text, name)
            return "it was read"
        } catch { return error.localizedDescription }
    }

    @Test("Types of CSV columns are those that all fields fit")
    func typesOfCSVColumnsAreThoseThatAllFieldsFit() throws {
        let table = try read("a,b,c,d,e\r\n1,1.5,x,\"[1, 2]\",\r\nNA,2,\"y, \"\"z\"\"\n\",\"[3]\",\r\n")
        #expect(table.columnTypes == ["a": .int, "b": .double, "c": .string, "d": .sequence, "e": .invalid])
        #expect(table.rows[1]["c"] == .string("y, \"z\"\n") && table.rows[1]["a"] == .invalid)
        #expect(table.rows[0]["d", [Int].self] == [1, 2])
    }

    @Test("Parsing options are followed")
    func parsingOptionsAreFollowed() throws {
        var options = MLDataTable.ParsingOptions(containsHeader: false, delimiter: "||", comment: "#", skipRows: 1)
        var table = try read("left out\n# a comment\n1||a\n2||b\n3||c\n", "t.csv", options)
        #expect(table.size == (3, 2) && Array(table.columnNames) == ["X1", "X2"])
        options.maxRows = 2
        options.selectColumns = ["X2"]
        table = try read("left out\n1||a\n2||b\n3||c\n", "t.csv", options)
        #expect(table.size == (2, 1))
        #expect(try read("a,b\nnone,\\n\n", "t.csv", .init(missingValues: ["none"])).rows[0]["a"] == .invalid)
    }

    @Test("Broken files are named with the line")
    func brokenFilesAreNamedWithTheLine() throws {
        #expect(reason("").contains("empty"))
        #expect(reason("\n\n").contains("no rows"))
        #expect(reason("a,b\n1,2\n3\n").contains("line 3 has 1 fields instead of 2"))
        #expect(reason("a,b\n1,\"2\n3,4\n").contains("line 2 has no end"))
        #expect(reason("a,a\n1,2\n").contains("two columns"))
        #expect(reason("[{\"a\": 1}, 2]", "t.json").contains("element 1"))
        #expect(reason("[{\"a\": 1}", "t.json").contains("not JSON"))
        #expect(reason("{\"a\": [1], \"b\": [1, 2]}", "t.json").contains("rows"))
        #expect(reason("7", "t.json").contains("t.json"))
        #expect(reason(String(repeating: "[", count: 100_000), "t.json").contains("not JSON"))
        let url = folder.appendingPathComponent("bytes.csv")
        try Data([0x61, 0x2C, 0xFF, 0xFE]).write(to: url)
        #expect(throws: MLCreateError.self) { try MLDataTable(contentsOf: url) }
        #expect(throws: MLCreateError.self) { try MLDataTable(contentsOf: folder) }
        // Every prefix of a sound file is read or refused.
        let sound = "name,\"va\\\"l\"\n\"a \"\"b\"\"\",\"[1,2]\"\nä,\"\"\n"
        for count in 0..<sound.utf8.count { _ = reason(String(decoding: Data(sound.utf8.prefix(count)), as: UTF8.self)) }
    }

    @Test("JSON rows and columns are read")
    func JSONRowsAndColumnsAreRead() throws {
        let rows = try read("[{\"a\": 1, \"b\": \"x\"}, {\"a\": 2.5}, {\"a\": null, \"b\": \"y\"}]", "t.json")
        #expect(rows.columnTypes == ["a": .double, "b": .string] && rows.rows[1]["b"] == .invalid)
        let columns = try read("{\"a\": [1, 2], \"b\": [{\"k\": true}, {\"k\": false}]}", "t.json")
        #expect(columns.columnTypes == ["a": .int, "b": .dictionary])
        #expect(columns.rows[0]["b", [String: Int].self] == ["k": 1])
        #expect(try read("{\"a\": [123456789012345678901234567890]}", "t.json").columnTypes["a"] == .double)
    }

    @Test("Tables are written and read back")
    func tablesAreWrittenAndReadBack() throws {
        let table = try MLDataTable(namedColumns: [
            "i": MLUntypedColumn([1, -2]), "d": MLUntypedColumn([0.1, 1e300]), "s": MLUntypedColumn(["a, \"b\"\\\n", " c"]),
            "l": MLUntypedColumn([[1.5, 2], [3]] as [[Double]]), "m": MLUntypedColumn([.string("x"), .invalid]),
        ])
        let csv = folder.appendingPathComponent("out.csv")
        try table.writeCSV(to: csv)
        let copy = try MLDataTable(contentsOf: csv)
        for name in table.columnNames { #expect(Array(copy[name]) == Array(table[name]), "\(name)") }
    }

    @Test("Folders keep types exactly")
    func foldersKeepTypesExactly() throws {
        let array = MLDataValue.MultiArrayType(shape: [2, 3])
        let table = try MLDataTable(namedColumns: [
            "n": MLUntypedColumn([.double(.infinity), .double(2), .invalid]),
            "a": MLUntypedColumn([.multiArray(array), .invalid, .multiArray(array)]), "t": MLUntypedColumn(["1", "", "2"]),
        ])
        let place = folder.appendingPathComponent("kept")
        try table.write(to: place)
        let copy = try MLDataTable(contentsOf: place)
        #expect(copy.columnTypes == ["n": .double, "a": .multiArray, "t": .string])
        for name in table.columnNames { #expect(Array(copy[name]) == Array(table[name]), "\(name)") }
        let file = place.appendingPathComponent("table.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        for broken in [String(text.dropLast(5)), text.replacingOccurrences(of: "[2, 3]", with: "[2, 30]"), "[]", "{\"columns\": [1]}"] {
            try Data(broken.utf8).write(to: file)
            #expect(throws: MLCreateError.self) { try MLDataTable(contentsOf: place) }
        }
        #expect(throws: MLCreateError.self) { try table.write(toDirectory: "/proc/nothing/here") }
    }

    @Test("Tables of many chunks are read as those of one, with quotes, line breaks in them, and types that late rows change")
    func longTables() throws {
        let rows = 140_000
        var text = "number,whole,late,note,large\n"
        for row in 0..<rows {
            let note = row % 3 == 0 ? "\"line\n\(row), \"\"quoted\"\"\"" : row % 3 == 1 ? "" : "plain"
            let late = row == rows - 2 ? "text" : "1.50"
            text += "\(Double(row) / 8),\(row % 7 == 0 ? "NA" : String(row)),\(late),\(note),\(row == 5 ? "9007199254740993" : "1")\r\n"
        }
        #expect(text.utf8.count > 1 << 22)
        let table = try read(text)
        #expect(table.size == (rows, 5))
        #expect(table.columnTypes == ["number": .double, "whole": .int, "late": .string, "note": .string, "large": .int])
        for row in [0, 1, 65_535, 99_999, rows - 1] {
            #expect(table["number"][row] == .double(Double(row) / 8))
            #expect(table["whole"][row] == (row % 7 == 0 ? .invalid : .int(row)))
            #expect(table["note"][row] == (row % 3 == 0 ? .string("line\n\(row), \"quoted\"") : row % 3 == 1 ? .invalid : .string("plain")))
        }
        #expect(table["late"][0] == .string("1.50") && table["late"][rows - 2] == .string("text"))
        #expect(table["large"][5] == .int(9_007_199_254_740_993) && table["large"][6] == .int(1))
        #expect(table["whole"].dropMissing().count == rows - (rows + 6) / 7)
        let some = try read(text, "t.csv", .init(selectColumns: ["note"], maxRows: 100_001))
        #expect(some.size == (100_001, 1) && some["note"][100_000] == .invalid)
        // The error of a row far from the beginning names its line.
        #expect(reason(text + "1,2\n").contains("line \(rows + (rows + 2) / 3 + 2) has 2 fields instead of 5"))
        #expect(reason(text + "1,2,3,\"4,5\n").contains("line \(rows + (rows + 2) / 3 + 2) has no end"))
    }

    @Test("Numbers are read as Double reads them", arguments: [",", ";"])
    func numbers(delimiter: String) throws {
        let texts = [
            "0", "-0.0", "1", "-17", "0.1", "3.14159265358979312", "123456789012345678", "1e22", "1.5e-10", "7E+3", "4.9e-324",
            "1.7976931348623157e308",
            "0.000000000000000000123", "9007199254740993.5", "12345678901234567890123", ".5", "5.", "+3", "inf", "0x1p3", "00012.50",
        ]
        let table = try read("x\(delimiter)y\n" + texts.map { "\($0)\(delimiter)a\n" }.joined(), "t.csv", .init(delimiter: delimiter))
        for (row, text) in texts.enumerated() { #expect(table["x"][row].doubleValue == Double(text), "\(text)") }
    }
}
