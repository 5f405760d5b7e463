import CoreMLSpecification

extension LayerLowering {
    /// The two values of a field. If the field is absent, both are the default.
    private func pair(_ values: [UInt64], default fallback: Int) throws -> [Int] {
        if values.isEmpty { return [fallback, fallback] }
        try require(values.count == 2 && values.allSatisfy { $0 >= 1 && $0 < 1 << 31 }, "\(values) are not two measures")
        return try sizes(values)
    }

    /// The top, bottom, left and right amounts of a border.
    func border(_ amounts: Specification.BorderAmounts?) throws -> [Int] {
        guard let edges = amounts?.borderAmounts, !edges.isEmpty else { return [0, 0, 0, 0] }
        try require(edges.count == 2, "a border has \(edges.count) dimensions")
        return try edges.flatMap { [try size($0.startEdgeSize), try size($0.endEdgeSize)] }
    }

    /// The padding `total`, divided between the two sides according to an asymmetry mode.
    private func shared(_ total: Int, _ mode: Specification.SamePadding.SamePaddingMode) -> (before: Int, after: Int) {
        let less = total / 2
        return mode == .topLeftHeavy ? (total - less, less) : (less, total - less)
    }

    mutating func lowerConvolution(_ p: Specification.ConvolutionLayerParams) throws {
        let blob = try input()
        let (x, leading) = try images(blob)
        let shape = try builder.type(of: x).shape
        let (kernel, strides) = (try pair(p.kernelSize, default: 3), try pair(p.stride, default: 1))
        let groups = max(1, try size(p.nGroups))
        let (outputs, channels) = (try size(p.outputChannels), try size(p.kernelChannels))
        try require(outputs % groups == 0, "\(outputs) channels in \(groups) groups")
        var arguments: [String: Argument] = ["x": x, "strides": .ints(strides), "groups": .int(groups), "pad_type": .string("custom")]
        if p.hasBias { arguments["bias"] = .tensor(try weights(p.bias, [outputs], "bias")) }
        let dilations = try pair(p.dilationFactor, default: 1)
        arguments["dilations"] = .ints(dilations)
        let extent = zip(kernel, dilations).map { ($0 - 1) * $1 + 1 }
        if p.isDeconvolution {
            arguments["weight"] = .tensor(try weights(p.weights, [channels, outputs / groups] + kernel, axis: 1))
            let (pad, output) = try deconvolutionPadding(p, input: Array(shape.suffix(2)), extent: extent, strides: strides)
            arguments["pad"] = .ints(pad)
            arguments["output_shape"] = .ints([shape[0], outputs] + output)
        } else {
            if inputCount > 1 {
                arguments["weight"] = try input(1).argument
            } else {
                arguments["weight"] = .tensor(try weights(p.weights, [outputs, channels] + kernel))
            }
            switch p.convolutionPaddingType {
            case .same(let same):
                arguments["pad"] = .ints(samePadding(same.asymmetryMode, input: Array(shape.suffix(2)), extent: extent, strides: strides))
            case .valid(let valid): arguments["pad"] = .ints(try border(valid.paddingAmounts))
            case nil: arguments["pad"] = .ints([0, 0, 0, 0])
            }
        }
        let y = try emitted(p.isDeconvolution ? "conv_transpose" : "conv", arguments)
        try setImages(y, like: blob, leading: leading)
    }

    /// The padding with which there are ⌈input ÷ stride⌉ windows along each dimension.
    func samePadding(
        _ mode: Specification.SamePadding.SamePaddingMode, input: [Int], extent: [Int], strides: [Int]
    ) -> [Int] {
        input.indices.flatMap { axis in
            let outputs = (input[axis] + strides[axis] - 1) / strides[axis]
            let (before, after) = shared(max(0, (outputs - 1) * strides[axis] + extent[axis] - input[axis]), mode)
            return [before, after]
        }
    }

