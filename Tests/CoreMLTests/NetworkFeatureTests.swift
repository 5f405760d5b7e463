import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// How values get into and out of networks.
@Suite struct NetworkFeatureTests {
    private func predict(_ model: MLModel, _ value: Any, options: MLPredictionOptions? = nil) throws -> MLFeatureValue {
        let inputs = try MLDictionaryFeatureProvider(dictionary: ["input": value])
        let result = try options.map { try model.prediction(from: inputs, options: $0) } ?? model.prediction(from: inputs)
        return try #require(result.featureValue(for: "output"))
    }

    @Test(
        "Every colour format becomes red green blue planes",
        arguments: [
            (kCVPixelFormatType_32BGRA, [3, 2, 1, 9]), (kCVPixelFormatType_32RGBA, [1, 2, 3, 9]),
            (kCVPixelFormatType_32ARGB, [9, 1, 2, 3]),
            (kCVPixelFormatType_24RGB, [1, 2, 3]),
        ])
    func everyColourFormatBecomesRedGreenBluePlanes(format: OSType, order: [Int]) throws {
        var scaler = Specification.NeuralNetworkImageScaler()
        (scaler.channelScale, scaler.redBias, scaler.greenBias, scaler.blueBias) = (0.5, -10, -20, -30)
        // Red, green, blue of the two pixels.
        let pixels: [[UInt8]] = [[10, 100, 200], [20, 120, 255]]
        let row = pixels.flatMap { pixel in order.map { $0 == 9 ? 255 : pixel[$0 - 1] } }
        let buffer = try TestModels.buffer(2, 1, format, [row])
        let rgb = try TestModels.load(
            TestModels.linear(input: TestModels.image(2, 1, .rgb), output: TestModels.array([3, 1, 2]), scaler: scaler))
        let values = try #require(try predict(rgb, buffer).shapedArrayValue(of: Float.self))
        #expect(values.shape == [3, 1, 2])
        #expect(values.scalars == [-5, 0, 30, 40, 70, 97.5])
        let bgr = try TestModels.load(
            TestModels.linear(input: TestModels.image(2, 1, .bgr), output: TestModels.array([3, 1, 2]), scaler: scaler))
        #expect(try predict(bgr, buffer).shapedArrayValue(of: Float.self)?.scalars == [70, 97.5, 30, 40, -5, 0])
    }

