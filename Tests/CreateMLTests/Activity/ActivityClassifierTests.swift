import Combine
import CoreMLSpecification
import Foundation
import TabularData
import TestSupport
import Testing

@testable import CreateML

@Suite struct ActivityClassifierTests {
    private static let axes = SensorSimulator.axes

    private static func table(
        _ activities: [String] = SensorSimulator.activities, count: Int, rows: Int, seed: UInt64
    ) throws -> MLDataTable {
        let folder = try TemporaryFolder()
        let file = folder.file("data.csv")
        try SensorSimulator.csv(activities, count: count, rows: rows, seed: seed).write(to: file, atomically: true, encoding: .utf8)
        return try MLDataTable(contentsOf: file)
    }

    private static func train(
        _ table: MLDataTable, window: Int = 25, iterations: Int = 2, validation: MLActivityClassifier.ModelParameters.Validation = .none
    ) throws -> MLActivityClassifier {
        try MLActivityClassifier(
            trainingData: table, featureColumns: axes, labelColumn: "activity", recordingFileColumn: "recording",
            parameters: .init(validation: validation, batchSize: 8, maximumIterations: iterations, predictionWindowSize: window))
    }

    // MARK: Learning

    @Test("Activities of people never seen are told")
    func activitiesAreTold() throws {
        let classifier = try Self.train(Self.table(count: 8, rows: 120, seed: 1), window: 50, iterations: 6)
        let metrics = classifier.evaluation(
            on: try Self.table(count: 6, rows: 100, seed: 99), featureColumns: Self.axes, labelColumn: "activity",
            recordingFileColumn: "recording")
        #expect(metrics.labels == SensorSimulator.activities)
        #expect(metrics.confusionCounts.joined().reduce(0, +) == 4 * 6 * 2)
        #expect(metrics.classificationError <= 0.1, "\(metrics)")
        #expect(classifier.trainingMetrics.classificationError <= 0.05)
        #expect(!classifier.validationMetrics.isValid)
    }

    @Test("The same data and parameters give the same model, from a table, a data frame and folders")
    func trainingIsDeterministic() throws {
        let table = try Self.table(["resting", "running"], count: 3, rows: 60, seed: 3)
        let folder = try TemporaryFolder()
        func bytes(_ classifier: MLActivityClassifier) throws -> Data {
            let file = folder.file("m.mlmodel")
            try classifier.write(to: file)
            return try Data(contentsOf: file)
        }
        let first = try bytes(Self.train(table))
        #expect(try bytes(Self.train(table)) == first)
        let frame = DataFrame(columns: table.ordered.map { $1.dataFrameColumn(named: $0) })
        let parameters = MLActivityClassifier.ModelParameters(
            validation: .none, batchSize: 8, maximumIterations: 2, predictionWindowSize: 25)
        let other = try MLActivityClassifier(
            trainingData: frame, featureColumns: Self.axes, labelColumn: "activity", recordingFileColumn: "recording",
            parameters: parameters)
        #expect(try bytes(other) == first)
        let names = table["recording"].values
        for recording in Set(names) {
            let own = table.rows(names.indices.filter { names[$0] == recording })
            let place = folder.file("data/\(own["activity"][0])")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try own.writeCSV(to: place.appendingPathComponent("\(recording).csv"))
        }
        let folders = try MLActivityClassifier(
            trainingData: .labeledDirectories(at: folder.file("data")), featureColumns: Self.axes, parameters: parameters)
        #expect(folders.labelColumn == "label" && folders.recordingFileColumn == "recordingFile")
        #expect(try bytes(folders) == first)
    }

