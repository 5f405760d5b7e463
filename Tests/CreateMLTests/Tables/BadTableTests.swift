import CreateML
import Foundation
import TestSupport
import Testing

/// Tables that cannot be learnt from are refused with a reason; odd tables are learnt from.
@Suite struct BadTableTests {
    private func table(_ columns: [String: [MLDataValue]]) throws -> MLDataTable {
        try MLDataTable(namedColumns: columns.mapValues { MLUntypedColumn($0) })
    }

    private func regress(_ table: MLDataTable, _ target: String = "y", _ features: [String]? = nil) -> String {
        reason { _ = try MLBoostedTreeRegressor(trainingData: table, targetColumn: target, featureColumns: features) }
    }

    private func classify(_ table: MLDataTable) -> String {
        reason { _ = try MLRandomForestClassifier(trainingData: table, targetColumn: "y") }
    }

    private let numbers: [MLDataValue] = (0..<20).map { .double(Double($0)) }

    @Test("Tables without rows or columns are refused")
    func tablesWithoutRowsOrColumnsAreRefused() throws {
        #expect(regress(MLDataTable()).contains("no column 'y'"))
        #expect(regress(try table(["x": [], "y": []])).contains("no rows"))
        #expect(regress(try table(["y": numbers])).contains("no column to learn from"))
        let sound = try table(["x": numbers, "y": numbers])
        #expect(regress(sound, "z").contains("no column 'z', but x, y"))
        #expect(regress(sound, "y", ["x", "w"]).contains("'w'"))
        #expect(regress(sound, "y", ["y"]).contains("among the columns"))
        #expect(regress(sound, "y", ["x", "x"]).contains("twice"))
        #expect(regress(sound, "y", []).contains("no column to learn from"))
        #expect(regress(sound) == "no error")
    }

    @Test("Trees of many classes from many categories are refused before they take gigabytes")
    func categoriesTimesClasses() throws {
        let rows = 0..<30_000
        let texts: [MLDataValue] = rows.map { .string("t\($0 / 2)") }
        let names = ["a", "b", "c", "d", "e"]
        var columns = Dictionary(uniqueKeysWithValues: names.map { ($0, texts) })
        columns["y"] = rows.map { .string("k\($0 % 1000)") }
        #expect(classify(try table(columns)).contains("sums of classes in a branch"))
    }

    @Test("Targets that cannot be predicted are refused")
    func targetsThatCannotBePredictedAreRefused() throws {
        let missing = numbers.enumerated().map { $0 == 7 || $0 == 9 ? MLDataValue.invalid : $1 }
        #expect(regress(try table(["x": numbers, "y": missing])).contains("no value in 2 of 20 rows, the first of them row 8 (line 9)"))
        #expect(regress(try table(["x": numbers, "y": numbers.map { .string($0.description) }])).contains("holds texts"))
        let infinite = numbers.enumerated().map { $0 == 3 ? MLDataValue.double(.infinity) : $1 }
        #expect(regress(try table(["x": numbers, "y": infinite])).contains("is infinite in row 4 (line 5)"))
        #expect(classify(try table(["x": numbers, "y": numbers])).contains("holds numbers"))
        #expect(classify(try table(["x": numbers, "y": numbers.map { _ in .string("a") }])).contains("one value only, 'a'"))
        #expect(classify(try table(["x": numbers, "y": missing.map { $0.isValid ? .string("a") : .invalid }])).contains("no value"))
        let many = (0..<10_000).map { MLDataValue.int($0) }
        #expect(classify(try table(["x": many, "y": many])).contains("10000 different values"))
    }

