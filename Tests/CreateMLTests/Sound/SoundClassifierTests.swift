import Combine
import CoreMLSpecification
import Foundation
import SoundAnalysis
import TestSupport
import Testing

@testable import CreateML

@Suite struct SoundClassifierTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sounds(
        _ name: String, _ kinds: [String] = SoundSimulator.kinds, count: Int, seconds: Double = 1.2, seed: UInt64
    ) throws -> MLSoundClassifier.DataSource {
        try SoundSimulator.write(to: folder.file(name), kinds, count: count, seconds: seconds, seed: seed)
        return .labeledDirectories(at: folder.file(name))
    }

    private static func parameters(
        _ validation: MLSoundClassifier.ModelParameters.ValidationData = .none, iterations: Int = 25
    ) -> MLSoundClassifier.ModelParameters { .init(validation: validation, maxIterations: iterations) }

    private func bytes(_ classifier: MLSoundClassifier) throws -> Data {
        let file = folder.file("bytes.mlmodel")
        try classifier.write(to: file)
        return try Data(contentsOf: file)
    }

    // MARK: Learning

    @Test("Kinds of sounds are told in files never heard, and labels given at random are not learnt")
    func kindsAreTold() throws {
        let training = try sounds("training", count: 12, seed: 1)
        let testing = try sounds("testing", count: 8, seed: 2)
        let classifier = try MLSoundClassifier(trainingData: training, parameters: Self.parameters())
        let metrics = classifier.evaluation(on: testing)
        #expect(metrics.labels == SoundSimulator.kinds && metrics.skipped.isEmpty)
        #expect(metrics.confusionCounts.joined().reduce(0, +) == 32)
        #expect(metrics.classificationError < 0.1, "\(metrics)")
        #expect(classifier.trainingMetrics.classificationError < 0.05)
        #expect(!classifier.validationMetrics.isValid)

        var generator = SplitMix64(seed: 5)
        let files = try training.labeledSounds().sorted { $0.key < $1.key }.flatMap(\.value).shuffled(using: &generator)
        let shuffled = Dictionary(
            uniqueKeysWithValues: SoundSimulator.kinds.enumerated().map { ($1, Array(files[$0 * 12..<($0 + 1) * 12])) })
        let confused = try MLSoundClassifier(trainingData: .filesByLabel(shuffled), parameters: Self.parameters())
        #expect(confused.evaluation(on: testing).classificationError > 0.4)
    }

    @Test("A perceptron learns the kinds too")
    func perceptronsLearn() throws {
        let classifier = try MLSoundClassifier(
            trainingData: sounds("training", ["noise", "tones"], count: 6, seed: 3),
            parameters: .init(
                validation: .none,
                algorithm: .transferLearning(featureExtractor: .vggish(), classifier: .multilayerPerceptron(layerSizes: [8]))))
        #expect(classifier.evaluation(on: try sounds("testing", ["noise", "tones"], count: 6, seed: 4)).classificationError < 0.1)
        let layers = try Specification.Model(parsing: Bytes(copying: bytes(classifier)))
        guard case .pipelineClassifier(let pipeline)? = layers.type else { throw Surprise() }
        guard case .neuralNetworkClassifier(let network)? = pipeline.pipeline?.models.last?.type else { throw Surprise() }
        #expect(network.layers.suffix(4).map(\.name) == ["scores1", "rectified1", "scores2", "targetProbability"])
    }

    private struct Surprise: Error {}

    @Test("Whole files are set aside, and separate files are validated on")
    func filesAreSetAside() throws {
        let data = try sounds("data", ["chirps", "tones"], count: 4, seed: 5)
        let classifier = try MLSoundClassifier(
            trainingData: data, parameters: Self.parameters(.split(strategy: .fixed(ratio: 0.25, seed: 1)), iterations: 3))
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 6)
        #expect(classifier.validationMetrics.confusionCounts.joined().reduce(0, +) == 2)
        #expect(classifier.warnings.contains { $0.contains("only 3 files") })
        let separate = try MLSoundClassifier(trainingData: data, parameters: Self.parameters(.dataSource(data), iterations: 3))
        #expect(separate.validationMetrics.confusionCounts == separate.trainingMetrics.confusionCounts)
        guard case .dataSource(.filesByLabel(let files)) = separate.modelParameters.validation else { throw Surprise() }
        #expect(files.values.joined().count == 8)
    }

    // MARK: The model

    @Test("The written model has the interface of Apple's, and gives the same answers as the classifier")
    func theModelHasTheInterfaceOfApples() throws {
        let classifier = try MLSoundClassifier(
            trainingData: sounds("data", ["clicks", "tones"], count: 4, seed: 6), parameters: Self.parameters(iterations: 5))
        try classifier.write(to: folder.url, metadata: MLModelMetadata(author: "Someone"))
        let model = try MLModel(contentsOf: folder.file("SoundClassifier.mlmodel"))
        let description = model.modelDescription
        #expect(Array(description.inputDescriptionsByName.keys) == ["audioSamples"])
        let constraint = try #require(description.inputDescriptionsByName["audioSamples"]?.multiArrayConstraint)
        #expect(constraint.shape == [15_600] && constraint.dataType == .float32)
        #expect(Set(description.outputDescriptionsByName.keys) == ["target", "targetProbability"])
        #expect(description.predictedFeatureName == "target" && description.predictedProbabilitiesName == "targetProbability")
        #expect(description.metadata[.author] as? String == "Someone")
        let file = folder.file("new.wav")
        var simulator = SoundSimulator(seed: 7)
        try SoundSimulator.wave([simulator.samples("tones", seconds: 2.5)]).write(to: file)
        #expect(try classifier.predictions(from: [file]) == ["tones"])
        #expect(try classifier.predictions(from: [file], overlapFactor: 0, predictionTimeWindowSize: 0.975) == ["tones"])
        let read = try SoundModel(model).classify(file)
        let own = try SoundModel(classifier.model).classify(file)
        #expect(Set(read.keys) == ["clicks", "tones"])
        for (label, probability) in read { #expect(abs(probability - (own[label] ?? 0)) < 0.01) }
        let answers = classifier.evaluation(on: ["tones": [file]])
        #expect(answers.classificationError == 0)
        #expect(classifier.evaluation(on: ["birds": [file]]).classificationError == 1)
    }

    @Test("The same files give the same model, and an interrupted session ends with it")
    func trainingIsDeterministic() throws {
        let data = try sounds("data", ["chirps", "noise"], count: 3, seed: 8)
        let first = try bytes(MLSoundClassifier(trainingData: data, parameters: Self.parameters(iterations: 6)))
        #expect(try bytes(MLSoundClassifier(trainingData: data, parameters: Self.parameters(iterations: 6))) == first)
        func session(_ iterations: Int) throws -> MLTrainingSession<MLSoundClassifier> {
            try MLSoundClassifier.makeTrainingSession(
                trainingData: data, parameters: Self.parameters(iterations: 6),
                sessionParameters: .init(sessionDirectory: folder.file("session"), checkpointInterval: 1, iterations: iterations))
        }
        _ = try session(2).run()
        let checkpoints = try session(1_000).checkpoints
        #expect(checkpoints.map(\.iteration) == [1, 2])
        let resumed = try session(1_000)
        #expect(resumed.iteration == 2)
        #expect(try bytes(resumed.run()) == first)
        #expect(try bytes(MLSoundClassifier(checkpoint: checkpoints[1])) != first)
        let features = try FileManager.default.contentsOfDirectory(atPath: folder.file("session/features").path)
        #expect(features.count == 6)
        #expect(throws: MLCreateError.self) {
            try MLSoundClassifier.makeTrainingSession(
                trainingData: data, parameters: Self.parameters(iterations: 7),
                sessionParameters: .init(sessionDirectory: folder.file("session")))
        }
    }

    @Test("A job reports its phases and gives the classifier")
    func jobs() throws {
        let files = try sounds("data", ["noise", "tones"], count: 2, seed: 9).labeledSounds()
        let job = try MLSoundClassifier.train(trainingData: files, parameters: Self.parameters(iterations: 3))
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var labels: [String] = []
        let subscription = job.result.sink { _ in
            done.signal()
        } receiveValue: {
            labels = $0.labels
        }
        done.wait()
        withExtendedLifetime(subscription) {}
        #expect(labels == ["noise", "tones"])
    }

    // MARK: Data

    @Test("Labels are folders, beginnings of names, or keys, and files are divided by label")
    func labels() throws {
        try SoundSimulator.write(to: folder.file("set/train"), ["noise", "tones"], count: 2, seconds: 0.1, seed: 1)
        try SoundSimulator.write(to: folder.file("set/test"), ["noise", "tones"], count: 1, seconds: 0.1, seed: 1)
        try Data("x".utf8).write(to: folder.file("set/train/noise/notes.txt"))
        let found = try MLSoundClassifier.DataSource.labeledDirectories(at: folder.file("set")).labeledSounds()
        #expect(found.mapValues(\.count) == ["noise": 2, "tones": 2])
        let flat = try folder.folder("flat")
        for name in ["dog.1.wav", "dog.2.mp3", "cat.1.wav", "read.me"] { try Data().write(to: flat.appendingPathComponent(name)) }
        #expect(try MLSoundClassifier.DataSource.labeledFiles(at: flat).labeledSounds().mapValues(\.count) == ["dog": 2, "cat": 1])
        let parts = try MLSoundClassifier.DataSource.labeledDirectories(at: folder.file("set")).stratifiedSplit(
            proportions: [1, 1], seed: 1)
        #expect(parts.map { $0.values.joined().count } == [2, 2])
        for source in [
            MLSoundClassifier.DataSource.labeledDirectories(at: folder.file("none")), .labeledDirectories(at: flat),
            .labeledFiles(at: folder.file("set")), .filesByLabel([:]), .filesByLabel(["dog": []]),
        ] {
            #expect(throws: MLCreateError.self) { try source.labeledSounds() }
        }
    }

    @Test("Files of other rates and numbers of channels are the same sounds; short and silent files have a label")
    func otherFiles() throws {
        let classifier = try MLSoundClassifier(
            trainingData: sounds("data", ["noise", "tones"], count: 6, seed: 10), parameters: Self.parameters())
        func label(_ channels: [[Float]], rate: Int = 16_000) throws -> String {
            let file = folder.file("one.wav")
            try SoundSimulator.wave(channels, rate: rate).write(to: file)
            return try classifier.predictions(from: [file])[0]
        }
        var simulator = SoundSimulator(seed: 11)
        #expect(try label([simulator.samples("tones", seconds: 1.5)]) == "tones")
        #expect(try label([simulator.samples("tones", seconds: 1.5, rate: 8_000)], rate: 8_000) == "tones")
        let stereo = simulator.samples("tones", seconds: 1.5, rate: 44_100)
        #expect(try label([stereo, stereo], rate: 44_100) == "tones")
        // A file that is shorter than a window is repeated.
        let short = simulator.samples("tones", seconds: 0.4)
        let extractor = try SoundFeatureExtractor(overlap: 0.5)
        func rows(_ samples: [Float]) throws -> [[Float]] {
            let file = folder.file("rows.wav")
            try SoundSimulator.wave([samples]).write(to: file)
            return try extractor.rows(file)
        }
        let filled = try rows(Array((short + short + short).prefix(15_600)))
        #expect(filled.count == 1 && filled[0].count == SoundStatistics.count)
        #expect(try rows(short) == filled)
        // The last window of a longer file ends with its last sample.
        let long = simulator.samples("tones", seconds: 2)
        #expect(try rows(long).count == 4)
        #expect(try rows(long).last == rows(Array(long.suffix(15_600))).first)
        let silence = try label([[Float](repeating: 0, count: 20_000)])
        #expect(classifier.labels.contains(silence))
        // Of a file that ends early, the part that is there is used.
        let whole = SoundSimulator.wave([simulator.samples("tones", seconds: 2)])
        let cut = folder.file("cut.wav")
        try whole.prefix(whole.count / 2).write(to: cut)
        #expect(try classifier.predictions(from: [cut]) == ["tones"])
    }

    @Test("Files that cannot be used are skipped and named")
    func unusableFilesAreSkipped() throws {
        let data = try sounds("data", ["noise", "tones"], count: 2, seed: 12)
        var spoilt = [Float](repeating: 0.1, count: 16_000)
        spoilt[5_000] = .infinity
        for (name, content) in [
            ("empty.wav", Data()), ("text.wav", Data("no sound".utf8)), ("none.wav", SoundSimulator.wave([[]])),
            ("nan.wav", SoundSimulator.wave([spoilt])),
        ] {
            try content.write(to: folder.file("data/noise/\(name)"))
        }
        let classifier = try MLSoundClassifier(trainingData: data, parameters: Self.parameters(iterations: 3))
        #expect(classifier.skippedFiles == 4)
        for name in ["empty.wav", "text.wav", "none.wav", "nan.wav"] {
            #expect(classifier.warnings.contains { $0.contains("\(name) was skipped: ") }, "\(classifier.warnings)")
        }
        #expect(classifier.warnings.contains { $0.contains("nan.wav") && $0.contains("not finite") })
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 4)
        #expect(classifier.evaluation(on: data).skipped.count == 4)
        #expect {
            try classifier.predictions(from: [folder.file("data/noise/text.wav")])
        } throws: { $0.localizedDescription.contains("text.wav") }

        let bad = folder.file("data/noise/text.wav")
        #expect {
            try MLSoundClassifier(trainingData: .filesByLabel(["a": [bad], "b": [folder.file("data/tones/0.wav")]]))
        } throws: { $0.localizedDescription.contains("the label 'a' has no readable file") }
    }

    @Test("Parameters out of range and one label alone are errors")
    func badParametersAreErrors() throws {
        let data = try sounds("data", ["noise", "tones"], count: 1, seconds: 0.2, seed: 13)
        typealias Parameters = MLSoundClassifier.ModelParameters
        for (parameters, name) in [
            (Parameters(maxIterations: 0), "maxIterations"), (Parameters(overlapFactor: 1), "overlapFactor"),
            (Parameters(overlapFactor: .nan), "overlapFactor"), (Parameters(overlapFactor: -0.1), "overlapFactor"),
            (Parameters(featureExtractionTimeWindowSize: 1.5), "featureExtractionTimeWindowSize"),
            (Parameters(algorithm: .transferLearning(featureExtractor: .vggish(revision: 2))), "revision"),
            (Parameters(algorithm: .transferLearning(classifier: .multilayerPerceptron(layerSizes: [0]))), "perceptron"),
            (Parameters(validation: .split(strategy: .fixed(ratio: 1, seed: 1))), "split"),
        ] {
            #expect {
                try MLSoundClassifier(trainingData: data, parameters: parameters)
            } throws: { $0.localizedDescription.contains(name) }
        }
        #expect {
            try MLSoundClassifier(trainingData: .filesByLabel(["noise": [folder.file("data/noise/0.wav")]]))
        } throws: { $0.localizedDescription.contains("two labels") }
        let classifier = try MLSoundClassifier(trainingData: data, parameters: Self.parameters(iterations: 1))
        #expect(throws: MLCreateError.self) {
            try classifier.predictions(from: [], overlapFactor: 0.5, predictionTimeWindowSize: 3)
        }
        #expect(!classifier.evaluation(on: .labeledDirectories(at: folder.file("none"))).isValid)
    }
}
