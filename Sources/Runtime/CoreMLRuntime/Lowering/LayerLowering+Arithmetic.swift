import CoreMLSpecification

extension LayerLowering {
    // MARK: Activations

    mutating func lowerActivation(_ p: Specification.ActivationParams) throws {
        let blob = try input()
        let x = blob.argument
        func alphaBeta(_ alpha: Float, _ beta: Float) -> [String: Argument] { ["x": x, "alpha": .float(alpha), "beta": .float(beta)] }
        switch p.nonlinearityType {
        case .linear(let a): try emit("linear_activation", like: blob, alphaBeta(a.alpha, a.beta))
        case .relu: try emit("relu", like: blob, ["x": x])
        case .leakyReLU(let a): try emit("leaky_relu", like: blob, ["x": x, "alpha": .float(a.alpha)])
        case .thresholdedReLU(let a): try emit("thresholded_relu", like: blob, ["x": x, "alpha": .float(a.alpha)])
        case .tanh: try emit("tanh", like: blob, ["x": x])
        case .scaledTanh(let a): try emit("scaled_tanh", like: blob, alphaBeta(a.alpha, a.beta))
        case .sigmoid: try emit("sigmoid", like: blob, ["x": x])
        case .sigmoidHard(let a): try emit("sigmoid_hard", like: blob, alphaBeta(a.alpha, a.beta))
        case .elu(let a): try emit("elu", like: blob, ["x": x, "alpha": .float(a.alpha)])
        case .softsign: try emit("softsign", like: blob, ["x": x])
        case .softplus: try emit("softplus", like: blob, ["x": x])
        case .prelu(let a):
            let (images, leading) = try images(blob)
            let alpha = try channelWeights(a.alpha, channels: channels(of: images), "alpha")
            try setImages(try emitted("prelu", ["x": images, "alpha": .tensor(alpha)]), like: blob, leading: leading)
        case .parametricSoftplus(let a):
            let (images, leading) = try images(blob)
            let alpha = try channelWeights(a.alpha, channels: channels(of: images), "alpha")
            let beta = try channelWeights(a.beta, channels: channels(of: images), "beta")
            let y = try emitted("softplus_parametric", ["x": images, "alpha": .tensor(alpha), "beta": .tensor(beta)])
            try setImages(y, like: blob, leading: leading)
        case nil: throw invalid("names no activation")
        }
    }

    private func channels(of images: Argument) throws -> Int { try builder.type(of: images).shape[1] }

    mutating func lowerGELU(_ p: Specification.GeluLayerParams) throws {
        let mode: String
        switch p.mode {
        case .tanhApproximation: mode = "TANH_APPROXIMATION"
        case .sigmoidApproximation: mode = "SIGMOID_APPROXIMATION"
        default: mode = "EXACT"
        }
        try emit("gelu", like: try input(), ["x": try input().argument, "mode": .string(mode)])
    }

    mutating func lowerSoftmax(axis: Int) throws {
        let rank = try shape(try input()).count
        // `axis` counts from the end, as for the channels of [.., C, H, W]. An array with fewer dimensions uses its last dimension.
        let axis = axis < -rank ? -1 : axis
        try emit("softmax", like: try input(), ["x": try input().argument, "axis": .int(axis)])
    }

    // MARK: Functions of one number

    mutating func lowerUnary(_ p: Specification.UnaryFunctionLayerParams) throws {
        let blob = try input()
        var x = blob.argument
        let scale = p.scale == 0 ? 1 : p.scale
        if scale != 1 || p.shift != 0 {
            x = try emitted("linear_activation", ["x": x, "alpha": .float(scale), "beta": .float(p.shift)])
        }
        let epsilon = Argument.float(p.epsilon == 0 ? 1e-6 : p.epsilon)
        switch p.type {
        case .sqrt: try emit("sqrt", like: blob, ["x": x])
        case .rsqrt: try emit("rsqrt", like: blob, ["x": x, "epsilon": epsilon])
        case .inverse: try emit("inverse", like: blob, ["x": x, "epsilon": epsilon])
        case .power: try emit("pow", like: blob, ["x": x, "y": .float(p.alpha)])
        case .exp: try emit("exp", like: blob, ["x": x])
        // The specification says log(x), but coremltools' tests, which pass on Apple's platforms, add the layer's epsilon.
        case .log: try emit("log", like: blob, ["x": x, "epsilon": .float(p.epsilon)])
        case .abs: try emit("abs", like: blob, ["x": x])
        case .threshold: try emit("threshold", like: blob, ["x": x, "alpha": .float(p.alpha)])
        case .unrecognized(let number): throw unsupported("unary function \(number)")
        }
    }