    private func deconvolutionPadding(
        _ p: Specification.ConvolutionLayerParams, input: [Int], extent: [Int], strides: [Int]
    ) throws -> (pad: [Int], output: [Int]) {
        let full = input.indices.map { (input[$0] - 1) * strides[$0] + extent[$0] }
        var mode = Specification.SamePadding.SamePaddingMode.bottomRightHeavy
        var output = try sizes(p.outputShape)
        if output.isEmpty {
            switch p.convolutionPaddingType {
            case .same(let same):
                mode = same.asymmetryMode
                output = zip(input, strides).map { $0 * $1 }
            case .valid(let valid):
                let pad = try border(valid.paddingAmounts)
                return (pad, full.indices.map { full[$0] - pad[2 * $0] - pad[2 * $0 + 1] })
            case nil: return ([0, 0, 0, 0], full)
            }
        }
        try require(output.count == 2, "the output shape \(output) has not two dimensions")
        let pad = full.indices.flatMap { axis in
            let (before, after) = shared(max(0, full[axis] - output[axis]), mode)
            return [before, after]
        }
        return (pad, output)
    }

    mutating func lowerConvolution3D(_ p: Specification.Convolution3DLayerParams) throws {
        let x = try input().argument
        let shape = try shape(try input())
        try require(shape.count == 5, "an input of shape \(shape) has not five dimensions")
        func three(_ values: Int32...) throws -> [Int] { try values.map { $0 == 0 ? 1 : try size($0) } }
        let kernel = try three(p.kernelDepth, p.kernelHeight, p.kernelWidth)
        let strides = try three(p.strideDepth, p.strideHeight, p.strideWidth)
        let dilations = try three(p.dilationDepth, p.dilationHeight, p.dilationWidth)
        let (outputs, inputs, groups) = (try size(p.outputChannels), try size(p.inputChannels), max(1, try size(p.nGroups)))
        try require(outputs % groups == 0 && inputs % groups == 0, "\(inputs) to \(outputs) channels in \(groups) groups")
        var arguments: [String: Argument] = [
            "x": x, "strides": .ints(strides), "dilations": .ints(dilations), "groups": .int(groups), "pad_type": .string("custom"),
        ]
        if p.hasBias { arguments["bias"] = .tensor(try weights(p.bias, [outputs], "bias")) }
        let custom = try sizes([
            p.customPaddingFront, p.customPaddingBack, p.customPaddingTop, p.customPaddingBottom, p.customPaddingLeft, p.customPaddingRight,
        ])
        let extent = zip(kernel, dilations).map { ($0 - 1) * $1 + 1 }
        let spatial = Array(shape.suffix(3))
        if p.isDeconvolution {
            arguments["weight"] = .tensor(try weights(p.weights, [inputs, outputs / groups] + kernel, axis: 1))
            let full = spatial.indices.map { (spatial[$0] - 1) * strides[$0] + extent[$0] }
            var (pad, output) = (custom, full.indices.map { full[$0] - custom[2 * $0] - custom[2 * $0 + 1] })
            if p.paddingType == .valid { (pad, output) = (Array(repeating: 0, count: 6), full) }
            if p.paddingType == .same || !p.outputShape.isEmpty {
                output = p.outputShape.isEmpty ? zip(spatial, strides).map { $0 * $1 } : try sizes(p.outputShape)
                try require(output.count == 3, "the output shape \(output) has not three dimensions")
                pad = full.indices.flatMap { axis in
                    let (before, after) = shared(max(0, full[axis] - output[axis]), .bottomRightHeavy)
                    return [before, after]
                }
            }
            arguments["pad"] = .ints(pad)
            arguments["output_shape"] = .ints([shape[0], outputs] + output)
            try emit("conv_transpose", arguments)
        } else {
            arguments["weight"] = .tensor(try weights(p.weights, [outputs, inputs / groups] + kernel))
            switch p.paddingType {
            case .same: arguments["pad"] = .ints(samePadding(.bottomRightHeavy, input: spatial, extent: extent, strides: strides))
            case .valid: arguments["pad"] = .ints(Array(repeating: 0, count: 6))
            default: arguments["pad"] = .ints(custom)
            }
            try emit("conv", arguments)
        }
    }

    mutating func lowerInnerProduct(_ p: Specification.InnerProductLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        let (inputs, outputs) = (try size(p.inputChannels), try size(p.outputChannels))
        let bias = try p.hasBias ? weights(p.bias, [outputs], "bias") : nil
        let isFlat = shape.count <= 3
        let x = isFlat ? blob.argument : try reshaped(blob.argument, shape.dropLast(3) + [shape.suffix(3).product()])
        let y = try product(x, p.weights, [outputs, inputs], bias, quantizesInput: p.int8DynamicQuantize)
        try setOutput(Blob(argument: isFlat ? y : try reshaped(y, shape.dropLast(3) + [outputs, 1, 1]), sequence: blob.sequence))
    }

