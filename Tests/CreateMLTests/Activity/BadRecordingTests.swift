import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Recordings that cannot be learnt from are refused with a reason; those that can in part are used in part.
@Suite struct BadRecordingTests {
    private func table(_ columns: [String: [MLDataValue]]) throws -> MLDataTable {
        try MLDataTable(namedColumns: columns.mapValues { MLUntypedColumn($0) })
    }

    /// Two recordings of 12 rows, `x` of which is changed at a row.
    private func sound(_ row: Int? = nil, _ value: MLDataValue = .invalid) throws -> MLDataTable {
        try table([
            "x": (0..<24).map { $0 == row ? value : .double(Double($0 % 5)) },
            "activity": (0..<24).map { .string($0 < 12 ? "rest" : "walk") },
            "recording": (0..<24).map { .int($0 / 12) },
        ])
    }

    private func train(
        _ table: MLDataTable, _ features: [String] = ["x"], label: String = "activity", recording: String = "recording", window: Int? = 6,
        batch: Int? = 4, iterations: Int? = 1
    ) -> String {
        reason {
            _ = try MLActivityClassifier(
                trainingData: table, featureColumns: features, labelColumn: label, recordingFileColumn: recording,
                parameters: .init(validation: .none, batchSize: batch, maximumIterations: iterations, predictionWindowSize: window))
        }
    }

    @Test("Tables without rows or columns are refused")
    func tablesWithoutRowsOrColumns() throws {
        #expect(train(MLDataTable()).contains("no column 'x'"))
        #expect(train(try table(["x": [], "activity": [], "recording": []])).contains("no rows"))
        #expect(train(try sound(), ["y"]).contains("no column 'y', but activity, recording, x"))
        #expect(train(try sound(), label: "what").contains("no column 'what'"))
        #expect(train(try sound(), recording: "file").contains("no column 'file'"))
        #expect(train(try sound()) == "no error")
    }

    @Test("Feature columns that cannot be inputs are refused")
    func featureColumns() throws {
        #expect(train(try sound(), []).contains("no feature column"))
        #expect(train(try sound(), ["x", "x"]).contains("twice"))
        #expect(train(try sound(), ["x", "activity"]).contains("it is the label column"))
        #expect(train(try sound(), ["recording"]).contains("it is the recording column"))
        var named = try sound()
        named["stateIn"] = named["x"]
        #expect(train(named, ["stateIn"]).contains("cannot be called 'stateIn'"))
        var texts = try sound()
        texts["x"] = MLUntypedColumn(texts["x"].values.map(\.description))
        #expect(train(texts).contains("'x' holds string, not numbers"))
        var labels = try sound()
        labels["activity"] = labels["x"]
        #expect(train(labels).contains("'activity' holds double"))
    }

