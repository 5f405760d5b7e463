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

    /// An operation that reads and makes vectors of three numbers.
    private static func operation(
        _ kind: String, _ arguments: [String: String], _ output: String, blocks: [MILSpec.Block] = []
    ) -> MILSpec.Operation {
        MILSpec.Operation.with {
            $0.type = kind
            $0.outputs = [named(output, type([3]))]
            $0.blocks = blocks
            for (key, name) in arguments {
                let binding = MILSpec.Argument.Binding.with { $0.binding = .name(name) }
                $0.inputs[key] = MILSpec.Argument.with { $0.arguments = [binding] }
            }
        }
    }

    /// A constant of `count` numbers.
    private static func constant(
        _ name: String, _ scalar: MILSpec.DataType, _ count: Int, _ content: MILSpec.Value.Kind
    ) -> MILSpec.Operation {
        MILSpec.Operation.with {
            ($0.type, $0.outputs) = ("const", [named(name, type([UInt64(count)], scalar))])
            $0.attributes = ["val": MILSpec.Value.with { ($0.type, $0.value) = (type([UInt64(count)], scalar), content) }]
        }
    }

    /// A model with the input `x` and the output `y`, whose only operation reads `x`, after `others`.
    private static func predictor(
        _ kind: String = "relu", argument: String = "x", after others: [MILSpec.Operation] = [], blocks: [MILSpec.Block] = [],
        inputs: [MILSpec.NamedValueType]? = nil, outputs: [String] = ["y"], weights: WeightStore? = nil, limit: Int = 1 << 20,
        opset: String = "CoreML8", version: Int64 = 1
    ) throws -> any ModelPredictor {
        let block = MILSpec.Block.with {
            ($0.operations, $0.outputs) = (others + [operation(kind, [argument: "x"], "y", blocks: blocks)], outputs)
        }
        let function = MILSpec.Function.with {
            ($0.inputs, $0.opset) = (inputs ?? [named("x", type([3]))], opset)
            $0.blockSpecializations = ["CoreML8": block]
        }
        var fixture = NetworkFixture()
        fixture.input("x", [3])
        fixture.output("y")
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .mlProgram(MILSpec.Program.with { ($0.version, $0.functions) = (version, ["main": function]) })
        }
        var options = PredictorOptions()
        options.memoryLimit = MemoryLimit(byteCount: limit)
        options.weights = weights
        return try PredictorFactory.predictor(for: model, options: options)
    }

    @Test("Inputs, outputs and states have names of their own")
    func inputsOutputsAndStatesHaveNamesOfTheirOwn() throws {
        let x = Self.named("x", Self.type([3]))
        #expect(throws: RuntimeError.invalidModel("function 'main' has two outputs called 'y'")) {
            try Self.predictor(outputs: ["y", "y"])
        }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two inputs called 'x'")) { try Self.predictor(inputs: [x, x]) }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two inputs called 's'")) {
            try Self.predictor(inputs: [x, Self.state("s", [1]), Self.state("s", [1])])
        }
        #expect(throws: RuntimeError.invalidModel("function 'main' has two outputs called 's#written'")) {
            let written = Self.operation("relu", ["x": "x"], "s#written")
            return try Self.predictor(after: [written], inputs: [x, Self.state("s", [1])], outputs: ["s#written"])
        }
        _ = try Self.predictor().predict([.tensor(Tensor([1.0, 2, 3]))])
    }

    @Test("States that are too large are errors of loading")
    func statesThatAreTooLargeAreErrorsOfLoading() throws {
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

    @Test("A shape that is an input is limited")
    func aShapeThatIsAnInputIsLimited() throws {
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

    @Test("Unknown operations are errors of loading")
    func unknownOperationsAreErrorsOfLoading() {
        let unknown = RuntimeError.unsupported("operation 'sing' is not supported")
        #expect(throws: unknown) { try Self.predictor("sing") }
        let block = MILSpec.Block.with { ($0.operations, $0.outputs) = ([Self.operation("sing", ["x": "x"], "z")], ["z"]) }
        #expect(throws: unknown) { try Self.predictor("cond", argument: "pred", blocks: [block, block]) }
        let others = OperationNamesTests.others.subtracting(["classify", "const", "conv_quantized"])
        #expect(others.isSubset(of: Interpreter.controlKinds))
    }

    @Test("Unknown versions are errors of loading")
    func unknownVersionsAreErrorsOfLoading() throws {
        for opset in ["CoreML5", "CoreML9"] { _ = try Self.predictor(opset: opset) }
        for opset in ["CoreML99", "ios18", ""] {
            #expect(throws: RuntimeError.unsupported("function 'main' is of the operation set '\(opset)', which is not known")) {
                try Self.predictor(opset: opset)
            }
        }
        #expect(throws: RuntimeError.unsupported("a program of the version 2")) { try Self.predictor(version: 2) }
    }

    @Test("Operands that are missing are errors of loading")
    func operandsThatAreMissingAreErrorsOfLoading() throws {
        #expect(throws: RuntimeError.invalidModel("relu 'z'.x is 'w', which is not defined")) {
            try Self.predictor(after: [Self.operation("relu", ["x": "w"], "z")])
        }
        // Not before it is computed, and not outside of its block.
        #expect(throws: RuntimeError.invalidModel("relu 'z'.x is 'y', which is not defined")) {
            try Self.predictor(after: [Self.operation("relu", ["x": "y"], "z")])
        }
        let block = MILSpec.Block.with { ($0.operations, $0.outputs) = ([Self.operation("relu", ["x": "x"], "inner")], ["inner"]) }
        let cond = Self.operation("cond", ["pred": "x"], "z", blocks: [block, block])
        #expect(throws: RuntimeError.invalidModel("relu 'v'.x is 'inner', which is not defined")) {
            try Self.predictor(after: [cond, Self.operation("relu", ["x": "inner"], "v")])
        }
        let missing = MILSpec.Block.with { $0.outputs = ["nothing"] }
        #expect(throws: RuntimeError.invalidModel("a block's output is 'nothing', which is not defined")) {
            try Self.predictor(after: [Self.operation("cond", ["pred": "x"], "z", blocks: [block, missing])])
        }
        #expect(throws: RuntimeError.self) { try Self.predictor(after: [Self.operation("add", ["x": "x"], "z")]) }
        #expect(throws: RuntimeError.self) { try Self.predictor(argument: "ex") }
    }

    @Test("A program whose output no operation computes is not loaded")
    func outputsThatNothingComputesAreErrorsOfLoading() {
        #expect(throws: RuntimeError.invalidModel("the program does not compute the model's output 'y'")) {
            try Self.predictor(outputs: ["x"])
        }
    }

    @Test("Constants that are expanded are limited")
    func constantsThatAreExpandedAreLimited() throws {
        func bits(_ count: Int) throws -> any ModelPredictor {
            // Each bit becomes a byte: half of the limit.
            let bytes = MILSpec.TensorValue.RepeatedBytes.with { $0.values = Bytes(copying: [UInt8](repeating: 1, count: 1 << 16)) }
            let value = MILSpec.Value.ImmediateValue.with { $0.value = .tensor(MILSpec.TensorValue.with { $0.value = .bytes(bytes) }) }
            return try Self.predictor(after: (0..<count).map { Self.constant("c\($0)", .uint1, 1 << 19, .immediateValue(value)) })
        }
        _ = try bits(2)
        #expect { try bits(3) } throws: { "\($0)".contains("OSPREY_MEMORY_LIMIT") }
    }

    @Test("An array that many constants name is limited")
    func anArrayThatManyConstantsNameIsLimited() throws {
        var writer = WeightFileWriter()
        let count = 1 << 13
        let offset = writer.append(Bytes(copying: [UInt8](repeating: 0, count: 2 * count)), type: .float16, elementCount: count)
        let weights = try WeightStore(files: ["@model_path/w.bin": Bytes(copying: Array(writer.fileSegments.joined()))])
        let place = MILSpec.Value.BlobFileValue.with { ($0.fileName, $0.offset) = ("@model_path/w.bin", offset) }
        func naming(_ times: Int, limit: Int) throws -> any ModelPredictor {
            let constants = (0..<times).map { Self.constant("c\($0)", .float16, count, .blobFileValue(place)) }
            return try Self.predictor(after: constants, weights: weights, limit: limit)
        }
        // As float32 it has twice its bytes; 64 times is the limit where there is a lower one.
        _ = try naming(32, limit: 1)
        #expect { try naming(33, limit: 1) } throws: { "\($0)".contains("OSPREY_MEMORY_LIMIT") }
        _ = try naming(33, limit: 1 << 21)
    }

    // MARK: The interpreter

    /// Runs operations on `x`, 256 numbers.
    private static func run(
        _ operations: [CoreMLRuntime.Operation], outputs: [String], limit: Int = 4096, rounds: Int = 4
    ) throws -> [String: Tensor] {
        let input = MILFunction.Input(name: "x", scalar: .float32, dimensions: [256], isState: false)
        let function = MILFunction(name: "main", inputs: [input], body: Block(operations: operations, outputs: outputs))
        var interpreter = Interpreter()
        interpreter.rounds.limit = rounds
        return try interpreter.interpret(function, inputs: ["x": counting([256])], limit: MemoryLimit(byteCount: limit))
    }

    @Test("Values that are not read any more take no memory")
    func valuesThatAreNotReadAnyMoreTakeNoMemory() throws {
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

    @Test("Elements that were never written are limited")
    func elementsThatWereNeverWrittenAreLimited() {
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

    @Test("Gathered elements have one shape")
    func gatheredElementsHaveOneShape() throws {
        func gathered(_ other: Tensor) throws -> Tensor? {
            var operations = [
                CoreMLRuntime.Operation(
                    kind: "make_list", name: "list", arguments: ["init_length": .int(2), "elem_shape": .list([.string("length")])],
                    outputs: ["list0"])
            ]
            for (index, value) in [counting([4]), other].enumerated() {
                let arguments: [String: Argument] = ["ls": .value("list\(index)"), "index": .int(index), "value": .tensor(value)]
                operations.append(
                    CoreMLRuntime.Operation(kind: "list_write", name: "write", arguments: arguments, outputs: ["list\(index + 1)"]))
            }
            operations.append(
                CoreMLRuntime.Operation(
                    kind: "list_gather", name: "y", arguments: ["ls": .value("list2"), "indices": .ints([0, 1])], outputs: ["y"]))
            return try Self.run(operations, outputs: ["y"])["y"]
        }
        #expect(try gathered(counting([4]))?.shape == [2, 4])
        #expect(throws: RuntimeError.self) { try gathered(counting([5])) }
    }

    @Test("A loop that does not end is an error")
    func aLoopThatDoesNotEndIsAnError() throws {
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

    @Test("The rounds of all loops count together")
    func theRoundsOfAllLoopsCountTogether() throws {
        /// A loop of three rounds that counts in `name`, doing `work` in each.
        func loop(_ name: String, doing work: [CoreMLRuntime.Operation] = []) -> CoreMLRuntime.Operation {
            let (i, j) = (Parameter("\(name).i", TensorType(.int32, [])), Parameter("\(name).j", TensorType(.int32, [])))
            let condition = CoreMLRuntime.Operation(
                kind: "less", name: "more", arguments: ["x": .value(i.name), "y": .int(3)], outputs: ["\(name).more"])
            let step = CoreMLRuntime.Operation(
                kind: "add", name: "next", arguments: ["x": .value(j.name), "y": .int(1)], outputs: ["\(name).next"])
            return CoreMLRuntime.Operation(
                kind: "while_loop", name: name, arguments: ["loop_vars": .list([.int(0)])], outputs: [name],
                blocks: [
                    Block(inputs: [i], operations: [condition], outputs: ["\(name).more"]),
                    Block(inputs: [j], operations: work + [step], outputs: ["\(name).next"]),
                ])
        }
        let nested = loop("outer", doing: [loop("inner")])
        #expect(try Self.run([nested], outputs: ["outer"], rounds: 12)["outer"]?.doubles == [3])
        #expect(throws: RuntimeError.self) { try Self.run([nested], outputs: ["outer"], rounds: 11) }
    }

    // MARK: Operations

    private static func range(to end: Float, step: Float = 1) throws -> [Double] {
        let tensors: [String: Tensor] = ["start": .scalar(Float(0)), "end": .scalar(end), "step": .scalar(step)]
        let call = OperationCall(
            kind: "range_1d", name: "range", inputs: tensors.mapValues { [OperationCall.Input(type: $0.type, tensor: $0)] })
        return try call.results()[0].doubles
    }

    @Test("A range has a count that fits")
    func aRangeHasACountThatFits() throws {
        #expect(try Self.range(to: 3) == [0, 1, 2])
        #expect(try Self.range(to: -1e30).isEmpty)
        #expect(try Self.range(to: .greatestFiniteMagnitude, step: -1e-30).isEmpty)
        for end in [.nan, .infinity, -.infinity, 1e30] as [Float] {
            #expect(throws: RuntimeError.self) { try Self.range(to: end) }
        }
    }

    @Test("An empty shape multiplies without overflow")
    func anEmptyShapeMultipliesWithoutOverflow() {
        #expect(throws: RuntimeError.self) { try TensorType(.float32, [0, 1 << 40, 1 << 40]).validate("x") }
        #expect(throws: Never.self) { try TensorType(.float32, [0, 1 << 20]).validate("x") }
    }
}
