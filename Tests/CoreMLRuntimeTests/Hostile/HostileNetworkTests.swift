import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Damaged networks end in an error or in an answer, never in a trap.
struct HostileNetworkTests {
    /// One layer of many kinds, each with weights, so that flipped bits meet every count and shape.
    private static func network() -> NetworkFixture {
        var fixture = NetworkFixture()
        fixture.input("x", [4, 6, 6])
        fixture.output("y", [3])
        let ramp = { (count: Int) in weightParams((0..<count).map { Float($0 % 7) / 7 - 0.5 }) }
        let sigmoid = Specification.ActivationParams.with { $0.nonlinearityType = .sigmoid(.with { _ in }) }
        let border = Specification.BorderAmounts.with {
            $0.borderAmounts = [
                .with { ($0.startEdgeSize, $0.endEdgeSize) = (1, 2) }, .with { ($0.startEdgeSize, $0.endEdgeSize) = (0, 1) },
            ]
        }
        let convolution = Specification.ConvolutionLayerParams.with {
            ($0.outputChannels, $0.kernelChannels, $0.nGroups, $0.hasBias) = (6, 2, 2, true)
            ($0.kernelSize, $0.stride, $0.dilationFactor) = ([3, 2], [1, 2], [1, 1])
            $0.convolutionPaddingType = .valid(.with { $0.paddingAmounts = border })
            ($0.weights, $0.bias) = (ramp(6 * 2 * 3 * 2), ramp(6))
        }
        let normalization = Specification.BatchnormLayerParams.with {
            ($0.channels, $0.gamma, $0.beta, $0.mean, $0.variance) = (6, ramp(6), ramp(6), ramp(6), weightParams([1, 2, 3, 4, 5, 6]))
        }
        let pooling = Specification.PoolingLayerParams.with {
            ($0.type, $0.kernelSize, $0.stride) = (.average, [2, 2], [2, 2])
            $0.poolingPaddingType = .includeLastPixel(.with { $0.paddingAmounts = [1, 1] })
        }
        let recurrent = Specification.GRULayerParams.with {
            ($0.inputVectorSize, $0.outputVectorSize, $0.activations) = (24, 3, [sigmoid, sigmoid])
            ($0.updateGateWeightMatrix, $0.resetGateWeightMatrix, $0.outputGateWeightMatrix) = (ramp(72), ramp(72), ramp(72))
            ($0.updateGateRecursionMatrix, $0.resetGateRecursionMatrix, $0.outputGateRecursionMatrix) = (ramp(9), ramp(9), ramp(9))
        }
        fixture.layer(.padding(.with { ($0.paddingType, $0.paddingAmounts) = (.reflection(.with { _ in }), border) }), ["x"], ["padded"])
        fixture.layer(.convolution(convolution), ["padded"], ["convolved"])
        fixture.layer(.batchnorm(normalization), ["convolved"], ["normal"])
        fixture.layer(.pooling(pooling), ["normal"], ["pooled"])
        fixture.layer(.upsample(.with { $0.scalingFactor = [2, 2] }), ["pooled"], ["large"])
        fixture.layer(.crop(.with { $0.cropAmounts = border }), ["large"], ["cropped"])
        fixture.layer(.slice(.with { ($0.startIndex, $0.endIndex, $0.stride, $0.axis) = (0, -1, 2, .heightAxis) }), ["cropped"], ["sliced"])
        fixture.layer(.permute(.with { $0.axis = [0, 2, 3, 1] }), ["sliced"], ["turned"])
        fixture.layer(.reshape(.with { $0.targetShape = [-1, 24, 1, 1] }), ["turned"], ["vectors"])
        fixture.layer(.gru(recurrent), ["vectors"], ["y"])
        return fixture
    }

    private static func encoded(_ fixture: NetworkFixture) -> [UInt8] {
        let model = Specification.Model.with {
            $0.specificationVersion = 1
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        return Array(model.encoded())
    }

    /// Reads, lowers and, where the values are small, runs a model.
    private static func attempt(_ bytes: [UInt8]) throws -> [String: Tensor] {
        let lowering = try NeuralNetworkLowering(model: Specification.Model(parsing: Bytes(copying: bytes)))
        var inputs: [String: Tensor] = [:]
        for input in lowering.inputs { inputs[input.name] = counting([4, 6, 6]) }
        let function = try lowering.lower(inputs: inputs.mapValues(\.shape))
        guard function.types.values.allSatisfy({ $0.byteCount < 1 << 22 }) else { return [:] }
        return try Interpreter().interpret(function, inputs: inputs)
    }

    @Test("The whole network runs")
    func theWholeNetworkRuns() throws {
        #expect(try Self.attempt(Self.encoded(Self.network()))["y"]?.shape == [3])
    }

    @Test("Flipped bits never trap")
    func flippedBitsNeverTrap() {
        let whole = Self.encoded(Self.network())
        var generator = SplitMix64(seed: 11)
        var refusals = 0
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            do { _ = try Self.attempt(bytes) } catch { refusals += 1 }
        }
        #expect(refusals > 100)
    }