    /// Applies the operation to each element.
    mutating func lowerFunction(_ kind: String) throws {
        try emit(kind, like: try input(), ["x": try input().argument])
    }

    // MARK: Functions of two numbers

    /// Applies the operation to all inputs. A single input is combined with `alpha`.
    mutating func lowerBroadcast(_ kind: String, alpha: Float) throws {
        if inputCount == 1 {
            let y = try emitted(kind, ["x": try input().argument, "y": .float(alpha)])
            try setOutput(Blob(argument: try asFloat(y), sequence: try input().sequence))
        } else {
            try lowerElementwise(kind, alpha: nil)
        }
    }

    /// Applies the operation to all inputs, from the first to the last. A single input is combined with `alpha`.
    mutating func lowerElementwise(_ kind: String, alpha: Float?) throws {
        var result = try input()
        if inputCount == 1, let alpha { result.argument = try emitted(kind, ["x": result.argument, "y": .float(alpha)]) }
        for index in 1..<max(1, inputCount) { result = try combined(kind, result, try input(index)) }
        try setOutput(result)
    }

    /// The result of one operation on two blobs, which are broadcast along the sequence axes, too.
    private mutating func combined(_ kind: String, _ a: Blob, _ b: Blob) throws -> Blob {
        guard let aAxes = a.sequence, let bAxes = b.sequence, aAxes != bAxes, aAxes.steps * aAxes.batch != 1,
            bAxes.steps * bAxes.batch != 1
        else {
            let y = try asFloat(try emitted(kind, ["x": a.argument, "y": b.argument]))
            let axes = [a.sequence, b.sequence].compactMap { $0 }.max { $0.steps * $0.batch < $1.steps * $1.batch }
            return Blob(argument: y, sequence: axes)
        }
        let x = try reshaped(a.argument, [aAxes.steps, aAxes.batch] + (try shape(a)).dropFirst())
        let y = try reshaped(b.argument, [bAxes.steps, bAxes.batch] + (try shape(b)).dropFirst())
        let full = try asFloat(try emitted(kind, ["x": x, "y": y]))
        let result = try builder.type(of: full).shape
        let axes = Blob.Sequence(steps: result[0], batch: result[1])
        return Blob(argument: try reshaped(full, [result[0] * result[1]] + result.dropFirst(2)), sequence: axes)
    }

    mutating func lowerAverage() throws {
        var result = try input()
        for index in 1..<max(1, inputCount) { result = try combined("add", result, try input(index)) }
        result.argument = try emitted("mul", ["x": result.argument, "y": .float(1 / Float(max(1, inputCount)))])
        try setOutput(result)
    }

    mutating func lowerDotProduct(_ p: Specification.DotProductLayerParams) throws {
        let (a, b) = (try input(), try input(1))
        let axes: [String: Argument] = ["axes": .ints([-3]), "keep_dims": .bool(true)]
        let product = try combined("mul", a, b)
        var y = try emitted("reduce_sum", axes.merging(["x": product.argument]) { first, _ in first })
        if p.cosineSimilarity {
            let aNorm = try emitted("reduce_l2_norm", axes.merging(["x": a.argument]) { first, _ in first })
            let bNorm = try emitted("reduce_l2_norm", axes.merging(["x": b.argument]) { first, _ in first })
            y = try emitted("real_div", ["x": y, "y": try emitted("mul", ["x": aNorm, "y": bNorm])])
        }
        try setOutput(Blob(argument: y, sequence: product.sequence))
    }

