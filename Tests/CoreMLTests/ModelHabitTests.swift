import CoreML
import CoreMLSpecification
import Foundation
import Synchronization
import TestSupport
import Testing

/// Habits of Apple's Core ML that its declarations do not show, and public programs rely on.
@Suite("Habits of models")
struct ModelHabitTests {
    private static var vector: Specification.FeatureType.Kind { TestModels.array([2]) }

    /// Doubles two numbers.
    private static var doubling: Specification.Model {
        let layer = Specification.NeuralNetworkLayer.with {
            ($0.name, $0.input, $0.output) = ("double", ["x"], ["y"])
            $0.layer = .activation(.with { $0.nonlinearityType = .linear(.with { $0.alpha = 2 }) })
        }
        return TestModels.model(
            .neuralNetwork(
                .with {
                    $0.layers = [layer]
                    $0.arrayInputShapeMapping = .exactArrayMapping
                }), [TestModels.feature("x", vector)], [TestModels.feature("y", vector)])
    }

    private static func inputs(_ values: [Float]) throws -> MLDictionaryFeatureProvider {
        try MLDictionaryFeatureProvider(dictionary: ["x": MLShapedArray<Float>(scalars: values, shape: [2])])
    }

    @Test("A loaded model is called after its file, unless its configuration has a name")
    func displayName() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("Tiny.v2.mlmodel")
        try Data(Self.doubling.encoded()).write(to: file)
        #expect(try MLModel(contentsOf: file).configuration.modelDisplayName == "Tiny.v2")
        #expect(try await MLModel.load(contentsOf: MLModel.compileModel(at: file)).configuration.modelDisplayName == "Tiny.v2")
        let asset = try MLModelAsset(url: file)
        let loaded = try await MLModel.load(asset: asset, configuration: MLModelConfiguration())
        #expect(loaded.configuration.modelDisplayName == "Tiny.v2")
        let configuration = MLModelConfiguration()
        configuration.modelDisplayName = "mine"
        #expect(try MLModel(contentsOf: file, configuration: configuration).configuration.modelDisplayName == "mine")
        let unnamed = MLModelConfiguration()
        _ = try MLModel(contentsOf: file, configuration: unnamed)
        #expect(unnamed.modelDisplayName == nil)
    }

    @Test("Predictions are dictionaries of features, also in a batch")
    func dictionaries() async throws {
        let model = try TestModels.load(Self.doubling)
        let inputs = try Self.inputs([1, 2])
        let predict: (any MLFeatureProvider) throws -> any MLFeatureProvider = model.prediction(from:)
        let results = [
            try predict(inputs), try await model.prediction(from: inputs, options: MLPredictionOptions()),
            try model.predictions(fromBatch: MLArrayBatchProvider(array: [inputs])).features(at: 0),
        ]
        for result in results {
            let dictionary = try #require(result as? MLDictionaryFeatureProvider)
            #expect(dictionary.featureNames == ["y"] && Array(dictionary.dictionary.keys) == ["y"])
            #expect(dictionary["y"]?.shapedArrayValue(of: Float.self)?.scalars == [2, 4] && dictionary["x"] == nil)
        }
    }

    @Test("A dimension's sizes are a range")
    func sizeRanges() throws {
        let constraint = MLMultiArrayShapeConstraint(ranges: [SizeRange(lower: 1, upper: 1), SizeRange(lower: 1, upper: 64)])
        #expect(constraint.sizeRangeForDimension.last as? NSRange == NSRange(location: 1, length: 64))
        #expect(constraint.sizeRangeForDimension as? [NSRange] == [NSRange(location: 1, length: 1), NSRange(location: 1, length: 64)])
    }

    @Test("A model loads as the classes load it that Xcode generates")
    func generatedLoading() async throws {
        let folder = try TemporaryFolder()
        try Data(Self.doubling.encoded()).write(to: folder.file("Tiny.mlmodel"))
        for (name, isThere) in [("Tiny", true), ("None", false)] {
            let found = await withCheckedContinuation { continuation in
                MLModel.__loadContents(of: folder.file(name + ".mlmodel"), configuration: MLModelConfiguration()) { model, error in
                    continuation.resume(returning: (model != nil, error != nil))
                }
            }
            #expect(found == (isThere, !isThere))
        }
    }

    /// A model that a program's tests make up.
    private final class MadeUpModel: MLModel, @unchecked Sendable {
        let calls = Mutex(0)

        override func prediction(
            from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
        ) throws -> any MLFeatureProvider {
            calls.withLock { $0 += 1 }
            return try MLDictionaryFeatureProvider(dictionary: ["y": 3.0])
        }
    }

    @Test("A subclass may make its predictions up, and may be loaded from a file")
    func subclasses() throws {
        let model = MadeUpModel()
        let inputs = try Self.inputs([1, 2])
        #expect(try model.prediction(from: inputs, options: MLPredictionOptions()).featureValue(for: "y")?.doubleValue == 3)
        #expect(model.calls.withLock { $0 } == 1 && model.modelDescription.inputDescriptionsByName.isEmpty)
        #expect(throws: MLModelError.self) { try MLModel().prediction(from: inputs) }
        let folder = try TemporaryFolder()
        try Data(Self.doubling.encoded()).write(to: folder.file("Tiny.mlmodel"))
        let loaded = try MadeUpModel(contentsOf: folder.file("Tiny.mlmodel"))
        #expect(loaded.modelDescription.outputDescriptionsByName["y"] != nil)
        #expect(try loaded.prediction(from: inputs).featureValue(for: "y")?.multiArrayValue?[1] == 4)
    }

    @Test("An array may be made without a shape, and has no elements")
    func emptyArray() {
        let array = MLMultiArray()
        #expect(array.count == 0 && array.shape == [0])
        let copy = MLShapedArray<Double>(array)
        #expect(copy.scalars.isEmpty)
    }
}
