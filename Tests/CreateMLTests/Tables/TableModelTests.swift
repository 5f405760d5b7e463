import CoreML
import CoreMLRuntime
import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Every trainer of tables, its written model and what it does with bad tables.
@Suite struct TableModelTests {
    /// Numbers, missing ones, texts and a list, with a number and a class that depend on them.
    static func table(_ rows: Int, classes: Int = 3, isText: Bool = true, missing: Bool = true) throws -> MLDataTable {
        var generator = SplitMix64(seed: 5)
        let towns = ["Rome", "Oslo", "", "Bern"]
        var columns: [String: [MLDataValue]] = [:]
        for row in 0..<rows {
            let (area, rooms) = (20 + 100 * generator.unit(), Int(generator.next() % 6))
            let town = Int(generator.next() % 4)
            let isMissing = missing && row % 11 == 3
            let value = 3 * area + 20 * Double(rooms) + [0, 50, 100, 150][town] + (isMissing ? 40 : 0)
            columns["area", default: []].append(isMissing ? .invalid : .double(area))
            columns["rooms", default: []].append(.int(rooms))
            columns["town", default: []].append(towns[town].isEmpty && missing ? .invalid : .string(towns[town]))
            columns["place", default: []].append(.sequence([.double(generator.unit()), .int(row % 3)]))
            columns["price", default: []].append(.double(value))
            let own = min(classes - 1, Int((value - 60) / 500 * Double(classes)))
            columns["class", default: []].append(isText ? .string("c\(own)") : .int(own * 10))
        }
        return try MLDataTable(namedColumns: columns.mapValues { MLUntypedColumn($0) })
    }

    private static let features = ["area", "rooms", "town", "place"]

    /// The inputs of a model for a row of a table.
    static func inputs(_ row: MLDataTable.Row, _ names: [String]) throws -> MLDictionaryFeatureProvider {
        var values: [String: MLFeatureValue] = [:]
        for name in names {
            values[name] =
                switch row[name] {
                case .int(let value): MLFeatureValue(int64: Int64(value))
                case .double(let value): MLFeatureValue(double: value)
                case .string(let value): MLFeatureValue(string: value)
                case .dictionary(let value):
                    try MLFeatureValue(
                        dictionary: Dictionary(uniqueKeysWithValues: value.map { ($0.description, NSNumber(value: $1.number ?? 0)) }))
                case .sequence(let values):
                    MLFeatureValue(multiArray: try array(values.map { $0.number ?? .nan }))
                default: name == "town" ? MLFeatureValue(string: "") : MLFeatureValue(double: .nan)
                }
        }
        return try MLDictionaryFeatureProvider(dictionary: values)
    }

    private static func array(_ numbers: [Double]) throws -> MLMultiArray {
        let array = try MLMultiArray(shape: [NSNumber(value: numbers.count)], dataType: .double)
        for (index, number) in numbers.enumerated() { array[index] = NSNumber(value: number) }
        return array
    }

    /// Writes a model, reads it, and returns its outputs for the rows of a table.
    private func answers(_ trained: any MLTabularModel, _ table: MLDataTable) throws -> [any MLFeatureProvider] {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("m.mlmodel")
        try trained.write(to: file, metadata: MLModelMetadata(author: "a", shortDescription: "s"))
        let model = try MLModel(contentsOf: MLModel.compileModel(at: file))
        #expect(Set(model.modelDescription.inputDescriptionsByName.keys) == Set(trained.featureColumns))
        #expect(model.modelDescription.predictedFeatureName == trained.targetColumn)
        return try table.rows.map { try model.prediction(from: Self.inputs($0, trained.featureColumns)) }
    }

    private func regressors(_ table: MLDataTable) throws -> [any MLTabularRegressor] {
        [
            try MLBoostedTreeRegressor(trainingData: table, targetColumn: "price", featureColumns: Self.features),
            try MLRandomForestRegressor(trainingData: table, targetColumn: "price", featureColumns: Self.features),
            try MLDecisionTreeRegressor(trainingData: table, targetColumn: "price", featureColumns: Self.features),
            try MLLinearRegressor(trainingData: table, targetColumn: "price", featureColumns: Self.features),
            try MLRegressor(trainingData: table, targetColumn: "price", featureColumns: Self.features),
        ]
    }

    private func classifiers(_ table: MLDataTable) throws -> [any MLTabularClassifier] {
        [
            try MLBoostedTreeClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
            try MLRandomForestClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
            try MLDecisionTreeClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
            try MLLogisticRegressionClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
            try MLSupportVectorClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
            try MLClassifier(trainingData: table, targetColumn: "class", featureColumns: Self.features),
        ]
    }

