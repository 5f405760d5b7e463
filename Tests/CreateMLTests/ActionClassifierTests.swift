import Combine
import Foundation
import PoseSimulator
import TestSupport
import Testing

@testable import CreateML

@Suite struct ActionClassifierTests {
    /// A row a frame of `count` sequences of each motion.
    private static func table(
        _ motions: [String] = PoseSimulator.motions, count: Int, frames: Int, seed: UInt64
    ) throws -> MLDataTable {
        let sequences = motions.enumerated().flatMap { number, motion in
            (0..<count).map { index in
                var simulator = PoseSimulator(seed: seed &* 7919 &+ UInt64(number * 131 + index))
                return PoseSequence(name: "\(motion) \(index)", label: motion, frames: simulator.sequence(motion, frames: frames))
            }
        }
        return try PoseSource.table(sequences, .body)
    }

    private static func source(_ motions: [String] = PoseSimulator.motions, count: Int, frames: Int, seed: UInt64) throws
        -> MLActionClassifier.DataSource
    {
        .labeledKeypointsData(table: try table(motions, count: count, frames: frames, seed: seed))
    }

    private static let three = ["idle", "jumping jacks", "walking"]

    /// A classifier of three motions, quickly trained.
    private static func small(iterations: Int = 6, validation: MLActionClassifier.ModelParameters.ValidationData = .none) throws
        -> MLActionClassifier
    {
        try MLActionClassifier(
            trainingData: source(three, count: 8, frames: 40, seed: 2),
            parameters: .init(validation: validation, maximumIterations: iterations, predictionWindowSize: 20))
    }

    // MARK: Learning

    @Test("Motions of people never seen are told")
    func motionsOfPeopleNeverSeenAreTold() throws {
        let classifier = try MLActionClassifier(
            trainingData: Self.source(count: 20, frames: 60, seed: 1),
            parameters: .init(validation: .none, maximumIterations: 25, predictionWindowSize: 40, augmentationOptions: []))
        let metrics = try classifier.evaluation(on: Self.source(count: 12, frames: 80, seed: 99))
        #expect(metrics.confusionCounts.joined().reduce(0, +) == 8 * 12 * 2)
        #expect(metrics.classificationError <= 0.05, "\(metrics)")
        #expect(metrics.labels == PoseSimulator.motions)
    }

    @Test("Mirror images are learnt with the flip")
    func mirrorImagesAreLearntWithTheFlip() throws {
        // Trained on people who wave with the left hand, the flip teaches that the right hand is the same.
        func trained(_ options: MLActionClassifier.VideoAugmentationOptions) throws -> Double {
            let classifier = try MLActionClassifier(
                trainingData: Self.source(["idle", "waving left"], count: 12, frames: 40, seed: 5),
                parameters: .init(validation: .none, maximumIterations: 8, predictionWindowSize: 40, augmentationOptions: options))
            let other = try Self.table(["waving right"], count: 12, frames: 40, seed: 6)
            var relabelled = other
            relabelled["label"] = MLUntypedColumn(repeating: "waving left", count: other.size.rows)
            return try 1 - classifier.evaluation(on: .labeledKeypointsData(table: relabelled)).classificationError
        }
        #expect(try trained([.horizontalFlip]) > 0.9)
    }

    // MARK: The model

    @Test("The model has the interface of Apple's")
    func theModelHasTheInterfaceOfApples() throws {
        let classifier = try Self.small(iterations: 1)
        let folder = try TemporaryFolder()
        try classifier.write(to: folder.url, metadata: MLModelMetadata(author: "Someone", shortDescription: "Motions", version: "3"))
        let model = try MLModel(contentsOf: folder.file("ActionClassifier.mlmodel"))
        let description = model.modelDescription
        #expect(Array(description.inputDescriptionsByName.keys) == ["poses"])
        let input = try #require(description.inputDescriptionsByName["poses"])
        #expect(input.multiArrayConstraint?.shape == [20, 3, 18] && input.multiArrayConstraint?.dataType == .float32)
        #expect(Set(description.outputDescriptionsByName.keys) == ["label", "labelProbabilities"])
        #expect(description.outputDescriptionsByName["label"]?.type == .string)
        #expect(description.outputDescriptionsByName["labelProbabilities"]?.type == .dictionary)
        #expect(description.predictedFeatureName == "label" && description.predictedProbabilitiesName == "labelProbabilities")
        #expect(description.classLabels as? [String] == Self.three)
        #expect(description.metadata[.author] as? String == "Someone")
        #expect(try PoseModel(model).frameRate == 30)

        var simulator = PoseSimulator(seed: 3)
        let frames = simulator.sequence("walking", frames: 20)
        let written = try PoseModel(model).results(for: frames[...])
        let own = try #require(try classifier.classifier.predictions(for: frames).first?.results)
        #expect(written.map(\.label) == own.map(\.label))
        #expect(zip(written, own).allSatisfy { abs($0.confidence - $1.confidence) < 2e-2 })
        #expect(abs(own.reduce(0) { $0 + $1.confidence } - 1) < 1e-5)
    }

