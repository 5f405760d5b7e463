import CoreML
import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Rows that someone types, and tables with an object in each line.
@Suite struct TypedRowTests {
    private func model() throws -> (MLBoostedTreeRegressor, TableModel) {
        let model = try MLBoostedTreeRegressor(trainingData: TableModelTests.table(100), targetColumn: "price")
        return (model, try #require(TableModel(model.model)))
    }

    @Test("A typed row has the answer that the same row of a table has; an empty field is a missing value")
    func answers() throws {
        let (trainer, model) = try model()
        let cells: [String: MLDataValue] = [
            "area": .double(55.5), "rooms": .int(3), "town": .string("Oslo"), "class": .string("c1"),
            "place": .sequence([.double(0.5), .int(2)]),
        ]
        let table = try MLDataTable(namedColumns: cells.mapValues { MLUntypedColumn(repeating: $0, count: 1) })
        var row = ["area": " 55.5", "rooms": "3", "town": "Oslo", "class": "c1", "place": "[0.5, 2]"]
        let wanted = try #require(trainer.predictions(from: table)[0].doubleValue)
        #expect(try abs(#require(model.answer(forTyped: row).number) - wanted) < 1e-9 * abs(wanted))
        row["area"] = ""
        #expect(try model.answer(forTyped: row).number?.isFinite == true)
        row["town"] = "a town that is not there"
        #expect(try model.answer(forTyped: row).number?.isFinite == true)
    }

    @Test("Probabilities come with a class, the largest first")
    func classes() throws {
        let trainer = try MLDecisionTreeClassifier(
            trainingData: TableModelTests.table(100), targetColumn: "class", featureColumns: ["area", "price"])
        let answer = try #require(TableModel(trainer.model)).answer(forTyped: ["area": "50", "price": "100"])
        #expect(answer.number == nil && answer.text == answer.probabilities.first?.label)
        #expect(abs(answer.probabilities.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(zip(answer.probabilities, answer.probabilities.dropFirst()).allSatisfy { $0.probability >= $1.probability })
    }

    @Test("A value that does not fit its field is an error that names the field")
    func wrong() throws {
        let (_, model) = try model()
        let sound = ["area": "55.5", "rooms": "3", "town": "Oslo", "class": "c1", "place": "[0.5, 2]"]
        for (name, text, reason) in [
            ("area", "wide", "'area' is a number, not 'wide'"), ("rooms", "2.5", "'rooms' is a whole number, not '2.5'"),
            ("rooms", "", "'rooms' is a whole number, and must not be empty"), ("place", "[1, \"x\"]", "'place' is a list of numbers"),
            ("place", "[[[", "'place' is a list of numbers"), ("window", "1", "no input 'window'"),
        ] {
            var row = sound
            row[name] = text
            let error = #expect(throws: (any Error).self) { try model.answer(forTyped: row) }
            #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
        }
        let error = #expect(throws: MLCreateError.self) { try model.answer(forTyped: ["area": "1"]) }
        #expect("\(try #require(error))".contains("is missing"))
    }

    @Test("A table has an object in each line, and an error names the line")
    func lines() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("rows.jsonl")
        try Data("\u{FEFF}{\"x\": 1, \"t\": \"a\"}\r\n\n{\"x\": 2.5}\n".utf8).write(to: file)
        let table = try MLDataTable(contentsOf: file)
        #expect(table.size == (2, 2) && table["x"].type == .double && !table["t"][1].isValid)
        for (text, reason) in [("{\"x\": 1}\n{\"x\": \n", "line 2"), ("{\"x\": 1}\n7\n", "element 1"), ("\n\n", "")] {
            try Data(text.utf8).write(to: file)
            if reason.isEmpty {
                #expect(try MLDataTable(contentsOf: file).size.rows == 0)
            } else {
                let error = #expect(throws: MLCreateError.self) { try MLDataTable(contentsOf: file) }
                #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
            }
        }
    }
}
