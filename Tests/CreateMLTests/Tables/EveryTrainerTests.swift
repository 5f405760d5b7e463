import CreateML
import Foundation
import TestSupport
import Testing

/// Every trainer of tables, with every table that is odd: it learns, or says why not.
@Suite struct EveryTrainerTests {
    /// A trainer, with the features `x` and `t`.
    struct Trainer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isClassifier: Bool
        /// Whether it sums weighted features, which must be finite.
        let isSum: Bool
        let train: @Sendable (MLDataTable) throws -> any MLTabularModel
    }

    private static func regressor(
        _ name: String, isSum: Bool = false, _ make: @escaping @Sendable (MLDataTable, String, [String]?) throws -> any MLTabularModel
    ) -> Trainer {
        Trainer(testDescription: name, isClassifier: false, isSum: isSum) { try make($0, "y", ["x", "t"]) }
    }

    private static func classifier(
        _ name: String, isSum: Bool = false, _ make: @escaping @Sendable (MLDataTable, String, [String]?) throws -> any MLTabularModel
    ) -> Trainer {
        Trainer(testDescription: name, isClassifier: true, isSum: isSum) { try make($0, "c", ["x", "t"]) }
    }

    static let trainers = [
        regressor("linear", isSum: true) { try MLLinearRegressor(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        regressor("tree") { try MLDecisionTreeRegressor(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        regressor("forest") { try MLRandomForestRegressor(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        regressor("boosted") { try MLBoostedTreeRegressor(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        regressor("any") { try MLRegressor(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        classifier("logistic", isSum: true) { try MLLogisticRegressionClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        classifier("support vectors", isSum: true) {
            try MLSupportVectorClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2)
        },
        classifier("tree of classes") { try MLDecisionTreeClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        classifier("forest of classes") { try MLRandomForestClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        classifier("boosted classes") { try MLBoostedTreeClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2) },
        classifier("any of classes") { try MLClassifier(trainingData: $0, targetColumn: $1, featureColumns: $2) },
    ]

    private func read(_ odd: OddTable) throws -> MLDataTable {
        let folder = try TemporaryFolder()
        try Data(odd.csv.utf8).write(to: folder.file("t.csv"))
        return try MLDataTable(contentsOf: folder.file("t.csv"))
    }

    @Test("Each trainer learns from an odd table, or throws an error that gives the reason", arguments: trainers, OddTable.all)
    func tables(_ trainer: Trainer, _ odd: OddTable) throws {
        let wanted = (trainer.isSum ? odd.ofSums : nil) ?? (trainer.isClassifier ? odd.ofClasses : odd.ofNumbers)
        let said = reason {
            let table = try read(odd)
            let model = try trainer.train(table)
            let answers = try model.predictions(from: table)
            #expect(answers.count == table.size.rows)
            let numbers = [MLDataValue](answers).compactMap(\.doubleValue)
            #expect(numbers.allSatisfy(\.isFinite) && (trainer.isClassifier || numbers.count == answers.count))
        }
        #expect(said.contains(wanted ?? "no error"), "\(said)")
    }

    @Test(
        "A classifier of texts, a recommender and an activity classifier learn from an odd table, or say what is wrong",
        arguments: OddTable.all)
    func words(_ odd: OddTable) throws {
        let texts = reason { _ = try MLTextClassifier(trainingData: read(odd), textColumn: "t", labelColumn: "c") }
        #expect(texts == "no error" || Self.isSaid(texts), "\(texts)")
        let items = reason { _ = try MLRecommender(trainingData: read(odd), userColumn: "t", itemColumn: "c", ratingColumn: "y") }
        #expect(items == "no error" || Self.isSaid(items), "\(items)")
        let activity = reason {
            _ = try MLActivityClassifier(
                trainingData: read(odd), featureColumns: ["x"], labelColumn: "c", recordingFileColumn: "t",
                parameters: .init(validation: .none, batchSize: 4, maximumIterations: 1, predictionWindowSize: 4))
        }
        #expect(activity == "no error" || Self.isSaid(activity), "\(activity)")
    }

    /// Whether a message names a column, a row, a line, a label, or the fault of the file.
    private static func isSaid(_ text: String) -> Bool {
        ["'x'", "'t'", "'y'", "'c'", "line ", "label", "no rows", "it is empty", "no usable", "no recording", "texts"]
            .contains { text.contains($0) }
    }
}