    /// Beside the package, or beside the work tree.
    @Test(
        "Apple's model is one of this kind",
        .enabled(if: SharedData.has("models/PlayerActionClassifier.mlmodel"), "needs ../shared/data/models/PlayerActionClassifier.mlmodel"))
    func applesModelIsOneOfThisKind() throws {
        let model = try PoseModel(MLModel(contentsOf: SharedData.url("models/PlayerActionClassifier.mlmodel")))
        #expect(model.window == 45 && model.skeleton == .body)
        var simulator = PoseSimulator(seed: 3)
        #expect(try !model.results(for: simulator.sequence("punching", frames: 45)[...]).isEmpty)
    }

    @Test("Where a person stands and how large does not matter")
    func whereAPersonStandsAndHowLargeDoesNotMatter() throws {
        let classifier = try Self.small(iterations: 1).classifier
        var simulator = PoseSimulator(seed: 8)
        let frames = simulator.sequence("jumping jacks", frames: 20)
        let moved = frames.map { frame in
            (0..<54).map { place -> Float in
                guard place < 36, frame[36 + place % 18] > 0 else { return frame[place] }
                return 0.4 * frame[place] + (place < 18 ? 0.5 : 0.1)
            }
        }
        let (a, b) = (try classifier.predictions(for: frames)[0].results, try classifier.predictions(for: moved)[0].results)
        for result in a { #expect(abs(result.confidence - (b.first { $0.label == result.label }?.confidence ?? 0)) < 1e-4) }
        let nobody = [[Float]](repeating: .init(repeating: 0, count: 54), count: 20)
        #expect(try classifier.predictions(for: nobody)[0].results.allSatisfy { $0.confidence.isFinite })
    }

    @Test("Long sequences are predicted window by window")
    func longSequencesArePredictedWindowByWindow() throws {
        let classifier = try Self.small(iterations: 1)
        let folder = try TemporaryFolder()
        let file = folder.file("walk.json")
        var simulator = PoseSimulator(seed: 1)
        // Two seconds at 25 frames a second are 59 frames at 30: two windows of 20 and one that overlaps.
        try PoseSimulator.json(simulator.sequence("walking", frames: 50, rate: 25), rate: 25).write(
            to: file, atomically: true, encoding: .utf8)
        let predictions = try classifier.prediction(from: file)
        #expect(predictions.map(\.frameRange) == [0..<20, 20..<40, 39..<59])
        #expect(predictions.allSatisfy { $0.results.map(\.confidence) == $0.results.map(\.confidence).sorted(by: >) })
        #expect(throws: MLCreateError.self) { try classifier.prediction(from: URL(fileURLWithPath: "/a/video.mov")) }
    }

    // MARK: Parameters and data

    @Test("Validation sets aside whole sequences")
    func validationSetsAsideWholeSequences() throws {
        let classifier = try Self.small(iterations: 2, validation: .split(strategy: .fixed(ratio: 0.25, seed: 4)))
        #expect(classifier.validationMetrics.confusionCounts.joined().reduce(0, +) == 3 * 2 * 2)
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 3 * 6 * 2)
        #expect(Set(classifier.validationAnswers.map(\.name)).count == 6)
        #expect(classifier.warnings.contains { $0.contains("6 sequences") })
    }

