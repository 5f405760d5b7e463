import CoreMLSpecification

/// Writes the layers of a neural network, one after the other.
struct LayerList {
    private(set) var layers: [Specification.NeuralNetworkLayer] = []

    /// Appends a layer that is called as its output.
    @discardableResult
    mutating func add(_ name: String, _ inputs: [String], _ layer: Specification.NeuralNetworkLayer.Layer) -> String {
        var new = Specification.NeuralNetworkLayer()
        new.name = name
        new.input = inputs
        new.output = [name]
        new.layer = layer
        layers.append(new)
        return name
    }

    // MARK: Shapes

    mutating func expandDimensions(_ name: String, _ input: String, axes: [Int64]) -> String {
        var p = Specification.ExpandDimsLayerParams()
        p.axes = axes
        return add(name, [input], .expandDims(p))
    }

    mutating func transpose(_ name: String, _ input: String, _ axes: [UInt64]) -> String {
        var p = Specification.TransposeLayerParams()
        p.axes = axes
        return add(name, [input], .transpose(p))
    }

    mutating func reshape(_ name: String, _ input: String, _ shape: [Int]) -> String {
        var p = Specification.ReshapeStaticLayerParams()
        p.targetShape = shape.map { Int64($0) }
        return add(name, [input], .reshapeStatic(p))
    }

    /// Adds a layer that takes the elements from `begin` up to `end` along one axis of `rank`.
    mutating func slice(_ name: String, _ input: String, axis: Int, of rank: Int, _ begin: Int, _ end: Int) -> String {
        var p = Specification.SliceStaticLayerParams()
        p.beginIds = (0..<rank).map { $0 == axis ? Int64(begin) : 0 }
        p.endIds = (0..<rank).map { $0 == axis ? Int64(end) : 0 }
        p.beginMasks = (0..<rank).map { $0 != axis }
        p.endMasks = (0..<rank).map { $0 != axis }
        p.strides = [Int64](repeating: 1, count: rank)
        return add(name, [input], .sliceStatic(p))
    }

    mutating func concatenate(_ name: String, _ inputs: [String], axis: Int) -> String {
        var p = Specification.ConcatNDLayerParams()
        p.axis = Int64(axis)
        return add(name, inputs, .concatND(p))
    }

    // MARK: Element by element

    mutating func unary(
        _ name: String, _ input: String, _ type: Specification.UnaryFunctionLayerParams.Operation, alpha: Float = 0, shift: Float = 0
    ) -> String {
        var p = Specification.UnaryFunctionLayerParams()
        p.type = type
        p.alpha = alpha
        p.scale = 1
        p.shift = shift
        return add(name, [input], .unary(p))
    }

    /// 1 where the input is greater than `limit`, otherwise 0.
    mutating func isGreater(_ name: String, _ input: String, than limit: Float) -> String {
        var p = Specification.GreaterThanLayerParams()
        p.alpha = limit
        return add(name, [input], .greaterThan(p))
    }

    mutating func multiply(_ name: String, _ a: String, _ b: String) -> String {
        add(name, [a, b], .multiplyBroadcastable(Specification.MultiplyBroadcastableLayerParams()))
    }

    mutating func divide(_ name: String, _ a: String, _ b: String) -> String {
        add(name, [a, b], .divideBroadcastable(Specification.DivideBroadcastableLayerParams()))
    }

    mutating func subtract(_ name: String, _ a: String, _ b: String) -> String {
        add(name, [a, b], .subtractBroadcastable(Specification.SubtractBroadcastableLayerParams()))
    }

    mutating func sum(_ name: String, _ a: String, _ b: String) -> String {
        add(name, [a, b], .addBroadcastable(Specification.AddBroadcastableLayerParams()))
    }

    mutating func relu(_ name: String, _ input: String) -> String {
        var p = Specification.ActivationParams()
        p.nonlinearityType = .relu(Specification.ActivationReLU())
        return add(name, [input], .activation(p))
    }

    // MARK: Reductions

    mutating func reduceSum(_ name: String, _ input: String, axes: [Int64]) -> String {
        var p = Specification.ReduceSumLayerParams()
        p.axes = axes
        p.keepDims = true
        return add(name, [input], .reduceSum(p))
    }

    mutating func reduceMean(_ name: String, _ input: String, axes: [Int64]) -> String {
        var p = Specification.ReduceMeanLayerParams()
        p.axes = axes
        return add(name, [input], .reduceMean(p))
    }

    mutating func reduceMax(_ name: String, _ input: String, axes: [Int64]) -> String {
        var p = Specification.ReduceMaxLayerParams()
        p.axes = axes
        return add(name, [input], .reduceMax(p))
    }

    // MARK: With weights

    /// Adds a convolution over the last axis of [N, C, 1, W] with a stride of `stride`. The axis is padded with zeros, by half a kernel on both
    /// sides.
    mutating func convolution(
        _ name: String, _ input: String, _ shape: (outputs: Int, inputs: Int, kernel: Int), stride: Int, _ weights: [Float]
    ) -> String {
        var p = Specification.ConvolutionLayerParams()
        p.outputChannels = UInt64(shape.outputs)
        p.kernelChannels = UInt64(shape.inputs)
        p.nGroups = 1
        p.kernelSize = [1, UInt64(shape.kernel)]
        p.stride = [1, UInt64(stride)]
        p.dilationFactor = [1, 1]
        var (rows, columns) = (Specification.BorderAmounts.EdgeSizes(), Specification.BorderAmounts.EdgeSizes())
        (rows.startEdgeSize, rows.endEdgeSize) = (0, 0)
        (columns.startEdgeSize, columns.endEdgeSize) = (UInt64(shape.kernel / 2), UInt64(shape.kernel / 2))
        var valid = Specification.ValidPadding()
        valid.paddingAmounts = Specification.BorderAmounts()
        valid.paddingAmounts?.borderAmounts = [rows, columns]
        p.convolutionPaddingType = .valid(valid)
        p.weights = Self.weights(weights)
        return add(name, [input], .convolution(p))
    }

    mutating func batchNormalization(
        _ name: String, _ input: String, channels: Int, gamma: [Float], beta: [Float], mean: [Float], variance: [Float]
    ) -> String {
        var p = Specification.BatchnormLayerParams()
        p.channels = UInt64(channels)
        p.epsilon = 1e-5
        (p.gamma, p.beta) = (Self.weights(gamma), Self.weights(beta))
        (p.mean, p.variance) = (Self.weights(mean), Self.weights(variance))
        return add(name, [input], .batchnorm(p))
    }

    mutating func innerProduct(
        _ name: String, _ input: String, _ shape: (outputs: Int, inputs: Int), _ weights: [Float], bias: [Float]
    ) -> String {
        var p = Specification.InnerProductLayerParams()
        p.outputChannels = UInt64(shape.outputs)
        p.inputChannels = UInt64(shape.inputs)
        p.hasBias = true
        p.weights = Self.weights(weights)
        p.bias = Self.weights(bias)
        return add(name, [input], .innerProduct(p))
    }

    mutating func softmax(_ name: String, _ input: String, axis: Int64) -> String {
        var p = Specification.SoftmaxNDLayerParams()
        p.axis = axis
        return add(name, [input], .softmaxND(p))
    }

    static func weights(_ values: [Float]) -> Specification.WeightParams {
        var weights = Specification.WeightParams()
        weights.floatValue = PackedFloats(values)
        return weights
    }
}