    @Test("A text among numbers is named with its row, counted as in a spreadsheet")
    func textsAmongNumbers() throws {
        let many = (0..<100).map { MLDataValue.string("\($0)") }
        func doubts(_ texts: [Int: MLDataValue], _ features: [String]? = nil) throws -> [String] {
            let mixed = many.enumerated().map { texts[$0] ?? $1 }
            let table = try table(["a": mixed, "y": (0..<100).map { .int($0 * $0 % 50) }])
            return table.warnings(target: "y", features: features, asClass: false).filter { $0.contains("texts") }
        }
        #expect(try doubts([75: .string("x")]) == ["'a' holds texts because of 'x' in row 76 (line 77)"])
        let two: [Int: MLDataValue] = [75: .string("x"), 9: .invalid, 80: .string("-")]
        #expect(try doubts(two) == ["'a' holds texts because of 'x' in row 76 (line 77) and another text"])
        let texts = (0..<49).map { ($0, MLDataValue.string("x")) }
        #expect(
            try doubts(Dictionary(uniqueKeysWithValues: texts)) == ["'a' holds texts because of 'x' in row 1 (line 2) and 48 other texts"])
        #expect(try doubts(Dictionary(uniqueKeysWithValues: texts + [(49, MLDataValue.string("z"))])).isEmpty, "half are numbers")
        #expect(try doubts([:]).isEmpty && doubts([75: .string("x")], []).isEmpty)
        let target = try table(["a": many.enumerated().map { $0 == 75 ? MLDataValue.string("x") : $1 }, "y": many])
        #expect(target.warnings(target: "a", features: ["y"], asClass: true).contains { $0.contains("'a' holds texts") })
        #expect(target.warnings(target: "y", features: ["a"], asClass: false).count == 1, "such a column does not name the rows")
    }

    @Test("Columns with one value, or none, are learnt from beside others, and alone give the mean")
    func constantColumns() throws {
        let constant = try table(["x": numbers.map { _ in .int(4) }, "z": numbers.map { _ in .invalid }, "y": numbers])
        for model in [
            try MLDecisionTreeRegressor(trainingData: constant, targetColumn: "y"),
            try MLLinearRegressor(trainingData: constant, targetColumn: "y"),
        ] as [any MLTabularRegressor] {
            #expect(try abs((model.predictions(from: constant)[0].doubleValue ?? 0) - 9.5) < 1e-6)
        }
    }

    @Test("Ten thousand categories are learnt from")
    func tenThousandCategoriesAreLearntFrom() throws {
        let texts = (0..<20_000).map { MLDataValue.string("t\($0 % 10_000)") }
        let values = (0..<20_000).map { MLDataValue.double($0 % 10_000 == 17 ? 1_000 : 0) }
        let table = try table(["x": texts, "y": values])
        let tree = try MLDecisionTreeRegressor(trainingData: table, targetColumn: "y", parameters: .init(validation: .none))
        #expect(tree.trainingMetrics.maximumError < 1)
        let sum = try MLLinearRegressor(trainingData: table, targetColumn: "y")
        #expect(sum.trainingMetrics.isValid)
        let unique = (0..<70_000).map { MLDataValue.string("t\($0)") }
        let wide = try self.table(["x": unique, "y": (0..<70_000).map { .int($0) }])
        #expect(regress(wide).contains("more than 65535 different texts"))
    }

    @Test("Infinite features are for trees only")
    func infiniteFeaturesAreForTreesOnly() throws {
        let x = numbers.enumerated().map { $0 == 4 ? MLDataValue.double(.infinity) : $0 == 5 ? .double(-.infinity) : $1 }
        let table = try table(["x": x, "y": numbers])
        #expect(try MLDecisionTreeRegressor(trainingData: table, targetColumn: "y").trainingMetrics.isValid)
        #expect(reason { _ = try MLLinearRegressor(trainingData: table, targetColumn: "y") }.contains("'x' has"))
        if case .linear = try MLRegressor(trainingData: table, targetColumn: "y") { Issue.record("infinities have no sum") }
    }

    @Test("Columns of mixed types are texts in a file and an error in memory")
    func columnsOfMixedTypesAreTextsInAFileAndAnErrorInMemory()
        throws
    {
        let mixed = MLUntypedColumn([MLDataValue.int(1), .string("a")])
        #expect(throws: MLCreateError.self) { try MLDataTable(namedColumns: ["x": mixed]) }
        let lists = try table(["x": [.sequence([.int(1)]), .sequence([.int(1), .int(2)])], "y": [.int(1), .int(2)]])
        #expect(regress(lists).contains("row 2 (line 3) of the column 'x'"))
        let word = MLDataValue.dictionary(.init([.string("a"): .string("b")]))
        let words = try table(["x": [word, word], "y": [.int(1), .int(2)]])
        #expect(regress(words).contains("no number"))
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("t.csv")
        try Data("\u{FEFF}\"size, m²\",note,y\r\n1,\"two\nlines\",5\r\n2,\"says \"\"hi\"\"\",6\r\nlots,NA,7\r\n".utf8).write(to: file)
        let read = try MLDataTable(contentsOf: file)
        let model = try MLDecisionTreeRegressor(
            trainingData: read, targetColumn: "y", parameters: .init(validation: .none, minChildWeight: 1))
        #expect(model.featureColumns == ["size, m²", "note"] && model.trainingMetrics.maximumError < 1e-6)
    }

    @Test("Predictions are for tables of the same form")
    func predictionsAreForTablesOfTheSameForm() throws {
        let table = try table(["x": numbers, "t": numbers.indices.map { .string("\($0 % 5)") }, "y": numbers])
        let model = try MLDecisionTreeRegressor(trainingData: table, targetColumn: "y")
        #expect(throws: MLCreateError.self) { try model.predictions(from: MLDataTable()) }
        var other = table
        other["x"] = MLUntypedColumn(repeating: .string("a"), count: 20)
        #expect(throws: MLCreateError.self) { try model.predictions(from: other) }
        #expect(!model.evaluation(on: other).isValid && !model.evaluation(on: MLDataTable()).isValid)
        let none = try self.table(["x": [], "t": [], "y": []])
        #expect(try model.predictions(from: none).isEmpty && !model.evaluation(on: none).isValid)
        let classifier = try MLDecisionTreeClassifier(trainingData: table, targetColumn: "t")
        #expect(!classifier.evaluation(on: none).isValid)
        let known = classifier.evaluation(on: table)
        var strange = table
        strange["t"] = MLUntypedColumn(repeating: .string("strange"), count: 20)
        #expect(known.isValid && classifier.evaluation(on: strange).classificationError == 1)
    }

    @Test("Parameters out of range are named")
    func parametersOutOfRangeAreNamed() throws {
        let table = try table(["x": numbers, "y": numbers, "c": numbers.indices.map { .string("\($0 % 5)") }])
        func boosted(_ parameters: MLBoostedTreeRegressor.ModelParameters) -> String {
            reason { _ = try MLBoostedTreeRegressor(trainingData: table, targetColumn: "y", parameters: parameters) }
        }
        #expect(boosted(.init(maxDepth: 0)).contains("maxDepth must be from 1 to 64, not 0"))
        #expect(boosted(.init(maxIterations: -1)).contains("maxIterations"))
        #expect(boosted(.init(minLossReduction: .nan)).contains("minLossReduction"))
        #expect(boosted(.init(minChildWeight: -1)).contains("minChildWeight"))
        #expect(boosted(.init(stepSize: 0)).contains("stepSize"))
        #expect(boosted(.init(earlyStoppingRounds: 0)).contains("earlyStoppingRounds"))
        #expect(boosted(.init(rowSubsample: 1.5)).contains("rowSubsample"))
        #expect(boosted(.init(columnSubsample: 0)).contains("columnSubsample"))
        #expect(
            reason { _ = try MLLinearRegressor(trainingData: table, targetColumn: "y", parameters: .init(l1Penalty: -1)) }
                .contains("l1Penalty"))
        #expect(
            reason { _ = try MLSupportVectorClassifier(trainingData: table, targetColumn: "c", parameters: .init(penalty: 0)) }
                .contains("penalty"))
    }
}
