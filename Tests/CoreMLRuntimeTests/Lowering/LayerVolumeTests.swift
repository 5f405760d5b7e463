import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Convolutions and poolings over three dimensions.
struct LayerVolumeTests {
    private typealias Layer = LayerCheck.Layer
    private typealias Convolution = Specification.Convolution3DLayerParams
    private typealias Pooling = Specification.Pooling3DLayerParams

    /// A line as a volume [1, 1, 1, 1, W].
    private func line(_ values: [Float]) -> Tensor { .numbers(values, [1, 1, 1, 1, values.count]) }

    // MARK: Convolution

    /// A convolution from one channel to one, along the last dimension.
    private func convolution(_ weights: [Float], _ body: (inout Convolution) -> Void = { _ in }) -> Layer {
        var p = Convolution()
        (p.inputChannels, p.outputChannels, p.nGroups) = (1, 1, 1)
        (p.kernelDepth, p.kernelHeight, p.kernelWidth) = (1, 1, Int32(weights.count))
        (p.paddingType, p.weights) = (.valid, weightParams(weights))
        body(&p)
        return .convolution3d(p)
    }

    @Test("A convolution sums every cube of its input")
    func aConvolutionSumsEveryCubeOfItsInput() throws {
        let layer = convolution(Array(repeating: 1, count: 8)) { ($0.kernelDepth, $0.kernelHeight, $0.kernelWidth) = (2, 2, 2) }
        // The sum of the eight numbers from 9 d + 3 h + w on.
        let expected: [Double] = [0, 1, 3, 4, 9, 10, 12, 13].map { 8 * $0 + 52 }
        try expectLayer(layer, [counting([1, 1, 3, 3, 3])], [1, 1, 2, 2, 2], expected)
    }

    /// Every measure of the three dimensions is another one, against the definition.
    @Test("A convolution with groups strides and dilations follows its definition")
    func aConvolutionWithGroupsStridesAndDilationsFollowsItsDefinition() throws {
        let (input, kernel, strides, dilations) = ([4, 5, 6], [2, 3, 2], [1, 2, 2], [2, 1, 3])
        let pad = [1, 0, 0, 2, 1, 1]
        func ramp(_ count: Int, _ modulus: Int) -> [Float] { (0..<count).map { Float(($0 * 7 + 3) % modulus) - Float(modulus / 2) } }
        let (x, weights, bias) = (ramp(2 * 4 * 120, 11), ramp(4 * 2 * 12, 5), ramp(4, 3))
        let layer = convolution(weights) { p in
            (p.inputChannels, p.outputChannels, p.nGroups, p.hasBias, p.bias) = (4, 4, 2, true, weightParams(bias))
            (p.kernelDepth, p.kernelHeight, p.kernelWidth) = (2, 3, 2)
            (p.strideDepth, p.strideHeight, p.strideWidth) = (1, 2, 2)
            (p.dilationDepth, p.dilationHeight, p.dilationWidth) = (2, 1, 3)
            p.paddingType = .custom
            (p.customPaddingFront, p.customPaddingBack, p.customPaddingTop) = (1, 0, 0)
            (p.customPaddingBottom, p.customPaddingLeft, p.customPaddingRight) = (2, 1, 1)
        }
        let output: [Int] = (0..<3).map { axis in
            let padded = input[axis] + pad[2 * axis] + pad[2 * axis + 1]
            return (padded - (kernel[axis] - 1) * dilations[axis] - 1) / strides[axis] + 1
        }
        /// The input at a place of the padded volume.
        func value(_ channel: Int, _ place: [Int]) -> Double {
            let inside = (0..<3).map { place[$0] - pad[2 * $0] }
            guard (0..<3).allSatisfy({ inside[$0] >= 0 && inside[$0] < input[$0] }) else { return 0 }
            return Double(x[((channel * 4 + inside[0]) * 5 + inside[1]) * 6 + inside[2]])
        }
        var expected: [Double] = []
        for (image, o) in (0..<2).flatMap({ image in (0..<4).map { (image, $0) } }) {
            for d in 0..<output[0] {
                for h in 0..<output[1] {
                    for w in 0..<output[2] {
                        let position = [d, h, w]
                        var sum = Double(bias[o])
                        for c in 0..<2 {
                            for k in 0..<12 {
                                let tap = [k / 6, k / 2 % 3, k % 2]
                                let place: [Int] = (0..<3).map { position[$0] * strides[$0] + tap[$0] * dilations[$0] }
                                let (weight, channel) = (weights[(o * 2 + c) * 12 + k], image * 4 + o / 2 * 2 + c)
                                sum += Double(weight) * value(channel, place)
                            }
                        }
                        expected.append(sum)
                    }
                }
            }
        }
        try expectLayer(layer, [.numbers(x, [2, 4] + input)], [2, 4] + output, expected)
    }

    @Test("Same padding adds the odd element at the end")
    func samePaddingAddsTheOddElementAtTheEnd() throws {
        try expectLayer(convolution([1, 10]) { $0.paddingType = .same }, [line([1, 2, 3])], [1, 1, 1, 1, 3], [21, 32, 3])
        let strided = convolution([1, 10, 100]) { ($0.paddingType, $0.strideWidth) = (.same, 2) }
        try expectLayer(strided, [line([1, 2, 3, 4])], [1, 1, 1, 1, 2], [321, 43])
    }