    @Test(
        "A recording with a missing or an infinite number is skipped, and so named",
        arguments: [
            (MLDataValue.invalid, "no value in row 4 (line 5)"), (.double(.nan), "nan in row 4 (line 5)"),
            (.double(-.infinity), "-inf in row 4 (line 5)"),
            (.double(1e300), "1e+300 in row 4 (line 5)"),
        ])
    func oddNumbers(_ value: MLDataValue, _ words: String) throws {
        let message = train(try sound(3, value))
        #expect(message.contains("'rest' has no usable recording") && message.contains(words), "\(message)")
        var table = try sound(3, value)
        table.append(contentsOf: try sound())
        table["recording"] = MLUntypedColumn((0..<48).map { $0 / 12 })
        let classifier = try MLActivityClassifier(
            trainingData: table, featureColumns: ["x"], labelColumn: "activity", recordingFileColumn: "recording",
            parameters: .init(validation: .none, batchSize: 4, maximumIterations: 1, predictionWindowSize: 6))
        #expect(classifier.warnings.contains { $0.contains("0 was skipped") && $0.contains(words) })
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 3 * 2)
        #expect(reason { _ = try classifier.predictions(from: try sound(3, value)) }.contains(words))
    }

    @Test("One label, and rows of no recording, are refused")
    func labelsAndRecordings() throws {
        var one = try sound()
        one["activity"] = MLUntypedColumn(repeating: "rest", count: 24)
        #expect(train(one).contains("two labels at least, not 1, 'rest'"))
        var none = try sound()
        none["activity"] = MLUntypedColumn(repeating: MLDataValue.invalid, count: 24)
        #expect(train(none).contains("two labels at least, not 0"))
        let many = (0..<1_001).map { MLDataValue.int($0) }
        #expect(train(try table(["x": many, "activity": many, "recording": many])).contains("1001 different labels"))
        var lost = try sound()
        lost["recording"] = MLUntypedColumn((0..<24).map { $0 == 5 ? .invalid : .int($0 / 12) })
        #expect(train(lost).contains("'recording' has no value in row 6 (line 7)"))
    }

    @Test("Labels that no window of the training data has are refused")
    func labelsWithoutWindows() throws {
        /// Recordings of 20 rows: the labels of the rows, by recording.
        func labelled(_ recordings: [(Int) -> String?]) throws -> MLDataTable {
            let rows = 20 * recordings.count
            let labels = (0..<rows).map { row -> MLDataValue in recordings[row / 20](row % 20).map { MLDataValue.string($0) } ?? .invalid }
            return try table([
                "x": (0..<rows).map { .double(Double($0 % 5)) },
                "activity": labels,
                "recording": (0..<rows).map { .int($0 / 20) },
            ])
        }
        // Two of five rows.
        func alternating(_ row: Int) -> String? { row % 5 == 0 ? "rest" : row % 5 == 2 ? "walk" : nil }
        let none = try labelled([alternating, alternating])
        #expect(train(none, window: 10).contains("no window of 10 rows has a label"), "\(train(none, window: 10))")
        #expect(train(none, window: 50).contains("no window of 50 rows has a label"))
        #expect(train(none, window: 1) == "no error")
        let rare = try labelled([{ $0 < 3 ? "fall" : "rest" }, { _ in "walk" }])
        let message = train(rare, window: 10)
        #expect(message.contains("no window of 10 rows has the label 'fall'") && !message.contains("walk"), "\(message)")
        #expect(train(rare, window: 5) == "no error")
        // Windows begin at any row.
        #expect(train(try labelled([{ (7..<13).contains($0) ? "fall" : "rest" }, { _ in "walk" }]), window: 10) == "no error")
        // A recording with the only windows of a label is not set aside.
        let columns = ActivityColumns(features: ["x"], label: "activity", recording: "recording")
        let data = try ActivityRecordings(
            labelled([{ _ in "rest" }, { $0 < 3 ? "walk" : "rest" }, { _ in "walk" }, { _ in "rest" }]), columns)
        for seed in 0..<8 {
            let plan = try ActivityPlan(data, columns, ActivitySettings(window: 10), .fixed(ratio: 0.5, seed: seed))
            #expect(plan.training.contains { $0.name == "2" })
        }
    }

    @Test("Parameters out of range are refused, and those that are left out have Apple's values")
    func parameters() throws {
        #expect(train(try sound(), window: 0).contains("predictionWindowSize must be from 1"))
        #expect(train(try sound(), window: -5).contains("not -5"))
        #expect(train(try sound(), window: 100_000).contains("predictionWindowSize must be from 1 to 10000, not 100000"))
        #expect(train(try sound(), batch: 0).contains("batchSize"))
        #expect(train(try sound(), iterations: 0).contains("maximumIterations"))
        let parameters = MLActivityClassifier.ModelParameters(batchSize: nil, maximumIterations: nil, predictionWindowSize: nil)
        #expect("\(parameters)".contains("10 iterations with 32 parts") && "\(parameters)".contains("100 rows"))
        #expect(MLActivityClassifier.ModelParameters(validationData: nil as MLDataTable?).validationData == nil)
        let split = reason {
            _ = try MLActivityClassifier(
                trainingData: try sound(), featureColumns: ["x"], labelColumn: "activity", recordingFileColumn: "recording",
                parameters: .init(validation: .split(strategy: .fixed(ratio: 1.5, seed: 1)), predictionWindowSize: 6))
        }
        #expect(split.contains("1.5"))
    }

    @Test("Recordings that are shorter than a window, constant features and windows of one row are learnt from", arguments: [100, 1, 2, 3])
    func oddWindows(_ window: Int) throws {
        var table = try sound()
        table["still"] = MLUntypedColumn(repeating: 9.81, count: 24)
        let classifier = try MLActivityClassifier(
            trainingData: table, featureColumns: ["x", "still"], labelColumn: "activity", recordingFileColumn: "recording",
            parameters: .init(validation: .none, batchSize: 4, maximumIterations: 1, predictionWindowSize: window))
        #expect(try classifier.predictions(from: table).count == 24)
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 2 * max(12 / window, 1))
    }

    @Test("Numbers of any size are scaled", arguments: [1e-20, 1e12])
    func largeNumbers(_ factor: Double) throws {
        var table = try sound()
        table["x"] = MLUntypedColumn((0..<24).map { Double($0 % 5 + ($0 < 12 ? 0 : 9)) * factor })
        #expect(train(table) == "no error")
    }

    // MARK: Evaluation and files

    @Test("An evaluation that cannot be made is not valid and says why")
    func evaluations() throws {
        let classifier = try MLActivityClassifier(
            trainingData: try sound(), featureColumns: ["x"], labelColumn: "activity", recordingFileColumn: "recording",
            parameters: .init(validation: .none, batchSize: 4, maximumIterations: 1, predictionWindowSize: 6))
        func message(_ table: MLDataTable, _ features: [String] = ["x"]) -> String {
            let metrics = classifier.evaluation(
                on: table, featureColumns: features, labelColumn: "activity", recordingFileColumn: "recording")
            return metrics.error?.localizedDescription ?? "no error"
        }
        #expect(message(try sound()) == "no error")
        #expect(message(try sound(), ["x", "y"]).contains("2 feature columns"))
        #expect(message(try table(["x": [], "activity": [], "recording": []])).contains("no rows"))
        #expect(message(try table(["activity": [], "recording": []])).contains("no column 'x'"))
        #expect(classifier.evaluation(on: .labeledDirectories(at: URL(fileURLWithPath: "/no/folder")), featureColumns: ["x"]).error != nil)
        #expect(reason { _ = try classifier.predictions(from: try table(["x": []])) }.contains("no rows"))
        #expect(reason { _ = try classifier.predictions(from: try table(["y": [.int(1)]])) }.contains("no column 'x'"))
    }

    @Test("Files that cannot be read are skipped, and a label without any that can be is refused")
    func files() throws {
        let folder = try TemporaryFolder()
        func write(_ text: String, _ path: String) throws {
            let file = folder.file(path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let rows = "x\n" + (0..<12).map { "\($0 % 5)" }.joined(separator: "\n") + "\n"
        try write(rows, "data/rest/1.csv")
        try write(rows, "data/walk/1.csv")
        try write("x\n1,2\n", "data/walk/2.csv")
        try write("y\n1\n", "data/walk/3.csv")
        try write("x\n", "data/walk/4.csv")
        try write("no table", "data/walk/readme.txt")
        try write("time\t" + rows.replacing("\n", with: "\n0\t").dropLast(2), "data/walk/5.tsv")
        try write((0..<12).map { "{\"x\": \($0 % 5)}" }.joined(separator: "\n"), "data/walk/6.jsonl")
        let source = MLActivityClassifier.DataSource.labeledDirectories(at: folder.file("data"))
        let classifier = try MLActivityClassifier(
            trainingData: source, featureColumns: ["x"],
            parameters: .init(validation: .none, batchSize: 4, maximumIterations: 1, predictionWindowSize: 6))
        #expect(classifier.warnings.filter { $0.contains("was skipped") }.count == 3, "\(classifier.warnings)")
        #expect(try source.labeledSensorData(featureColumns: ["x"]).size == (48, 3))
        let split = try source.stratifiedSplit(
            proportions: [1, 1], seed: 1, featureColumns: ["x"], labelColumn: "label", recordingFileColumn: "file")
        #expect(Set(split.columnNames) == ["x", "label", "file", "partition"])
        #expect(
            try MLActivityClassifier.DataSource.filesByLabel(["a": [folder.file("data/rest/1.csv")]])
                .gatherAnnotatedFeatures(featureColumns: ["x"], labelColumn: "what").columns.map(\.name) == ["x", "what", "recordingFile"])
        for name in ["1.csv", "5.tsv", "6.jsonl"] { try FileManager.default.removeItem(at: folder.file("data/walk/\(name)")) }
        #expect(reason { _ = try source.labeledSensorData(featureColumns: ["x"]) }.contains("'walk' has no usable recording"))
        try write(rows, "flat/1.csv")
        let flat = MLActivityClassifier.DataSource.labeledDirectories(at: folder.file("flat"))
        #expect(reason { _ = try flat.labeledSensorData(featureColumns: ["x"]) }.contains("no folders"))
    }

    @Test("An annotation file gives times of recordings their labels")
    func annotations() throws {
        let folder = try TemporaryFolder()
        func write(_ lines: [String], _ name: String) throws {
            try (lines.joined(separator: "\n") + "\n").write(to: folder.file(name), atomically: true, encoding: .utf8)
        }
        try write(["time,x"] + (0..<10).map { "\(Double($0) / 10),\($0)" }, "a.csv")
        try write(["name,what,from,to", "a.csv,rest,0,0.3", "a.csv,walk,0.5,0.8", "b.csv,walk,0,1"], "notes.csv")
        func source(_ end: String = "to") -> MLActivityClassifier.DataSource {
            .directoryWithDataAndAnnotation(
                at: folder.url, annotationFileName: "notes.csv", timeStampColumn: "time", labelStartTimeColumn: "from",
                labelEndTimeColumn: end)
        }
        let table = try source().labeledSensorData(featureColumns: ["x"], labelColumn: "what", recordingFileColumn: "name")
        let expected: [MLDataValue] = ["rest", "rest", "rest", "rest", nil, "walk", "walk", "walk", "walk", nil].map { text in
            text.map { .string($0) } ?? .invalid
        }
        #expect(Array(table["what"].values) == expected)
        func message(_ source: MLActivityClassifier.DataSource) -> String {
            reason { _ = try source.labeledSensorData(featureColumns: ["x"], labelColumn: "what", recordingFileColumn: "name") }
        }
        #expect(message(source("end")).contains("no column 'end'"))
        #expect(message(source("what")).contains("times are numbers"))
        try write(["name,what,from,to", "a.csv,rest,0.3,0"], "notes.csv")
        #expect(message(source()).contains("row 1 (line 2) of"))
        try write(["name,what,from,to", "b.csv,rest,0,0.3"], "notes.csv")
        #expect(message(source()).contains("'rest' has no usable recording"))
    }
}