    /// `x · weightsᵀ + bias`, for `x` […, C], weights of `shape` [O, C] and a bias [O].
    private mutating func product(
        _ x: Argument, _ parameters: Specification.WeightParams?, _ shape: [Int], _ bias: Tensor?, quantizesInput: Bool
    ) throws -> Argument {
        if quantizesInput { return try integerProduct(x, parameters, shape, bias) }
        var arguments: [String: Argument] = ["x": x, "weight": .tensor(try weights(parameters, shape))]
        if let bias { arguments["bias"] = .tensor(bias) }
        return try emitted("linear", arguments)
    }

    mutating func lowerBatchedMatrixProduct(_ p: Specification.BatchedMatMulLayerParams) throws {
        let a = try input()
        if inputCount > 1 {
            try require(!p.int8DynamicQuantize, "a product of two inputs is not quantised")
            // Vectors count as matrices of one row or one column. The result keeps that dimension.
            let (aShape, b) = (try shape(a), try input(1))
            let bShape = try shape(b)
            let x = aShape.count == 1 ? try reshaped(a.argument, [1] + aShape) : a.argument
            let y = bShape.count == 1 ? try reshaped(b.argument, bShape + [1]) : b.argument
            try emit(
                "matmul",
                [
                    "x": x, "y": y, "transpose_x": .bool(p.transposeA && aShape.count > 1),
                    "transpose_y": .bool(p.transposeB && bShape.count > 1),
                ])
            return
        }
        let (rows, columns) = (try size(p.weightMatrixFirstDimension), try size(p.weightMatrixSecondDimension))
        let bias = try p.hasBias ? weights(p.bias, [columns], "bias") : nil
        // The file stores the matrix column by column, which is the transposed matrix that `linear` takes.
        let y = try product(a.argument, p.weights, [columns, rows], bias, quantizesInput: p.int8DynamicQuantize)
        try setOutput(Blob(argument: y))
    }

    /// Looks up rows of the transposed weights, and adds a bias. The blob holds the indices, and `shape` is their shape.
    private mutating func lookup(
        _ blob: Blob, _ shape: [Int], rows: Int, columns: Int, _ parameters: Specification.WeightParams?,
        bias: Specification.WeightParams?
    ) throws -> Argument {
        let table = try kept([parameters], .float32([rows, columns]), form: "transposed") {
            let stored = try readWeights(parameters, [columns, rows], axis: 0, "weights")
            let table = Tensor(uninitialized: .float32([rows, columns]))
            table.fill(from: stored, StridedRegion(strides: [1, rows]))
            return table
        }
        let indices = try reshaped(try asIntegers(blob), shape)
        let found = try emitted("gather", ["x": .tensor(table), "indices": indices, "axis": .int(0)])
        guard let bias else { return found }
        return try emitted("add", ["x": found, "y": .tensor(try weights(bias, [columns], "bias"))])
    }

    mutating func lowerEmbedding(_ p: Specification.EmbeddingLayerParams) throws {
        let blob = try input()
        let (x, axes) = try sequence(blob)
        let shape = try builder.type(of: x).shape
        try require(shape.dropFirst().product() == 1, "an input of shape \(shape) is not a list of indices")
        let columns = try size(p.outputChannels)
        let found = try lookup(
            Blob(argument: x), [shape[0]], rows: size(p.inputDim), columns: columns, p.weights, bias: p.hasBias ? p.bias : nil)
        try setSequence(try reshaped(found, [shape[0], columns, 1, 1]), axes, like: blob)
    }

    mutating func lowerEmbeddingND(_ p: Specification.EmbeddingNDLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        try require(shape.count >= 2 && shape.last == 1, "an input of shape \(shape) is not a list of indices")
        let found = try lookup(
            blob, shape.dropLast(), rows: size(p.vocabSize), columns: size(p.embeddingSize), p.weights, bias: p.hasBias ? p.bias : nil)
        try setOutput(Blob(argument: found))
    }
}