    @Test("A deconvolution spreads its kernel and is cropped")
    func aDeconvolutionSpreadsItsKernelAndIsCropped() throws {
        let x = line([1, 10])
        func deconvolution(_ body: (inout Convolution) -> Void) -> Layer {
            convolution([1, 2, 3]) { p in
                (p.isDeconvolution, p.strideWidth) = (true, 2)
                body(&p)
            }
        }
        try expectLayer(deconvolution { _ in }, [x], [1, 1, 1, 1, 5], [1, 2, 13, 20, 30])
        try expectLayer(deconvolution { $0.paddingType = .same }, [x], [1, 1, 1, 1, 4], [1, 2, 13, 20])
        try expectLayer(deconvolution { ($0.paddingType, $0.customPaddingLeft) = (.custom, 1) }, [x], [1, 1, 1, 1, 4], [2, 13, 20, 30])
        try expectLayer(deconvolution { $0.outputShape = [1, 1, 4] }, [x], [1, 1, 1, 1, 4], [1, 2, 13, 20])
        expectRefusal(deconvolution { $0.outputShape = [1, 4] }, [x])
        expectRefusal(deconvolution { ($0.paddingType, $0.customPaddingLeft) = (.custom, 6) }, [x])
    }

    @Test("Convolutions that contradict themselves are refused")
    func convolutionsThatContradictThemselvesAreRefused() {
        let x = line([1, 2, 3])
        expectRefusal(convolution([1, 2]), [.numbers([1, 2, 3], [1, 1, 1, 3])])
        expectRefusal(convolution([1, 2]) { $0.kernelWidth = 3 }, [x])
        expectRefusal(convolution([1, 2]) { $0.inputChannels = 2 }, [x])
        expectRefusal(convolution([1, 2]) { $0.nGroups = 2 }, [x])
        expectRefusal(convolution([1, 2]) { $0.strideWidth = -1 }, [x])
        expectRefusal(convolution([1, 2, 3, 4]), [x])
        expectRefusal(convolution([1, 2]) { $0.hasBias = true }, [x])
        expectRefusal(convolution([1, 2, 1, 2]) { ($0.inputChannels, $0.kernelWidth) = (2, 2) }, [x])
    }

    // MARK: Pooling

    private func pooling(
        _ type: Pooling.PoolingType3D, _ kernel: [Int32], _ strides: [Int32] = [1, 1, 1], _ body: (inout Pooling) -> Void = { _ in }
    ) -> Layer {
        var p = Pooling()
        (p.type, p.paddingType) = (type, .valid)
        (p.kernelDepth, p.kernelHeight, p.kernelWidth) = (kernel[0], kernel[1], kernel[2])
        (p.strideDepth, p.strideHeight, p.strideWidth) = (strides[0], strides[1], strides[2])
        body(&p)
        return .pooling3d(p)
    }

    @Test("Cubes are pooled")
    func cubesArePooled() throws {
        let x = counting([1, 1, 2, 2, 4])
        try expectLayer(pooling(.max, [2, 2, 2], [1, 1, 2]), [x], [1, 1, 1, 1, 2], [13, 15])
        try expectLayer(pooling(.average, [2, 2, 2], [1, 1, 2]), [x], [1, 1, 1, 1, 2], [6.5, 8.5])
        try expectLayer(pooling(.max, [1, 2, 1]), [x], [1, 1, 2, 1, 4], [4, 5, 6, 7, 12, 13, 14, 15])
    }

    @Test("Averages count padding unless they are told not to")
    func averagesCountPaddingUnlessTheyAreToldNotTo() throws {
        let x = line([3, 6, 9])
        func padded(_ type: Pooling.PoolingType3D, excludes: Bool = false) -> Layer {
            pooling(type, [1, 1, 3]) { p in
                (p.paddingType, p.customPaddingLeft, p.customPaddingRight, p.countExcludePadding) = (.custom, 1, 1, excludes)
            }
        }
        try expectLayer(padded(.average), [x], [1, 1, 1, 1, 3], [3, 6, 5])
        try expectLayer(padded(.average, excludes: true), [x], [1, 1, 1, 1, 3], [4.5, 6, 7.5])
        try expectLayer(padded(.max), [.numbers([-3, -6, -9], [1, 1, 1, 1, 3])], [1, 1, 1, 1, 3], [-3, -3, -6])
        let same = pooling(.max, [1, 1, 2], [1, 1, 2]) { $0.paddingType = .same }
        try expectLayer(same, [x], [1, 1, 1, 1, 2], [6, 9])
    }

    @Test("Whole volumes are pooled to one element a channel")
    func wholeVolumesArePooledToOneElementAChannel() throws {
        let x = Tensor.numbers([1, 5, 2, 4, -1, -5, -2, -4], [2, 1, 1, 2, 2])
        try expectLayer(.globalPooling3d(.with { $0.type = .max }), [x], [2, 1, 1, 1, 1], [5, -1])
        try expectLayer(.globalPooling3d(.with { $0.type = .average }), [x], [2, 1, 1, 1, 1], [3, -3])
    }

    @Test("Poolings that contradict themselves are refused")
    func poolingsThatContradictThemselvesAreRefused() {
        let x = line([1, 2, 3])
        expectRefusal(pooling(.max, [1, 1, 4]), [x])
        expectRefusal(pooling(.average, [0, 1, 1]), [x])
        expectRefusal(pooling(.average, [1, 1, -2]), [x])
        expectRefusal(pooling(.max, [1, 1, 1]), [.numbers([1, 2, 3], [1, 1, 3])])
        expectRefusal(.globalPooling3d(.with { _ in }), [.numbers([1, 2])])
    }
}
