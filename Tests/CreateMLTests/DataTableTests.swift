import CreateML
import Foundation
import Testing

@Suite struct DataTableTests {
    private func table() throws -> MLDataTable {
        try MLDataTable(dictionary: [
            "name": ["ant", "bee", "cat", "bee"], "legs": [6, 6, 4, 6], "weight": [0.1, 0.2, 4000, 0.3],
        ])
    }

    private func ints(_ column: MLUntypedColumn) -> [Int?] { Array(column).map(\.intValue) }

    // MARK: Tables

    @Test("Columns have names, types and one length")
    func columnsHaveNamesTypesAndOneLength() throws {
        let table = try table()
        #expect(table.size == (4, 3))
        #expect(Array(table.columnNames) == ["legs", "name", "weight"])
        #expect(table.columnTypes == ["name": .string, "legs": .int, "weight": .double])
        #expect(throws: MLCreateError.self) { try MLDataTable(dictionary: ["a": [1, 2], "b": [1]]) }
        #expect(try MLDataTable(dictionary: ["a": [1, 2], "b": 7])["b"].ints.map(Array.init) == [7, 7])
        #expect(MLDataTable().size == (0, 0))
    }

    @Test("Failed operations leave a column or table with their error")
    func failedOperationsLeaveAColumnOrTableWithTheirError() throws {
        var table = try table()
        #expect(!table["nothing"].isValid)
        #expect("\(table["nothing"].error.map { "\($0)" } ?? "")".contains("'nothing'"))
        let wrong: MLDataColumn<Int> = table["name"]
        #expect(!wrong.isValid)
        #expect(table["name", Int.self] == nil && table["legs", Double.self] != nil)
        #expect(!table.sort(columnNamed: "nothing").isValid)
        table["legs"] = MLUntypedColumn([1, 2])
        #expect(!table.isValid)
        #expect(throws: MLCreateError.self) { try table.writeCSV(to: URL(fileURLWithPath: "/nowhere.csv")) }
    }

    @Test("Columns are added, renamed and removed")
    func columnsAreAddedRenamedAndRemoved() throws {
        var table = try table()
        table.addColumn(MLDataColumn([1, 2, 3, 4]), named: "number")
        table.renameColumn(named: "name", to: "animal")
        table.removeColumn(named: "weight")
        #expect(Array(table.columnNames) == ["legs", "animal", "number"])
        #expect(table[["number", "animal"]].size == (4, 2))
        table.append(contentsOf: table)
        #expect(table.size == (8, 3) && table.isValid)
        #expect(table.dropDuplicates().size.rows == 4)
        table.renameColumn(named: "animal", to: "legs")
        #expect(!table.isValid)
    }

    @Test("Rows are filtered, sorted and sliced")
    func rowsAreFilteredSortedAndSliced() throws {
        let table = try table()
        #expect(table[table["legs"] == 6].size.rows == 3)
        #expect(table[table["legs"] == 6 && table["name"] != "bee"].rows[0]["name", String.self] == "ant")
        let heavy: MLDataColumn<Double> = table["weight"]
        #expect(table[heavy > 0.15].size.rows == 3)
        #expect(!table[MLUntypedColumn([1, 0])].isValid)
        let sorted = table.sort(columnNamed: "weight", byIncreasingOrder: false)
        #expect(sorted["name"].strings.map(Array.init) == ["cat", "bee", "bee", "ant"])
        #expect(table.sort(columnNamed: "legs")["name"].strings.map(Array.init) == ["cat", "ant", "bee", "bee"])
        #expect(table[1..<3].size.rows == 2 && table[2...].size.rows == 2)
        #expect(table.prefix(1).rows.first?["legs", Int.self] == 6 && table.suffix(2).size.rows == 2)
        #expect(table.intersect("bee", "cat", of: "name").size.rows == 3)
        #expect(table.exclude("bee", of: "name").size.rows == 2)
        #expect(Array(table.map { row -> Int? in row["legs", Int.self].map { $0 * 2 } }) == [12, 12, 8, 12])
    }

    @Test("Missing values are dropped, filled and passed on")
    func missingValuesAreDroppedFilledAndPassedOn() throws {
        let table = try MLDataTable(namedColumns: ["a": MLUntypedColumn([.int(1), .invalid, .int(3)])])
        #expect(table.dropMissing().size.rows == 2)
        #expect(ints(table.fillMissing(columnNamed: "a", with: .int(9))["a"]) == [1, 9, 3])
        #expect(ints(table["a"] + 1) == [2, nil, 4])
        #expect(ints(table["a"] > 1) == [0, nil, 1])
        #expect(table["a"].sort(byIncreasingOrder: false)[2] == .invalid)
        #expect(table["a"].ints?.sum() == 4 && table["a"].ints?.mean() == 2 && table["a"].ints?.stdev() == 1)
    }