    @Test("Numbers at the edges never trap")
    func numbersAtTheEdgesNeverTrap() {
        let extremes: [Int64] = [.min, .min + 1, -(1 << 32), -1, 0, 1 << 31, 1 << 32, .max - 1, .max]
        for value in extremes {
            let unsigned = UInt64(bitPattern: value)
            let layers: [Specification.NeuralNetworkLayer.Layer] = [
                .reshape(.with { $0.targetShape = [value, 1, 1, 1] }), .softmaxND(.with { $0.axis = value }),
                .slice(.with { ($0.startIndex, $0.endIndex, $0.stride) = (value, value, unsigned) }),
                .sliceStatic(.with { ($0.beginIds, $0.endIds, $0.strides) = ([value], [value], [value]) }),
                .splitND(.with { ($0.axis, $0.numSplits) = (value, unsigned) }), .concatND(.with { $0.axis = value }),
                .tile(.with { $0.reps = [unsigned] }), .sequenceRepeat(.with { $0.nRepetitions = unsigned }),
                .constantPad(.with { $0.padAmounts = [unsigned, unsigned, 0, 0, 0, 0] }),
                .slidingWindows(.with { ($0.axis, $0.windowSize, $0.step) = (value, unsigned, unsigned) }),
                .topK(.with { ($0.axis, $0.k) = (value, unsigned) }), .oneHot(.with { ($0.axis, $0.oneHotVectorSize) = (value, unsigned) }),
                .cumSum(.with { $0.axis = value }), .reduceSum(.with { $0.axes = [value] }), .squeeze(.with { $0.axes = [value] }),
                .expandDims(.with { $0.axes = [value, value] }), .flattenTo2D(.with { $0.axis = value }),
                .fillStatic(.with { $0.targetShape = [unsigned, 1 << 40] }), .transpose(.with { $0.axes = [unsigned] }),
                .permute(.with { $0.axis = [unsigned, 0, 1, 2] }), .reorganizeData(.with { $0.blockSize = unsigned }),
                .lrn(.with { $0.localSize = unsigned }), .gather(.with { $0.axis = value }),
                .convolution(.with { ($0.outputChannels, $0.kernelChannels, $0.stride) = (unsigned, unsigned, [unsigned, 1]) }),
                .pooling(.with { ($0.kernelSize, $0.stride) = ([unsigned, unsigned], [unsigned, unsigned]) }),
                .padding(
                    .with { $0.paddingAmounts = .with { $0.borderAmounts = [.with { $0.startEdgeSize = unsigned }, .with { _ in }] } }),
                .crop(.with { $0.cropAmounts = .with { $0.borderAmounts = [.with { $0.startEdgeSize = unsigned }, .with { _ in }] } }),
                .upsample(.with { $0.scalingFactor = [unsigned, unsigned] }), .resizeBilinear(.with { $0.targetSize = [unsigned, 1] }),
                .innerProduct(.with { ($0.inputChannels, $0.outputChannels, $0.weights) = (unsigned, unsigned, weightParams([1])) }),
                .loadConstantND(.with { ($0.shape, $0.data) = ([unsigned, unsigned], weightParams([1])) }),
                .matrixBandPart(.with { ($0.numLower, $0.numUpper) = (value, value) }), .lowerTriangular(.with { $0.k = value }),
            ]
            for exact in [false, true] {
                for layer in layers {
                    var fixture = NetworkFixture(exact: exact)
                    fixture.input("x", [2, 3, 4])
                    fixture.output("y", [value, value])
                    fixture.layer(layer, ["x"], ["y"])
                    _ = try? fixture.lowering().lower(inputs: ["x": [2, 3, 4]])
                    fixture.description.output[0].type?.type = .multiArrayType(.with { _ in })
                    _ = try? fixture.lowering().lower(inputs: ["x": [2, 3, 4]])
                }
            }
        }
    }
}
