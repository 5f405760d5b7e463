import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Builds a model of a few layers.
struct NetworkFixture {
    var network = Specification.NeuralNetwork()
    var description = Specification.ModelDescription()

    init(exact: Bool = false) {
        network.arrayInputShapeMapping = exact ? .exactArrayMapping : .rank5ArrayMapping
    }

    mutating func input(_ name: String, _ shape: [Int64], optional: Bool = false) {
        description.input.append(Self.array(name, shape, optional: optional))
    }

    mutating func output(_ name: String, _ shape: [Int64] = []) { description.output.append(Self.array(name, shape)) }

    mutating func layer(_ kind: Specification.NeuralNetworkLayer.Layer, _ inputs: [String], _ outputs: [String]) {
        network.layers.append(Self.layer(kind, inputs, outputs))
    }

    static func layer(
        _ kind: Specification.NeuralNetworkLayer.Layer, _ inputs: [String], _ outputs: [String]
    ) -> Specification.NeuralNetworkLayer {
        .with {
            $0.name = outputs.first ?? "layer"
            $0.input = inputs
            $0.output = outputs
            $0.layer = kind
        }
    }

    private static func array(_ name: String, _ shape: [Int64], optional: Bool = false) -> Specification.FeatureDescription {
        .with {
            $0.name = name
            $0.type = .with {
                $0.isOptional = optional
                $0.type = .multiArrayType(.with { $0.shape = shape })
            }
        }
    }

    func lowering() throws -> NeuralNetworkLowering {
        try NeuralNetworkLowering(
            model: .with {
                $0.description = description
                $0.type = .neuralNetwork(network)
            })
    }

    func run(_ inputs: [String: Tensor]) throws -> [String: Tensor] {
        let lowering = try lowering()
        return try Interpreter().interpret(try lowering.lower(inputs: inputs.mapValues(\.shape)), inputs: inputs)
    }
}

/// Integers of `bits` bits without gaps, written bit by bit from the highest.
func packedFromTheHighestBit(_ integers: [Int], bits: Int) -> Bytes {
    let stream = integers.flatMap { integer in (0..<bits).reversed().map { UInt8(integer >> $0 & 1) } }
    let padded = stream + Array(repeating: 0, count: (8 - stream.count % 8) % 8)
    return Bytes(copying: stride(from: 0, to: padded.count, by: 8).map { start in padded[start..<start + 8].reduce(0) { $0 << 1 | $1 } })
}

func weightParams(_ values: [Float]) -> Specification.WeightParams { .with { $0.floatValue = PackedFloats(values) } }

func counting(_ shape: [Int], from start: Float = 0) -> Tensor {
    Tensor((0..<shape.reduce(1, *)).map { Float($0) + start }, shape: shape)
}

struct LoweringTests {
    // MARK: Sequences

