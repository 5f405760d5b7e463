import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Sizes whose products no number holds, and programs that are far larger than their files, are refused before they cost anything.
struct HostileShapeTests {
    private static let large = 1 << 33
    private static let largest = Int(Int32.max)

    /// An operation on `x`, whose other arguments are whole numbers.
    private static func call(
        _ kind: String, _ x: TensorType, _ arguments: [String: [Int]], strings: [String: [String]] = [:]
    ) -> OperationCall {
        var inputs = arguments.mapValues { values in
            let tensor = Tensor(values.map { Int32(clamping: $0) })
            return [OperationCall.Input(type: tensor.type, tensor: tensor)]
        }
        inputs["x"] = [OperationCall.Input(type: x, tensor: nil)]
        return OperationCall(kind: kind, name: kind, inputs: inputs, strings: strings)
    }

    private static func outputTypes(
        _ kind: String, _ x: TensorType, _ arguments: [String: [Int]], strings: [String: [String]] = [:]
    ) throws -> [TensorType] {
        try OperationRegistry.definition(for: kind).outputTypes(call(kind, x, arguments, strings: strings))
    }

    // MARK: Products

    @Test("Rearranging an empty tensor into blocks refuses shapes beyond the limit")
    func blocksOfNothingAreLimited() throws {
        let nothing = TensorType(.uint8, [Self.large, 0, 0])
        for (kind, argument) in [("pixel_unshuffle", "downscale_factor"), ("space_to_depth", "block_size")] {
            #expect(throws: RuntimeError.self) { try Self.outputTypes(kind, nothing, [argument: [65535]]) }
            #expect(try Self.outputTypes(kind, TensorType(.uint8, [2, 4, 6]), [argument: [2]])[0].shape == [8, 2, 3])
        }
        let blocks = ["block_shape": [65535, 65535]]
        #expect(throws: RuntimeError.self) {
            try Self.outputTypes(
                "space_to_batch", TensorType(.uint8, [Self.large, 1, 0, 0]), blocks.merging(["paddings": [0, 0, 0, 0]]) { $1 })
        }
        // Not cropped, the result would have nearly 2³² × 2³² elements; cropped, it has 2 × 2.
        let crops = [Int](repeating: (65535 * 65536 - 2) / 2, count: 4)
        #expect(throws: RuntimeError.self) {
            try Self.outputTypes("batch_to_space", TensorType(.uint8, [0, 1, 1 << 16, 1 << 16]), blocks.merging(["crops": crops]) { $1 })
        }
        let images = try Self.outputTypes(
            "space_to_batch", TensorType(.uint8, [1, 3, 3, 4]), ["block_shape": [2, 2], "paddings": [0, 1, 0, 0]])
        #expect(images[0].shape == [4, 3, 2, 2])
        let whole = try Self.outputTypes(
            "batch_to_space", TensorType(.uint8, [4, 3, 2, 2]), ["block_shape": [2, 2], "crops": [0, 1, 0, 0]])
        #expect(whole[0].shape == [1, 3, 3, 4])
    }

    @Test("A transposed convolution of a long line is refused")
    func aTransposedConvolutionOfALongLineIsRefused() {
        var call = Self.call("conv_transpose", TensorType(.uint8, [1, 1, Self.large]), ["strides": [Self.largest]])
        call.inputs["weight"] = [OperationCall.Input(type: .float32([1, 1, 1]), tensor: nil)]
        #expect(throws: RuntimeError.self) { try TransposedConvolution.outputTypes(call) }
    }

    @Test("A pooling over a huge window is refused")
    func aPoolingOverAHugeWindowIsRefused() {
        let sides = [Int](repeating: Self.largest, count: 3)
        #expect(throws: RuntimeError.self) {
            try Self.outputTypes(
                "avg_pool", .float32([1, 1, 1, 1, 1]), ["kernel_sizes": sides, "pad": sides + sides], strings: ["pad_type": ["custom"]])
        }
    }

    @Test("A shape put together from others is limited")
    func aShapePutTogetherFromOthersIsLimited() throws {
        func shape(_ x: TensorType, like references: [TensorType]) throws -> [Int] {
            func numbers(_ number: Int) -> [OperationCall.Input] {
                references.map { _ in OperationCall.Input(type: TensorType(.int32, []), tensor: Tensor.scalar(number)) }
            }
            let inputs = [
                "x": [OperationCall.Input(type: x, tensor: nil)], "begins": numbers(0), "ends": numbers(1), "end_masks": numbers(0),
                "ref_tensors": references.map { OperationCall.Input(type: $0, tensor: nil) },
            ]
            return try ReshapeLike.outputTypes(OperationCall(kind: "reshape_like", name: "like", inputs: inputs))[0].shape
        }
        let line = TensorType(.uint8, [Self.large])
        #expect(throws: RuntimeError.self) { try shape(.float32([4]), like: [line, line]) }
        #expect(try shape(.float32([6]), like: [.float32([2, 5]), .float32([3])]) == [2, 3])
    }

    // MARK: Attention

    @Test("A mask that is repeated acts as one that is written out")
    func aMaskThatIsRepeatedActsAsOneThatIsWrittenOut() throws {
        func attend(_ mask: Tensor?) throws -> [Double] {
            func small(_ shape: [Int]) -> Tensor { Tensor((0..<shape.product()).map { Float($0 % 7) / 4 }, shape: shape) }
            var tensors = ["query": small([2, 3, 4]), "key": small([2, 5, 4]), "value": small([2, 5, 2])]
            tensors["attn_mask"] = mask
            let inputs = tensors.mapValues { [OperationCall.Input(type: $0.type, tensor: $0)] }
            return try OperationCall(kind: "scaled_dot_product_attention", name: "attention", inputs: inputs).results()[0].doubles
        }
        let row: [Float] = [0, -1, 0.5, -40, -2]
        let (line, column) = (Tensor(row), Tensor([1, -.infinity, 2] as [Float], shape: [3, 1]))
        let whole = Tensor((0..<6).flatMap { _ in row }, shape: [2, 3, 5])
        #expect(try attend(line) == attend(whole))
        #expect(try attend(Tensor(row + row, shape: [2, 1, 5])) == attend(whole))
        // A number for a whole row moves nothing, unless it leaves nothing.
        let (moved, plain) = (try attend(column), try attend(nil))
        #expect(zip(moved, plain).enumerated().allSatisfy { $0 / 2 % 3 == 1 ? $1.0.isNaN : abs($1.0 - $1.1) < 1e-4 })
        let flags = Tensor([true, false, true, true, false])
        let added = Tensor([0, -.infinity, 0, 0, -.infinity] as [Float])
        #expect(try attend(flags) == attend(added))
    }

    // MARK: Programs larger than their files

    @Test("A split has as many parts as names")
    func aSplitHasAsManyPartsAsNames() throws {
        var builder = ProgramBuilder()
        let x = try builder.input("x", .float32([0]))
        func split(_ parts: Int) throws -> Int {
            try builder.emit("split", ["x": x, "num_splits": .int(parts), "axis": .int(0)], outputs: ["a", "b"]).count
        }
        #expect(try split(2) == 2)
        #expect(throws: RuntimeError.self) { try split(Self.largest) }
        for layer in [
            Specification.NeuralNetworkLayer.Layer.split(.with { $0.nOutputs = 1 << 31 }),
            .splitND(.with { $0.numSplits = 1 << 31 }),
        ] {
            var fixture = NetworkFixture(exact: true)
            fixture.input("x", [1 << 31, 1, 1])
            fixture.output("y")
            fixture.layer(layer, ["x"], ["y"])
            #expect(throws: RuntimeError.self) { try fixture.lowering().lower(inputs: ["x": [1 << 31, 1, 1]]) }
        }
    }

    @Test("A program has a bounded number of operations")
    func aProgramHasABoundedNumberOfOperations() throws {
        var builder = ProgramBuilder()
        builder.workLimit = 10
        var value = try builder.input("x", .float32([2]))
        for _ in 0..<10 { value = try builder.emitOne("relu", ["x": value]) }
        #expect(throws: RuntimeError.unsupported("the model has more than 10 operations")) {
            _ = try builder.emitOne("relu", ["x": value])
        }
    }

    @Test("Values of one name are numbered")
    func valuesOfOneNameAreNumbered() throws {
        var builder = ProgramBuilder(reserving: ["y#3"])
        let x = try builder.input("x", .float32([2]))
        let names = try ["y", "y", "y", "y#2", "y"].flatMap { try builder.emitOne("relu", ["x": x], output: $0).names }
        #expect(names == ["y", "y#2", "y#4", "y#2#2", "y#5"])
    }

    /// Loops of `rounds` rounds within each other.
    private static func loops(_ depth: Int, rounds: UInt64) -> Specification.NeuralNetworkLayer {
        let inner = depth > 1 ? [loops(depth - 1, rounds: rounds)] : []
        let body = Specification.NeuralNetwork.with { $0.layers = inner }
        return NetworkFixture.layer(.loop(.with { ($0.maxLoopIterations, $0.bodyNetwork) = (rounds, body) }), [], ["loop"])
    }

    private static func lowering(eager: Bool) throws -> LayerLowering {
        LayerLowering(builder: ProgramBuilder(eager: eager), usesRank5: false, customLayers: try CustomLayers([], make: nil))
    }

    @Test("Loops within loops are not unrolled without end")
    func loopsWithinLoopsAreNotUnrolledWithoutEnd() throws {
        var lowering = try Self.lowering(eager: false)
        try lowering.lowerAll([Self.loops(2, rounds: 60)])
        #expect(lowering.rounds.count == 60 + 60 * 60)
        var deep = try Self.lowering(eager: false)
        #expect {
            try deep.lowerAll([Self.loops(8, rounds: 60)])
        } throws: { error in
            guard case .dependsOnValue? = error as? RuntimeError else { return false }
            return true
        }
    }

    @Test("The rounds of a network's loops count together")
    func theRoundsOfANetworksLoopsCountTogether() throws {
        var lowering = try Self.lowering(eager: true)
        lowering.rounds.limit = 12
        try lowering.lowerAll([Self.loops(2, rounds: 3)])
        var longer = try Self.lowering(eager: true)
        longer.rounds.limit = 11
        #expect(throws: RuntimeError.invalidModel("layer 'loop': does not end after 11 rounds")) {
            try longer.lowerAll([Self.loops(2, rounds: 3)])
        }
    }

    /// A layer of quantised weights in a loop has them anew in each round.
    @Test("A loop that repeats many weights is not unrolled")
    func aLoopThatRepeatsManyWeightsIsNotUnrolled() throws {
        let weights = Specification.WeightParams.with {
            $0.rawValue = [0]
            $0.quantization = .with {
                $0.numberOfBits = 1
                $0.quantizationType = .linearQuantization(.with { ($0.scale, $0.bias) = (PackedFloats([1]), PackedFloats([0])) })
            }
        }
        let constant = NetworkFixture.layer(
            .loadConstantND(.with { ($0.shape, $0.data) = ([8], weights) }), [], ["constant"])
        let body = Specification.NeuralNetwork.with { $0.layers = [constant] }
        func lower(rounds: UInt64) throws {
            var lowering = try Self.lowering(eager: false)
            lowering.repeatedWeights.limit = 10 * 32
            let loop = Specification.NeuralNetworkLayer.Layer.loop(.with { ($0.maxLoopIterations, $0.bodyNetwork) = (rounds, body) })
            try lowering.lowerAll([NetworkFixture.layer(loop, [], ["loop"])])
        }
        try lower(rounds: 10)
        #expect(throws: RuntimeError.dependsOnValue("the weights of layer 'constant'")) { try lower(rounds: 11) }
    }
}
