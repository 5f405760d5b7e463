import CoreML
import CoreMLSpecification
import Foundation
import Testing

private typealias MILSpec = Specification.MILSpec

/// What a compute plan says about the operations of a program.
@Suite struct ComputePlanTests {
    private static func type(_ shape: [Int]) -> MILSpec.ValueType {
        var tensor = MILSpec.TensorType()
        tensor.dataType = .float32
        tensor.rank = Int64(shape.count)
        tensor.dimensions = shape.map { size in
            var constant = MILSpec.Dimension.ConstantDimension()
            constant.size = UInt64(size)
            var dimension = MILSpec.Dimension()
            dimension.dimension = .constant(constant)
            return dimension
        }
        var type = MILSpec.ValueType()
        type.type = .tensorType(tensor)
        return type
    }

    private static func named(_ name: String, _ shape: [Int]) -> MILSpec.NamedValueType {
        var value = MILSpec.NamedValueType()
        value.name = name
        value.type = type(shape)
        return value
    }

    private static func constant(_ name: String, _ shape: [Int]) -> MILSpec.Operation {
        var floats = MILSpec.TensorValue.RepeatedFloats()
        floats.values = PackedFloats([Float](repeating: 0.5, count: shape.reduce(1, *)))
        var tensor = MILSpec.TensorValue()
        tensor.value = .floats(floats)
        var immediate = MILSpec.Value.ImmediateValue()
        immediate.value = .tensor(tensor)
        var value = MILSpec.Value()
        value.type = type(shape)
        value.value = .immediateValue(immediate)
        var operation = MILSpec.Operation()
        operation.type = "const"
        operation.attributes = ["val": value]
        operation.outputs = [named(name, shape)]
        return operation
    }

    private static func operation(_ kind: String, _ inputs: [(String, String)], _ output: String, _ shape: [Int]) -> MILSpec.Operation {
        var operation = MILSpec.Operation()
        operation.type = kind
        for (key, name) in inputs {
            var binding = MILSpec.Argument.Binding()
            binding.binding = .name(name)
            var argument = MILSpec.Argument()
            argument.arguments = [binding]
            operation.inputs[key] = argument
        }
        operation.outputs = [named(output, shape)]
        return operation
    }

    /// `relu(x · weightᵀ + bias)` of square matrices.
    private static func model(_ size: Int) throws -> Specification.Model {
        var block = MILSpec.Block()
        block.operations = [
            constant("weight", [size, size]), constant("bias", [size]),
            operation("linear", [("x", "x"), ("weight", "weight"), ("bias", "bias")], "product", [size, size]),
            operation("relu", [("x", "product")], "y", [size, size]),
        ]
        block.outputs = ["y"]
        var function = MILSpec.Function()
        function.inputs = [named("x", [size, size])]
        function.opset = "CoreML5"
        function.blockSpecializations = ["CoreML5": block]
        var program = MILSpec.Program()
        program.version = 1
        program.functions = ["main": function]
        let extents = [Int64(size), Int64(size)]
        var model = TestModels.model(
            .mlProgram(program), [TestModels.feature("x", TestModels.array(extents))],
            [TestModels.feature("y", TestModels.array(extents))])
        model.specificationVersion = 6
        return model
    }

    @Test func costsFollowFromMultiplicationsAndBytes() async throws {
        let asset = try MLModelAsset(specification: Self.model(256).encoded())
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

    @Test func aNetworkHasDevicesForItsLayers() async throws {
        let model = TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]))
        let plan = try await MLComputePlan.load(asset: MLModelAsset(specification: model.encoded()), configuration: MLModelConfiguration())
        guard case .neuralNetwork(let network) = plan.modelStructure, let layer = network.layers.first else {
            Issue.record("not a network")
            return
        }
        #expect(plan.deviceUsage(for: layer)?.supported == MLModel.availableComputeDevices)
    }
}
