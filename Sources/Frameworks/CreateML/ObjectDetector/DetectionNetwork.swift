import Foundation
import CoreMLRuntime
import CoreMLSpecification

/// The network of an object detector during training. It has a trunk and a head. For each cell of three grids, the head predicts a box and the
/// logits of the classes.
///
/// The head is a feature pyramid. Source: Lin et al., "Feature pyramid networks for object detection", 2017. Convolutions bring the trunk's feature
/// maps to the same number of channels. Each map is upsampled and added to the next finer one. Two convolutions and the predictions follow for each
/// grid.
struct DetectionNetwork {
    /// A grid of cells, each `stride` pixels wide and high.
    struct Level: Equatable {
        var stride: Int
        var columns: Int
        var rows: Int
        /// The name of the output with boxes, of shape [4, rows, columns]. `logits` is the name of the output with class logits, [classes, rows,
        /// columns].
        var boxes: String
        var logits: String
    }

    let trunk: FeatureTrunk
    let labelCount: Int
    let width: Int
    let height: Int
    private(set) var layers: [Specification.NeuralNetworkLayer]
    private(set) var levels: [Level] = []
    /// The number of channels of the head.
    private let channels: Int

    /// The strides of the grids, in pixels. Small objects are found on the first grid, and large objects on the last.
    static let strides = [8, 16, 32]
    private static let towerLength = 2
    /// The probability that a cell predicts for each class before training.
    private static let firstProbability: Float = 0.01
    /// The size of a predicted box before training, in strides.
    private static let firstSize: Float = 4

    /// - Parameters:
    ///   - width: the width of the image in pixels, a multiple of the coarsest stride.
    ///   - height: the height of the image in pixels, a multiple of the coarsest stride.
    ///   - channels: the number of channels of the head's feature maps.
    ///   - seed: the seed for the head's initial weights.
    init(trunk: FeatureTrunk, labelCount: Int, width: Int, height: Int, channels: Int, seed: Int) {
        self.channels = channels
        self.trunk = trunk
        self.labelCount = labelCount
        self.width = width
        self.height = height
        layers = trunk.layers
        var generator = SplitMix64(seed: seed & Int.max)
        addHead(&generator)
    }

    /// The prefix of the names of the head's layers.
    static let headPrefix = "head_"

    private mutating func addHead(_ generator: inout SplitMix64) {
        var laterals: [Int: String] = [:]
        for stride in Self.strides {
            let name = "\(Self.headPrefix)lateral\(stride)"
            if let map = trunk.maps.first(where: { $0.stride == stride }) {
                laterals[stride] = addConvolution(name, map.blob, map.channels, channels, kernel: 1, &generator)
            } else if let finer = laterals[stride / 2] {
                // A convolution makes the grids that are coarser than the trunk's last map.
                laterals[stride] = addConvolution(name, finer, channels, channels, kernel: 3, stride: 2, &generator)
            }
        }
        var coarser: String?
        var pyramid: [(stride: Int, blob: String)] = []
        for stride in Self.strides.reversed() {
            guard var blob = laterals[stride] else { continue }
            if let coarser {
                let name = "\(Self.headPrefix)sum\(stride)"
                addUpsampling("\(Self.headPrefix)up\(stride)", coarser)
                add(name, ["\(Self.headPrefix)up\(stride)", blob], .add(Specification.AddLayerParams()))
                blob = name
            }
            coarser = blob
            pyramid.insert((stride, blob), at: 0)
        }
        for (stride, blob) in pyramid { addPredictions(stride, blob, &generator) }
    }

    private mutating func addPredictions(_ stride: Int, _ blob: String, _ generator: inout SplitMix64) {
        var blob = blob
        for index in 1...Self.towerLength {
            blob = addConvolution(
                "\(Self.headPrefix)tower\(stride)_\(index)", blob, channels, channels, kernel: 3, &generator)
        }
        let level = Level(
            stride: stride, columns: width / stride, rows: height / stride, boxes: "\(Self.headPrefix)boxes\(stride)",
            logits: "\(Self.headPrefix)logits\(stride)")
        let size = log(Self.firstSize)
        addPrediction(level.boxes, blob, bias: [0, 0, size, size], &generator)
        let logit = log(Self.firstProbability / (1 - Self.firstProbability))
        addPrediction(level.logits, blob, bias: [Float](repeating: logit, count: labelCount), &generator)
        levels.append(level)
    }

