import CoreMLRuntime
import CoreMLSpecification

/// The network that redraws a picture in a style. The input and the output are colour pictures of the same size, with values in 0…255.
///
/// The network is small. The design is from Johnson, Alahi and Fei-Fei, "Perceptual losses for real-time style transfer and super-resolution",
/// 2016. Two convolutions halve the sides. Residual blocks follow. Two upsamplings, each with a convolution, restore the sides. Each channel of
/// each picture is normalised separately. Source: Ulyanov, Vedaldi and Lempitsky, "Instance normalization", 2016.
struct StyleNetwork: Sendable {
    /// The number of output channels of the first convolution. The residual blocks have four times as many.
    let width: Int

    static let inputName = "image"
    static let outputName = "stylizedImage"
    /// The number of pixels by which a picture is extended on each side, as in a mirror. Without the margin, the padding zeros of the convolutions
    /// would be visible as a frame.
    private static let margin = 16
    private static let residualBlockCount = 5
    private static let outputConvolution = "style_output"

    /// The weights by name.
    typealias Weights = NetworkWeights

    private struct Convolution {
        var name: String
        var inputs: Int
        var outputs: Int
        var kernel = 3
        var stride = 1
        var upsamples = false
        var isRectified = true
        /// Whether this convolution is the last one of a residual block. The block's input is then added to its result.
        var endsResidual = false
    }

    /// The convolutions with a normalisation, in order.
    private var convolutions: [Convolution] {
        let wide = 4 * width
        var list = [
            Convolution(name: "style_input", inputs: 3, outputs: width, kernel: 9),
            Convolution(name: "style_down1", inputs: width, outputs: 2 * width, stride: 2),
            Convolution(name: "style_down2", inputs: 2 * width, outputs: wide, stride: 2),
        ]
        for block in 1...Self.residualBlockCount {
            list.append(Convolution(name: "style_block\(block)a", inputs: wide, outputs: wide))
            list.append(Convolution(name: "style_block\(block)b", inputs: wide, outputs: wide, isRectified: false, endsResidual: true))
        }
        list.append(Convolution(name: "style_up1", inputs: wide, outputs: 2 * width, upsamples: true))
        list.append(Convolution(name: "style_up2", inputs: 2 * width, outputs: width, upsamples: true))
        return list
    }

    /// Trainable parameters with random initial values.
    func makeParameters(_ generator: inout SplitMix64) throws -> TrainingParameters {
        let parameters = TrainingParameters()
        for convolution in convolutions {
            let shape = [convolution.outputs, convolution.inputs, convolution.kernel, convolution.kernel]
            try parameters.add("\(convolution.name)/weight", .rectifierWeights(shape, &generator))
            try parameters.add("\(convolution.name)_norm/gamma", .filled([convolution.outputs], 1), decays: false)
            try parameters.add("\(convolution.name)_norm/beta", .filled([convolution.outputs], 0), decays: false)
        }
        // With these weights, the first redrawn pictures are almost grey.
        try parameters.add("\(Self.outputConvolution)/weight", .normal([3, width, 9, 9], deviation: 0.02, &generator))
        try parameters.add("\(Self.outputConvolution)/bias", .filled([3], 0))
        return parameters
    }

