import CreateML
import Foundation
import TabularData
import Testing

@Suite struct DataFrameTrainingTests {
    private func frame() throws -> DataFrame {
        let rows = (0..<60).map { "\($0 % 10),\($0 % 10 < 5 ? "a" : "b"),\($0 % 3 == 0),\(Double($0 % 10) * 2 + 1)" }
        return try DataFrame(csvData: Data(("x,kind,flag,y\n" + rows.joined(separator: "\n")).utf8))
    }

    @Test("Data frames are learnt from and predicted")
    func dataFramesAreLearntFromAndPredicted() throws {
        let frame = try frame()
        let model = try MLBoostedTreeRegressor(
            trainingData: frame, targetColumn: "y", parameters: .init(validation: .dataFrame(frame), maxIterations: 40))
        let answers = try model.predictions(from: frame)
        #expect(answers.name == "y" && abs((answers.assumingType(Double.self)[3] ?? 0) - 7) < 0.1)
        #expect(model.validationMetrics.count == 60 && model.evaluation(on: frame).isValid)
        let classifier = try MLDecisionTreeClassifier(trainingData: frame, targetColumn: "kind", featureColumns: ["x"])
        #expect(classifier.evaluation(on: frame).classificationError == 0)
        #expect(try classifier.predictions(from: frame).assumingType(String.self)[7] == "b")
    }

    @Test("Truth values are numbers and other types refused")
    func truthValuesAreNumbersAndOtherTypesRefused() throws {
        let table = try MLDataTable(frame())
        #expect(table.columnTypes == ["x": .int, "kind": .string, "flag": .int, "y": .double])
        #expect(table.rows[0]["flag"] == .int(1) && table.rows[1]["flag"] == .int(0))
        var other = try frame()
        other["when", Date.self] = Column(name: "when", contents: [Date](repeating: .distantPast, count: 60))
        #expect(throws: MLCreateError.self) { try MLDataTable(other) }
        #expect(throws: MLCreateError.self) { try MLLinearRegressor(trainingData: other, targetColumn: "y") }
        #expect(try !MLLinearRegressor(trainingData: frame(), targetColumn: "y").evaluation(on: other).isValid)
    }
}
