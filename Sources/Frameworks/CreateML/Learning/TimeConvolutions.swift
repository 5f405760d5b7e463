import CoreMLRuntime

/// Convolutions over time with batch normalisation. Two of them have a stride of 2, and one has a residual connection.
struct TimeConvolutions: Sendable {
    /// The prefix of the names of layers and weights.
    var prefix = ""
    /// The number of channels of the first convolution's input.
    let inputs: Int
    /// The number of time steps in a window.
    let window: Int

    private static let widths = [64, 96, 128, 128]
    private static let strides = [1, 2, 2, 1]

    /// The number of features of a window: the mean and the maximum over time of each channel of the last convolution.
    static let featureCount = 2 * (widths.last ?? 0)

    /// The width of the kernels. It is 5, or less in a window of one or two steps, where the outer weights would read only padding.
    private var kernel: Int { min(5, 2 * window - 1) }

    private struct Block {
        var name: String
        var inputs: Int
        var outputs: Int
        var stride: Int
    }

    private var blocks: [Block] {
        let inputs = [inputs] + Self.widths
        return Self.widths.indices.map {
            Block(name: "\(prefix)time\($0 + 1)", inputs: inputs[$0], outputs: Self.widths[$0], stride: Self.strides[$0])
        }
    }

    func addParameters(to parameters: TrainingParameters, _ generator: inout SplitMix64) throws {
        for block in blocks {
            try parameters.add("\(block.name)_conv.weight", .rectifierWeights([block.outputs, block.inputs, 1, kernel], &generator))
            try parameters.addNormalization("\(block.name)_norm", block.outputs)
        }
    }

    /// Adds the layers that turn `input` [rows, inputs, 1, window] into the output `name`, features of shape [rows, features].
    func features(_ name: String, of input: String, _ weights: NetworkWeights, _ list: inout LayerList) -> String {
        var x = input
        for block in blocks {
            let shape = (block.outputs, block.inputs, kernel)
            var y = list.convolution("\(block.name)_conv", x, shape, stride: block.stride, weights["\(block.name)_conv.weight"] ?? [])
            y = list.normalized("\(block.name)_norm", y, block.outputs, weights)
            if block.stride == 1, block.inputs == block.outputs { y = list.sum("\(block.name)_sum", x, y) }
            x = list.relu("\(block.name)_relu", y)
        }
        let parts = [
            list.reduceMean("\(prefix)mean_over_time", x, axes: [2, 3]), list.reduceMax("\(prefix)most_over_time", x, axes: [2, 3]),
        ]
        return list.concatenate(name, parts, axis: 1)
    }
}