    @Test("Joins pair rows of equal keys")
    func joinsPairRowsOfEqualKeys() throws {
        let left = try MLDataTable(dictionary: ["key": [1, 2, 2, 3], "l": ["a", "b", "c", "d"]])
        let right = try MLDataTable(dictionary: ["key": [2, 3, 4], "r": ["x", "y", "z"]])
        func rows(_ type: MLDataTable.JoinType) -> Set<String> {
            Set(
                left.join(with: right, on: "key", type: type).rows.map {
                    "\($0["key"] ?? .invalid)\($0["l"] ?? .invalid)\($0["r"] ?? .invalid)"
                })
        }
        let inner: Set<String> = ["2bx", "2cx", "3dy"]
        #expect(rows(.inner) == inner)
        #expect(rows(.left) == inner.union(["1a<missing>"]))
        #expect(rows(.right) == inner.union(["4<missing>z"]))
        #expect(rows(.outer) == inner.union(["1a<missing>", "4<missing>z"]))
        #expect(!left.join(with: right, on: "l").isValid)
    }

    @Test("Groups are aggregated")
    func groupsAreAggregated() throws {
        let groups = try table().group(
            columnsNamed: "legs",
            aggregators: [
                .init(operations: .count, .mean, .sum, .stdev, .max, .argmax(outputColumn: "name"), of: "weight"),
                .init(operations: .distinctCount, .sequenceMerge, of: "name"),
            ])
        #expect(groups.size == (2, 9))
        let six = groups.rows[0]
        #expect(six["legs"] == .int(6) && six["count(weight)"] == .int(3))
        #expect(abs((six["mean(weight)", Double.self] ?? 0) - 0.2) < 1e-12)
        #expect(abs((six["stdev(weight)", Double.self] ?? 0) - (0.02 / 3).squareRoot()) < 1e-12)
        #expect(six["argmax(weight)"] == .string("bee") && six["distinctCount(name)"] == .int(2))
        #expect(six["sequenceMerge(name)", [String].self] == ["ant", "bee", "bee"])
        #expect(try !table().group(columnsNamed: "legs", aggregators: [.init(operations: .mean, of: "name")]).isValid)
    }

    @Test("Splits have every row once and keep sequences together")
    func splitsHaveEveryRowOnceAndKeepSequencesTogether() throws {
        let table = try MLDataTable(dictionary: [
            "session": (0..<60).map { $0 / 3 }, "label": (0..<60).map { $0 < 30 ? "a" : "b" }, "row": Array(0..<60),
        ])
        let (some, rest) = table.randomSplit(by: 0.25, seed: 5)
        #expect(some.size.rows == 15 && Set(ints(some["row"]) + ints(rest["row"])).count == 60)
        #expect(ints(some["row"]) == ints(table.randomSplit(by: 0.25, seed: 5).0["row"]))
        let (part, others) = table.randomSplitBySequence(proportion: 0.4, by: "session", on: "label", seed: 3)
        #expect(part.size.rows == 24 && others.size.rows == 36)
        #expect(Set(ints(part["session"])).isDisjoint(with: Set(ints(others["session"]))))
        #expect(part[part["label"] == "a"].size.rows == 12)
        let parts = try table.stratifiedSplit(proportions: [3, 1, 1], on: "label", seed: 2)
        #expect((0..<3).map { number in parts[parts["partition"] == number].size.rows } == [36, 12, 12])
        #expect(throws: MLCreateError.self) { try table.stratifiedSplit(proportions: [-1, 2], on: "label") }
        #expect(throws: MLCreateError.self) { try table.stratifiedSplit(proportions: [.nan], on: "label") }
    }

