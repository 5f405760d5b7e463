extension ConvolutionGeometry {
    /// Calls `body` for every run of products. A run is a row of products that belong to one image, one pair of channels and one kernel
    /// element.
    ///
    /// The windows slide over `wide`. There is one window for each element of `narrow`. Both have three dimensions. The arguments of `body`
    /// are:
    /// - `tap`: the kernel element.
    /// - `offset` and `step`: the start of the run in `wide`, and the distance between its elements.
    /// - `other`: the start of the run in `narrow`.
    /// - `count`: the number of products.
    fileprivate func forEachRun(
        _ wide: [Int], _ narrow: [Int], _ body: (_ tap: Int, _ offset: Int, _ step: Int, _ other: Int, _ count: Int) -> Void
    ) {
        let (depth, rows, columns) = (windows[0], windows[1], windows[2])
        var tap = 0
        for kz in 0..<depth.size {
            for ky in 0..<rows.size {
                for kx in 0..<columns.size {
                    let shift = kx * columns.dilation - columns.before
                    let first = shift >= 0 ? 0 : (-shift + columns.stride - 1) / columns.stride
                    let end = min(narrow[2], shift >= wide[2] ? 0 : (wide[2] - 1 - shift) / columns.stride + 1)
                    for oz in 0..<narrow[0] {
                        let iz = oz * depth.stride + kz * depth.dilation - depth.before
                        guard iz >= 0, iz < wide[0], first < end else { continue }
                        for oy in 0..<narrow[1] {
                            let iy = oy * rows.stride + ky * rows.dilation - rows.before
                            guard iy >= 0, iy < wide[1] else { continue }
                            body(
                                tap, (iz * wide[1] + iy) * wide[2] + first * columns.stride + shift, columns.stride,
                                (oz * narrow[1] + oy) * narrow[2] + first, end - first)
                        }
                    }
                    tap += 1
                }
            }
        }
    }
}

extension BackwardPass {
    /// The gradients of a convolution or a transposed convolution. A transposed convolution exchanges the roles of input and output.
    fileprivate func convolve(_ geometry: ConvolutionGeometry, transposed: Bool) throws {
        let g = geometry.volumetric
        let (x, weight, dy) = (try floats("x"), try floats("weight"), try outputGradient().floatPointer)
        let (dx, dw, db) = (gradient("x"), gradient("weight"), gradient("bias"))
        for target in [dx, dw, db] { target?.clear() }
        let (inputsPerGroup, outputsPerGroup) = (g.inputChannels / g.groups, g.outputChannels / g.groups)
        let (inputSize, outputSize, kernelSize) = (g.input.product(), g.output.product(), g.kernelSize)
        for batch in 0..<g.batch {
            for channel in 0..<g.outputChannels {
                let group = channel / max(outputsPerGroup, 1)
                let outputPlane = (batch * g.outputChannels + channel) * outputSize
                if let db { for index in 0..<outputSize { db.floats[channel] += dy[outputPlane + index] } }
                for inner in 0..<inputsPerGroup {
                    let input = group * inputsPerGroup + inner
                    let inputPlane = (batch * g.inputChannels + input) * inputSize
                    // [O, C / groups, …] for a convolution, [C, O / groups, …] for a transposed one.
                    let kernel = transposed ? input * outputsPerGroup + channel % outputsPerGroup : channel * inputsPerGroup + inner
                    let taps = kernel * kernelSize
                    g.forEachRun(transposed ? g.output : g.input, transposed ? g.input : g.output) { tap, wide, step, narrow, count in
                        let (start, stride) = (inputPlane + (transposed ? narrow : wide), transposed ? 1 : step)
                        let (other, otherStride) = (outputPlane + (transposed ? wide : narrow), transposed ? step : 1)
                        if let dx = dx?.floatPointer {
                            let factor = weight[taps + tap]
                            for index in 0..<count { dx[start + index * stride] += factor * dy[other + index * otherStride] }
                        }
                        if let dw = dw?.floatPointer {
                            var sum: Float = 0
                            for index in 0..<count { sum += x[start + index * stride] * dy[other + index * otherStride] }
                            dw[taps + tap] += sum
                        }
                    }
                }
            }
        }
    }
}

extension Convolution: DifferentiableOperation {
    static let differentiable = ["x", "weight", "bias"]

    static func backward(_ pass: BackwardPass) throws { try pass.convolve(geometry(pass.call), transposed: false) }
}

extension TransposedConvolution: DifferentiableOperation {
    static let differentiable = ["x", "weight", "bias"]

    static func backward(_ pass: BackwardPass) throws { try pass.convolve(geometry(pass.call), transposed: true) }
}
