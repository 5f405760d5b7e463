import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Synchronization
import Testing

/// Hands its input on. Where the prediction can be cancelled, another thread does so before the layer ends.
final class CancelledElsewhereLayer: MLCustomLayer {
    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
        guard let cancellation = PredictionCancellation.current else { return }
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            cancellation.cancel()
            isDone.signal()
        }
        isDone.wait()
    }
}

/// Hands its input on, and counts how often it is reached.
final class CountingLayer: MLCustomLayer {
    static let count = Mutex(0)

    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        Self.count.withLock { $0 += 1 }
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
    }
}

/// Predictions that a caller ends from another thread while they run.
@Suite(.serialized) struct RunningNetworkCancellationTests {
    private typealias Layer = Specification.NeuralNetworkLayer

    private static let (width, channels): (Int, UInt64) = (12, 8)

    /// Pixels that differ from each other.
    private struct Picture: ImageTensorSource {
        let width = RunningNetworkCancellationTests.width
        let height = RunningNetworkCancellationTests.width

        func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
            for index in 0..<preprocessing.channels.count * width * height { destination[index] = Float(index * 37 % 255) / 255 }
        }
    }

    private static func layer(_ kind: Layer.Layer, _ inputs: [String], _ output: String) -> Layer {
        .with { ($0.name, $0.input, $0.output, $0.layer) = (output, inputs, [output], kind) }
    }

    private static func custom(_ className: String, _ input: String, _ output: String) -> Layer {
        layer(.custom(.with { $0.className = "CoreMLTests." + className }), [input], output)
    }

    private static func convolution(_ input: String, _ output: String, from count: UInt64 = channels, seed: Int) -> Layer {
        let weights = (0..<Int(channels * count) * 9).map { Float(($0 + seed) * 37 % 101 - 50) / 600 }
        return layer(
            .convolution(
                .with {
                    ($0.outputChannels, $0.kernelChannels, $0.kernelSize) = (channels, count, [3, 3])
                    $0.weights = .with { $0.floatValue = .init(weights) }
                    $0.convolutionPaddingType = .same(.with { _ in })
                }), [input], output)
    }

    /// As many residual blocks as ResNet-50 has layers.
    private static func residualNetwork(cancelledAfter count: Int) -> Specification.Model {
        var layers = [convolution("image", "x0", from: 3, seed: 0)]
        for block in 0..<50 {
            let cancelled = block == count ? "c\(block)" : "x\(block)"
            if block == count { layers.append(custom("CancelledElsewhereLayer", "x\(block)", cancelled)) }
            layers.append(convolution(cancelled, "h\(block)", seed: block))
            let rectifier = Specification.ActivationParams.with { $0.nonlinearityType = .relu(.with { _ in }) }
            layers.append(layer(.activation(rectifier), ["h\(block)"], "r\(block)"))
            layers.append(layer(.addBroadcastable(.with { _ in }), [cancelled, "r\(block)"], "s\(block)"))
            layers.append(custom("CountingLayer", "s\(block)", "x\(block + 1)"))
        }
        layers[layers.count - 1].output = ["y"]
        let network = Specification.NeuralNetwork.with {
            $0.layers = layers
            $0.arrayInputShapeMapping = .exactArrayMapping
        }
        let size = Int64(width)
        return TestModels.model(
            .neuralNetwork(network), [TestModels.feature("image", TestModels.image(size, size, .rgb))],
            [TestModels.feature("y", TestModels.array([1, Int64(channels), size, size]))])
    }

    private static func counted<Result>(_ body: () throws -> Result) rethrows -> (result: Result, count: Int) {
        CountingLayer.count.withLock { $0 = 0 }
        let result = try body()
        return (result, CountingLayer.count.withLock { $0 })
    }

    private static func isCancellation(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            return (error as? MLModelError)?.code == .predictionCancelled
        }
    }

    @Test("No layer after the one that runs is reached", arguments: [0, 7, 49])
    func noLayerAfterTheOneThatRunsIsReached(block: Int) throws {
        let model = try TestModels.load(Self.residualNetwork(cancelledAfter: block))
        func predict() throws -> [UInt32] {
            let result = try model.prediction(image: Picture(), forInput: "image")
            return try #require(result.featureValue(for: "y")?.shapedArrayValue(of: Float.self)).scalars.map(\.bitPattern)
        }
        let expected = try Self.counted(predict)
        #expect(expected.count == 50)
        #expect(Set(expected.result).count > 100)
        for _ in 0..<3 {
            let cancelled = Self.counted { Self.isCancellation { _ = try PredictionCancellation().run(predict) } }
            #expect(cancelled.result)
            #expect(cancelled.count == block)
            #expect(try predict() == expected.result)
        }
    }

    @Test("A pipeline ends before its next model")
    func aPipelineEndsBeforeItsNextModel() throws {
        let numbers = TestModels.array([2])
        let network = Specification.NeuralNetwork.with {
            $0.layers = [Self.custom("CancelledElsewhereLayer", "x", "h")]
            $0.arrayInputShapeMapping = .exactArrayMapping
        }
        let first = TestModels.model(.neuralNetwork(network), [TestModels.feature("x", numbers)], [TestModels.feature("h", numbers)])
        var second = TestModels.model(
            .glmRegressor(
                .with {
                    $0.weights = [.with { $0.value = [2, 3] }]
                    $0.offset = [0.5]
                }), [TestModels.feature("h", numbers)], [TestModels.feature("y", .doubleType(.init()))])
        second.description?.predictedFeatureName = "y"
        let model = try TestModels.load(
            TestModels.model(
                .pipeline(.with { $0.models = [first, second] }), [TestModels.feature("x", numbers)],
                [TestModels.feature("y", .doubleType(.init()))]))
        let features = try MLDictionaryFeatureProvider(dictionary: ["x": MLShapedArray<Float>(scalars: [1, 2], shape: [2])])
        #expect(Self.isCancellation { _ = try PredictionCancellation().run { try model.prediction(from: features) } })
        #expect(try model.prediction(from: features).featureValue(for: "y")?.doubleValue == 8.5)
    }

    @Test("A batch ends on all its threads")
    func aBatchEndsOnAllItsThreads() throws {
        let network = Specification.NeuralNetwork.with {
            $0.layers = [Self.custom("CancelledElsewhereLayer", "x", "h"), Self.custom("CountingLayer", "h", "y")]
            $0.arrayInputShapeMapping = .exactArrayMapping
        }
        let numbers = TestModels.array([2])
        let model = try TestModels.load(
            TestModels.model(.neuralNetwork(network), [TestModels.feature("x", numbers)], [TestModels.feature("y", numbers)]))
        let batch = MLArrayBatchProvider(
            array: try (0..<40).map {
                try MLDictionaryFeatureProvider(dictionary: ["x": MLShapedArray<Float>(scalars: [Float($0), 2], shape: [2])])
            })
        let cancelled = Self.counted {
            Self.isCancellation { _ = try PredictionCancellation().run { try model.predictions(fromBatch: batch) } }
        }
        #expect(cancelled.result)
        #expect(cancelled.count == 0)
        let complete = try Self.counted { try model.predictions(fromBatch: batch).count }
        #expect(complete == (40, 40))
    }

    @Test("Predictions cancelled beforehand do not begin")
    func predictionsCancelledBeforehandDoNotBegin() throws {
        let numbers = TestModels.array([3])
        let model = try TestModels.load(
            TestModels.model(.identity(.init()), [TestModels.feature("x", numbers)], [TestModels.feature("x", numbers)]))
        let features = try MLDictionaryFeatureProvider(dictionary: ["x": MLShapedArray<Float>(scalars: [1, 2, 3], shape: [3])])
        let cancellation = PredictionCancellation()
        #expect(try cancellation.run { try model.prediction(from: features) }.featureNames == ["x"])
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(Self.isCancellation { _ = try cancellation.run { try model.prediction(from: features) } })
    }
}
