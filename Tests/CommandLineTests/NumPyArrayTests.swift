import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// `arrays.json` holds files that NumPy wrote (`Fixtures/make_fixtures.py`).
@Suite struct NumPyArrayTests {
    private struct Row: Decodable {
        var type: String
        var shape: [Int]
        var values: [Double]
        var file: Data
    }

    private let rows: [Row]

    init() throws {
        rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: Fixtures.url("arrays.json")))
    }

    @Test("Reads what NumPy writes")
    func readsWhatNumPyWrites() throws {
        #expect(rows.count == 16)
        for row in rows {
            let array = try NumPyArray(file: row.file)
            #expect(String(describing: array.type) == row.type)
            #expect(array.shape == row.shape)
            #expect(array.doubles() == row.values)
        }
    }

    @Test("Written arrays are read back and aligned")
    func writtenArraysAreReadBackAndAligned() throws {
        for row in rows {
            let array = try NumPyArray(file: row.file)
            let file = array.file
            let again = try NumPyArray(file: file)
            #expect(again.type == array.type && again.shape == array.shape && again.data == array.data)
            #expect((file.count - array.data.count) % 64 == 0)
            #expect(!row.shape.isEmpty || String(decoding: file, as: UTF8.self).contains("'shape': (), }"))
        }
    }

    @Test("Truncated and damaged files are errors or arrays")
    func truncatedAndDamagedFilesAreErrorsOrArrays() throws {
        for row in rows {
            for length in 0..<row.file.count { _ = try? NumPyArray(file: row.file.prefix(length)) }
            for index in 0..<min(row.file.count, 128) {
                for byte: UInt8 in [0, 0x27, 0x2D, 0x39, 0xFF] {
                    var damaged = row.file
                    damaged[index] = byte
                    _ = try? NumPyArray(file: damaged)
                }
            }
        }
    }

    @Test(
        "Shapes that do not fit the data are errors",
        arguments: [
            "(9223372036854775807, 9223372036854775807)", "(-1,)", "(2, 3", "2, 3", "(a,)", "(1e3,)", "()", "(4,)",
        ])
    func shapesThatDoNotFitTheDataAreErrors(_ shape: String) throws {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': \(shape), }"
        let file = Data([0x93]) + Data("NUMPY".utf8) + Data([1, 0, UInt8(header.utf8.count), 0]) + Data(header.utf8) + Data(count: 24)
        #expect(throws: NumPyError.self) { try NumPyArray(file: file) }
    }

    @Test("Elements that are no numbers are errors", arguments: ["|O", "<U5", "|V8", "<c8", "<M8[ns]", "", "<"])
    func elementsThatAreNoNumbersAreErrors(_ type: String) {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (1,), }"
        let file = Data([0x93]) + Data("NUMPY".utf8) + Data([1, 0, UInt8(header.utf8.count), 0]) + Data(header.utf8) + Data(count: 8)
        #expect(throws: NumPyError.self) { try NumPyArray(file: file) }
    }
}
