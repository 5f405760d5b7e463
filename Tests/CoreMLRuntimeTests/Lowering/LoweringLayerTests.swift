import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Layers of the format's first version, with values worked out from its equations.
struct LoweringLayerTests {
    /// The output of one layer.
    private func output(
        _ kind: Specification.NeuralNetworkLayer.Layer, _ inputs: [Tensor], declared: [Int64] = [], exact: Bool = false
    ) throws -> Tensor {
        var fixture = NetworkFixture(exact: exact)
        let names = inputs.indices.map { "x\($0)" }
        for (name, tensor) in zip(names, inputs) { fixture.input(name, tensor.shape.suffix(3).map(Int64.init)) }
        fixture.output("y", declared)
        fixture.layer(kind, names, ["y"])
        return try #require(try fixture.run(Dictionary(uniqueKeysWithValues: zip(names, inputs)))["y"])
    }

    private func line(_ values: [Float]) -> Tensor { Tensor(values, shape: [1, 1, values.count]) }

    private func isNear(_ tensor: Tensor, _ expected: [Double], _ tolerance: Double = 1e-5) -> Bool {
        tensor.count == expected.count && zip(tensor.doubles, expected).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
    }

    private func border(_ top: UInt64, _ bottom: UInt64, _ left: UInt64, _ right: UInt64) -> Specification.BorderAmounts {
        .with {
            $0.borderAmounts = [
                .with { ($0.startEdgeSize, $0.endEdgeSize) = (top, bottom) }, .with { ($0.startEdgeSize, $0.endEdgeSize) = (left, right) },
            ]
        }
    }

    // MARK: Convolution and pooling

    private func convolution(
        _ mode: Specification.SamePadding.SamePaddingMode, stride: UInt64, deconvolution: Bool = false, outputShape: [UInt64] = []
    ) -> Specification.NeuralNetworkLayer.Layer {
        .convolution(
            .with {
                ($0.outputChannels, $0.kernelChannels, $0.kernelSize, $0.stride) = (1, 1, [1, 3], [1, stride])
                ($0.isDeconvolution, $0.outputShape, $0.weights) = (deconvolution, outputShape, weightParams([1, 2, 3]))
                $0.convolutionPaddingType = .same(.with { $0.asymmetryMode = mode })
            })
    }

    @Test("Same padding puts the odd element where its mode says")
    func samePaddingPutsTheOddElementWhereItsModeSays() throws {
        let x = line([1, 10, 100, 1000])
        // Two windows of three over four elements need one element of padding.
        #expect(isNear(try output(convolution(.bottomRightHeavy, stride: 2), [x]), [321, 2100]))
        #expect(isNear(try output(convolution(.topLeftHeavy, stride: 2), [x]), [32, 3210]))
    }

    @Test("A deconvolution is cropped where its mode says")
    func aDeconvolutionIsCroppedWhereItsModeSays() throws {
        let x = line([1, 10])
        #expect(isNear(try output(convolution(.bottomRightHeavy, stride: 2, deconvolution: true), [x]), [1, 2, 13, 20]))
        #expect(isNear(try output(convolution(.topLeftHeavy, stride: 2, deconvolution: true), [x]), [2, 13, 20, 30]))
        let shaped = convolution(.bottomRightHeavy, stride: 2, deconvolution: true, outputShape: [1, 5])
        #expect(isNear(try output(shaped, [x]), [1, 2, 13, 20, 30]))
    }

    @Test("Pooling that includes the last pixel rounds up")
    func poolingThatIncludesTheLastPixelRoundsUp() throws {
        let pooling = Specification.NeuralNetworkLayer.Layer.pooling(
            .with {
                ($0.type, $0.kernelSize, $0.stride) = (.max, [1, 2], [1, 2])
                $0.poolingPaddingType = .includeLastPixel(.with { _ in })
            })
        #expect(isNear(try output(pooling, [line([1, 2, 3, 4, 5])]), [2, 4, 5]))
    }

