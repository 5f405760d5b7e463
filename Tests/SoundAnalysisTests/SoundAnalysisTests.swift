import AVFoundation
import CoreML
import CoreMLSpecification
import Foundation
import Locks
import TestSupport
import Testing

@testable import SoundAnalysis

/// Keeps all that a request tells.
private final class Listener: NSObject, SNResultsObserving, @unchecked Sendable {
    let results = Locked<[SNClassificationResult]>([])
    let errors = Locked<[String]>([])
    let completions = Locked(0)
    /// Called after each result.
    var then: () -> Void = {}

    func request(_ request: any SNRequest, didProduce result: any SNResult) {
        if let result = result as? SNClassificationResult { results.withLock { $0.append(result) } }
        then()
    }

    func request(_ request: any SNRequest, didFailWithError error: any Error) {
        errors.withLock { $0.append(error.localizedDescription) }
    }

    func requestDidComplete(_ request: any SNRequest) { completions.withLock { $0 += 1 } }

    var starts: [Double] { results.withLock { $0.map(\.timeRange.start.seconds) } }
    var labels: [String] { results.withLock { $0.map { $0.classifications[0].identifier } } }
}

private final class OtherRequest: NSObject, SNRequest {}

@Suite struct SoundAnalysisTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A classifier that tells loud windows from quiet ones: the mean absolute sample is compared with 0.1.
    private static func model(count: Int = 15_600, rate: String? = nil, inputs: Int = 1) throws -> MLModel {
        var network = Specification.NeuralNetworkClassifier()
        network.arrayInputShapeMapping = .exactArrayMapping
        func add(_ name: String, _ input: String, _ layer: Specification.NeuralNetworkLayer.Layer) {
            var next = Specification.NeuralNetworkLayer()
            (next.name, next.input, next.output, next.layer) = (name, [input], [name], layer)
            network.layers.append(next)
        }
        func weights(_ values: [Float]) -> Specification.WeightParams { .with { $0.floatValue = PackedFloats(values) } }
        add("row", "audioSamples", .reshapeStatic(.with { $0.targetShape = [1, Int64(count)] }))
        add("absolute", "row", .unary(.with { ($0.type, $0.scale) = (.abs, 1) }))
        add("mean", "absolute", .reduceMean(.with { ($0.axes, $0.keepDims) = ([1], true) }))
        add(
            "scores", "mean",
            .innerProduct(
                .with {
                    ($0.inputChannels, $0.outputChannels, $0.hasBias) = (1, 2, true)
                    ($0.weights, $0.bias) = (weights([50, -50]), weights([-5, 5]))
                }))
        add("probabilities", "scores", .softmaxND(.with { $0.axis = -1 }))
        network.labelProbabilityLayerName = "probabilities"
        network.classLabels = .stringClassLabels(.with { $0.vector = ["loud", "quiet"] })
        var model = Specification.Model()
        model.specificationVersion = 4
        model.type = .neuralNetworkClassifier(network)
        var description = Specification.ModelDescription()
        description.input = [.init(array: "audioSamples", [count])]
        if inputs > 1 { description.input.append(.init(array: "other", [1])) }
        description.output = [.init("target", .stringType(.init())), .init("targetProbability", .dictionary())]
        (description.predictedFeatureName, description.predictedProbabilitiesName) = ("target", "targetProbability")
        if let rate { description.metadata = .with { $0.userDefined["sampleRate"] = rate } }
        model.description = description
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        return try MLModel(package: ModelPackage(model: model), configuration: configuration, name: "loudness")
    }

    /// A second of silence, a second of a tone, and a second of silence.
    private static func course(rate: Double = 16_000) -> [Float] {
        (0..<Int(3 * rate)).map { index in
            let time = Double(index) / rate
            return time >= 1 && time < 2 ? Float(0.8 * sin(2 * .pi * 440 * time)) : 0
        }
    }

    private func file(_ name: String, _ channels: [[Float]], rate: Int = 16_000) throws -> URL {
        let url = folder.file(name)
        try SoundSimulator.wave(channels, rate: rate).write(to: url)
        return url
    }

    private static func buffer(_ format: AVAudioFormat, _ samples: ArraySlice<Float>) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(samples.count)))
        buffer.frameLength = UInt32(samples.count)
        for channel in 0..<Int(format.channelCount) {
            for (index, sample) in samples.enumerated() { buffer.floatChannelData?[channel][index * buffer.stride] = sample }
        }
        return buffer
    }

    // MARK: Files

    @Test("A file is classified window by window, whatever its rate and its number of channels")
    func filesAreClassified() throws {
        let expected = (0..<5).map { Double($0 * 7_800) / 16_000 }
        let files = [
            try file("a.wav", [Self.course()]), try file("b.wav", [Self.course(rate: 44_100), Self.course(rate: 44_100)], rate: 44_100),
            try file("c.wav", [Self.course(rate: 8_000)], rate: 8_000),
        ]
        for url in files {
            let listener = Listener()
            let analyzer = try SNAudioFileAnalyzer(url: url)
            try analyzer.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
            analyzer.analyze()
            #expect(listener.starts == expected)
            #expect(listener.labels == ["quiet", "loud", "loud", "loud", "quiet"], "\(url.lastPathComponent)")
            #expect(listener.errors.withLock { $0 } == [] && listener.completions.withLock { $0 } == 1)
            let first = try #require(listener.results.withLock { $0.first })
            #expect(first.timeRange.duration.seconds == 0.975 && first.classifications.count == 2)
            let quiet = try #require(first.classification(forIdentifier: "quiet"))
            #expect(quiet.confidence > 0.99 && quiet === first.classifications[0])
            #expect(first.classification(forIdentifier: "middling") == nil)
        }
    }

    @Test("The overlap and the model's own rate and length decide the windows")
    func theOverlapDecidesTheWindows() throws {
        let url = try file("a.wav", [Self.course()])
        func starts(_ request: SNClassifySoundRequest) throws -> [Double] {
            let listener = Listener()
            let analyzer = try SNAudioFileAnalyzer(url: url)
            try analyzer.add(request, withObserver: listener)
            analyzer.analyze()
            return listener.starts
        }
        let request = try SNClassifySoundRequest(mlModel: Self.model(count: 4_000, rate: "8000"))
        #expect(request.windowDuration.seconds == 0.5 && request.knownClassifications == ["loud", "quiet"])
        #expect(request.windowDurationConstraint == .enumeratedDurations([CMTime(value: 4_000, timescale: 8_000)]))
        request.windowDuration = CMTime(seconds: 3, preferredTimescale: 10)
        #expect(request.windowDuration.seconds == 0.5)
        request.overlapFactor = 0
        #expect(try starts(request) == [0, 0.5, 1, 1.5, 2, 2.5])
        request.overlapFactor = 0.75
        #expect(try starts(request).count == 21)
        for (given, kept) in [(-1.0, 0.0), (1, 0.99), (.infinity, 0.99), (.nan, 0.99)] {
            request.overlapFactor = given
            #expect(request.overlapFactor == kept)
        }
    }

    @Test("Files without sound, models of other kinds and unknown requests are errors that say why")
    func badInputsAreErrors() throws {
        func failure(_ body: () throws -> Void) throws -> SNError { try #require(#expect(throws: SNError.self) { try body() }) }
        let missing = try failure { _ = try SNAudioFileAnalyzer(url: folder.file("missing.wav")) }
        #expect(missing.code == .invalidFile && missing.description.contains("missing.wav"))
        for (name, content) in [("empty.wav", Data()), ("text.wav", Data("no sound".utf8))] {
            try content.write(to: folder.file(name))
            let error = try failure { _ = try SNAudioFileAnalyzer(url: folder.file(name)) }
            #expect(error.code == .invalidFile && error.localizedDescription.contains(name))
        }
        let slow = try failure { _ = try SNAudioFileAnalyzer(url: file("slow.wav", [[0, 1, 0]], rate: 1)) }
        #expect(slow.code == .invalidFile && slow.description.contains("too few"))
        #expect(try failure { _ = try SNClassifySoundRequest(mlModel: Self.model(inputs: 2)) }.code == .invalidModel)
        #expect(try failure { _ = try SNClassifySoundRequest(mlModel: Self.model(count: 2_000_000)) }.code == .invalidModel)
        let builtIn = try failure { _ = try SNClassifySoundRequest(classifierIdentifier: .version1) }
        #expect(builtIn.code == .invalidModel && builtIn.description.contains("not part of Osprey"))
        #expect((builtIn as NSError).domain == SNErrorDomain && (builtIn as NSError).code == 4)
        let analyzer = try SNAudioFileAnalyzer(url: file("a.wav", [Self.course()]))
        #expect(try failure { try analyzer.add(OtherRequest(), withObserver: Listener()) }.code == .operationFailed)
    }

    @Test("A file that is shorter than a window has no results, and samples that are no numbers spoil their windows only")
    func shortAndSpoiltFiles() throws {
        func analyze(_ samples: [Float]) throws -> Listener {
            let listener = Listener()
            let analyzer = try SNAudioFileAnalyzer(url: file("a.wav", [samples]))
            try analyzer.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
            analyzer.analyze()
            return listener
        }
        let short = try analyze(Array(Self.course().prefix(15_599)))
        #expect(short.starts == [] && short.completions.withLock { $0 } == 1)
        var samples = Self.course()
        samples[40_000] = .nan
        let spoilt = try analyze(samples)
        #expect(spoilt.labels == ["quiet", "loud", "loud", "loud"])
        #expect(spoilt.errors.withLock { $0 }.count == 1 && spoilt.errors.withLock { $0[0].contains("not finite") })
        #expect(spoilt.completions.withLock { $0 } == 1)
    }

    @Test("A file is analyzed on another thread, and an analysis is cancelled")
    func anotherThread() async throws {
        let listener = Listener()
        let analyzer = try SNAudioFileAnalyzer(url: file("a.wav", [Self.course()]))
        try analyzer.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
        #expect(await analyzer.analyze())
        #expect(listener.starts.count == 5)
        let long = try SNAudioFileAnalyzer(url: file("long.wav", [[Float](repeating: 0, count: 600_000)]))
        try long.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
        listener.then = { long.cancelAnalysis() }
        #expect(await !long.analyze())
        #expect(listener.starts.count < 5 + 76 && listener.completions.withLock { $0 } == 1)
    }

    // MARK: Streams

    @Test("A stream of buffers gives the results of a file")
    func streamsGiveTheResultsOfFiles() throws {
        let samples = Self.course()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
        let listener = Listener()
        let analyzer = SNAudioStreamAnalyzer(format: format)
        try analyzer.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
        var place = 0
        while place < samples.count {
            let end = min(place + 1_023, samples.count)
            analyzer.analyze(try Self.buffer(format, samples[place..<end]), atAudioFramePosition: Int64(place))
            place = end
        }
        analyzer.completeAnalysis()
        #expect(listener.starts == (0..<5).map { Double($0 * 7_800) / 16_000 })
        #expect(listener.labels == ["quiet", "loud", "loud", "loud", "quiet"])
        #expect(listener.completions.withLock { $0 } == 1)
    }

    @Test("A gap in a stream begins new windows, and a format that cannot be converted is refused")
    func gapsBeginNewWindows() throws {
        let format = try #require(AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: true))
        let listener = Listener()
        let analyzer = SNAudioStreamAnalyzer(format: format)
        try analyzer.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener)
        let second = [Float](repeating: 0.5, count: 48_000)
        for position in [480_000, 528_000, 960_000] as [Int64] {
            analyzer.analyze(try Self.buffer(format, second[...]), atAudioFramePosition: position)
        }
        analyzer.completeAnalysis()
        let starts = listener.starts
        #expect(starts.count == 4 && starts.prefix(3).elementsEqual([10, 10.4875, 10.975]) && starts.last == 20, "\(starts)")
        var description = AudioStreamBasicDescription()
        (description.mSampleRate, description.mChannelsPerFrame, description.mFormatID) = (8_000, 1, kAudioFormatMPEG4AAC)
        let coded = SNAudioStreamAnalyzer(format: try #require(AVAudioFormat(streamDescription: &description)))
        #expect(throws: SNError.self) { try coded.add(SNClassifySoundRequest(mlModel: Self.model()), withObserver: listener) }
    }

    @Test("Requests are removed, even by their observers, and observers are not kept alive")
    func requestsAreRemoved() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
        let analyzer = SNAudioStreamAnalyzer(format: format)
        let request = try SNClassifySoundRequest(mlModel: Self.model())
        let listener = Listener()
        listener.then = { analyzer.remove(request) }
        try analyzer.add(request, withObserver: listener)
        let sound = try Self.buffer(format, Self.course()[0..<15_600])
        for index in 0..<3 { analyzer.analyze(sound, atAudioFramePosition: Int64(index * 15_600)) }
        #expect(listener.starts == [0])
        weak var lost: Listener?
        do {
            let other = Listener()
            lost = other
            try analyzer.add(request, withObserver: other)
        }
        #expect(lost == nil)
        analyzer.analyze(sound, atAudioFramePosition: 0)
        analyzer.removeAllRequests()
    }
}
