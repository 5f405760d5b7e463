import CoreML
import CoreMLRuntime
import Foundation
import TestSupport
import Testing

@testable import CreateML

/// The choice among kinds of models.
@Suite struct TableChoiceTests {
    @Test("Boosted trees get the number of iterations with which the loss of all parts is least")
    func iterations() {
        #expect(TableTrial.bestIterations([[3, 1, 2], [4, 3, 1, 4]], rows: [10, 10]) == 3)
        #expect(TableTrial.bestIterations([[3, 1], [4, 3, 2, 1]], rows: [10, 10]) == 4, "a part that ended early keeps its last loss")
        #expect(TableTrial.bestIterations([[1, 2], [2, 1]], rows: [10, 1]) == 1, "each row counts")
    }

    private let boosted = TableAlgorithm.boostedTrees(.init(iterations: 3))
    private let forest = TableAlgorithm.forest(.init(trees: 5))

    @Test("A mean has the weights with which the error is least")
    func weights() throws {
        let targets = [[1.0, 2, 3], [4, 5]]
        func trial(_ algorithm: TableAlgorithm, _ shift: Double) -> TableTrial {
            TableTrial(algorithm: algorithm, error: shift * shift, answers: targets.map { $0.map { $0 + shift } })
        }
        let mean = try #require(TableTrial.mean([trial(.linear(.init()), 0), trial(boosted, 1), trial(forest, -3)], targets: targets))
        #expect(
            mean.error < 1e-9 && mean.algorithm == .mean([.init(weight: 0.75, algorithm: boosted), .init(weight: 0.25, algorithm: forest)]))
        #expect(mean.algorithm.composition == "8 trees: a mean of 75 % boosted trees and 25 % forest")
        #expect(TableTrial.mean([trial(boosted, 1), trial(forest, 3)], targets: targets) == nil, "the first alone is better")
        #expect(TableTrial.mean([trial(boosted, 1)], targets: targets) == nil)
    }

    @Test("Of models with equally many mistakes, the one with the least loss is chosen")
    func losses() throws {
        func best(_ trials: [(TableAlgorithm, error: Double, loss: Double?)]) throws -> TableAlgorithm {
            let trials = trials.map { TableTrial(algorithm: $0.0, error: $0.error, loss: $0.loss, answers: []) }
            return try #require(TableTrial.best(of: trials)).algorithm
        }
        #expect(try best([(boosted, 0.1, 0.4), (forest, 0.1, 0.2)]) == forest)
        #expect(try best([(boosted, 0.1, nil), (forest, 0.1, 0.2)]) == forest, "the first has no probabilities")
        #expect(try best([(boosted, 0.1, 0.4), (forest, 0.2, 0.2)]) == boosted)
        #expect(try best([(boosted, 0.1, nil), (forest, 0.1, nil)]) == boosted)
        #expect(TableTrial.best(of: []) == nil)
    }

    /// Numbers with a smooth target that depends on a text, too, and has noise.
    private func table(_ rows: Int) throws -> MLDataTable {
        var generator = SplitMix64(seed: 9)
        let x = (0..<4).map { _ in (0..<rows).map { _ in generator.unit() } }
        let towns = (0..<rows).map { _ in Int(generator.next() % 9) }
        let noise = (0..<rows).map { _ in generator.unit() + generator.unit() - 1 }
        let targets = (0..<rows).map { row -> Double in
            let smooth = 10 * sin(3 * x[0][row] * x[1][row]) + 20 * (x[2][row] - 0.5) * (x[2][row] - 0.5)
            return smooth + Double(towns[row] * 5 % 9) + 2 * noise[row]
        }
        var columns = Dictionary(uniqueKeysWithValues: x.enumerated().map { ("x\($0.offset)", MLUntypedColumn($0.element)) })
        columns["town"] = MLUntypedColumn(towns.map { "town \($0)" })
        columns["y"] = MLUntypedColumn(targets)
        return try MLDataTable(namedColumns: columns)
    }

    @Test("A mean of boosted trees and a forest is one model, whose file gives the same numbers")
    func means() throws {
        let table = try table(400)
        let training = try TableTraining(table, target: "y", features: nil, .none, .regression)
        let parts = [TableAlgorithm.Part(weight: 0.75, algorithm: boosted), .init(weight: 0.25, algorithm: forest)]
        let regressor = MLBoostedTreeRegressor(try training.run(.mean(parts)), .init())
        #expect(regressor.description.contains("8 trees: a mean of 75 % boosted trees and 25 % forest"), "\(regressor)")
        let alone = try [boosted, forest].map { try training.learn($0).predictor.numbers(training.own.features) }
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("m.mlmodel")
        try regressor.write(to: file)
        let model = try MLModel(contentsOf: MLModel.compileModel(at: file))
        let own = try regressor.predictions(from: table)
        for (index, row) in table.rows.enumerated().prefix(100) {
            let answer = try model.prediction(from: TableModelTests.inputs(row, regressor.featureColumns)).featureValue(for: "y")?
                .doubleValue
            let mean = 0.75 * alone[0][index] + 0.25 * alone[1][index]
            #expect(try abs(#require(answer) - mean) < 1e-6 && abs(#require(own[index].doubleValue) - mean) < 1e-9)
        }
    }
}