    @Test("Recordings are set aside whole, of every label in proportion")
    func validationSetsAsideWholeRecordings() throws {
        let table = try Self.table(["resting", "running", "walking"], count: 4, rows: 60, seed: 4)
        let classifier = try Self.train(table, validation: .split(strategy: .fixed(ratio: 0.25, seed: 4)))
        // Two windows and one that overlaps.
        #expect(classifier.validationMetrics.confusionCounts.joined().reduce(0, +) == 3 * 1 * 3)
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 3 * 3 * 3)
        #expect(Set(classifier.validationAnswers.map(\.recording)).count == 3)
        #expect(classifier.warnings.contains { $0.contains("only 3 recordings") })
        let separate = try Self.train(table, iterations: 1, validation: .dataSource(.table(table)))
        #expect(separate.validationMetrics.confusionCounts == separate.trainingMetrics.confusionCounts)
        #expect(separate.modelParameters.validationData?.size.rows == table.size.rows)
    }

    // MARK: The model

    @Test("The model has the inputs and outputs of Apple's, and goes on from its state")
    func theModelHasTheInterfaceOfApples() throws {
        let classifier = try Self.train(Self.table(["resting", "walking"], count: 2, rows: 80, seed: 5))
        let folder = try TemporaryFolder()
        try classifier.write(to: folder.url, metadata: MLModelMetadata(author: "Someone"))
        let model = try MLModel(contentsOf: folder.file("ActivityClassifier.mlmodel"))
        let description = model.modelDescription
        #expect(Set(description.inputDescriptionsByName.keys) == ["x", "y", "z", "stateIn"])
        #expect(Set(description.outputDescriptionsByName.keys) == ["label", "labelProbability", "stateOut"])
        for name in Self.axes {
            let input = try #require(description.inputDescriptionsByName[name])
            #expect(input.multiArrayConstraint?.shape == [25] && input.multiArrayConstraint?.dataType == .double && !input.isOptional)
        }
        #expect(description.inputDescriptionsByName["stateIn"]?.isOptional == true)
        #expect(description.predictedFeatureName == "label" && description.predictedProbabilitiesName == "labelProbability")
        #expect(description.metadata[.author] as? String == "Someone")

        var simulator = SensorSimulator(seed: 8)
        let rows = simulator.recording("walking", rows: 50)
        func inputs(_ window: Int, _ state: MLFeatureValue?) throws -> MLDictionaryFeatureProvider {
            var values: [String: Any] = [:]
            for (axis, name) in Self.axes.enumerated() {
                values[name] = try MLMultiArray(rows[window * 25..<(window + 1) * 25].map { Double($0[axis]) })
            }
            values["stateIn"] = state
            return try MLDictionaryFeatureProvider(dictionary: values)
        }
        let first = try model.prediction(from: inputs(0, nil))
        let zeros = MLFeatureValue(multiArray: try MLMultiArray([Double](repeating: 0, count: 128)))
        let same = try model.prediction(from: inputs(0, zeros))
        #expect(first.featureValue(for: "labelProbability")?.dictionaryValue == same.featureValue(for: "labelProbability")?.dictionaryValue)
        let state = try #require(first.featureValue(for: "stateOut"))
        #expect(state.multiArrayValue?.shape == [128] && state.multiArrayValue?.dataType == .double)
        let second = try #require(try model.prediction(from: inputs(1, state)).featureValue(for: "labelProbability")?.dictionaryValue)
        let alone = try #require(try model.prediction(from: inputs(1, nil)).featureValue(for: "labelProbability")?.dictionaryValue)
        #expect(second != alone, "the state is read")

        let recording = ActivityRecording(
            name: "", features: (0..<3).map { axis in rows.map { $0[axis] } }, rowLabels: .init(repeating: "walking", count: 50))
        let answers = try #require(ActivityModel(model)).answers(for: [recording])
        #expect(answers.map(\.rows) == [0..<25, 25..<50])
        #expect(abs(answers[1].ownConfidence - (second["walking"]?.doubleValue ?? 9)) < 1e-6)
    }

    @Test("The file is loaded with any compute units, whatever the window", arguments: [10, 20, 24, 50])
    func theFileIsLoadedWithAnyUnits(_ window: Int) throws {
        let table = try Self.table(["resting", "walking"], count: 2, rows: 100, seed: 5)
        let classifier = try Self.train(table, window: window, iterations: 1)
        let folder = try TemporaryFolder()
        try classifier.write(to: folder.file("m.mlmodel"))
        let answers = try MLComputeUnits.all.answers(folder.file("m.mlmodel"), table)
        let exact = try MLComputeUnits.cpuOnly.answers(folder.file("m.mlmodel"), table)
        #expect(zip(answers, exact).allSatisfy { abs($0 - $1) < 0.05 } && answers.count == exact.count)
    }

    @Test("Every layer of the file reads what an input or another layer gives")
    func theSpecificationIsComplete() throws {
        let classifier = try Self.train(Self.table(["resting", "walking"], count: 2, rows: 60, seed: 5), iterations: 1)
        let folder = try TemporaryFolder()
        let file = folder.file("m.mlmodel")
        try classifier.write(toFile: file.path)
        let model = try Specification.Model(contentsOf: file)
        #expect(model.specificationVersion == 5)
        guard case .neuralNetworkClassifier(let network) = model.type else {
            Issue.record("it is no network")
            return
        }
        let known = Set(model.description?.input.map(\.name) ?? []).union(network.layers.flatMap(\.output))
        #expect(network.layers.flatMap(\.input).allSatisfy(known.contains))
        #expect(Set(network.layers.map(\.name)).count == network.layers.count)
    }

    // MARK: Predictions

    @Test("There is a label for each row, or for each window")
    func rowsAndWindowsArePredicted() throws {
        let table = try Self.table(["resting", "running"], count: 2, rows: 60, seed: 6)
        let classifier = try Self.train(table)
        // Rows of recordings that take turns, one shorter than a window and one with rows left over.
        let rows = (0..<60).flatMap { $0 < 10 ? [$0, 60 + $0] : [60 + $0] }
        var mixed = table.rows(rows)
        mixed["recording"] = MLUntypedColumn((0..<60).flatMap { $0 < 10 ? [7, 8] : [8] })
        let windows = try classifier.predictions(from: mixed, perWindowPrediction: true)
        #expect(windows.count == 1 + 3)
        let labels = try classifier.predictions(from: mixed)
        #expect(labels.count == 70)
        #expect(Set((0..<10).map { labels[2 * $0] }) == [windows[0]])
        #expect(labels[69] == windows[3] && labels[1] == windows[1])
        let frame = DataFrame(columns: mixed.ordered.map { $1.dataFrameColumn(named: $0) })
        #expect(try classifier.predictions(from: frame, perWindowPrediction: false) == labels)
        // A table without recordings is one.
        var one = mixed
        one.removeColumn(named: "recording")
        #expect(try classifier.predictions(from: one, perWindowPrediction: true).count == 3)
    }

    @Test("A window has the label of most of its rows; windows mostly without a label are not learnt from")
    func labelsThatChange() throws {
        let rowLabels: [String?] = [nil, "a", "b", "b", nil, nil, "a", "b", "b", "a"]
        let recording = ActivityRecording(name: "", features: [(0..<10).map { Float($0) }], rowLabels: rowLabels)
        #expect(recording.rowLabels == rowLabels && recording.labels == ["a", "b"])
        #expect(recording.label(of: 1..<4) == "b" && recording.label(of: 6..<10) == "a")
        #expect(recording.label(of: 0..<2) == nil && recording.label(of: 3..<6) == nil && recording.label(of: 0..<3) == "a")
        #expect(recording.windows(4) == [0..<4, 4..<8, 6..<10] && recording.windows(20) == [0..<10] && recording.windows(10) == [0..<10])
        var filled: [Float] = []
        recording.withWindow(0..<10, 13) { _, values in filled = Array(values) }
        #expect(filled == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2])
        let copy = try JSONDecoder().decode(ActivityRecording.self, from: JSONEncoder().encode(recording))
        #expect(copy == recording)

        var table = try Self.table(["resting", "running"], count: 2, rows: 50, seed: 7)
        // Both activities in one recording, and rows without a label between.
        table["recording"] = MLUntypedColumn((0..<200).map { $0 % 100 < 50 ? "one" : "two" })
        let labels = table["activity"].values
        table["activity"] = MLUntypedColumn(values: labels.indices.map { $0 % 50 < 30 ? labels[$0] : .invalid }, type: .string)
        let metrics = try Self.train(table, window: 20).trainingMetrics
        // In each recording one window of each, and three that are mostly without.
        #expect(metrics.confusionCounts.map { $0.reduce(0, +) } == [2, 2], "\(metrics)")
    }

    // MARK: Sessions

    @Test("A training that goes on from a checkpoint ends with the same model", .timeLimit(.minutes(1)))
    func sessionsGoOn() throws {
        let table = try Self.table(["resting", "running"], count: 3, rows: 50, seed: 9)
        let parameters = MLActivityClassifier.ModelParameters(
            validation: .split(strategy: .fixed(ratio: 0.34, seed: 1)), batchSize: 8, maximumIterations: 4, predictionWindowSize: 25)
        let folder = try TemporaryFolder()
        func weights(_ session: MLTrainingSessionParameters) throws -> Data {
            let job = try MLActivityClassifier.train(
                trainingData: table, featureColumns: Self.axes, labelColumn: "activity", recordingFileColumn: "recording",
                parameters: parameters, sessionParameters: session)
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var model: MLActivityClassifier?
            let result = job.result.sink(receiveCompletion: { _ in done.signal() }, receiveValue: { model = $0 })
            done.wait()
            result.cancel()
            let file = folder.file("m.mlmodel")
            try #require(model).write(to: file)
            return try Data(contentsOf: file)
        }
        let whole = try weights(MLTrainingSessionParameters())
        let place = folder.file("session")
        _ = try weights(MLTrainingSessionParameters(sessionDirectory: place, checkpointInterval: 1, iterations: 2))
        let session = try MLActivityClassifier.restoreTrainingSession(
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: place))
        #expect(session.iteration == 2 && session.checkpoints.count == 2)
        #expect(try MLActivityClassifier(checkpoint: #require(session.checkpoints.first)).featureColumns == Self.axes)
        #expect(try weights(MLTrainingSessionParameters(sessionDirectory: place)) == whole)
        #expect(throws: MLCreateError.self) {
            try MLActivityClassifier.makeTrainingSession(
                trainingData: table, featureColumns: ["x"], labelColumn: "activity", recordingFileColumn: "recording",
                parameters: parameters, sessionParameters: MLTrainingSessionParameters(sessionDirectory: place))
        }
    }
}

extension MLComputeUnits {
    /// The probabilities of the own labels of all windows.
    fileprivate func answers(_ file: URL, _ table: MLDataTable) throws -> [Double] {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = self
        let model = try #require(ActivityModel(MLModel(contentsOf: file, configuration: configuration)))
        let columns = ActivityColumns(features: SensorSimulator.axes, label: "activity", recording: "recording")
        return try model.answers(for: ActivityRecordings(table, columns).recordings).map(\.ownConfidence)
    }
}