    @Test("Parameters and data that cannot be are errors")
    func parametersAndDataThatCannotBeAreErrors() throws {
        let data = try Self.source(Self.three, count: 2, frames: 10, seed: 1)
        func message(_ source: MLActionClassifier.DataSource, _ change: (inout MLActionClassifier.ModelParameters) -> Void = { _ in })
            -> String
        {
            var parameters = MLActionClassifier.ModelParameters(maximumIterations: 1, predictionWindowSize: 5)
            change(&parameters)
            do {
                _ = try MLActionClassifier(trainingData: source, parameters: parameters)
                return "it was trained"
            } catch { return error.localizedDescription }
        }
        #expect(message(data) == "it was trained")
        #expect(message(data) { $0.predictionWindowSize = 0 }.contains("predictionWindowSize"))
        #expect(message(data) { $0.predictionWindowSize = .max }.contains("predictionWindowSize"))
        #expect(message(data) { $0.batchSize = 0 }.contains("batchSize"))
        #expect(message(data) { $0.maximumIterations = -1 }.contains("maximumIterations"))
        #expect(message(data) { $0.targetFrameRate = .nan }.contains("frame rate"))
        #expect(message(data) { $0.validation = .split(strategy: .fixed(ratio: 1, seed: 1)) }.contains("validation split"))
        #expect(message(try Self.source(["idle"], count: 2, frames: 10, seed: 1)).contains("two labels"))
        #expect(message(.labeledDirectories(at: URL(fileURLWithPath: "/videos"))).contains("/videos"))
        #expect(message(.labeledFiles(at: URL(fileURLWithPath: "/videos"))).contains("/videos"))
        #expect(message(.labeledVideoData(table: MLDataTable())).contains("'video'"))
        #expect(message(.keypointDirectories(at: URL(fileURLWithPath: "/nowhere"))).contains("/nowhere"))

        let table = try Self.table(Self.three, count: 2, frames: 3, seed: 1)
        func without(_ change: (inout MLDataTable) -> Void) -> String {
            var copy = table
            change(&copy)
            return message(.labeledKeypointsData(table: copy))
        }
        #expect(without { $0.removeColumn(named: "keypoints") }.contains("'keypoints'"))
        #expect(without { $0["keypoints"] = MLUntypedColumn(repeating: 1, count: 18) }.contains("3 × 18"))
        #expect(without { $0["keypoints"] = MLUntypedColumn(repeating: .sequence([.int(1)]), count: 18) }.contains("3 × 18"))
        #expect(without { $0["label"] = MLUntypedColumn(0..<18) }.contains("is labelled"))
        #expect(without { $0["session_id"] = MLUntypedColumn(repeating: .invalid, count: 18) }.contains("row 1 (line 2)"))
    }