    /// A parameter of shape [1], [C], [1, H, W] or [C, H, W], reshaped to broadcast against […, C, H, W].
    private func imageWeights(_ parameters: Specification.WeightParams?, _ shape: [UInt64], _ subject: String) throws -> Argument {
        let shape = try sizes(shape)
        switch shape.count {
        case 0: return .tensor(try weights(parameters, [], subject))
        case 1: return .tensor(try weights(parameters, shape == [1] ? [] : [shape[0], 1, 1], subject))
        case 3: return .tensor(try weights(parameters, shape, subject))
        default: throw invalid("\(subject) of shape \(shape)")
        }
    }

    mutating func lowerScale(_ p: Specification.ScaleLayerParams) throws {
        let blob = try input()
        var y = try emitted("mul", ["x": blob.argument, "y": try imageWeights(p.scale, p.shapeScale, "scale")])
        if p.hasBias { y = try emitted("add", ["x": y, "y": try imageWeights(p.bias, p.shapeBias, "bias")]) }
        try setOutput(Blob(argument: y, sequence: blob.sequence))
    }

    mutating func lowerBias(_ p: Specification.BiasLayerParams) throws {
        let blob = try input()
        try emit("add", like: blob, ["x": blob.argument, "y": try imageWeights(p.bias, p.shape, "bias")])
    }

    // MARK: Reductions

    mutating func lowerReduce(_ p: Specification.ReduceLayerParams) throws {
        let blob = try input()
        let axes: [Int]
        switch p.axis {
        case .hw: axes = [-2, -1]
        case .c: axes = [-3]
        case .h: axes = [-2]
        case .w: axes = [-1]
        default: axes = [-3, -2, -1]
        }
        var arguments: [String: Argument] = ["x": blob.argument, "axes": .ints(axes), "keep_dims": .bool(true)]
        switch p.mode {
        case .sum: try emit("reduce_sum", like: blob, arguments)
        case .avg: try emit("reduce_mean", like: blob, arguments)
        case .prod: try emit("reduce_prod", like: blob, arguments)
        case .logsum:
            arguments["x"] = try emitted("log", ["x": blob.argument, "epsilon": .float(p.epsilon == 0 ? 1e-6 : p.epsilon)])
            try emit("reduce_sum", like: blob, arguments)
        case .sumsquare: try emit("reduce_sum_square", like: blob, arguments)
        case .l1: try emit("reduce_l1_norm", like: blob, arguments)
        case .l2: try emit("reduce_l2_norm", like: blob, arguments)
        case .max: try emit("reduce_max", like: blob, arguments)
        case .min: try emit("reduce_min", like: blob, arguments)
        case .argmax:
            try require(axes.count == 1, "an argument over \(axes.count) axes")
            let found = try emitted("reduce_argmax", ["x": blob.argument, "axis": .int(axes[0]), "keep_dims": .bool(true)])
            try setOutput(Blob(argument: try asFloat(found), sequence: blob.sequence))
        case .unrecognized(let number): throw unsupported("reduction \(number)")
        }
    }

    mutating func lowerReduction(_ kind: String, axes: [Int64], keepsDimensions: Bool, reducesAll: Bool) throws {
        var arguments: [String: Argument] = ["x": try input().argument, "keep_dims": .bool(keepsDimensions)]
        if !reducesAll { arguments["axes"] = .ints(integers(axes)) }
        try emit(kind, arguments)
    }

    mutating func lowerCumulativeSum(_ p: Specification.CumSumLayerParams) throws {
        let axis = inputCount > 1 ? try asIntegers(try input(1)) : Argument.int(Int(p.axis))
        try emit(
            "cumsum", ["x": try input().argument, "axis": axis, "exclusive": .bool(p.excludeFinalSum), "reverse": .bool(p.reverse)])
    }
}