    @Test("Columns are expanded, condensed, packed and unpacked")
    func columnsAreExpandedCondensedPackedAndUnpacked() throws {
        let table = try MLDataTable(namedColumns: [
            "id": MLUntypedColumn([1, 2]), "values": MLUntypedColumn([[1, 2, 3], [4]] as [[Int]]),
        ])
        let long = table.expand(columnNamed: "values", to: "value")
        #expect(ints(long["id"]) == [1, 1, 1, 2] && ints(long["value"]) == [1, 2, 3, 4])
        #expect(long.condense(columnNamed: "value", to: "values").rows[0]["values", [Int].self] == [1, 2, 3])
        let wide = table.unpack(columnNamed: "values")
        #expect(Array(wide.columnNames) == ["id", "values.0", "values.1", "values.2"])
        #expect(ints(wide["values.1"]) == [2, nil])
        let packed = wide.pack(columnsNamed: "values.0", "values.1", to: "pair", filling: .int(0))
        #expect(packed.rows[1]["pair", [Int].self] == [4, 0])
        let named = wide.pack(columnsNamed: "id", "values.0", to: "all", type: .dictionary)
        #expect(named.rows[1]["all", [String: Int].self] == ["id": 2, "values.0": 4])
        #expect(ints(named.unpack(columnNamed: "all", keySubset: ["id"])["all.id"]) == [1, 2])
    }

    // MARK: Columns and values

    @Test("Columns calculate element by element, and have an error where their types do not fit")
    func columnsCalculateAndSayWhatTheyCannot() {
        let a = MLDataColumn([1, 2, 3])
        #expect(Array(a + 1) == [2, 3, 4] && Array(2 * a) == [2, 4, 6] && Array(a / a) == [1, 1, 1])
        #expect(Array(MLDataColumn([1.5, 2]) - MLDataColumn([0.5, 1])) == [1, 1])
        #expect((a / 0).element(at: 0) == nil)
        #expect(!(a * Int.max).isValid && !(a + MLDataColumn([1])).isValid)
        #expect(MLDataColumn([Int.max, 1]).sum() == nil && MLDataColumn<Int>().max() == nil)
        #expect(!(MLUntypedColumn(["a"]) + 1).isValid && (MLUntypedColumn(["a"]) + "b")[0] == .string("ab"))
        #expect(!MLUntypedColumn([.int(1), .string("a")]).isValid)
        #expect(MLUntypedColumn([.int(1), .double(0.5)]).type == .double)
        #expect(Array(a.map { $0 * 2 }) == [2, 4, 6] && Array(a[1...]) == [2, 3] && Array(a[a > 1]) == [2, 3])
        #expect(Array(MLDataColumn(["1", "x"]).map(to: Int.self)) == [1, 0])
        #expect(MLDataColumn<Int>(column: MLDataColumn([1e300, 2.7])).element(at: 0) == nil)
    }

    @Test("Values become Swift values and back")
    func valuesBecomeSwiftsAndBack() throws {
        #expect(Int(from: true.dataValue) == 1 && Bool(from: .int(0)) == false && Double(from: .int(2)) == 2)
        #expect(String(from: .int(2)) == nil && [Int](from: .sequence([.int(1), .string("a")])) == nil)
        #expect([String: Int](from: ["a": 1].dataValue) == ["a": 1])
        let array = try MLMultiArray([1, 2, 3, 4] as [Double])
        let value = MLDataValue.MultiArrayType(array)
        #expect(value[2] == 3 && value[[3]] == 4 && value.mlMultiArray.count == 4)
        #expect(MLDataValue.multiArray(value) == value.dataValue && value != MLDataValue.MultiArrayType(shape: [4]))
    }

    // MARK: Metrics

    @Test("Metrics are tables")
    func metricsAreTables() throws {
        let table = try MLDataTable(dictionary: [
            "truth": ["a", "a", "b", "b", "b"], "answer": ["a", "b", "b", "b", "b"],
        ])
        let metrics = try MLClassifierMetrics.__evaluation(
            on: table, labelColumn: "truth", predictionColumn: "answer", classes: ["a", "b"])
        #expect(abs(metrics.classificationError - 0.2) < 1e-12)
        #expect(metrics.confusion.size.rows == 3)
        let wrong = metrics.confusion[metrics.confusion["True Label"] != metrics.confusion["Predicted"]]
        #expect(wrong.rows[0]["Count"] == .int(1) && wrong.rows[0]["Predicted"] == .string("b"))
        #expect(metrics.precisionRecall.rows.map { $0["Recall", Double.self] } == [0.5, 1])
        let copy = MLClassifierMetrics(
            classificationError: 0.2, confusion: metrics.confusion, precisionRecall: metrics.precisionRecall)
        #expect(copy.confusionCounts == metrics.confusionCounts)
        #expect(!MLClassifierMetrics(classificationError: 0, confusion: MLDataTable(), precisionRecall: MLDataTable()).isValid)
        #expect(throws: MLCreateError.self) {
            try MLClassifierMetrics.__evaluation(on: table, labelColumn: "truth", predictionColumn: "answer", classes: ["a"])
        }
    }
}