    @Test("Averages may count or leave out padding")
    func averagesMayCountOrLeaveOutPadding() throws {
        func pooling(_ excludes: Bool) -> Specification.NeuralNetworkLayer.Layer {
            .pooling(
                .with {
                    ($0.type, $0.kernelSize, $0.stride, $0.avgPoolExcludePadding) = (.average, [1, 3], [1, 1], excludes)
                    $0.poolingPaddingType = .same(.with { _ in })
                })
        }
        #expect(isNear(try output(pooling(false), [line([3, 6, 9])]), [3, 6, 5]))
        #expect(isNear(try output(pooling(true), [line([3, 6, 9])]), [4.5, 6, 7.5]))
    }

    @Test("Global pooling leaves one element a channel")
    func globalPoolingLeavesOneElementAChannel() throws {
        let x = counting([2, 2, 2], from: 1)
        for (type, expected) in [(.max, [4, 8]), (.average, [2.5, 6.5]), (.l2, [sqrt(30.0), sqrt(174.0)])]
            as [(
                Specification.PoolingLayerParams.PoolingType, [Double]
            )]
        {
            let y = try output(.pooling(.with { ($0.type, $0.globalPooling) = (type, true) }), [x])
            #expect(y.shape == [2, 1, 1] && isNear(y, expected))
        }
    }

    // MARK: Normalisation

    @Test("Batch normalisation may compute its statistics")
    func batchNormalisationMayComputeItsStatistics() throws {
        func layer(instance: Bool) -> Specification.NeuralNetworkLayer.Layer {
            .batchnorm(
                .with {
                    ($0.channels, $0.computeMeanVar, $0.instanceNormalization, $0.epsilon) = (1, true, instance, 1e-9)
                    ($0.gamma, $0.beta) = (weightParams([2]), weightParams([1]))
                })
        }
        let batch = Tensor([1, 3, 5, 11] as [Float], shape: [1, 2, 1, 1, 2])
        #expect(isNear(try output(layer(instance: true), [batch]), [-1, 3, -1, 3]))
        let deviation = sqrt(14.0)
        #expect(isNear(try output(layer(instance: false), [batch]), [-4, -2, 0, 6].map { 1 + 2 * $0 / deviation }))
    }

    @Test("Mean and variance are normalised within or across channels")
    func meanAndVarianceAreNormalisedWithinOrAcrossChannels() throws {
        let x = Tensor([1, 3, 5, 11] as [Float], shape: [2, 1, 2])
        func layer(_ across: Bool, _ variance: Bool) -> Specification.NeuralNetworkLayer.Layer {
            .mvn(.with { ($0.acrossChannels, $0.normalizeVariance) = (across, variance) })
        }
        #expect(isNear(try output(layer(false, false), [x]), [-1, 1, -3, 3]))
        #expect(isNear(try output(layer(true, false), [x]), [-4, -2, 0, 6]))
        #expect(isNear(try output(layer(true, true), [x]), [-4, -2, 0, 6].map { $0 / sqrt(14.0) }))
    }

    // MARK: Arithmetic

    @Test("Unary functions scale and shift first")
    func unaryFunctionsScaleAndShiftFirst() throws {
        let x = line([1, 4])
        func layer(_ type: Specification.UnaryFunctionLayerParams.Operation) -> Specification.NeuralNetworkLayer.Layer {
            .unary(.with { ($0.type, $0.scale, $0.shift, $0.alpha, $0.epsilon) = (type, 2, 1, 3, 0.5) })
        }
        #expect(isNear(try output(layer(.sqrt), [x]), [sqrt(3.0), 3]))
        #expect(isNear(try output(layer(.rsqrt), [x]), [1 / sqrt(3.5), 1 / sqrt(9.5)]))
        #expect(isNear(try output(layer(.inverse), [x]), [1 / 3.5, 1 / 9.5]))
        #expect(isNear(try output(layer(.power), [x]), [27, 729]))
        #expect(isNear(try output(layer(.log), [x]), [log(3.5), log(9.5)]))
        #expect(isNear(try output(layer(.threshold), [x]), [3, 9]))
    }