    /// The layers of the network, from `inputName` to `outputName`.
    func layers(_ weights: Weights) -> [Specification.NeuralNetworkLayer] {
        var list = LayerList()
        var x = list.linear("style_pixels", Self.inputName, scale: 1 / 127.5, shift: -1)
        x = list.mirror("style_margin", x, by: Self.margin)
        var shortcut = x
        for convolution in convolutions {
            let input = x
            if convolution.upsamples { x = list.upsample("\(convolution.name)_larger", x) }
            x = list.square(
                convolution.name, x, (convolution.outputs, convolution.inputs, convolution.kernel), stride: convolution.stride,
                weights["\(convolution.name)/weight"] ?? [])
            let norm = "\(convolution.name)_norm"
            x = list.instanceNormalization(
                norm, x, channels: convolution.outputs, gamma: weights["\(norm)/gamma"] ?? [], beta: weights["\(norm)/beta"] ?? [])
            if convolution.isRectified { x = list.relu("\(convolution.name)_relu", x) }
            if convolution.endsResidual { x = list.add("\(convolution.name)_sum", [x, shortcut], .add(Specification.AddLayerParams())) }
            shortcut = input
        }
        x = list.square(
            Self.outputConvolution, x, (3, width, 9), stride: 1, weights["\(Self.outputConvolution)/weight"] ?? [],
            bias: weights["\(Self.outputConvolution)/bias"] ?? [])
        x = list.crop("style_cropped", x, to: Self.inputName, from: Self.margin)
        x = list.tanh("style_colors", x)
        _ = list.linear(Self.outputName, x, scale: 127.5, shift: 127.5)
        return list.layers
    }
}

extension LayerList {
    /// Adds a convolution with a square kernel and zero padding. With a stride of 1, the output has the size of the input. Without `bias`, no bias
    /// is added.
    fileprivate mutating func square(
        _ name: String, _ input: String, _ shape: (outputs: Int, inputs: Int, kernel: Int), stride: Int, _ weights: [Float],
        bias: [Float]? = nil
    ) -> String {
        var p = Specification.ConvolutionLayerParams(shape.inputs, shape.outputs, kernel: shape.kernel, stride: stride)
        p.weights = Self.weights(weights)
        if let bias {
            p.hasBias = true
            p.bias = Self.weights(bias)
        }
        return add(name, [input], .convolution(p))
    }

    /// Adds an instance normalisation: each channel of each picture is normalised with its own mean and variance.
    fileprivate mutating func instanceNormalization(
        _ name: String, _ input: String, channels: Int, gamma: [Float], beta: [Float]
    ) -> String {
        var p = Specification.BatchnormLayerParams()
        p.channels = UInt64(channels)
        p.epsilon = 1e-5
        (p.computeMeanVar, p.instanceNormalization) = (true, true)
        (p.gamma, p.beta) = (Self.weights(gamma), Self.weights(beta))
        return add(name, [input], .batchnorm(p))
    }

    /// Adds a layer that doubles the width and the height by repeating pixels.
    fileprivate mutating func upsample(_ name: String, _ input: String) -> String {
        var p = Specification.UpsampleLayerParams()
        p.scalingFactor = [2, 2]
        p.mode = .nn
        return add(name, [input], .upsample(p))
    }

    /// Adds a layer that extends a picture on each side by a mirror image.
    fileprivate mutating func mirror(_ name: String, _ input: String, by pixels: Int) -> String {
        var edge = Specification.BorderAmounts.EdgeSizes()
        (edge.startEdgeSize, edge.endEdgeSize) = (UInt64(pixels), UInt64(pixels))
        var border = Specification.BorderAmounts()
        border.borderAmounts = [edge, edge]
        var p = Specification.PaddingLayerParams()
        p.paddingAmounts = border
        p.paddingType = .reflection(.init())
        return add(name, [input], .padding(p))
    }

    /// Adds a layer that crops the input to the size of `reference`, at an offset in pixels from the upper left corner.
    fileprivate mutating func crop(_ name: String, _ input: String, to reference: String, from pixels: Int) -> String {
        var p = Specification.CropLayerParams()
        p.offset = [UInt64(pixels), UInt64(pixels)]
        return add(name, [input, reference], .crop(p))
    }

    fileprivate mutating func tanh(_ name: String, _ input: String) -> String {
        var p = Specification.ActivationParams()
        p.nonlinearityType = .tanh(Specification.ActivationTanh())
        return add(name, [input], .activation(p))
    }

    fileprivate mutating func linear(_ name: String, _ input: String, scale: Float, shift: Float) -> String {
        var linear = Specification.ActivationLinear()
        (linear.alpha, linear.beta) = (scale, shift)
        var p = Specification.ActivationParams()
        p.nonlinearityType = .linear(linear)
        return add(name, [input], .activation(p))
    }
}