    @Test("An old network reads arrays as channels or as whole sequences")
    func anOldNetworkReadsArraysAsChannelsOrAsWholeSequences() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [3])
        fixture.output("y")
        fixture.layer(.add(.with { $0.alpha = 1 }), ["x"], ["y"])
        #expect(try fixture.run(["x": counting([3])])["y"]?.shape == [3, 1, 1])
        #expect(try fixture.run(["x": counting([4, 2, 3])])["y"]?.shape == [4, 2, 3, 1, 1])
        #expect(try fixture.run(["x": counting([4, 2, 3, 1, 1])])["y"]?.shape == [4, 2, 3, 1, 1])
        fixture.description.output[0].type?.type = .multiArrayType(.with { $0.shape = [3] })
        #expect(try fixture.run(["x": counting([3])])["y"]?.shape == [3])
    }

    @Test("Permute moves the sequence axis")
    func permuteMovesTheSequenceAxis() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [1, 4, 3])
        fixture.output("y")
        fixture.layer(.permute(.with { $0.axis = [2, 0, 1, 3] }), ["x"], ["y"])
        let y = try #require(try fixture.run(["x": counting([1, 4, 3])])["y"])
        #expect(y.shape == [4, 1, 1, 1, 3])
        #expect(y.doubles == (0..<12).map(Double.init))
    }

    @Test("Permute keeps the batch in place")
    func permuteKeepsTheBatchInPlace() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [1, 1, 1])
        fixture.output("y")
        fixture.layer(.permute(.with { $0.axis = [1, 0, 2, 3] }), ["x"], ["y"])
        // [Seq 2, Batch 3, C 4, 1, 1] becomes [C, Batch, Seq, 1, 1].
        let y = try #require(try fixture.run(["x": counting([2, 3, 4, 1, 1])])["y"])
        #expect(y.shape == [4, 3, 2, 1, 1])
        #expect(y.doubles.prefix(4) == [0, 12, 4, 16])
    }

    @Test("Reshape with channels last orders by rows first")
    func reshapeWithChannelsLastOrdersByRowsFirst() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [2, 2, 2])
        fixture.output("y")
        fixture.layer(.reshape(.with { ($0.targetShape, $0.mode) = ([1, 2, 4], .channelLast) }), ["x"], ["y"])
        let y = try #require(try fixture.run(["x": counting([2, 2, 2])])["y"])
        #expect(y.shape == [1, 2, 4])
        #expect(y.doubles == [0, 4, 1, 5, 2, 6, 3, 7])
    }

    @Test("Flatten with channels last orders by rows first")
    func flattenWithChannelsLastOrdersByRowsFirst() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [2, 1, 2])
        fixture.output("y", [4])
        fixture.layer(.flatten(.with { $0.mode = .channelLast }), ["x"], ["y"])
        #expect(try fixture.run(["x": counting([2, 1, 2])])["y"]?.doubles == [0, 2, 1, 3])
    }

    @Test("Sequences repeat and concatenate")
    func sequencesRepeatAndConcatenate() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [2])
        fixture.output("y")
        fixture.layer(.sequenceRepeat(.with { $0.nRepetitions = 2 }), ["x"], ["twice"])
        fixture.layer(.concat(.with { $0.sequenceConcat = true }), ["twice", "x"], ["y"])
        let y = try #require(try fixture.run(["x": counting([2, 1, 2])])["y"])
        #expect(y.shape == [6, 1, 2, 1, 1])
        #expect(y.doubles == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
    }

    @Test("Addition broadcasts scalars channels and sequences")
    func additionBroadcastsScalarsChannelsAndSequences() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [2, 1, 2])
        fixture.input("c", [2, 1, 1])
        fixture.output("y")
        fixture.layer(.add(.with { _ in }), ["x", "c"], ["y"])
        let y = try fixture.run(["x": counting([2, 1, 2]), "c": Tensor([10, 20] as [Float], shape: [2, 1, 1])])["y"]
        #expect(y?.doubles == [10, 11, 22, 23])
        let long = try fixture.run(["x": counting([2, 2, 1, 1, 1]), "c": Tensor([10, 20] as [Float], shape: [1, 2, 1, 1, 1])])["y"]
        #expect(long?.shape == [2, 2, 1, 1, 1])
        #expect(long?.doubles == [10, 21, 12, 23])
    }

    @Test("Embedding looks up columns of its weights")
    func embeddingLooksUpColumnsOfItsWeights() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [1])
        fixture.output("y")
        let table = Specification.EmbeddingLayerParams.with {
            ($0.inputDim, $0.outputChannels, $0.hasBias) = (3, 2, true)
            $0.weights = weightParams([1, 2, 3, 10, 20, 30])
            $0.bias = weightParams([0.5, 0])
        }
        fixture.layer(.embedding(table), ["x"], ["y"])
        let y = try fixture.run(["x": Tensor([2, 0] as [Float], shape: [2, 1, 1])])["y"]
        #expect(y?.shape == [2, 1, 2, 1, 1])
        #expect(y?.doubles == [3.5, 30, 1.5, 10])
        #expect(throws: RuntimeError.self) { try fixture.run(["x": Tensor([3] as [Float])]) }
    }

    @Test("Optional inputs left out are zero")
    func optionalInputsLeftOutAreZero() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [2])
        fixture.input("state", [2], optional: true)
        fixture.output("y", [2])
        fixture.layer(.add(.with { _ in }), ["x", "state"], ["y"])
        #expect(try fixture.run(["x": counting([2], from: 1)])["y"]?.doubles == [1, 2])
        #expect(try fixture.run(["x": counting([2], from: 1), "state": counting([2], from: 5)])["y"]?.doubles == [6, 8])
        #expect(throws: RuntimeError.invalidInput("the input 'x' is missing")) { try fixture.run(["state": counting([2])]) }
    }

    // MARK: Recurrent layers

    /// One-dimensional cells, whose closed forms are written out.
    @Test("Coupled gates and peepholes follow the format")
    func coupledGatesAndPeepholesFollowTheFormat() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [1])
        fixture.output("y", [1])
        func one(_ value: Float) -> Specification.WeightParams { weightParams([value]) }
        let sigmoid = Specification.ActivationParams.with { $0.nonlinearityType = .sigmoid(.with { _ in }) }
        let linear = Specification.ActivationParams.with { $0.nonlinearityType = .linear(.with { _ in }) }
        let cell = Specification.UniDirectionalLSTMLayerParams.with {
            ($0.inputVectorSize, $0.outputVectorSize) = (1, 1)
            $0.activations = [sigmoid, linear, linear]
            $0.params = .with { ($0.coupledInputAndForgetGate, $0.hasPeepholeVectors, $0.hasBiasVectors) = (true, true, true) }
            $0.weightParams = .with {
                ($0.inputGateWeightMatrix, $0.forgetGateWeightMatrix) = (one(0.5), one(9))
                ($0.blockInputWeightMatrix, $0.outputGateWeightMatrix) = (one(2), one(-0.5))
                ($0.inputGateRecursionMatrix, $0.forgetGateRecursionMatrix) = (one(0.25), one(9))
                ($0.blockInputRecursionMatrix, $0.outputGateRecursionMatrix) = (one(-1), one(0.75))
                ($0.inputGateBiasVector, $0.forgetGateBiasVector) = (one(0.1), one(9))
                ($0.blockInputBiasVector, $0.outputGateBiasVector) = (one(-0.3), one(0.4))
                ($0.inputGatePeepholeVector, $0.forgetGatePeepholeVector, $0.outputGatePeepholeVector) = (one(0.6), one(9), one(-0.7))
            }
        }
        fixture.layer(.uniDirectionalLSTM(cell), ["x"], ["y"])
        func squash(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
        var (h, c) = (0.0, 0.0)
        for x in [1.0, -2.0] {
            let input = squash(0.5 * x + 0.25 * h + 0.6 * c + 0.1)
            c = c * (1 - input) + input * (2 * x - h - 0.3)
            h = c * squash(-0.5 * x + 0.75 * h - 0.7 * c + 0.4)
        }
        let y = try #require(try fixture.run(["x": Tensor([1, -2] as [Float], shape: [2, 1, 1])])["y"])
        #expect(y.shape == [1])
        #expect(abs(y.doubles[0] - h) < 1e-6)
    }

    // MARK: Weights

    private func innerProduct(_ weights: Specification.WeightParams, inputs: UInt64 = 2, outputs: UInt64 = 2) -> NetworkFixture {
        var fixture = NetworkFixture()
        fixture.input("x", [Int64(inputs)])
        fixture.output("y", [Int64(outputs)])
        let layer = Specification.InnerProductLayerParams.with {
            ($0.inputChannels, $0.outputChannels, $0.weights) = (inputs, outputs, weights)
        }
        fixture.layer(.innerProduct(layer), ["x"], ["y"])
        return fixture
    }

    @Test("Quantised weights of every width are unpacked from the highest bit", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func quantisedWeightsOfEveryWidthAreUnpackedFromTheHighestBit(bits: Int) throws {
        // The codes of a matrix [2, 3].
        let codes = (0..<6).map { ($0 * 5 + 3) % (1 << bits) }
        let linear = Specification.WeightParams.with {
            $0.rawValue = packedFromTheHighestBit(codes, bits: bits)
            $0.quantization = .with {
                $0.numberOfBits = UInt64(bits)
                $0.quantizationType = .linearQuantization(.with { ($0.scale, $0.bias) = ([2, 3], [-1, 0.5]) })
            }
        }
        let x = Tensor([1, 10, 100] as [Float])
        let rows = [Array(codes[..<3]), Array(codes[3...])].map { zip($0, [1.0, 10, 100]).map { Double($0) * $1 }.reduce(0, +) }
        let y = try innerProduct(linear, inputs: 3).run(["x": x])["y"]
        #expect(y?.doubles == [2 * rows[0] - 111, 3 * rows[1] + 0.5 * 111])

        var table = linear
        let values = (0..<1 << bits).map { Float($0 * $0) }
        table.quantization?.quantizationType = .lookupTableQuantization(.with { $0.floatValue = PackedFloats(values) })
        let looked = try innerProduct(table, inputs: 3).run(["x": x])["y"]
        let squares = [Array(codes[..<3]), Array(codes[3...])].map { zip($0, [1.0, 10, 100]).map { Double($0 * $0) * $1 }.reduce(0, +) }
        #expect(looked?.doubles == squares)
    }

    @Test("Weights in half precision are widened")
    func weightsInHalfPrecisionAreWidened() throws {
        let halves: [Float16] = [1, 0.5, -2, 4]
        let weights = Specification.WeightParams.with { $0.float16Value = halves.withUnsafeBytes { Bytes(copying: $0) } }
        #expect(try innerProduct(weights).run(["x": Tensor([2, 4] as [Float])])["y"]?.doubles == [4, 12])
    }

    @Test("Weights that do not fit their shape are refused")
    func weightsThatDoNotFitTheirShapeAreRefused() throws {
        let x = ["x": counting([2])]
        #expect(throws: RuntimeError.self) { try innerProduct(weightParams([1, 2, 3])).run(x) }
        #expect(throws: RuntimeError.self) { try innerProduct(.with { $0.float16Value = Bytes(copying: [1, 2, 3]) }).run(x) }
        #expect(throws: RuntimeError.self) { try innerProduct(.with { $0.rawValue = Bytes(copying: [1, 2, 3, 4]) }).run(x) }
        let huge = innerProduct(weightParams([1]), inputs: 1 << 39, outputs: 1 << 39)
        #expect(throws: RuntimeError.self) { try huge.run(x) }
        for (bits, scales, count) in [(9, 1, 4), (0, 1, 4), (8, 3, 4), (8, 1, 5), (4, 1, 4)] {
            let weights = Specification.WeightParams.with {
                $0.rawValue = Bytes(copying: Array(repeating: 7, count: count))
                $0.quantization = .with {
                    $0.numberOfBits = UInt64(bits)
                    $0.quantizationType = .linearQuantization(.with { $0.scale = PackedFloats(Array(repeating: 1, count: scales)) })
                }
            }
            #expect(throws: RuntimeError.self) { try innerProduct(weights).run(x) }
        }
    }

    // MARK: Values and control flow

    @Test("Shapes that the network computes become constants")
    func shapesThatTheNetworkComputesBecomeConstants() throws {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [2, 3])
        fixture.output("y")
        fixture.layer(.getShape(.with { _ in }), ["x"], ["shape"])
        fixture.layer(.loadConstantND(.with { ($0.shape, $0.data) = ([2], weightParams([1, 0])) }), [], ["order"])
        fixture.layer(.gather(.with { _ in }), ["shape", "order"], ["turned"])
        fixture.layer(.reshapeDynamic(.with { _ in }), ["x", "turned"], ["y"])
        let function = try fixture.lowering().lower(inputs: ["x": [5, 7]])
        #expect(function.types["y"]?.shape == [7, 5])
        #expect(!function.body.operations.contains { $0.kind == "gather" })
    }

    @Test("A shape that depends on values is evaluated")
    func aShapeThatDependsOnValuesIsEvaluated() throws {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [4])
        fixture.output("y")
        fixture.layer(.whereNonZero(.with { _ in }), ["x"], ["y"])
        let lowering = try fixture.lowering()
        #expect(throws: RuntimeError.self) { try lowering.lower(inputs: ["x": [4]]) }
        let y = try lowering.evaluate(inputs: ["x": Tensor([0, 2, 0, 3] as [Float])])["y"]
        #expect(y?.shape == [2, 1])
        #expect(y?.doubles == [1, 3])
    }

    /// Halves `x` until it is below one, counting the rounds.
    @Test("Loops run until their condition fails")
    func loopsRunUntilTheirConditionFails() throws {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [1])
        fixture.output("rounds")
        var body = Specification.NeuralNetwork()
        body.layers = [
            NetworkFixture.layer(.multiply(.with { $0.alpha = 0.5 }), ["x"], ["half"]),
            NetworkFixture.layer(.copy(.with { _ in }), ["half"], ["x"]),
            NetworkFixture.layer(.add(.with { $0.alpha = 1 }), ["rounds"], ["next"]),
            NetworkFixture.layer(.copy(.with { _ in }), ["next"], ["rounds"]),
        ]
        var condition = Specification.NeuralNetwork()
        condition.layers = [NetworkFixture.layer(.greaterEqual(.with { $0.alpha = 1 }), ["x"], ["goesOn"])]
        fixture.layer(.loadConstantND(.with { ($0.shape, $0.data) = ([1], weightParams([0])) }), [], ["rounds"])
        let loop = Specification.LoopLayerParams.with {
            ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork) = ("goesOn", condition, body)
        }
        fixture.layer(.loop(loop), [], [])
        let lowering = try fixture.lowering()
        #expect(try lowering.evaluate(inputs: ["x": Tensor([100] as [Float])])["rounds"]?.doubles == [7])
        #expect(try lowering.evaluate(inputs: ["x": Tensor([0.5] as [Float])])["rounds"]?.doubles == [0])
    }

    @Test("A layer that is not there is named")
    func aLayerThatIsNotThereIsNamed() throws {
        var fixture = NetworkFixture()
        fixture.input("x", [1])
        fixture.output("y")
        fixture.layer(.custom(.with { $0.className = "Swish" }), ["x"], ["y"])
        #expect(throws: RuntimeError.unsupported("layer 'y': custom layers ('Swish') are not supported")) {
            try fixture.run(["x": counting([1])])
        }
    }

    @Test("A mean image is subtracted and channels are scaled in their order")
    func aMeanImageIsSubtractedAndChannelsAreScaledInTheirOrder()
        throws
    {
        var fixture = NetworkFixture()
        let image = Specification.FeatureDescription.with {
            $0.name = "image"
            $0.type = .with { $0.type = .imageType(.with { ($0.width, $0.height, $0.colorSpace) = (1, 1, .bgr) }) }
        }
        fixture.description.input = [image]
        fixture.output("y", [3, 1, 1])
        fixture.network.preprocessing = [
            .with {
                $0.featureName = "image"
                $0.preprocessor = .scaler(.with { ($0.channelScale, $0.blueBias, $0.greenBias, $0.redBias) = (2, 1, 2, 3) })
            },
            .with {
                $0.featureName = "image"
                $0.preprocessor = .meanImage(.with { $0.meanImage = [10, 20, 30] })
            },
        ]
        fixture.layer(.activation(.with { $0.nonlinearityType = .linear(.with { $0.alpha = 1 }) }), ["image"], ["y"])
        let input = try #require(try fixture.lowering().imageInputs.first)
        #expect(input.scale == [2, 2, 2] && input.bias == [1, 2, 3])
        #expect(try fixture.run(["image": Tensor([1, 2, 3] as [Float], shape: [1, 3, 1, 1])])["y"]?.doubles == [-9, -18, -27])
    }
}
