import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Compute plans of the operations of a program.
@Suite struct ComputePlanTests {
    @Test("Costs follow from multiplications and bytes")
    func costsFollowFromMultiplicationsAndBytes() async throws {
        let asset = try MLModelAsset(specification: TestPrograms.layer(256).encoded())
        let plan = try await MLComputePlan.load(asset: asset, configuration: MLModelConfiguration())
        guard case .program(let program) = plan.modelStructure, let main = program.functions["main"] else {
            Issue.record("not a program")
            return
        }
        let costs = main.block.operations.map { plan.estimatedCost(of: $0)?.weight }
        #expect(costs[0] == nil && costs[1] == nil)
        // 256³ multiplications outweigh moving the matrices; the activation reads and writes one matrix.
        let (product, activation) = (256.0 * 256 * 256 / 8, 2 * 256.0 * 256 * 4)
        #expect(abs((costs[2] ?? 0) - product / (product + activation)) < 1e-12)
        #expect(abs(costs.compactMap { $0 }.reduce(0, +) - 1) < 1e-12)
        #expect(plan.deviceUsage(for: main.block.operations[0]) == nil)
        #expect(plan.deviceUsage(for: main.block.operations[2])?.preferred == MLComputeDevice.allComputeDevices[0])
    }

    @Test("A network has devices for its layers")
    func aNetworkHasDevicesForItsLayers() async throws {
        let model = TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]))
        let plan = try await MLComputePlan.load(asset: MLModelAsset(specification: model.encoded()), configuration: MLModelConfiguration())
        guard case .neuralNetwork(let network) = plan.modelStructure, let layer = network.layers.first else {
            Issue.record("not a network")
            return
        }
        #expect(plan.deviceUsage(for: layer)?.supported == MLModel.availableComputeDevices)
    }
}