    @Test("Written regressors give the same numbers")
    func writtenRegressorsGiveTheSameNumbers() throws {
        let table = try Self.table(300)
        for regressor in try regressors(table) {
            let own = try regressor.predictions(from: table)
            let outputs = try answers(regressor, table)
            for row in 0..<300 {
                let value = outputs[row].featureValue(for: "price")?.doubleValue ?? .nan
                #expect(abs(value - (own[row].doubleValue ?? 0)) < 1e-6, "\(type(of: regressor)), row \(row)")
            }
            #expect(regressor.trainingMetrics.rootMeanSquaredError < 60, "\(regressor)")
            #expect(regressor.trainingMetrics.coefficientOfDetermination > 0.7, "\(regressor)")
            #expect(regressor.validationMetrics.isValid && regressor.evaluation(on: table).count == 300)
            #expect(regressor.description.contains("price"))
        }
    }

    @Test("Written classifiers give the same classes", arguments: [2, 3], [true, false])
    func writtenClassifiersGiveTheSameClasses(_ classes: Int, isText: Bool) throws {
        let table = try Self.table(300, classes: classes, isText: isText)
        for classifier in try classifiers(table) {
            let own = try classifier.predictions(from: table)
            let outputs = try answers(classifier, table)
            for row in 0..<300 {
                let value = outputs[row].featureValue(for: "class")
                let answer = isText ? value?.stringValue : value.map { String($0.int64Value) }
                #expect(answer == own[row].description, "\(type(of: classifier)), row \(row)")
                guard let probabilities = outputs[row].featureValue(for: "classProbability")?.dictionaryValue else { continue }
                let numbers = probabilities.mapValues(\.doubleValue)
                #expect(abs(numbers.values.reduce(0, +) - 1) < 1e-6 && numbers.count == classes)
                let own = isText ? AnyHashable(answer ?? "") : AnyHashable(Int64(answer ?? "") ?? -1)
                #expect(numbers[own] == numbers.values.max())
            }
            #expect(classifier.trainingMetrics.classificationError < 0.2, "\(classifier)")
            #expect(classifier.validationMetrics.isValid && classifier.evaluation(on: table).isValid)
        }
    }

    @Test("Dictionaries are features")
    func dictionariesAreFeatures() throws {
        let words: [MLDataValue] = (0..<200).map { row in
            .dictionary(.init([.string(row % 2 == 0 ? "sun" : "rain"): .int(1), .string("day"): .double(Double(row % 5))]))
        }
        let table = try MLDataTable(namedColumns: [
            "words": MLUntypedColumn(words), "class": MLUntypedColumn((0..<200).map { $0 % 2 == 0 ? "good" : "bad" }),
        ])
        let classifier = try MLLogisticRegressionClassifier(trainingData: table, targetColumn: "class")
        #expect(classifier.trainingMetrics.classificationError == 0)
        let outputs = try answers(classifier, table)
        #expect(outputs[0].featureValue(for: "class")?.stringValue == "good")
        #expect(outputs[1].featureValue(for: "class")?.stringValue == "bad")
    }

