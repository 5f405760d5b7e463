import Foundation
import Testing

@testable import CreateML

/// Trainings of tables tell how far they are, and end where they are to end.
@Suite struct TableWatchTests {
    /// The reports of a training.
    private final class Reports: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [MLProgress] = []

        func add(_ report: MLProgress) { lock.withLock { all.append(report) } }
        func values(_ metric: MLProgress.Metric) -> [Double] { lock.withLock { all.compactMap { $0.metrics[metric] as? Double } } }
        func phases() -> Set<MLPhase> { lock.withLock { Set(all.map(\.phase)) } }
        var counts: [Int] { lock.withLock { all.map(\.itemCount) } }
        var count: Int { lock.withLock { all.count } }
        var last: MLProgress? { lock.withLock { all.last } }
    }

    private func table(_ rows: Int) throws -> MLDataTable {
        var table = try TableModelTests.table(rows)
        table.removeColumn(named: "place")
        return table
    }

    private func followed(_ body: () throws -> Void) rethrows -> Reports {
        let reports = Reports()
        try TrainingReporter(progress: { reports.add($0) }).follow(body)
        return reports
    }

    @Test("Boosted trees report the error of each iteration, and end with the error of their metrics")
    func boostedTrees() throws {
        let table = try table(200)
        var model: MLBoostedTreeRegressor?
        let reports = try followed {
            model = try MLBoostedTreeRegressor(
                trainingData: table, targetColumn: "price", featureColumns: ["area", "rooms", "town"],
                parameters: .init(validation: .split(strategy: .fixed(ratio: 0.2, seed: 1)), maxIterations: 12))
        }
        let (own, held) = (reports.values(.rootMeanSquaredError), reports.values(.validationRootMeanSquaredError))
        #expect(own.count == 12 && held.count == 12)
        #expect(zip(own, own.dropFirst()).allSatisfy { $1 < $0 })
        let trained = try #require(model)
        #expect(try abs(#require(own.last) / trained.trainingMetrics.rootMeanSquaredError - 1) < 1e-4)
        #expect(try abs(#require(held.last) / trained.validationMetrics.rootMeanSquaredError - 1) < 1e-4)
        #expect(reports.last?.itemCount == 12 && reports.last?.totalItemCount == 12)
    }

    @Test("Boosted trees of classes report loss and accuracy", arguments: [2, 3])
    func boostedClasses(_ classes: Int) throws {
        let table = try TableModelTests.table(150, classes: classes)
        var model: MLBoostedTreeClassifier?
        let reports = try followed {
            model = try MLBoostedTreeClassifier(
                trainingData: table, targetColumn: "class", featureColumns: ["area", "rooms"], parameters: .init(maxIterations: 6))
        }
        #expect(reports.values(.loss).count == 6 && reports.values(.validationLoss).count == 6)
        let trained = try #require(model)
        #expect(try abs(#require(reports.values(.accuracy).last) - 1 + trained.trainingMetrics.classificationError) < 1e-9)
    }

    @Test("A forest reports the errors of its first trees, up to all of them", arguments: ["price", "class"])
    func forest(_ target: String) throws {
        let table = try table(150)
        let features = ["area", "rooms", "town"]
        var error = 0.0
        let reports = try followed {
            if target == "price" {
                let model = try MLRandomForestRegressor(
                    trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(maxIterations: 7))
                error = model.validationMetrics.rootMeanSquaredError
            } else {
                let model = try MLRandomForestClassifier(
                    trainingData: table, targetColumn: target, featureColumns: features, parameters: .init(maxIterations: 7))
                error = 1 - model.validationMetrics.classificationError
            }
        }
        let values = reports.values(target == "price" ? .validationRootMeanSquaredError : .validationAccuracy)
        #expect(values.count == 7 && reports.counts == Array(1...7), "each tree is reported once, in order")
        #expect(try abs(#require(values.last) - error) < 1e-6 * max(1, error))
    }

    @Test("Weighted sums report a loss that falls; a choice among kinds reports how many it has tried, and only the chosen one's steps")
    func sums() throws {
        let table = try table(100)
        let reports = try followed {
            _ = try MLLogisticRegressionClassifier(trainingData: table, targetColumn: "class", featureColumns: ["area", "rooms", "town"])
        }
        let losses = reports.values(.loss)
        #expect(!losses.isEmpty && zip(losses, losses.dropFirst()).allSatisfy { $1 < $0 })
        let choice = try followed {
            _ = try MLRegressor(trainingData: table, targetColumn: "price", featureColumns: ["area", "rooms"])
        }
        #expect(choice.phases().contains(.evaluating))
    }

    @Test("A training that is cancelled ends with an error after the step", arguments: ["boosted", "forest", "linear", "svm", "choice"])
    func cancelled(_ kind: String) throws {
        let table = try table(100)
        let reports = Reports()
        let reporter = TrainingReporter(progress: { reports.add($0) }, isCancelled: { reports.count >= 2 })
        let features = ["area", "rooms", "town"]
        func train() throws {
            switch kind {
            case "boosted":
                _ = try MLBoostedTreeRegressor(
                    trainingData: table, targetColumn: "price", featureColumns: features, parameters: .init(maxIterations: 100_000))
            case "forest":
                _ = try MLRandomForestRegressor(
                    trainingData: table, targetColumn: "price", featureColumns: features, parameters: .init(maxIterations: 100_000))
            case "linear":
                _ = try MLLogisticRegressionClassifier(
                    trainingData: table, targetColumn: "class", featureColumns: features,
                    parameters: .init(maxIterations: 100_000, convergenceThreshold: 0))
            case "svm": _ = try MLSupportVectorClassifier(trainingData: table, targetColumn: "class", featureColumns: features)
            default: _ = try MLClassifier(trainingData: table, targetColumn: "class", featureColumns: features)
            }
        }
        let error = #expect(throws: MLCreateError.self) { try reporter.follow { try train() } }
        guard case .cancelled = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
