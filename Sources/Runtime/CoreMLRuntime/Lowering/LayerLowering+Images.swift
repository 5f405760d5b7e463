import CoreMLSpecification

extension LayerLowering {
    // MARK: Pooling

    mutating func lowerPooling(_ p: Specification.PoolingLayerParams) throws {
        let blob = try input()
        if p.globalPooling {
            let kind: String
            switch p.type {
            case .max: kind = "reduce_max"
            case .l2: kind = "reduce_l2_norm"
            default: kind = "reduce_mean"
            }
            try emit(kind, like: blob, ["x": blob.argument, "axes": .ints([-2, -1]), "keep_dims": .bool(true)])
            return
        }
        let (x, leading) = try images(blob)
        let spatial = Array(try builder.type(of: x).shape.suffix(2))
        func pair(_ values: [UInt64], _ fallback: Int) throws -> [Int] {
            try require(values.isEmpty || values.count == 2, "\(values) are not two measures")
            return values.isEmpty ? [fallback, fallback] : try sizes(values).map { max($0, 1) }
        }
        let (kernel, strides) = (try pair(p.kernelSize, 3), try pair(p.stride, 1))
        var arguments: [String: Argument] = [
            "x": x, "kernel_sizes": .ints(kernel), "strides": .ints(strides), "pad_type": .string("custom"),
        ]
        switch p.poolingPaddingType {
        case .valid(let valid): arguments["pad"] = .ints(try border(valid.paddingAmounts))
        case .same(let same):
            arguments["pad"] = .ints(samePadding(same.asymmetryMode, input: spatial, extent: kernel, strides: strides))
        case .includeLastPixel(let complete):
            let amounts = complete.paddingAmounts.isEmpty ? [0, 0] : try sizes(complete.paddingAmounts)
            try require(amounts.count == 2, "a padding of \(amounts.count) dimensions")
            arguments["pad"] = .ints([amounts[0], amounts[0], amounts[1], amounts[1]])
            arguments["ceil_mode"] = .bool(true)
        case nil: break
        }
        let kind: String
        switch p.type {
        case .max: kind = "max_pool"
        case .l2: kind = "l2_pool"
        default:
            kind = "avg_pool"
            arguments["exclude_padding_from_average"] = .bool(p.avgPoolExcludePadding)
        }
        try setImages(try emitted(kind, arguments), like: blob, leading: leading)
    }

    mutating func lowerPooling3D(_ p: Specification.Pooling3DLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        try require(shape.count == 5, "an input of shape \(shape) has not five dimensions")
        let kernel = try [p.kernelDepth, p.kernelHeight, p.kernelWidth].map { try size($0) }
        let strides = try [p.strideDepth, p.strideHeight, p.strideWidth].map { max(1, try size($0)) }
        var arguments: [String: Argument] = [
            "x": blob.argument, "kernel_sizes": .ints(kernel), "strides": .ints(strides), "pad_type": .string("custom"),
        ]
        switch p.paddingType {
        case .same:
            arguments["pad"] = .ints(samePadding(.bottomRightHeavy, input: Array(shape.suffix(3)), extent: kernel, strides: strides))
        case .valid: break
        default:
            let pad = [
                p.customPaddingFront, p.customPaddingBack, p.customPaddingTop, p.customPaddingBottom, p.customPaddingLeft,
                p.customPaddingRight,
            ]
            arguments["pad"] = .ints(try sizes(pad))
        }
        if p.type == .average { arguments["exclude_padding_from_average"] = .bool(p.countExcludePadding) }
        try emit(p.type == .average ? "avg_pool" : "max_pool", arguments)
    }

    mutating func lowerGlobalPooling3D(_ p: Specification.GlobalPooling3DLayerParams) throws {
        try emit(
            p.type == .average ? "reduce_mean" : "reduce_max",
            ["x": try input().argument, "axes": .ints([-3, -2, -1]), "keep_dims": .bool(true)])
    }

    // MARK: Normalisation

    mutating func lowerBatchNormalization(_ p: Specification.BatchnormLayerParams) throws {
        let blob = try input()
        let (x, leading) = try images(blob)
        let channels = try size(p.channels)
        let epsilon = p.epsilon == 0 ? 1e-5 : p.epsilon
        var arguments: [String: Argument] = ["x": x, "epsilon": .float(epsilon)]
        if let gamma = p.gamma { arguments["gamma"] = .tensor(try weights(gamma, [channels], "gamma")) }
        if let beta = p.beta { arguments["beta"] = .tensor(try weights(beta, [channels], "beta")) }
        if p.computeMeanVar {
            if !p.instanceNormalization { try addBatchMoments(x, channels: channels, &arguments) }
        } else {
            arguments["mean"] = .tensor(try weights(p.mean, [channels], "mean"))
            arguments["variance"] = .tensor(try weights(p.variance, [channels], "variance"))
        }
        let y = try emitted(p.computeMeanVar && p.instanceNormalization ? "instance_norm" : "batch_norm", arguments)
        try setImages(y, like: blob, leading: leading)
    }