    @Test("Texts that training did not see are like no category")
    func textsThatTrainingDidNotSeeAreLikeNoCategory() throws {
        let table = try Self.table(300, missing: false)
        let model = try MLDecisionTreeRegressor(trainingData: table, targetColumn: "price", featureColumns: ["town", "rooms"])
        var other = table
        other["town"] = MLUntypedColumn(repeating: .string("Paris"), count: 300)
        let own = try model.predictions(from: other)
        let outputs = try answers(model, other)
        #expect(
            (0..<300).allSatisfy { abs((outputs[$0].featureValue(for: "price")?.doubleValue ?? 0) - (own[$0].doubleValue ?? 1)) < 1e-9 })
    }

    @Test("The same table gives the same file")
    func theSameTableGivesTheSameFile() throws {
        let table = try Self.table(400)
        let folder = try TemporaryFolder()
        let files = try (0..<2).map { index in
            let file = folder.url.appendingPathComponent("\(index).mlmodel")
            try MLRandomForestClassifier(trainingData: table, targetColumn: "class").write(to: file)
            return try Data(contentsOf: file)
        }
        #expect(files[0] == files[1])
        try MLLinearRegressor(trainingData: table, targetColumn: "price").write(to: folder.url)
        #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("LinearRegressor.mlmodel").path))
    }

    @Test("Rows for validation are a table a part or none")
    func rowsForValidationAreATableAPartOrNone() throws {
        let table = try Self.table(300)
        var parameters = MLDecisionTreeRegressor.ModelParameters(validation: .none)
        func metrics() throws -> MLRegressorMetrics {
            try MLDecisionTreeRegressor(trainingData: table, targetColumn: "price", parameters: parameters).validationMetrics
        }
        #expect(try !metrics().isValid && metrics().rootMeanSquaredError.isNaN)
        parameters.validation = .split(strategy: .fixed(ratio: 0.25, seed: 3))
        #expect(try metrics().count == 75)
        parameters.validationData = try Self.table(40)
        #expect(try metrics().count == 40)
        parameters.validation = .split(strategy: .fixed(ratio: 1, seed: 3))
        #expect(throws: MLCreateError.self) { try metrics() }
    }

    @Test("Early stopping keeps fewer trees")
    func earlyStoppingKeepsFewerTrees() throws {
        var generator = SplitMix64(seed: 1)
        let noise = (0..<400).map { _ in generator.unit() }
        let table = try MLDataTable(namedColumns: ["x": MLUntypedColumn(noise), "y": MLUntypedColumn(noise.reversed())])
        var parameters = MLBoostedTreeRegressor.ModelParameters(
            validation: .split(strategy: .fixed(ratio: 0.3, seed: 1)), maxIterations: 200)
        let all = try MLBoostedTreeRegressor(trainingData: table, targetColumn: "y", parameters: parameters)
        parameters.earlyStoppingRounds = 3
        let few = try MLBoostedTreeRegressor(trainingData: table, targetColumn: "y", parameters: parameters)
        #expect(few.validationMetrics.rootMeanSquaredError < all.validationMetrics.rootMeanSquaredError)
    }

    @Test("The best kind is chosen")
    func theBestKindIsChosen() throws {
        var generator = SplitMix64(seed: 2)
        let x = (0..<600).map { _ in generator.unit() * 6 }
        let table = try MLDataTable(namedColumns: [
            "x": MLUntypedColumn(x), "line": MLUntypedColumn(x.map { 2 * $0 + 1 }), "wave": MLUntypedColumn(x.map { sin(3 * $0) }),
        ])
        guard case .linear = try MLRegressor(trainingData: table, targetColumn: "line", featureColumns: ["x"]) else {
            Issue.record("a line is a weighted sum")
            return
        }
        let wave = try MLRegressor(trainingData: table, targetColumn: "wave", featureColumns: ["x"])
        if case .linear = wave { Issue.record("a wave is not a weighted sum") }
        #expect(wave.validationMetrics.rootMeanSquaredError < 0.2)
    }

    @Test("Written trees divide many categories as the trained ones do, also unknown and missing ones")
    func writtenSetsOfCategories() throws {
        var generator = SplitMix64(seed: 4)
        let towns = (0..<3_000).map { _ in Int(generator.next() % 80) }
        let x = towns.map { _ in generator.unit() }
        let prices = towns.indices.map { row -> Double in
            let level = Double(towns[row] * 37 % 80)
            return towns[row] % 2 == 0 ? level + 20 * x[row] : level
        }
        let names = towns.map { MLDataValue.string("town \($0)") }
        let table = try MLDataTable(namedColumns: [
            "town": MLUntypedColumn(names), "x": MLUntypedColumn(x), "price": MLUntypedColumn(prices),
            "class": MLUntypedColumn(prices.map { $0 < 30 ? "low" : $0 < 60 ? "middle" : "high" }),
        ])
        var other = table.prefix(60)
        let strange = (0..<60).map { row -> MLDataValue in
            if row % 3 == 1 { return .invalid }
            return .string(row % 3 == 0 ? "nowhere" : "town \(row)")
        }
        other["town"] = MLUntypedColumn(strange)
        let features = ["town", "x"]
        for regressor in [
            try MLBoostedTreeRegressor(
                trainingData: table, targetColumn: "price", featureColumns: features, parameters: .init(maxIterations: 50)),
            try MLRandomForestRegressor(trainingData: table, targetColumn: "price", featureColumns: features),
            try MLDecisionTreeRegressor(trainingData: table, targetColumn: "price", featureColumns: features),
        ] as [any MLTabularRegressor] {
            guard case .trees(let model, _) = regressor.trained.predictor else { continue }
            #expect(!model.orders.isEmpty && regressor.trainingMetrics.rootMeanSquaredError < 12, "\(regressor)")
            let (own, outputs) = (try regressor.predictions(from: other), try answers(regressor, other))
            for row in 0..<60 {
                #expect(abs((outputs[row].featureValue(for: "price")?.doubleValue ?? .nan) - (own[row].doubleValue ?? 0)) < 1e-9)
            }
        }
        let classifier = try MLBoostedTreeClassifier(trainingData: table, targetColumn: "class", featureColumns: features)
        #expect(classifier.trainingMetrics.classificationError < 0.1)
        let (own, outputs) = (try classifier.predictions(from: other), try answers(classifier, other))
        for row in 0..<60 { #expect(outputs[row].featureValue(for: "class")?.stringValue == own[row].stringValue) }
    }
}