    @Test("Gray pixels become one plane")
    func grayPixelsBecomeOnePlane() throws {
        var scaler = Specification.NeuralNetworkImageScaler()
        (scaler.channelScale, scaler.grayBias) = (2, 1)
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.image(3, 2, .grayscale), output: TestModels.array([1, 2, 3]), scaler: scaler))
        let buffer = try TestModels.buffer(3, 2, kCVPixelFormatType_OneComponent8, [[0, 1, 2], [3, 4, 255]])
        #expect(try predict(model, buffer).shapedArrayValue(of: Float.self)?.scalars == [1, 3, 5, 7, 9, 511])
    }

    @Test("Image outputs are clamped and rounded")
    func imageOutputsAreClampedAndRounded() throws {
        for space in [Specification.ImageFeatureType.ColorSpace.rgb, .bgr] {
            let model = try TestModels.load(
                TestModels.linear(
                    input: TestModels.array([3, 1, 2]), output: TestModels.image(2, 1, space), alpha: 1, beta: 0))
            let planes: [Float] = [-5, 1.6, 300, 2.4, 7, .nan]
            let value = try predict(model, MLShapedArray<Float>(scalars: planes, shape: [3, 1, 2]))
            let buffer = try #require(value.imageBufferValue)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
            let expected: [UInt8] = space == .rgb ? [7, 255, 0, 255, 0, 2, 2, 255] : [0, 255, 7, 255, 2, 2, 0, 255]
            #expect(try TestModels.bytes(buffer, 8) == [expected])
        }
    }

    @Test("Gray image outputs have one component")
    func grayImageOutputsHaveOneComponent() throws {
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.array([1, 2, 2]), output: TestModels.image(2, 2, .grayscale), alpha: 2))
        let value = try predict(model, MLShapedArray<Float>(scalars: [1, 2, 100, 200], shape: [1, 2, 2]))
        let buffer = try #require(value.imageBufferValue)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8)
        #expect(try TestModels.bytes(buffer, 2) == [[2, 4], [200, 255]])
    }

    @Test(
        "Arrays of every type and layout go in and come out as declared",
        arguments: [Specification.ArrayFeatureType.ArrayDataType.double, .float32, .float16, .int32])
    func arraysOfEveryTypeAndLayoutGoInAndComeOutAsDeclared(type: Specification.ArrayFeatureType.ArrayDataType) throws {
        let model = try TestModels.load(
            TestModels.linear(
                input: TestModels.array([2, 3], type), output: TestModels.array([2, 3], type), alpha: 2, beta: 1, isExact: true))
        for given in [MLMultiArrayDataType.double, .float32, .float16, .int32, .int8] {
            let array = MLMultiArray(shape: [2, 3], dataType: given, strides: [1, 4])
            for index in 0..<6 { array[index] = NSNumber(value: index - 2) }
            let output = try #require(try predict(model, array).multiArrayValue)
            #expect(output.dataType.rawValue == Int(type.rawValue))
            #expect(output.shape == [2, 3])
            #expect((0..<6).map { output[$0].intValue } == [-3, -1, 1, 3, 5, 7])
        }
    }

    @Test("One model takes images of every size that it allows")
    func oneModelTakesImagesOfEverySizeThatItAllows() throws {
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.image(2, 1, .grayscale, upTo: 8), output: TestModels.array([1, 1, 2])))
        for (width, height) in [(2, 1), (8, 3), (1, 1), (2, 1), (5, 8)] {
            let rows = (0..<height).map { y in (0..<width).map { x in UInt8(x + 10 * y) } }
            let output = try predict(model, try TestModels.buffer(width, height, kCVPixelFormatType_OneComponent8, rows))
            #expect(output.shapedArrayValue(of: Float.self)?.scalars == rows.joined().map(Float.init))
        }
        #expect(throws: MLModelError.self) {
            try predict(model, try TestModels.buffer(9, 1, kCVPixelFormatType_OneComponent8, [[0, 0, 0, 0, 0, 0, 0, 0, 0]]))
        }
    }

    @Test("Old networks take sequence and batch axes")
    func oldNetworksTakeSequenceAndBatchAxes() throws {
        let model = try TestModels.load(TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]), alpha: 10))
        #expect(try predict(model, MLShapedArray<Float>(scalars: [1, 2, 3], shape: [3])).multiArrayValue?.shape == [3])
        let batch = MLShapedArray<Float>(scalars: (0..<12).map(Float.init), shape: [2, 2, 3])
        let output = try #require(try predict(model, batch).shapedArrayValue(of: Float.self))
        #expect(output.scalars == (0..<12).map { Float($0) * 10 })
        #expect(throws: MLModelError.self) { try predict(model, MLShapedArray<Float>(scalars: [1, 2], shape: [2])) }
    }

    @Test("Prepared images are written straight into the network")
    func preparedImagesAreWrittenStraightIntoTheNetwork() throws {
        struct Ramp: ImageTensorSource {
            let width = 4
            let height = 2
            func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
                for index in 0..<width * height * preprocessing.channels.count { destination[index] = Float(index) }
            }
        }
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.image(4, 2, .rgb), output: TestModels.array([3, 2, 4]), alpha: 2))
        #expect(model.imageInputs.map(\.name) == ["input"])
        #expect(model.imageInputs.first?.preprocessing?.channels == .rgb)
        let result = try model.prediction(image: Ramp(), forInput: "input")
        #expect(result.featureValue(for: "output")?.shapedArrayValue(of: Float.self)?.scalars == (0..<24).map { Float($0) * 2 })
        #expect(throws: MLModelError.self) { try model.prediction(image: Ramp(), forInput: "other") }
    }

    @Test("Predictions at once do not disturb each other")
    func predictionsAtOnceDoNotDisturbEachOther() async throws {
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.array([1, 64, 64]), output: TestModels.array([1, 64, 64]), alpha: 2))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        let input = MLShapedArray<Float>(repeating: Float(task), shape: [1, 64, 64])
                        let provider = try MLDictionaryFeatureProvider(dictionary: ["input": input])
                        let output = try await model.prediction(from: provider).featureValue(for: "output")
                        guard output?.shapedArrayValue(of: Float.self)?.scalars.allSatisfy({ $0 == Float(2 * task) }) == true else {
                            return false
                        }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    /// Needs ../shared/data/models.
    @Test("States that are left out are zero and carry over", .enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
    func statesThatAreLeftOutAreZeroAndCarryOver() throws {
        let model = try MLModel(contentsOf: SharedData.url("models/Es2EnCharDecoder16Bit.mlmodel"))
        var inputs = try TestInputs.provider(for: model).dictionary
        let without = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
        for name in ["decoder_lstm_h_in", "decoder_lstm_c_in"] {
            inputs[name] = MLFeatureValue(multiArray: try MLMultiArray(shape: [256], dataType: .double))
        }
        let zeros = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
        #expect(without.featureValue(for: "nextCharProbs") == zeros.featureValue(for: "nextCharProbs"))
        inputs["decoder_lstm_h_in"] = zeros.featureValue(for: "decoder_lstm_h_out")
        inputs["decoder_lstm_c_in"] = zeros.featureValue(for: "decoder_lstm_c_out")
        let next = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
        #expect(next.featureValue(for: "nextCharProbs") != zeros.featureValue(for: "nextCharProbs"))
    }

    /// Needs ../shared/data/models.
    @Test("Network classifiers answer their most probable label", .enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
    func networkClassifiersAnswerTheirMostProbableLabel() throws {
        let model = try MLModel(contentsOf: SharedData.url("models/Tiny8x8Classifier.mlmodel"))
        let result = try model.prediction(from: TestInputs.provider(for: model))
        let probabilities = try #require(result.featureValue(for: "output")?.dictionaryValue as? [String: Double])
        #expect(abs(probabilities.values.reduce(0, +) - 1) < 1e-4)
        #expect(result.featureValue(for: "classLabel")?.stringValue == probabilities.max { $0.value < $1.value }?.key)
        #expect(Set(model.modelDescription.classLabels as? [String] ?? []) == Set(probabilities.keys))
    }
}