    @Test("Dot products and cosines are taken over channels")
    func dotProductsAndCosinesAreTakenOverChannels() throws {
        let (a, b) = (Tensor([1, 2] as [Float], shape: [2, 1, 1]), Tensor([3, -4] as [Float], shape: [2, 1, 1]))
        #expect(isNear(try output(.dot(.with { _ in }), [a, b]), [-5]))
        #expect(isNear(try output(.dot(.with { $0.cosineSimilarity = true }), [a, b]), [-5 / (5 * sqrt(5.0))]))
    }

    @Test("Average maximum and minimum take many inputs")
    func averageMaximumAndMinimumTakeManyInputs() throws {
        let inputs = [line([1, 8]), line([2, 4]), line([6, 0])]
        #expect(isNear(try output(.average(.with { _ in }), inputs), [3, 4]))
        #expect(isNear(try output(.max(.with { _ in }), inputs), [6, 8]))
        #expect(isNear(try output(.min(.with { _ in }), inputs), [1, 0]))
    }

    @Test("Reductions keep their axes")
    func reductionsKeepTheirAxes() throws {
        let x = Tensor([1, 5, 2, 4, 3, 6] as [Float], shape: [1, 2, 3])
        func layer(
            _ mode: Specification.ReduceLayerParams.ReduceOperation, _ axis: Specification.ReduceLayerParams.ReduceAxis
        ) -> Specification.NeuralNetworkLayer.Layer {
            .reduce(.with { ($0.mode, $0.axis) = (mode, axis) })
        }
        #expect(isNear(try output(layer(.argmax, .w), [x]), [1, 2]))
        #expect(isNear(try output(layer(.sum, .h), [x]), [5, 8, 8]))
        #expect(isNear(try output(layer(.prod, .chw), [x]), [720]))
        #expect(isNear(try output(layer(.logsum, .w), [x]), [log(10), log(72)]))
        #expect(try output(layer(.avg, .hw), [x]).shape == [1, 1, 1])
    }

    // MARK: Size and order

    @Test("Crop takes amounts or a reference")
    func cropTakesAmountsOrAReference() throws {
        let x = counting([1, 3, 4])
        #expect(isNear(try output(.crop(.with { $0.cropAmounts = border(1, 0, 0, 2) }), [x]), [4, 5, 8, 9]))
        let y = try output(.crop(.with { $0.offset = [1, 2] }), [x, counting([1, 2, 2])])
        #expect(isNear(y, [6, 7, 10, 11]))
        #expect(throws: RuntimeError.self) { try output(.crop(.with { $0.cropAmounts = border(2, 1, 0, 0) }), [x]) }
    }

    @Test("Bilinear upsampling places its samples as its mode says")
    func bilinearUpsamplingPlacesItsSamplesAsItsModeSays() throws {
        let x = line([0, 6])
        func layer(_ mode: Specification.UpsampleLayerParams.LinearUpsampleMode) -> Specification.NeuralNetworkLayer.Layer {
            .upsample(.with { ($0.mode, $0.linearUpsampleMode, $0.scalingFactor) = (.bilinear, mode, [1, 2]) })
        }
        #expect(isNear(try output(layer(.default), [x]), [0, 3, 6, 6]))
        #expect(isNear(try output(layer(.alignCornersTrue), [x]), [0, 2, 4, 6]))
        #expect(isNear(try output(layer(.alignCornersFalse), [x]), [0, 1.5, 4.5, 6]))
    }

