import Foundation
import TabularData
import Testing

@Suite("Tables that are small as files and large in memory")
struct HostileTextTests {
    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch { return "\(error)" }
    }

    private func wide(_ count: Int) -> Data {
        let names = (0..<count).map { "c\($0)" }.joined(separator: ",")
        let row = repeatElement("1", count: count).joined(separator: ",")
        return Data("\(names)\n\(row)\n\(row)\n".utf8)
    }

    @Test("A hundred thousand columns are read in no minutes, and no more are read")
    func columns() throws {
        let start = ContinuousClock.now
        #expect(try DataFrame(csvData: wide(100_000)).shape == (2, 100_000))
        #expect(ContinuousClock.now - start < .seconds(40))
        #expect(reason { _ = try DataFrame(csvData: wide(100_001)) }.contains("100001 columns, and at most 100000 are read"))
        let long = Data(repeating: UInt8(ascii: "a"), count: 40 << 20)
        #expect(reason { _ = try DataFrame(csvData: long) }.contains("longer than 16 MB"))
    }

    @Test("Short lines of a wide table take no memory for the fields that they lack")
    func shortLines() throws {
        let width = 2_000
        let lines = String(repeating: "x\n", count: 300_000)
        let text = wide(width) + Data(lines.utf8)
        #expect(reason { _ = try DataFrame(csvData: text) }.contains("line 4 has 1 fields instead of 2000"))
        // The faults of lines that are not wanted are no errors, but the lines would take gigabytes.
        #expect(reason { _ = try DataFrame(csvData: text, rows: 0..<3_000_000) }.contains("line 4 has 1 fields"))
        #expect(reason { _ = try DataFrame(csvData: text, rows: 299_999..<300_001) }.contains("have fewer fields"))
        let empty = wide(width) + Data(repeating: UInt8(ascii: "\n"), count: 300_000)
        #expect(reason { _ = try DataFrame(csvData: empty, options: .init(ignoresEmptyLines: false)) }.contains("have fewer fields"))
        let few = wide(width) + Data("\n\n".utf8)
        #expect(try DataFrame(csvData: few, options: .init(ignoresEmptyLines: false)).shape == (4, width))
    }

    @Test("Records that each have keys of their own are refused, and many missing values are not")
    func records() throws {
        let own = "[" + (0..<8_000).map { "{\"k\($0)\": 1}" }.joined(separator: ",") + "]"
        #expect(reason { _ = try DataFrame(jsonData: Data(own.utf8)) }.contains("8000 different keys"))
        let sparse = "[" + (0..<2_000).map { "{\"k\($0 % 500)\": 1}" }.joined(separator: ",") + "]"
        #expect(try DataFrame(jsonData: Data(sparse.utf8)).shape == (2_000, 500))
    }

    @Test("A pipe in the place of a table is an error, and nobody waits for it", arguments: ["csv", "json"])
    func pipe(_ suffix: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-\(UUID().uuidString).\(suffix)")
        try #require(mkfifo(file.path, 0o600) == 0)
        defer { unlink(file.path) }
        let text = reason {
            _ = try suffix == "csv" ? DataFrame(contentsOfCSVFile: file) : DataFrame(contentsOfJSONFile: file)
        }
        #expect(text.contains(file.path) && text.contains("is not a regular file"), "\(text)")
    }
}
