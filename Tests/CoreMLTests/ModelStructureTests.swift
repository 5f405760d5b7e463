import CoreML
import Foundation
import TestSupport
import Testing

@Suite struct ModelStructureTests {
    @Test("A pipeline lists its models")
    func aPipelineListsItsModels() async throws {
        let structure = try await MLModelStructure.load(contentsOf: Fixtures.url("predictors/pipeline_scaled.mlmodel"))
        guard case .pipeline(let pipeline) = structure else {
            Issue.record("not a pipeline")
            return
        }
        #expect(pipeline.subModelNames.count == pipeline.subModels.count)
        #expect(pipeline.subModels.count == 3)
    }

    /// Needs ../shared/data/models.
    @Test("A network lists its layers", .enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
    func aNetworkListsItsLayers() async throws {
        let structure = try await MLModelStructure.load(contentsOf: SharedData.url("models/Tiny8x8Classifier.mlmodel"))
        guard case .neuralNetwork(let network) = structure else {
            Issue.record("not a network")
            return
        }
        #expect(
            network.layers.map(\.type) == [
                "convolution", "activation", "pooling", "flatten", "innerProduct", "activation", "innerProduct", "softmax",
            ])
        #expect(network.layers[0].inputNames == ["image"])
    }
}
