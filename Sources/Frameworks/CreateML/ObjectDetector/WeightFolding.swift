import CoreMLRuntime
import CoreMLSpecification

/// Puts trained weights into the layers of a network, and folds each batch normalisation into the preceding convolution.
struct WeightFolding {
    private let source: [Specification.NeuralNetworkLayer]
    private let weights: [String: Tensor]

    init(_ layers: [Specification.NeuralNetworkLayer], _ weights: [String: Tensor]) {
        source = layers
        self.weights = weights
    }

    func folded() -> [Specification.NeuralNetworkLayer] {
        var result: [Specification.NeuralNetworkLayer] = []
        for layer in source {
            switch layer.layer {
            case .convolution(var convolution):
                var layer = layer
                if let weight = weights["\(layer.name)/weight"] { convolution.weights = .init(weight) }
                if convolution.hasBias, let bias = weights["\(layer.name)/bias"] { convolution.bias = .init(bias) }
                layer.layer = .convolution(convolution)
                result.append(layer)
            case .batchnorm(let normalization):
                // The batch normalisations of the head follow their convolutions.
                guard var last = result.last, case .convolution(let convolution)? = last.layer, last.output == layer.input,
                    let folded = fold(convolution, normalization, layer.name)
                else {
                    result.append(layer)
                    continue
                }
                last.layer = .convolution(folded)
                last.output = layer.output
                result[result.count - 1] = last
            default: result.append(layer)
            }
        }
        return result
    }

    private func fold(
        _ convolution: Specification.ConvolutionLayerParams, _ normalization: Specification.BatchnormLayerParams, _ name: String
    ) -> Specification.ConvolutionLayerParams? {
        guard let weight = convolution.weights.map({ Array($0.floatValue) }), !weight.isEmpty, !convolution.hasBias else { return nil }
        let outputs = Int(convolution.outputChannels)
        func numbers(_ argument: String, _ own: Specification.WeightParams?) -> [Float] {
            weights["\(name)/\(argument)"].map { Array($0.floats) } ?? own.map { Array($0.floatValue) } ?? []
        }
        let (gamma, beta) = (numbers("gamma", normalization.gamma), numbers("beta", normalization.beta))
        let (mean, variance) = (numbers("mean", normalization.mean), numbers("variance", normalization.variance))
        guard [gamma, beta, mean, variance].allSatisfy({ $0.count == outputs }) else { return nil }
        let scale = (0..<outputs).map { gamma[$0] / (variance[$0] + normalization.epsilon).squareRoot() }
        let inner = weight.count / outputs
        var result = convolution
        result.weights = Specification.WeightParams()
        result.weights?.floatValue = PackedFloats(weight.enumerated().map { $1 * scale[$0 / inner] })
        result.hasBias = true
        result.bias = Specification.WeightParams()
        result.bias?.floatValue = PackedFloats((0..<outputs).map { beta[$0] - mean[$0] * scale[$0] })
        return result
    }
}

extension Specification.NeuralNetworkLayer {
    /// The layer with a convolution's weights stored in `precision`. Biases and the numbers of other layers are unchanged.
    func storing(_ precision: DetectorExport.Precision) -> Specification.NeuralNetworkLayer {
        guard case .convolution(var convolution)? = layer, let weights = convolution.weights, !weights.floatValue.isEmpty else {
            return self
        }
        var result = self
        switch precision {
        case .float16: convolution.weights = .init(halves: Array(weights.floatValue))
        case .quantized(let bits):
            convolution.weights = .init(
                quantizing: Array(weights.floatValue), channels: Int(convolution.outputChannels), bits: convolution.nGroups > 1 ? 8 : bits)
        }
        result.layer = .convolution(convolution)
        return result
    }
}

extension Specification.WeightParams {
    fileprivate init(halves values: [Float]) {
        self.init()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 2)
        for value in values {
            let bits = Float16(value).bitPattern
            bytes += [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
        }
        float16Value = Bytes(copying: bytes)
    }

    /// Quantizes each channel linearly. The quantized range includes zero, and an integer represents zero exactly. Osprey's runtime can therefore
    /// read the weights without converting them to floats first.
    fileprivate init(quantizing values: [Float], channels: Int, bits: Int) {
        self.init()
        let inner = values.count / max(channels, 1)
        let largest = Float((1 << bits) - 1)
        var integers: [UInt8] = []
        integers.reserveCapacity(values.count)
        var (scales, biases): ([Float], [Float]) = ([], [])
        for channel in 0..<channels {
            let row = values[channel * inner..<(channel + 1) * inner]
            let (low, high) = (min(row.min() ?? 0, 0), max(row.max() ?? 0, 0))
            let scale = high > low ? (high - low) / largest : 1
            let zero = (-low / scale).rounded()
            scales.append(scale)
            biases.append(-zero * scale)
            integers += row.map { UInt8(min(max(($0 / scale).rounded() + zero, 0), largest)) }
        }
        rawValue = Bytes(copying: Self.packed(integers, bits: bits))
        var linear = Specification.LinearQuantizationParams()
        (linear.scale, linear.bias) = (PackedFloats(scales), PackedFloats(biases))
        var quantization = Specification.QuantizationParams()
        quantization.numberOfBits = UInt64(bits)
        quantization.quantizationType = .linearQuantization(linear)
        self.quantization = quantization
    }

    /// Packs integers of `bits` bits without gaps. The highest bit of each integer comes first.
    private static func packed(_ integers: [UInt8], bits: Int) -> [UInt8] {
        guard bits < 8 else { return integers }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((integers.count * bits + 7) / 8)
        var (waiting, count): (UInt32, Int) = (0, 0)
        for integer in integers {
            waiting = waiting << UInt32(bits) | UInt32(integer)
            count += bits
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: waiting >> UInt32(count)))
            }
        }
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: waiting << UInt32(8 - count))) }
        return bytes
    }
}
