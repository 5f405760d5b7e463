import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

private typealias MILSpec = Specification.MILSpec

/// Programs that are made to trap, to take all memory or never to end are refused.
struct HostileProgramTests {
    // MARK: Programs as messages

    private static func type(_ shape: [UInt64], _ scalar: MILSpec.DataType = .float32) -> MILSpec.ValueType {
        let tensor = MILSpec.TensorType.with {
            ($0.dataType, $0.rank) = (scalar, Int64(shape.count))
            $0.dimensions = shape.map { size in
                MILSpec.Dimension.with { $0.dimension = .constant(MILSpec.Dimension.ConstantDimension.with { $0.size = size }) }
            }
        }
        return MILSpec.ValueType.with { $0.type = .tensorType(tensor) }
    }

    private static func named(_ name: String, _ type: MILSpec.ValueType) -> MILSpec.NamedValueType {
        MILSpec.NamedValueType.with { ($0.name, $0.type) = (name, type) }
    }

    private static func state(_ name: String, _ shape: [UInt64]) -> MILSpec.NamedValueType {
        let state = MILSpec.StateType.with { $0.wrappedType = type(shape) }
        return named(name, MILSpec.ValueType.with { $0.type = .stateType(state) })
    }

    /// A model with the input `x` and the output `y`, whose only operation reads `x`.
    private static func predictor(
        _ kind: String = "relu", argument: String = "x", inputs: [MILSpec.NamedValueType]? = nil, outputs: [String] = ["y"],
        limit: Int = 1 << 20
    ) throws -> any ModelPredictor {
        let binding = MILSpec.Argument.Binding.with { $0.binding = .name("x") }
        let operation = MILSpec.Operation.with {
            $0.type = kind
            $0.inputs = [argument: MILSpec.Argument.with { $0.arguments = [binding] }]
            $0.outputs = [named("y", type([3]))]
        }
        let block = MILSpec.Block.with { ($0.operations, $0.outputs) = ([operation], outputs) }
        let function = MILSpec.Function.with {
            ($0.inputs, $0.opset) = (inputs ?? [named("x", type([3]))], "CoreML8")
            $0.blockSpecializations = ["CoreML8": block]
        }
        var fixture = NetworkFixture()
        fixture.input("x", [3])
        fixture.output("y")
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .mlProgram(MILSpec.Program.with { ($0.version, $0.functions) = (1, ["main": function]) })
        }
        var options = PredictorOptions()
        options.memoryLimit = MemoryLimit(byteCount: limit)
        return try PredictorFactory.predictor(for: model, options: options)
    }

    @Test func inputsOutputsAndStatesHaveNamesOfTheirOwn() throws {
        let x = Self.named("x", Self.type([3]))
        #expect(throws: RuntimeError.invalidModel("function 'main' has two outputs called 'y'")) {
            try Self.predictor(outputs: ["y", "y"])
        }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two inputs called 'x'")) { try Self.predictor(inputs: [x, x]) }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two inputs called 's'")) {
            try Self.predictor(inputs: [x, Self.state("s", [1]), Self.state("s", [1])])
        }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two outputs called 's#written'")) {
            try Self.predictor(inputs: [x, Self.state("s", [1])], outputs: ["s#written"])
        }
        _ = try Self.predictor().predict([.tensor(Tensor([1.0, 2, 3]))])
    }

    @Test func statesThatAreTooLargeAreErrorsOfLoading() throws {
        let x = Self.named("x", Self.type([3]))
        let (large, larger): (UInt64, UInt64) = (1 << 31, 1 << 63)
        for shape in [[large, large], [larger], [larger, larger], [large, large, 0]] {
            #expect(throws: RuntimeError.self) { try Self.predictor(inputs: [x, Self.state("s", shape)]) }
        }
        let half: [UInt64] = [150, 1000]
        #expect(try Self.predictor(inputs: [x, Self.state("s", half)]).makeStates()["s"]?.tensor.shape == [150, 1000])
        #expect {
            try Self.predictor(inputs: [x, Self.state("s", half), Self.state("t", half)])
        } throws: { error in
            "\(error)".contains("OSPREY_MEMORY_LIMIT")
        }
    }

    @Test func aShapeThatIsAnInputIsLimited() throws {
        let predictor = try Self.predictor("fill", argument: "shape", inputs: [Self.named("x", Self.type([1], .int32))])
        let outputs = try predictor.predict([.tensor(Tensor([3] as [Int32]))])
        guard case .tensor(let y)? = outputs.first ?? nil else { throw RuntimeError.failed("no tensor") }
        #expect(y.doubles == [0, 0, 0])
        for size in [300_000, 2_000_000_000] as [Int32] {
            #expect {
                _ = try predictor.predict([.tensor(Tensor([size]))])
            } throws: { error in
                "\(error)".contains("OSPREY_MEMORY_LIMIT")
            }
        }
    }

    // MARK: The interpreter

    /// Runs operations on `x`, 256 numbers.
    private static func run(
        _ operations: [CoreMLRuntime.Operation], outputs: [String], limit: Int = 4096, rounds: Int = 4
    ) throws -> [String: Tensor] {
        let input = MILFunction.Input(name: "x", scalar: .float32, dimensions: [256], isState: false)
        let function = MILFunction(name: "main", inputs: [input], body: Block(operations: operations, outputs: outputs))
        var interpreter = Interpreter()
        interpreter.roundLimit = rounds
        return try interpreter.interpret(function, inputs: ["x": counting([256])], limit: MemoryLimit(byteCount: limit))
    }

    @Test func valuesThatNobodyReadsAnyMoreTakeNoMemory() throws {
        let chain = (0..<20).map { index in
            CoreMLRuntime.Operation(
                kind: "relu", name: "relu", arguments: ["x": .value(index == 0 ? "x" : "v\(index - 1)")], outputs: ["v\(index)"])
        }
        #expect(try Self.run(chain, outputs: ["v19"])["v19"]?.doubles == counting([256]).doubles)
        #expect {
            try Self.run(chain, outputs: chain.flatMap(\.outputs))
        } throws: { error in
            "\(error)".contains("OSPREY_MEMORY_LIMIT")
        }
    }

    @Test func elementsThatWereNeverWrittenAreLimited() {
        let operations = [
            CoreMLRuntime.Operation(
                kind: "make_list", name: "list", arguments: ["init_length": .int(1000), "elem_shape": .ints([256])], outputs: ["list"]),
            CoreMLRuntime.Operation(
                kind: "list_gather", name: "y", arguments: ["ls": .value("list"), "indices": .ints(Array(0..<1000))], outputs: ["y"]),
        ]
        #expect {
            try Self.run(operations, outputs: ["y"], limit: 100_000)
        } throws: { error in
            "\(error)".contains("OSPREY_MEMORY_LIMIT")
        }
    }

    @Test func gatheredElementsHaveOneType() {
        let flags = Argument.tensor(Tensor([true, false, true, false]))
        let operations = [
            CoreMLRuntime.Operation(
                kind: "make_list", name: "list", arguments: ["init_length": .int(2), "elem_shape": .ints([4])], outputs: ["list"]),
            CoreMLRuntime.Operation(
                kind: "list_write", name: "mixed", arguments: ["ls": .value("list"), "index": .int(0), "value": flags], outputs: ["mixed"]),
            CoreMLRuntime.Operation(
                kind: "list_gather", name: "y", arguments: ["ls": .value("mixed"), "indices": .ints([0, 1])], outputs: ["y"]),
        ]
        #expect(throws: RuntimeError.self) { try Self.run(operations, outputs: ["y"]) }
    }

    @Test func aLoopThatDoesNotEndIsAnError() throws {
        let condition = CoreMLRuntime.Operation(
            kind: "less", name: "more", arguments: ["x": .value("i"), "y": .int(3)], outputs: ["more"])
        let step = CoreMLRuntime.Operation(kind: "add", name: "next", arguments: ["x": .value("j"), "y": .int(1)], outputs: ["next"])
        let (i, j) = (Parameter("i", TensorType(.int32, [])), Parameter("j", TensorType(.int32, [])))
        let loop = CoreMLRuntime.Operation(
            kind: "while_loop", name: "count", arguments: ["loop_vars": .list([.int(0)])], outputs: ["n"],
            blocks: [
                Block(inputs: [i], operations: [condition], outputs: ["more"]), Block(inputs: [j], operations: [step], outputs: ["next"]),
            ])
        #expect(try Self.run([loop], outputs: ["n"], rounds: 3)["n"]?.doubles == [3])
        #expect(throws: RuntimeError.invalidModel("while_loop 'count': does not end after 2 rounds")) {
            try Self.run([loop], outputs: ["n"], rounds: 2)
        }
    }

    // MARK: Operations

    private static func range(to end: Float, step: Float = 1) throws -> [Double] {
        let tensors: [String: Tensor] = ["start": .scalar(Float(0)), "end": .scalar(end), "step": .scalar(step)]
        let call = OperationCall(
            kind: "range_1d", name: "range", inputs: tensors.mapValues { [OperationCall.Input(type: $0.type, tensor: $0)] })
        return try call.results()[0].doubles
    }

    @Test func aRangeHasACountThatFits() throws {
        #expect(try Self.range(to: 3) == [0, 1, 2])
        #expect(try Self.range(to: -1e30).isEmpty)
        #expect(try Self.range(to: .greatestFiniteMagnitude, step: -1e-30).isEmpty)
        for end in [.nan, .infinity, -.infinity, 1e30] as [Float] {
            #expect(throws: RuntimeError.self) { try Self.range(to: end) }
        }
    }

    @Test func anEmptyShapeMultipliesWithoutOverflow() {
        #expect(throws: RuntimeError.self) { try TensorType(.float32, [0, 1 << 40, 1 << 40]).validate("x") }
        #expect(throws: Never.self) { try TensorType(.float32, [0, 1 << 20]).validate("x") }
    }
}
