/// A convolution of `x` [N, C, spatial…] with `weight` [O, C / groups, spatial…] and an optional `bias` [O]. It has one to three spatial dimensions.
package enum Convolution: FloatOperation {
    package static let kinds = ["conv"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let geometry = try geometry(call)
        return [TensorType(try call.type("x").scalar, geometry.outputShape)]
    }

    /// The convolution's geometry, after checking the arguments.
    package static func geometry(_ call: OperationCall) throws -> ConvolutionGeometry {
        let (x, weight) = (try call.shape("x"), try call.shape("weight"))
        try call.require(x.count >= 3 && x.count <= 5 && weight.count == x.count, "x is \(x) and weight \(weight)")
        let groups = try call.int("groups", default: 1)
        try call.require(groups >= 1 && x[1] == weight[1] * groups, "x has \(x[1]) channels, weight \(weight) in \(groups) groups")
        try call.require(weight[0] % groups == 0, "\(weight[0]) outputs in \(groups) groups")
        if call.has("bias") { try call.require(call.type("bias").count == weight[0], "bias has not \(weight[0]) elements") }
        let windows = try call.windows(sizes: Array(weight.dropFirst(2)), spatial: Array(x.dropFirst(2)))
        let outputs = try zip(windows, x.dropFirst(2)).map { window, length in
            guard let count = window.count(over: length) else { throw call.invalid("the kernel \(weight) is larger than x \(x)") }
            return count
        }
        return ConvolutionGeometry(
            batch: x[0], groups: groups, inputChannels: x[1], outputChannels: weight[0], input: Array(x.dropFirst(2)), output: outputs,
            windows: windows)
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let geometry = try geometry(call).volumetric
        let (x, weight, y) = (try call.floats("x"), try call.floats("weight"), outputs[0].floatPointer)
        let bias = try call.floats("bias", count: geometry.outputChannels)
        let (inputsPerGroup, outputsPerGroup) = (geometry.inputChannels / geometry.groups, geometry.outputChannels / geometry.groups)
        let (inputSize, outputSize, kernelSize) = (geometry.input.product(), geometry.output.product(), geometry.kernelSize)
        for batch in 0..<geometry.batch {
            for channel in 0..<geometry.outputChannels {
                let target = y + (batch * geometry.outputChannels + channel) * outputSize
                target.update(repeating: bias?[channel] ?? 0, count: outputSize)
                let group = channel / max(outputsPerGroup, 1)
                for inner in 0..<inputsPerGroup {
                    let source = x + (batch * geometry.inputChannels + group * inputsPerGroup + inner) * inputSize
                    let kernel = weight + (channel * inputsPerGroup + inner) * kernelSize
                    accumulate(source, kernel, target, geometry)
                }
            }
        }
    }

    /// Correlates one input channel with one kernel, and adds the result to one output channel.
    private static func accumulate(
        _ source: UnsafePointer<Float>, _ kernel: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ g: ConvolutionGeometry
    ) {
        let (depth, rows, columns) = (g.windows[0], g.windows[1], g.windows[2])
        var tap = 0
        for kz in 0..<depth.size {
            for ky in 0..<rows.size {
                for kx in 0..<columns.size {
                    let weight = kernel[tap]
                    tap += 1
                    let shift = kx * columns.dilation - columns.before
                    // The outputs whose input column is inside the image.
                    let first = shift >= 0 ? 0 : (-shift + columns.stride - 1) / columns.stride
                    let end = min(g.output[2], shift >= g.input[2] ? 0 : (g.input[2] - 1 - shift) / columns.stride + 1)
                    guard first < end else { continue }
                    for oz in 0..<g.output[0] {
                        let iz = oz * depth.stride + kz * depth.dilation - depth.before
                        guard iz >= 0, iz < g.input[0] else { continue }
                        for oy in 0..<g.output[1] {
                            let iy = oy * rows.stride + ky * rows.dilation - rows.before
                            guard iy >= 0, iy < g.input[1] else { continue }
                            let into = target + (oz * g.output[1] + oy) * g.output[2]
                            let from = source + (iz * g.input[1] + iy) * g.input[2] + shift
                            if columns.stride == 1 {
                                for ox in first..<end { into[ox] += weight * from[ox] }
                            } else {
                                for ox in first..<end { into[ox] += weight * from[ox * columns.stride] }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The geometry of a convolution. Lists have one entry for each spatial dimension.
package struct ConvolutionGeometry: Sendable {
    package var batch: Int
    package var groups: Int
    package var inputChannels: Int
    package var outputChannels: Int
    package var input: [Int]
    package var output: [Int]
    var windows: [SpatialWindow]

    package var strides: [Int] { windows.map(\.stride) }
    package var dilations: [Int] { windows.map(\.dilation) }
    package var kernel: [Int] { windows.map(\.size) }
    package var padBefore: [Int] { windows.map(\.before) }
    package var padAfter: [Int] { windows.map(\.after) }

    var kernelSize: Int { kernel.product() }

    var outputShape: [Int] { [batch, outputChannels] + output }

    /// The geometry with three spatial dimensions. The leading ones that are added have one element.
    var volumetric: ConvolutionGeometry {
        var result = self
        while result.input.count < 3 {
            result.input.insert(1, at: 0)
            result.output.insert(1, at: 0)
            result.windows.insert(SpatialWindow(size: 1, stride: 1, dilation: 1, before: 0, after: 0), at: 0)
        }
        return result
    }
}

/// A transposed convolution: `x` [N, C, spatial…], `weight` [C, O / groups, spatial…]. `output_shape` decides the output's size if several
/// are possible.
package enum TransposedConvolution: FloatOperation {
    package static let kinds = ["conv_transpose"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let geometry = try geometry(call)
        return [TensorType(try call.type("x").scalar, geometry.outputShape)]
    }

    /// The geometry, after checking the arguments. `input` is smaller than `output`.
    package static func geometry(_ call: OperationCall) throws -> ConvolutionGeometry {
        let (x, weight) = (try call.shape("x"), try call.shape("weight"))
        try call.require(x.count >= 3 && x.count <= 5 && weight.count == x.count, "x is \(x) and weight \(weight)")
        let groups = try call.int("groups", default: 1)
        try call.require(groups >= 1 && weight[0] % groups == 0 && x[1] == weight[0], "x is \(x), weight \(weight), \(groups) groups")
        let (channels, overflow) = weight[1].multipliedReportingOverflow(by: groups)
        try call.require(!overflow, "\(groups) groups")
        if call.has("bias") { try call.require(call.type("bias").count == channels, "bias has not \(channels) elements") }
        let (spatial, kernel) = (Array(x.dropFirst(2)), Array(weight.dropFirst(2)))
        try call.require(spatial.allSatisfy { $0 < 1 << 31 }, "x is \(x)")
        let mode = call.string("pad_type", default: "valid")
        var padding = call
        if mode == "same" || mode == "same_lower" { padding.strings["pad_type"] = ["valid"] }
        var windows = try padding.windows(sizes: kernel, spatial: spatial)
        var outputs: [Int] = []
        let wanted = try call.has("output_shape") ? Array(call.ints("output_shape").suffix(spatial.count)) : []
        for axis in spatial.indices {
            let full = (spatial[axis] - 1) * windows[axis].stride + windows[axis].extent
            var size = full - windows[axis].before - windows[axis].after
            if mode == "same" || mode == "same_lower" { size = spatial[axis] * windows[axis].stride }
            if axis < wanted.count { size = wanted[axis] }
            try call.require(size >= 1 && size < 1 << 31, "the output would be empty")
            if mode == "same" || mode == "same_lower" {
                let total = max(full - size, 0)
                windows[axis].before = mode == "same" ? total / 2 : total - total / 2
            }
            windows[axis].after = full - size - windows[axis].before
            outputs.append(size)
        }
        return ConvolutionGeometry(
            batch: x[0], groups: groups, inputChannels: x[1], outputChannels: channels, input: spatial, output: outputs, windows: windows)
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let geometry = try geometry(call).volumetric
        let (x, weight, y) = (try call.floats("x"), try call.floats("weight"), outputs[0].floatPointer)
        let bias = try call.floats("bias", count: geometry.outputChannels)
        let (inputsPerGroup, outputsPerGroup) = (geometry.inputChannels / geometry.groups, geometry.outputChannels / geometry.groups)
        let (inputSize, outputSize, kernelSize) = (geometry.input.product(), geometry.output.product(), geometry.kernelSize)
        for batch in 0..<geometry.batch {
            for channel in 0..<geometry.outputChannels {
                let target = y + (batch * geometry.outputChannels + channel) * outputSize
                target.update(repeating: bias?[channel] ?? 0, count: outputSize)
                let group = channel / max(outputsPerGroup, 1)
                for inner in group * inputsPerGroup..<(group + 1) * inputsPerGroup {
                    let source = x + (batch * geometry.inputChannels + inner) * inputSize
                    let kernel = weight + (inner * outputsPerGroup + channel % outputsPerGroup) * kernelSize
                    scatter(source, kernel, target, geometry)
                }
            }
        }
    }

    /// Adds one input channel, spread by one kernel, to one output channel.
    private static func scatter(
        _ source: UnsafePointer<Float>, _ kernel: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ g: ConvolutionGeometry
    ) {
        let (depth, rows, columns) = (g.windows[0], g.windows[1], g.windows[2])
        var tap = 0
        for kz in 0..<depth.size {
            for ky in 0..<rows.size {
                for kx in 0..<columns.size {
                    let weight = kernel[tap]
                    tap += 1
                    for iz in 0..<g.input[0] {
                        let oz = iz * depth.stride + kz * depth.dilation - depth.before
                        guard oz >= 0, oz < g.output[0] else { continue }
                        for iy in 0..<g.input[1] {
                            let oy = iy * rows.stride + ky * rows.dilation - rows.before
                            guard oy >= 0, oy < g.output[1] else { continue }
                            let into = target + (oz * g.output[1] + oy) * g.output[2]
                            let from = source + (iz * g.input[1] + iy) * g.input[2]
                            for ix in 0..<g.input[2] {
                                let ox = ix * columns.stride + kx * columns.dilation - columns.before
                                if ox >= 0 && ox < g.output[2] { into[ox] += weight * from[ix] }
                            }
                        }
                    }
                }
            }
        }
    }
}

let convolutions: [any OperationDefinition.Type] = [Convolution.self, TransposedConvolution.self]
