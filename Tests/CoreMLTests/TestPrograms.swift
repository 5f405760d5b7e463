import CoreMLSpecification

private typealias MILSpec = Specification.MILSpec

/// Small ML Programs made from messages.
enum TestPrograms {
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

    private static func model(_ block: MILSpec.Block, _ input: (String, [Int]), _ output: (String, [Int])) -> Specification.Model {
        var function = MILSpec.Function()
        function.inputs = [named(input.0, input.1)]
        function.opset = "CoreML5"
        function.blockSpecializations = ["CoreML5": block]
        var program = MILSpec.Program()
        program.version = 1
        program.functions = ["main": function]
        func feature(_ name: String, _ shape: [Int]) -> Specification.FeatureDescription {
            TestModels.feature(name, TestModels.array(shape.map { Int64($0) }))
        }
        var model = TestModels.model(.mlProgram(program), [feature(input.0, input.1)], [feature(output.0, output.1)])
        model.specificationVersion = 6
        return model
    }

    /// `output = input · weightᵀ` of a vector, with a square weight of float32 that lies at `offset` of the weight file.
    static func product(_ size: Int, weightAt offset: UInt64, from input: String, to output: String) -> Specification.Model {
        var weight = constant("weight", [size, size])
        weight.attributes["val"]?.value = .blobFileValue(
            .with {
                $0.fileName = "@model_path/weights/weight.bin"
                $0.offset = offset
            })
        var block = MILSpec.Block()
        block.operations = [weight, operation("linear", [("x", input), ("weight", "weight")], output, [size])]
        block.outputs = [output]
        return model(block, (input, [size]), (output, [size]))
    }

    /// `relu(x · weightᵀ + bias)` of square matrices.
    static func layer(_ size: Int) -> Specification.Model {
        var block = MILSpec.Block()
        block.operations = [
            constant("weight", [size, size]), constant("bias", [size]),
            operation("linear", [("x", "x"), ("weight", "weight"), ("bias", "bias")], "product", [size, size]),
            operation("relu", [("x", "product")], "y", [size, size]),
        ]
        block.outputs = ["y"]
        return model(block, ("x", [size, size]), ("y", [size, size]))
    }
}
