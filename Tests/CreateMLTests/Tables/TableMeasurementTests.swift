import CoreML
import Foundation
import Testing

@testable import CreateML

/// Models of tables measured through Core ML.
@Suite struct TableMeasurementTests {
    @Test("Probabilities that equal the share of right answers are calibrated")
    func calibrationComparesProbabilityAndShare() {
        func answers(_ count: Int, right: Int, _ confidence: Double) -> [TableAnswers.Class] {
            (0..<count).map { .init(label: $0 < right ? "a" : "b", answer: "a", confidence: confidence, ownConfidence: nil) }
        }
        let good = Calibration(answers(10, right: 8, 0.8) + answers(4, right: 1, 0.25))
        #expect(good.bins.map(\.count) == [4, 10] && good.error < 1e-9)
        let sure = Calibration(answers(10, right: 5, 1))
        #expect(sure.bins == [.init(count: 10, confidence: 1, accuracy: 0.5)] && sure.error == 0.5)
        let none = Calibration([.init(label: "a", answer: "a", confidence: nil, ownConfidence: nil)])
        #expect(none.bins.isEmpty && none.error.isNaN)
    }

    @Test("The answers of a model through Core ML are the trainer's own, also for lists and missing values")
    func answersAreTheTrainersOwn() throws {
        let table = try TableModelTests.table(200)
        let features = ["area", "rooms", "town", "place"]
        let regressor = try MLDecisionTreeRegressor(trainingData: table, targetColumn: "price", featureColumns: features)
        let model = try #require(TableModel(regressor.model))
        #expect(model.inputs == features.sorted() && model.output == "price" && !model.isClassifier)
        guard case .numbers(let own, let answers) = try model.answers(for: table, target: "price") else {
            Issue.record("a regressor gives numbers")
            return
        }
        let predictions = try regressor.predictions(from: table)
        #expect((0..<200).allSatisfy { abs(answers[$0] - (predictions[$0].doubleValue ?? .nan)) < 1e-9 })
        #expect(MLRegressorMetrics(own, answers).count == 200)
        let classifier = try MLLogisticRegressionClassifier(trainingData: table, targetColumn: "class", featureColumns: features)
        let classes = try #require(TableModel(classifier.model))
        guard case .classes(let named) = try classes.answers(for: table, target: "class") else {
            Issue.record("a classifier gives classes")
            return
        }
        #expect(try named.map(\.answer) == classifier.predictions(from: table).values.map(\.description))
        #expect(named.allSatisfy { ($0.confidence ?? 0) >= ($0.ownConfidence ?? 1) })
    }

    @Test("The rows of a page are those that the training set aside")
    func rowsAreThoseOfTheTraining() throws {
        let table = try TableModelTests.table(300)
        let validation = MLTableValidation.split(strategy: .fixed(ratio: 0.2, seed: 9))
        let regressor = try MLBoostedTreeRegressor(
            trainingData: table, targetColumn: "price", featureColumns: ["area", "rooms", "town"], parameters: .init(validation: validation)
        )
        let rows = try #require(try validation.rows(of: table))
        #expect(rows.size.rows == 60)
        let again = regressor.evaluation(on: rows)
        #expect(abs(again.rootMeanSquaredError - regressor.validationMetrics.rootMeanSquaredError) < 1e-9)
        #expect(try MLTableValidation.split(strategy: .automatic).rows(of: TableModelTests.table(20)) == nil)
    }
}
