import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Networks whose bytes are cut off or flipped: an error or an answer, never a crash.
@Suite struct HostileNetworkTests {
    /// How many flips are tried; more where the environment says so.
    private static let flips = Int(ProcessInfo.processInfo.environment["OSPREY_FLIPS"] ?? "") ?? 60

    @Test("Networks that ask for too much memory are errors")
    func networksThatAskForTooMuchMemoryAreErrors() throws {
        var layer = Specification.NeuralNetworkLayer()
        var upsample = Specification.UpsampleLayerParams()
        upsample.scalingFactor = [2048, 2048]
        (layer.name, layer.input, layer.output, layer.layer) = ("large", ["input"], ["output"], .upsample(upsample))
        var network = Specification.NeuralNetwork()
        network.layers = [layer]
        let large = TestModels.model(
            .neuralNetwork(network), [TestModels.feature("input", TestModels.array([1, 8, 8]))],
            [TestModels.feature("output", TestModels.array([]))])
        #expect {
            try TestModels.load(large)
        } throws: { error in
            error.localizedDescription.contains("OSPREY_MEMORY_LIMIT")
        }
        var optional = TestModels.linear(input: TestModels.array([1 << 30]), output: TestModels.array([]))
        optional.description?.input[0].type?.isOptional = true
        #expect(throws: MLModelError.self) {
            try TestModels.load(optional).prediction(from: MLDictionaryFeatureProvider(dictionary: [:]))
        }
    }

    private func attempt(_ bytes: Data) {
        do {
            let model = try Specification.Model(parsing: Bytes(copying: bytes))
            let loaded = try TestModels.load(model)
            for description in loaded.modelDescription.inputDescriptionsByName.values {
                if let image = description.imageConstraint, image.pixelsWide * image.pixelsHigh > 1 << 16 { return }
                if let shape = description.multiArrayConstraint?.shape, shape.reduce(1.0, { $0 * $1.doubleValue }) > 65536 { return }
            }
            _ = try loaded.prediction(from: TestInputs.provider(for: loaded))
        } catch {
            #expect(!"\(error)".isEmpty)
        }
    }

    /// Needs ../shared/data/models.
    @Test(
        "Broken networks are errors or answers",
        .enabled(if: SharedData.has("models"), "needs ../shared/data/models"),
        arguments: [
            "Tiny8x8Classifier", "GestureClassifier", "PlayerActionClassifier", "Es2EnCharDecoder16Bit", "rigid_pose_small",
        ])
    func brokenNetworksAreErrorsOrAnswers(name: String) throws {
        let bytes = try Data(contentsOf: SharedData.url("models/\(name).mlmodel"))
        // Weights are most of a file; what they are not is where flips matter, at its beginning and between them.
        var generator = SystemRandomNumberGenerator()
        let parts = max(Self.flips / 6, 5)
        for part in 0..<parts { attempt(bytes.prefix(bytes.count * part / parts)) }
        let head = min(bytes.count, 2000)
        for flip in 0..<Self.flips {
            var flipped = bytes
            let limit = flip % 2 == 0 ? head : bytes.count
            flipped[Int.random(in: 0..<limit, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            attempt(flipped)
        }
    }
}