    /// Mean and variance of each channel over the whole batch.
    private mutating func addBatchMoments(_ x: Argument, channels: Int, _ arguments: inout [String: Argument]) throws {
        let axes = Argument.ints([0, 2, 3])
        let mean = try emitted("reduce_mean", ["x": x, "axes": axes, "keep_dims": .bool(true)])
        let centred = try emitted("sub", ["x": x, "y": mean])
        let squares = try emitted("square", ["x": centred])
        arguments["mean"] = try reshaped(mean, [channels])
        arguments["variance"] = try emitted("reduce_mean", ["x": squares, "axes": axes, "keep_dims": .bool(false)])
    }

    mutating func lowerMeanVarianceNormalization(_ p: Specification.MeanVarianceNormalizeLayerParams) throws {
        let blob = try input()
        let axes = Argument.ints(p.acrossChannels ? [-3, -2, -1] : [-2, -1])
        if p.normalizeVariance {
            let epsilon = p.epsilon == 0 ? 1e-6 : p.epsilon
            try emit("layer_norm", like: blob, ["x": blob.argument, "axes": axes, "epsilon": .float(epsilon)])
        } else {
            let mean = try emitted("reduce_mean", ["x": blob.argument, "axes": axes, "keep_dims": .bool(true)])
            try emit("sub", like: blob, ["x": blob.argument, "y": mean])
        }
    }

    mutating func lowerL2Normalization(_ p: Specification.L2NormalizeLayerParams) throws {
        let blob = try input()
        try emit("l2_norm", like: blob, ["x": blob.argument, "epsilon": .float(p.epsilon == 0 ? 1e-6 : p.epsilon)])
    }

    mutating func lowerLocalResponseNormalization(_ p: Specification.LRNLayerParams) throws {
        let blob = try input()
        let (x, leading) = try images(blob)
        let y = try emitted(
            "local_response_norm",
            [
                "x": x, "size": .int(try size(p.localSize)), "alpha": .float(p.alpha), "beta": .float(p.beta),
                "k": .float(p.k == 0 ? 1 : p.k),
            ])
        try setImages(y, like: blob, leading: leading)
    }

    mutating func lowerLayerNormalization(_ p: Specification.LayerNormalizationLayerParams) throws {
        let shape = try sizes(p.normalizedShape)
        let axes = (0..<shape.count).map { $0 - shape.count }
        try emit(
            "layer_norm",
            [
                "x": try input().argument, "axes": .ints(axes), "epsilon": .float(p.eps),
                "gamma": .tensor(try weights(p.gamma, shape, "gamma")), "beta": .tensor(try weights(p.beta, shape, "beta")),
            ])
    }

    // MARK: Size

    mutating func lowerPadding(_ p: Specification.PaddingLayerParams) throws {
        let blob = try input()
        var arguments: [String: Argument] = ["x": blob.argument, "pad": .ints(try border(p.paddingAmounts))]
        switch p.paddingType {
        case .reflection: arguments["mode"] = .string("reflect")
        case .replication: arguments["mode"] = .string("replicate")
        case .constant(let constant): arguments["constant_val"] = .float(constant.value)
        case nil: arguments["constant_val"] = .float(0)
        }
        try emit("pad", like: blob, arguments)
    }

    mutating func lowerCrop(_ p: Specification.CropLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        try require(shape.count >= 3, "an input of shape \(shape) has no height and width")
        var (begin, end) = (Array(repeating: 0, count: shape.count), shape)
        let (vertical, horizontal) = (shape.count - 2, shape.count - 1)
        if inputCount > 1 {
            let reference = try self.shape(try input(1))
            let offset = p.offset.isEmpty ? [0, 0] : try sizes(p.offset)
            try require(offset.count == 2 && reference.count >= 2, "crops by \(offset) to \(reference)")
            (begin[vertical], begin[horizontal]) = (offset[0], offset[1])
            end[vertical] = offset[0] + reference[reference.count - 2]
            end[horizontal] = offset[1] + reference[reference.count - 1]
        } else {
            let amounts = try border(p.cropAmounts)
            (begin[vertical], begin[horizontal]) = (amounts[0], amounts[2])
            (end[vertical], end[horizontal]) = (shape[vertical] - amounts[1], shape[horizontal] - amounts[3])
        }
        for axis in [vertical, horizontal] {
            try require(begin[axis] < end[axis] && end[axis] <= shape[axis], "crops \(begin)…\(end) out of \(shape)")
        }
        try emit("slice_by_index", like: blob, ["x": blob.argument, "begin": .ints(begin), "end": .ints(end)])
    }