    // MARK: Layers

    private mutating func add(_ name: String, _ inputs: [String], _ layer: Specification.NeuralNetworkLayer.Layer) {
        layers.append(Specification.NeuralNetworkLayer(name: name, inputs, layer))
    }

    /// Adds a convolution with batch normalisation and a rectifier. Returns the name of the output.
    private mutating func addConvolution(
        _ name: String, _ input: String, _ inputs: Int, _ outputs: Int, kernel: Int, stride: Int = 1,
        _ generator: inout SplitMix64
    ) -> String {
        var convolution = Specification.ConvolutionLayerParams(inputs, outputs, kernel: kernel, stride: stride)
        convolution.weights = .init(Tensor.rectifierWeights([outputs, inputs, kernel, kernel], &generator))
        add(name, [input], .convolution(convolution))
        var normalization = Specification.BatchnormLayerParams()
        normalization.channels = UInt64(outputs)
        normalization.epsilon = 1e-5
        let (zeros, ones) = (Tensor.filled([outputs], 0), Tensor.filled([outputs], 1))
        (normalization.gamma, normalization.beta) = (.init(ones), .init(zeros))
        (normalization.mean, normalization.variance) = (.init(zeros), .init(ones))
        add("\(name)_norm", [name], .batchnorm(normalization))
        var rectifier = Specification.ActivationParams()
        rectifier.nonlinearityType = .relu(Specification.ActivationReLU())
        add("\(name)_relu", ["\(name)_norm"], .activation(rectifier))
        return "\(name)_relu"
    }

    private mutating func addPrediction(
        _ name: String, _ input: String, bias: [Float], _ generator: inout SplitMix64
    ) {
        var convolution = Specification.ConvolutionLayerParams(channels, bias.count, kernel: 1, stride: 1)
        convolution.weights = .init(Tensor.normal([bias.count, channels, 1, 1], deviation: 0.01, &generator))
        convolution.hasBias = true
        convolution.bias = .init(Tensor(bias))
        add(name, [input], .convolution(convolution))
    }

    private mutating func addUpsampling(_ name: String, _ input: String) {
        var upsampling = Specification.UpsampleLayerParams()
        upsampling.scalingFactor = [2, 2]
        upsampling.mode = .nn
        add(name, [input], .upsample(upsampling))
    }
}

extension Specification.NeuralNetworkLayer {
    /// Makes a layer with one output. The output has the layer's name.
    init(name: String, _ inputs: [String], _ layer: Layer) {
        self.init()
        self.name = name
        input = inputs
        output = [name]
        self.layer = layer
    }
}

extension Specification.ConvolutionLayerParams {
    /// A padded convolution. With a stride of 1, the output has the size of the input.
    init(_ channels: Int, _ outputs: Int, kernel: Int, stride: Int) {
        self.init()
        kernelChannels = UInt64(channels)
        outputChannels = UInt64(outputs)
        nGroups = 1
        kernelSize = [UInt64(kernel), UInt64(kernel)]
        self.stride = [UInt64(stride), UInt64(stride)]
        dilationFactor = [1, 1]
        var edge = Specification.BorderAmounts.EdgeSizes()
        (edge.startEdgeSize, edge.endEdgeSize) = (UInt64(kernel / 2), UInt64(kernel / 2))
        var border = Specification.BorderAmounts()
        border.borderAmounts = [edge, edge]
        var padding = Specification.ValidPadding()
        padding.paddingAmounts = border
        convolutionPaddingType = .valid(padding)
    }
}

extension Specification.WeightParams {
    /// The numbers of a tensor as weights in `Float`.
    init(_ tensor: Tensor) {
        self.init()
        floatValue = PackedFloats(tensor.floats)
    }
}