    @Test("Broken sequences are skipped and named")
    func brokenSequencesAreSkippedAndNamed() throws {
        let folder = try TemporaryFolder()
        try PoseSimulator.write(to: folder.url, count: 3, frames: 20, seed: 1, motions: Self.three)
        let broken = [folder.file("idle/broken.json"), folder.file("walking/short.csv")]
        try Data("{\"frames\": [".utf8).write(to: broken[0])
        try Data("1,2,3\n".utf8).write(to: broken[1])
        let parameters = MLActionClassifier.ModelParameters(validation: .none, maximumIterations: 1, predictionWindowSize: 20)
        let classifier = try MLActionClassifier(trainingData: .keypointDirectories(at: folder.url), parameters: parameters)
        for file in broken { #expect(classifier.warnings.contains { $0.contains(file.path) && $0.contains("was skipped") }) }
        #expect(classifier.skippedSequences == 2)
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 9)
        let metrics = try classifier.evaluation(on: .keypointDirectories(at: folder.url))
        #expect(metrics.skipped.map(\.lastPathComponent).sorted() == ["broken.json", "short.csv"])
        for index in 0..<3 { try Data("[]".utf8).write(to: folder.file("walking/\(index).json")) }
        #expect(throws: MLCreateError.self) {
            try MLActionClassifier(trainingData: .keypointDirectories(at: folder.url), parameters: parameters)
        }
    }

    @Test("Broken sessions of a table are skipped and named")
    func brokenSessionsOfATableAreSkippedAndNamed() throws {
        let table = try Self.table(Self.three, count: 2, frames: 3, seed: 1)
        var values = try table.column("keypoints").values
        values[4] = .string("nothing")
        var copy = table
        copy["keypoints"] = MLUntypedColumn(values: values, type: .multiArray)
        let data = try MLActionClassifier.DataSource.labeledKeypointsData(table: copy).poses.sequences(frameRate: 30, .body)
        #expect(data.sequences.count == 5 && data.skipped.count == 1)
        #expect(data.skipped[0].warning.contains("row 5 (line 6)") && data.skipped[0].label == "idle")
        values = try table.column("keypoints").values
        let noFrames = MLDataValue.multiArray(.init(shape: [0, 3, 18]))
        for row in 0..<3 { values[row] = noFrames }
        copy["keypoints"] = MLUntypedColumn(values: values, type: .multiArray)
        let some = try MLActionClassifier.DataSource.labeledKeypointsData(table: copy).poses.sequences(frameRate: 30, .body)
        #expect(some.sequences.count == 5 && some.skipped.map(\.warning).joined().contains("no frames"))
    }

    @Test("Sources can be listed")
    func sourcesCanBeListed() throws {
        let folder = try TemporaryFolder()
        try PoseSimulator.write(to: folder.url, count: 4, frames: 6, seed: 1, motions: Self.three)
        let source = MLActionClassifier.DataSource.keypointDirectories(at: folder.url)
        let table = try source.keypointsWithAnnotations()
        #expect(table.size.rows == 3 * 4 * 6 && table.columnTypes["keypoints"] == .multiArray)
        let parts = try source.stratifiedSplit(proportions: [0.5, 0.5], seed: 2, labelColumn: "label")
        #expect(parts[parts["partition"] == 0].size.rows == 36)
        let videos = folder.file("videos")
        try FileManager.default.createDirectory(at: videos, withIntermediateDirectories: true)
        try Data("video,label,from\na.mov,jump,1\nb.mov,walk,0\n".utf8).write(to: videos.appendingPathComponent("list.csv"))
        let annotated = MLActionClassifier.DataSource.directoryWithVideosAndAnnotation(
            at: videos, annotationFile: videos.appendingPathComponent("list.csv"), videoColumn: "video", labelColumn: "label",
            startTimeColumn: "from")
        let rows = try annotated.videosWithAnnotations()
        #expect(rows.rows[0]["video", String.self]?.hasSuffix("videos/a.mov") == true && rows.rows[0]["start_time"] == .int(1))
        // Videos that cannot be read are no sessions.
        #expect(try annotated.keypointsWithAnnotations().size.rows == 0)
    }

    // MARK: Sessions

    private typealias Training = PoseTraining<MLActionClassifier>

    private func plan() throws -> MLActionClassifier.Plan {
        try MLActionClassifier.Plan(
            Self.source(Self.three, count: 4, frames: 30, seed: 3),
            .init(validation: .none, batchSize: 5, maximumIterations: 4, predictionWindowSize: 15, augmentationOptions: [.horizontalFlip]))
    }

    private func answers(_ training: Training) throws -> [Double] {
        try training.finish(TrainingReporter()).classifier.answers(for: plan().training).map(\.confidence)
    }

    @Test("A training that is taken up ends with the same bits")
    func aTrainingThatIsTakenUpEndsWithTheSameBits() throws {
        let whole = try Training(plan(), .init())
        while !whole.isFinished { _ = try whole.step() }
        let first = try Training(plan(), .init())
        for _ in 0..<2 { _ = try first.step() }
        let state = try first.state()
        let second = try Training(plan(), .init())
        try second.restore(state)
        #expect(second.iteration == 2)
        while !second.isFinished { _ = try second.step() }
        #expect(try answers(second) == answers(whole))
        #expect(throws: MLCreateError.self) { try second.restore(state.dropLast(9)) }
    }

    @Test("A session goes on under a higher limit")
    func aSessionGoesOnUnderAHigherLimit() throws {
        let folder = try TemporaryFolder()
        func run(_ name: String, iterations: Int) throws -> [Double] {
            let parameters = MLTrainingSessionParameters(
                sessionDirectory: folder.file(name), checkpointInterval: 1, iterations: iterations)
            let session: MLTrainingSession<MLActionClassifier> = try MLActionClassifier.session(plan(), parameters)
            return try session.run().classifier.answers(for: plan().training).map(\.confidence)
        }
        let (short, whole) = (try run("first", iterations: 2), try run("whole", iterations: 4))
        #expect(short != whole)
        #expect(try run("first", iterations: 4) == whole)
    }

    /// How long a training waits for a better loss is a matter of its parameters, not of where its session ends.
    @Test("Patience does not depend on the session's limit")
    func patienceDoesNotDependOnTheSessionsLimit() throws {
        let plan = try MLActionClassifier.Plan(
            Self.source(Self.three, count: 4, frames: 30, seed: 3),
            .init(validation: .none, batchSize: 5, maximumIterations: 80, predictionWindowSize: 15))
        let (short, whole) = (try Training(plan, .init(iterations: 20)), try Training(plan, .init()))
        #expect(short.iterationLimit == 20 && whole.iterationLimit == 80)
        #expect(short.patience == 20 && whole.patience == 20)
    }

    @Test("Sessions are restored with their poses")
    func sessionsAreRestoredWithTheirPoses() throws {
        let folder = try TemporaryFolder()
        let parameters = MLTrainingSessionParameters(sessionDirectory: folder.url, checkpointInterval: 1)
        let session: MLTrainingSession<MLActionClassifier> = try MLActionClassifier.session(plan(), parameters)
        let trained = try session.run()
        let restored = try MLActionClassifier.restoreTrainingSession(sessionParameters: parameters)
        #expect(restored.iteration == 4 && restored.checkpoints.count == 4)
        let checkpoint = try #require(restored.checkpoints.last)
        let copy = try MLActionClassifier(checkpoint: checkpoint)
        let poses = try plan().training
        #expect(try copy.classifier.answers(for: poses).map(\.confidence) == trained.classifier.answers(for: poses).map(\.confidence))
        #expect(copy.modelParameters.predictionWindowSize == 15 && copy.modelParameters.batchSize == 5)
        #expect(throws: MLCreateError.self) {
            try MLActionClassifier.makeTrainingSession(
                trainingData: Self.source(Self.three, count: 4, frames: 30, seed: 3), sessionParameters: parameters)
        }
    }
}
