import CoreMLSpecification

/// Writes the layers of a neural network, one after another.
struct LayerList {
    private(set) var layers: [Specification.NeuralNetworkLayer] = []

    /// The number that is added to a variance before the division by its square root.
    static let epsilon: Float = 1e-5

    /// Appends a layer with one output. The output has the layer's name.
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

    /// Adds a layer that selects the elements from `begin` to `end`, exclusive, along one axis of an array with `rank` axes.
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

    // MARK: Elementwise layers

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

    /// Adds a layer with the output 1 where the input is greater than `limit`, and 0 elsewhere.
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

    // MARK: Layers with weights

    /// Adds a convolution over the last axis of [N, C, 1, W], with a stride of `stride`. Each side of the axis is padded with zeros, half as many
    /// as the kernel is wide.
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
        p.epsilon = Self.epsilon
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

    /// The weights of a long short-term memory. In each array, the rows of the gates follow each other in this order: input, forget, output, cell.
    struct MemoryWeights {
        var inputs: Int
        var hidden: Int
        /// The weights of the inputs, [4 · hidden, inputs].
        var input: [Float]
        /// The weights of the previous state, [4 · hidden, hidden].
        var recurrent: [Float]
        /// The bias, [4 · hidden].
        var bias: [Float]
    }

    /// Adds a long short-term memory that reads [steps, batch, inputs, 1, 1]. Without initial states, it starts with zeros.
    ///
    /// - Parameter inputs: the sequence and, optionally, the initial hidden state and cell state.
    /// - Returns: the hidden states of all steps. If initial states are given, the last hidden state and the last cell state follow.
    mutating func longShortTermMemory(_ name: String, _ inputs: [String], _ weights: MemoryWeights) -> [String] {
        var p = Specification.UniDirectionalLSTMLayerParams()
        p.inputVectorSize = UInt64(weights.inputs)
        p.outputVectorSize = UInt64(weights.hidden)
        func activation(_ kind: Specification.ActivationParams.NonlinearityType) -> Specification.ActivationParams {
            var p = Specification.ActivationParams()
            p.nonlinearityType = kind
            return p
        }
        p.activations = [activation(.sigmoid(.init())), activation(.tanh(.init())), activation(.tanh(.init()))]
        var params = Specification.LSTMParams()
        (params.sequenceOutput, params.hasBiasVectors, params.cellClipThreshold) = (true, true, 50)
        p.params = params
        func gate(_ values: [Float], _ index: Int) -> Specification.WeightParams {
            let count = values.count / 4
            return Self.weights(Array(values[index * count..<(index + 1) * count]))
        }
        var own = Specification.LSTMWeightParams()
        (own.inputGateWeightMatrix, own.inputGateRecursionMatrix) = (gate(weights.input, 0), gate(weights.recurrent, 0))
        (own.forgetGateWeightMatrix, own.forgetGateRecursionMatrix) = (gate(weights.input, 1), gate(weights.recurrent, 1))
        (own.outputGateWeightMatrix, own.outputGateRecursionMatrix) = (gate(weights.input, 2), gate(weights.recurrent, 2))
        (own.blockInputWeightMatrix, own.blockInputRecursionMatrix) = (gate(weights.input, 3), gate(weights.recurrent, 3))
        (own.inputGateBiasVector, own.forgetGateBiasVector) = (gate(weights.bias, 0), gate(weights.bias, 1))
        (own.outputGateBiasVector, own.blockInputBiasVector) = (gate(weights.bias, 2), gate(weights.bias, 3))
        p.weightParams = own
        var layer = Specification.NeuralNetworkLayer()
        layer.name = name
        layer.input = inputs
        layer.output = inputs.count > 1 ? [name, "\(name).state", "\(name).cell"] : [name]
        layer.layer = .uniDirectionalLSTM(p)
        layers.append(layer)
        return layer.output
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