    @Test("Channels become blocks in their two orders")
    func channelsBecomeBlocksInTheirTwoOrders() throws {
        // The format's own example.
        let x = counting([8, 1, 2], from: 1)
        let depth = try output(.reorganizeData(.with { ($0.mode, $0.blockSize) = (.depthToSpace, 2) }), [x])
        #expect(isNear(depth, [1, 5, 2, 6, 9, 13, 10, 14, 3, 7, 4, 8, 11, 15, 12, 16]))
        let back = try output(.reorganizeData(.with { ($0.mode, $0.blockSize) = (.spaceToDepth, 2) }), [depth])
        #expect(isNear(back, x.doubles))
        let shuffled = try output(.reorganizeData(.with { ($0.mode, $0.blockSize) = (.pixelShuffle, 2) }), [x])
        #expect(isNear(shuffled, [1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14, 16]))
    }

    // MARK: Recurrent layers

    private static let activations = [
        Specification.ActivationParams.with { $0.nonlinearityType = .sigmoid(.with { _ in }) },
        Specification.ActivationParams.with { $0.nonlinearityType = .tanh(.with { _ in }) },
        Specification.ActivationParams.with { $0.nonlinearityType = .tanh(.with { _ in }) },
    ]

    @Test("A gated recurrent unit follows its equations")
    func aGatedRecurrentUnitFollowsItsEquations() throws {
        func one(_ value: Float) -> Specification.WeightParams { weightParams([value]) }
        let unit = Specification.GRULayerParams.with {
            ($0.inputVectorSize, $0.outputVectorSize, $0.activations) = (1, 1, Self.activations)
            ($0.sequenceOutput, $0.hasBiasVectors) = (true, true)
            ($0.updateGateWeightMatrix, $0.resetGateWeightMatrix, $0.outputGateWeightMatrix) = (one(0.5), one(-0.4), one(1.5))
            ($0.updateGateRecursionMatrix, $0.resetGateRecursionMatrix, $0.outputGateRecursionMatrix) = (one(0.3), one(0.2), one(-0.6))
            ($0.updateGateBiasVector, $0.resetGateBiasVector, $0.outputGateBiasVector) = (one(0.1), one(0.7), one(-0.2))
        }
        func squash(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
        var (y, expected) = (0.0, [Double]())
        for x in [1.0, -2, 0.5] {
            let (z, r) = (squash(0.5 * x + 0.3 * y + 0.1), squash(-0.4 * x + 0.2 * y + 0.7))
            y = (1 - z) * tanh(1.5 * x - 0.6 * y * r - 0.2) + z * y
            expected.append(y)
        }
        let sequence = Tensor([1, -2, 0.5] as [Float], shape: [3, 1, 1, 1, 1])
        #expect(isNear(try output(.gru(unit), [sequence]), expected))
    }

    /// A bidirectional layer is a forward one beside a reversed one.
    @Test("Both directions of a long short-term memory are side by side", arguments: [true, false])
    func bothDirectionsOfALongShortTermMemoryAreSideBySide(sequenceOutput: Bool) throws {
        func weights(_ seed: Float) -> Specification.LSTMWeightParams {
            func matrix(_ count: Int, _ start: Float) -> Specification.WeightParams {
                weightParams((0..<count).map { (index: Int) -> Float in sin(Float(index) * 1.7 + start + seed) })
            }
            return .with {
                ($0.inputGateWeightMatrix, $0.forgetGateWeightMatrix) = (matrix(6, 0), matrix(6, 1))
                ($0.blockInputWeightMatrix, $0.outputGateWeightMatrix) = (matrix(6, 2), matrix(6, 3))
                ($0.inputGateRecursionMatrix, $0.forgetGateRecursionMatrix) = (matrix(4, 4), matrix(4, 5))
                ($0.blockInputRecursionMatrix, $0.outputGateRecursionMatrix) = (matrix(4, 6), matrix(4, 7))
            }
        }
        let params = Specification.LSTMParams.with { ($0.sequenceOutput, $0.forgetBias) = (sequenceOutput, true) }
        func single(_ seed: Float, reverse: Bool) -> Specification.NeuralNetworkLayer.Layer {
            .uniDirectionalLSTM(
                .with {
                    ($0.inputVectorSize, $0.outputVectorSize, $0.activations) = (3, 2, Self.activations)
                    ($0.params, $0.weightParams, $0.reverseInput) = (params, weights(seed), reverse)
                })
        }
        let both = Specification.NeuralNetworkLayer.Layer.biDirectionalLSTM(
            .with {
                ($0.inputVectorSize, $0.outputVectorSize, $0.activationsForwardLSTM) = (3, 2, Self.activations)
                ($0.activationsBackwardLSTM, $0.params, $0.weightParams) = (Self.activations, params, [weights(0), weights(9)])
            })
        let x = Tensor((0..<12).map { (index: Int) -> Float in cos(Float(index)) }, shape: [4, 1, 3, 1, 1])
        let (forward, backward) = (try output(single(0, reverse: false), [x]), try output(single(9, reverse: true), [x]))
        let y = try output(both, [x])
        let steps = sequenceOutput ? 4 : 1
        var expected: [Double] = []
        for step in 0..<steps {
            expected += forward.doubles[2 * step..<2 * step + 2]
            // A layer of one direction answers in the order in which it reads.
            expected += backward.doubles[2 * (steps - 1 - step)..<2 * (steps - step)]
        }
        #expect(isNear(y, expected))
    }

    // MARK: Inputs

    @Test(
        "Images have the rank that the network asks for",
        arguments: [(Specification.NeuralNetworkImageShapeMapping.rank4ImageMapping, 4.0), (.rank5ImageMapping, 5.0)])
    func imagesHaveTheRankThatTheNetworkAsksFor(mapping: Specification.NeuralNetworkImageShapeMapping, rank: Double) throws {
        var fixture = NetworkFixture(exact: true)
        fixture.network.imageInputShapeMapping = mapping
        let image = Specification.FeatureDescription.with {
            $0.name = "image"
            $0.type = .with { $0.type = .imageType(.with { ($0.width, $0.height, $0.colorSpace) = (2, 2, .grayscale) }) }
        }
        fixture.description.input = [image]
        fixture.output("rank")
        fixture.layer(.getShape(.with { _ in }), ["image"], ["shape"])
        fixture.layer(.getShape(.with { _ in }), ["shape"], ["rank"])
        #expect(try fixture.run(["image": counting([1, 1, 2, 2])])["rank"]?.doubles == [rank])
    }

    @Test("A dilated deconvolution spreads its kernel")
    func aDilatedDeconvolutionSpreadsItsKernel() throws {
        let layer = Specification.NeuralNetworkLayer.Layer.convolution(
            .with {
                ($0.outputChannels, $0.kernelChannels, $0.kernelSize, $0.stride) = (1, 1, [1, 2], [1, 1])
                ($0.dilationFactor, $0.isDeconvolution, $0.weights) = ([1, 2], true, weightParams([1, 10]))
                $0.convolutionPaddingType = .valid(.with { _ in })
            })
        #expect(isNear(try output(layer, [line([1, 2, 3])]), [1, 2, 13, 20, 30]))
    }

    @Test("A dynamic slice takes no more strides than its input has dimensions")
    func aDynamicSliceTakesNoMoreStridesThanItsInputHasDimensions() throws {
        let none = Array(repeating: false, count: 5)
        let slice = Specification.NeuralNetworkLayer.Layer.sliceDynamic(
            .with { ($0.strides, $0.beginMasks, $0.endMasks, $0.squeezeMasks) = (Array(repeating: 1, count: 5), none, none, none) })
        let x = Tensor([1.0, 2, 3, 4, 5, 6], shape: [2, 3])
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [2, 3])
        fixture.input("begin", [2])
        fixture.input("end", [2])
        fixture.output("y")
        fixture.layer(slice, ["x", "begin", "end"], ["y"])
        let outputs = try fixture.lowering().evaluate(inputs: ["x": x, "begin": Tensor([0.0, 1]), "end": Tensor([2.0, 3])])
        #expect(outputs["y"]?.doubles == [2, 3, 5, 6])
    }
}
