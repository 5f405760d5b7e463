import CoreMLRuntime

/// Builds the function that computes a style's loss. The inputs of this function are values that another function computes.
struct StyleLossBuilder {
    private var builder: ProgramBuilder
    private let types: [String: TensorType]
    /// The number of pictures in a batch.
    private let count: Int
    private var inputs: [String: Argument] = [:]

    /// The middle grey of colours in 0…1. It is also the value of the constant fourth channel that ``colors(of:scale:)`` adds. The correlations of
    /// this channel with the three colours give the mean colours.
    static let colorOffset: Float = 0.5

    init(_ function: Function, count: Int, reserving names: [String]) {
        self.count = count
        builder = ProgramBuilder(reserving: names)
        types = function.types
    }

    /// A value that the other function computes, reshaped to [N, C, H, W].
    mutating func value(_ name: String) throws -> Argument {
        if let known = inputs[name] { return known }
        guard let type = types[name] else { throw RuntimeError.invalidModel("'\(name)' is not computed") }
        var input = try builder.input(name, type)
        // The shape of a network's output has an extra dimension for sequences, or lacks the batch dimension if the batch has one picture.
        let shape = [count] + type.shape.suffix(3)
        if shape != type.shape { input = try emit("reshape", ["x": input, "shape": .ints(shape)]) }
        inputs[name] = input
        return input
    }

    /// The function with the given outputs and all operations so far.
    mutating func finish(_ outputs: [(name: String, value: Argument)]) throws -> Function { try builder.finish(outputs: outputs) }

    // MARK: Style

    /// The squared distance between the channel correlations of maps [N, C, H, W] and the given correlations, averaged over N. It is divided by the
    /// squared norm of the given correlations.
    ///
    /// - Parameter strengths: the numbers by which the channels are divided.
    mutating func distance(of maps: Argument, from correlations: [Float], strengths: [Float]) throws -> Argument {
        let shape = try builder.type(of: maps).shape
        let (channels, places) = (shape[1], shape[2] * shape[3])
        guard channels == strengths.count else {
            throw RuntimeError.invalidModel("maps of the shape \(shape) are compared with a style of \(strengths.count) channels")
        }
        let rows = try emit("reshape", ["x": maps, "shape": .ints([count, channels, places])])
        let products = try emit(
            "matmul", ["x": rows, "y": rows, "transpose_x": .bool(false), "transpose_y": .bool(true)])
        var scales: [Float] = []
        for a in strengths { for b in strengths { scales.append(1 / (a * b * Float(places))) } }
        let scaled = try emit("mul", ["x": products, "y": .tensor(Tensor(scales, shape: [1, channels, channels]))])
        let difference = try emit("sub", ["x": scaled, "y": .tensor(Tensor(correlations, shape: [1, channels, channels]))])
        let size = max(correlations.reduce(0) { $0 + $1 * $1 }, 1)
        return try scaledSum(emit("square", ["x": difference]), by: 1 / (size * Float(count)))
    }

    /// The colours of pictures [N, 3, H, W] in 0…1, minus the middle grey, with a constant fourth channel. Squares of `scale` × `scale` pixels are
    /// averaged.
    mutating func colors(of pictures: Argument, scale: Int) throws -> Argument {
        var x = try emit("linear_activation", ["x": pictures, "alpha": .float(1 / 255), "beta": .float(-Self.colorOffset)])
        if scale > 1 {
            x = try emit(
                "avg_pool",
                ["x": x, "kernel_sizes": .ints([scale, scale]), "strides": .ints([scale, scale]), "pad_type": .string("valid")])
        }
        var shape = try builder.type(of: x).shape
        shape[1] = 1
        return try emit("concat", ["values": .list([x, .tensor(.filled(shape, Self.colorOffset))]), "axis": .int(1)])
    }

    // MARK: Content and smoothness

    /// The mean squared difference of two maps, divided by the variance of the second map.
    mutating func difference(_ a: Argument, _ b: Argument) throws -> Argument {
        let error = try emit("reduce_mean", ["x": emit("square", ["x": emit("sub", ["x": a, "y": b])]), "keep_dims": .bool(false)])
        let mean = try emit("reduce_mean", ["x": b, "keep_dims": .bool(false)])
        let centred = try emit("sub", ["x": b, "y": mean])
        let variance = try emit("reduce_mean", ["x": emit("square", ["x": centred]), "keep_dims": .bool(false)])
        return try emit("real_div", ["x": error, "y": emit("add", ["x": variance, "y": .float(1e-4)])])
    }

    /// The mean squared difference between horizontally and vertically adjacent pixels, for colours in 0…1.
    mutating func roughness(of pictures: Argument) throws -> Argument {
        let kernel: [Float] = [-1, 1, 0, 0, -1, 0, 1, 0]
        let weight = Tensor((0..<3).flatMap { _ in kernel.map { $0 / 255 } }, shape: [6, 1, 2, 2])
        let differences = try emit(
            "conv", ["x": pictures, "weight": .tensor(weight), "groups": .int(3), "pad_type": .string("valid"), "strides": .ints([1, 1])])
        return try scaled(emit("reduce_mean", ["x": emit("square", ["x": differences]), "keep_dims": .bool(false)]), by: 2)
    }

    // MARK: Sums

    mutating func scaled(_ x: Argument, by factor: Float) throws -> Argument { try emit("mul", ["x": x, "y": .float(factor)]) }

    /// The sum of numbers, multiplied by a factor.
    mutating func sum(_ parts: [Argument], factor: Float) throws -> Argument {
        var total: Argument = .float(0)
        for part in parts { total = try emit("add", ["x": part, "y": total]) }
        return try scaled(total, by: factor)
    }

    private mutating func scaledSum(_ x: Argument, by factor: Float) throws -> Argument {
        try scaled(emit("reduce_sum", ["x": x, "keep_dims": .bool(false)]), by: factor)
    }

    private mutating func emit(_ kind: String, _ arguments: [String: Argument]) throws -> Argument {
        try builder.emitOne(kind, name: "loss.\(kind)", arguments)
    }
}
