import CreateML
import Testing

@Suite("What a playground's page shows")
struct PlaygroundDescriptionTests {
    @Test("Tables, columns, models and metrics are shown as their descriptions")
    func descriptions() throws {
        let rows = Array(0..<40)
        let table = try MLDataTable(dictionary: ["x": rows.map(Double.init), "y": rows.map { Double(2 * $0) }])
        let regressor = try MLRegressor(trainingData: table, targetColumn: "y")
        let metrics = regressor.evaluation(on: table)
        let shown: [(any CustomPlaygroundDisplayConvertible, String)] = [
            (table, table.description), (table["x"], table["x"].description), (regressor, regressor.description),
            (metrics, metrics.description), (MLDataValue.int(3), MLDataValue.int(3).description),
        ]
        for (value, text) in shown { #expect(value.playgroundDescription as? String == text && !text.isEmpty) }
        #expect(metrics.isValid)
    }
}
