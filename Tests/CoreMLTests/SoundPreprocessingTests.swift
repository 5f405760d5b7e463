import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// The preprocessing of sound, against values that `Scripts/sound_fixtures.py` computes with NumPy.
@Suite struct SoundPreprocessingTests {
    private struct Expected: Decodable {
        var step: Int
        var values: [Float]
    }

    private static let count = 15_600

    /// A chirp and noise, the same as in the script.
    private static let samples: [Float] = {
        var state: UInt64 = 1
        return (0..<count).map { index in
            let time = Double(index) / 16_000
            state = (state * 1_103_515_245 + 12_345) % (1 << 31)
            let noise = Double(state) / Double(1 << 31) - 0.5
            return Float(0.5 * sin(2 * .pi * (200 * time + 1_500 * time * time)) + 0.1 * noise * time)
        }
    }()

    private static func model(
        input: [Int64] = [15_600], output: [Int64] = [1, 96, 64], type: Specification.ArrayFeatureType.ArrayDataType = .float32,
        isKnown: Bool = true
    ) -> Specification.Model {
        var preprocessing = Specification.CoreMLModels.SoundAnalysisPreprocessing()
        if isKnown { preprocessing.soundAnalysisPreprocessingType = .vggish(.init()) }
        return TestModels.model(
            .soundAnalysisPreprocessing(preprocessing), [TestModels.feature("samples", TestModels.array(input))],
            [TestModels.feature("spectrogram", TestModels.array(output, type))])
    }

    private static func spectrogram(_ model: MLModel, _ samples: [Float]) throws -> MLMultiArray {
        let array = MLMultiArray(MLShapedArray<Float>(scalars: samples, shape: [samples.count]))
        let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["samples": array]))
        return try #require(output.featureValue(for: "spectrogram")?.multiArrayValue)
    }

    @Test("The spectrogram has the values that NumPy computes")
    func spectrogramHasTheValuesOfNumPy() throws {
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(contentsOf: Fixtures.url("sound/spectrogram.json")))
        let array = try Self.spectrogram(TestModels.load(Self.model()), Self.samples)
        #expect(array.shape == [1, 96, 64] && array.dataType == .float32)
        let values = MLShapedArray<Float>(array).scalars
        let kept = stride(from: 0, to: values.count, by: expected.step).map { values[$0] }
        #expect(kept.count == expected.values.count)
        let largest = zip(kept, expected.values).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(largest < 5e-5, "\(largest)")
        let range = try #require(kept.max()) - (try #require(kept.min()))
        #expect(range > 5)
    }

    @Test("Silence gives the logarithm of the offset, and a sample that is no number spoils only its frames")
    func silenceAndSamplesThatAreNoNumbers() throws {
        let model = try TestModels.load(Self.model())
        let silence = MLShapedArray<Float>(try Self.spectrogram(model, [Float](repeating: 0, count: Self.count))).scalars
        #expect(silence.allSatisfy { abs($0 - Float(log(0.01))) < 1e-6 })
        var samples = Self.samples
        samples[8_000] = .nan
        let values = MLShapedArray<Float>(try Self.spectrogram(model, samples)).scalars
        let spoilt = (0..<96).filter { values[$0 * 64].isNaN }
        // Frames of 400 samples that begin every 160 samples.
        #expect(spoilt == [48, 49, 50])
    }

    @Test("Numbers of any type are taken, and doubles are given where the model declares them")
    func numbersOfAnyTypeAreTaken() throws {
        let doubles = MLMultiArray(MLShapedArray<Double>(scalars: Self.samples.map(Double.init), shape: [Self.count]))
        let model = try TestModels.load(Self.model(type: .double))
        let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["samples": doubles]))
        let array = try #require(output.featureValue(for: "spectrogram")?.multiArrayValue)
        #expect(array.dataType == .double)
        let plain = MLShapedArray<Float>(try Self.spectrogram(TestModels.load(Self.model()), Self.samples)).scalars
        #expect(MLShapedArray<Double>(array).scalars.map { Float($0) } == plain)
    }

    @Test("Windows of another length, arrays of another shape and unknown preprocessing are refused")
    func otherShapesAreRefused() throws {
        let model = try TestModels.load(Self.model())
        for count in [15_599, 15_601, 31_200] {
            #expect(throws: MLModelError.self) { try Self.spectrogram(model, [Float](repeating: 0, count: count)) }
        }
        for bad in [
            Self.model(input: [16_000]), Self.model(input: [1, 15_600]), Self.model(output: [96, 64]), Self.model(output: [1, 96, 65]),
            Self.model(isKnown: false),
        ] {
            #expect(throws: MLModelError.self) { try TestModels.load(bad) }
        }
    }

    @Test("A pipeline passes the spectrogram to a network")
    func aPipelinePassesTheSpectrogram() throws {
        var network = Specification.NeuralNetwork()
        var layer = Specification.NeuralNetworkLayer()
        (layer.name, layer.input, layer.output) = ("mean", ["spectrogram"], ["means"])
        var mean = Specification.ReduceMeanLayerParams()
        mean.axes = [1]
        layer.layer = .reduceMean(mean)
        network.layers = [layer]
        network.arrayInputShapeMapping = .exactArrayMapping
        let second = TestModels.model(
            .neuralNetwork(network), [TestModels.feature("spectrogram", TestModels.array([1, 96, 64], .double))],
            [TestModels.feature("means", TestModels.array([1, 64]))])
        var pipeline = Specification.Pipeline()
        pipeline.models = [Self.model(type: .double), second]
        let model = try TestModels.load(
            TestModels.model(
                .pipeline(pipeline), [TestModels.feature("samples", TestModels.array([15_600]))],
                [TestModels.feature("means", TestModels.array([1, 64]))]))
        let samples = MLMultiArray(MLShapedArray<Float>(scalars: Self.samples, shape: [Self.count]))
        let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["samples": samples]))
        let means = MLShapedArray<Float>(try #require(output.featureValue(for: "means")?.multiArrayValue)).scalars
        let values = MLShapedArray<Float>(try Self.spectrogram(TestModels.load(Self.model()), Self.samples)).scalars
        for band in [0, 20, 63] {
            let sum = (0..<96).reduce(Float(0)) { $0 + values[$1 * 64 + band] }
            #expect(abs(means[band] - sum / 96) < 0.02)
        }
    }
}