    mutating func lowerUpsample(_ p: Specification.UpsampleLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        var factors = p.fractionalScalingFactor.isEmpty ? p.scalingFactor.map { Float($0) } : Array(p.fractionalScalingFactor)
        if factors.isEmpty { factors = [1, 1] }
        try require(factors.count == 2 && shape.count >= 2, "scales \(shape) by \(factors)")
        if p.mode == .bilinear {
            let target = try zip(shape.suffix(2), factors).map { length, factor in
                let size = (Double(length) * Double(factor)).rounded(.down)
                try require(size >= 1 && size < 0x1p24, "scales \(length) by \(factor)")
                return Int(size)
            }
            let mode: String
            switch p.linearUpsampleMode {
            case .alignCornersTrue: mode = "STRICT_ALIGN_CORNERS"
            case .alignCornersFalse: mode = "UNALIGN_CORNERS"
            default: mode = "DEFAULT"
            }
            try emitResize(blob, target, mode)
        } else {
            try emit(
                "upsample_nearest_neighbor", like: blob,
                ["x": blob.argument, "scale_factor_height": .float(factors[0]), "scale_factor_width": .float(factors[1])])
        }
    }

    private mutating func emitResize(_ blob: Blob, _ target: [Int], _ mode: String) throws {
        try emit(
            "resize_bilinear", like: blob,
            [
                "x": blob.argument, "target_size_height": .int(target[0]), "target_size_width": .int(target[1]),
                "sampling_mode": .string(mode),
            ])
    }

    private func samplingMode(_ mode: Specification.SamplingMode?) -> String {
        switch mode?.samplingMethod {
        case .alignEndpointsMode: "ALIGN_CORNERS"
        case .upsampleMode: "DEFAULT"
        case .roiAlignMode: "OFFSET_CORNERS"
        default: "STRICT_ALIGN_CORNERS"
        }
    }

    mutating func lowerResizeBilinear(_ p: Specification.ResizeBilinearLayerParams) throws {
        let target = p.targetSize.isEmpty ? [1, 1] : try sizes(p.targetSize)
        try require(target.count == 2, "a target of \(target.count) dimensions")
        try emitResize(try input(), target, samplingMode(p.mode))
    }

    mutating func lowerCropResize(_ p: Specification.CropResizeLayerParams) throws {
        let blob = try input()
        let ((x, axes), (boxes, boxAxes)) = (try sequence(blob), try sequence(try input(1)))
        let target = p.targetSize.isEmpty ? [1, 1] : try sizes(p.targetSize)
        let boxShape = try builder.type(of: boxes).shape
        try require(target.count == 2 && axes.steps == 1 && boxAxes.batch == 1, "crops of \(axes.steps) steps to \(target)")
        let format: String
        switch p.boxIndicesMode?.boxMode {
        case .cornersWidthFirst: format = "CORNERS_WIDTH_FIRST"
        case .centerSizeHeightFirst: format = "CENTER_SIZE_HEIGHT_FIRST"
        case .centerSizeWidthFirst: format = "CENTER_SIZE_WIDTH_FIRST"
        default: format = "CORNERS_HEIGHT_FIRST"
        }
        let cut = try emitted(
            "crop_resize",
            [
                "x": x, "roi": try reshaped(boxes, [boxShape[0], 1] + boxShape.dropFirst()), "target_height": .int(target[0]),
                "target_width": .int(target[1]), "normalized_coordinates": .bool(p.normalizedCoordinates),
                "spatial_scale": .float(p.spatialScale == 0 ? 1 : p.spatialScale), "box_coordinate_mode": .string(format),
                "sampling_mode": .string(samplingMode(p.mode)),
            ])
        let shape = try builder.type(of: cut).shape
        let stored = try reshaped(cut, [shape[0] * shape[1]] + shape.dropFirst(2))
        try setSequence(stored, Blob.Sequence(steps: shape[0], batch: shape[1]), like: blob)
    }
}
