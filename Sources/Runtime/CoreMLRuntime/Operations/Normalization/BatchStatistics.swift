/// Batch normalisation with the batch's own statistics, as in training. The outputs are the normalised values, and the mean and variance of
/// each channel. The variance is divided by the number of elements.
package enum BatchStatisticsNormalization: FloatOperation, DifferentiableOperation {
    package static let kinds = ["osprey.batch_norm_training"]
    static let differentiable = ["x", "gamma", "beta"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank >= 2, "x is \(x)")
        for argument in ["gamma", "beta"] where call.has(argument) {
            try call.require(call.type(argument).count == x.shape[1], "argument \(argument) does not have \(x.shape[1]) elements")
        }
        return [x, .float32([x.shape[1]]), .float32([x.shape[1]])]
    }

    /// Calls `body` with the elements of each instance of a channel.
    private static func forEachSlice(_ shape: [Int], _ channel: Int, _ body: (Range<Int>) -> Void) {
        let plane = shape.dropFirst(2).product()
        for batch in 0..<shape[0] {
            let start = (batch * shape[1] + channel) * plane
            body(start..<start + plane)
        }
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let (gamma, beta) = (try call.floats("gamma", count: shape[1]), try call.floats("beta", count: shape[1]))
        let epsilon = try call.float("epsilon", default: 1e-5)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let count = Double(max(shape[0] * shape.dropFirst(2).product(), 1))
        for channel in 0..<shape[1] {
            var (sum, squares) = (0.0, 0.0)
            forEachSlice(shape, channel) { for index in $0 { sum += Double(x[index]) } }
            let mean = sum / count
            forEachSlice(shape, channel) { for index in $0 { squares += (Double(x[index]) - mean) * (Double(x[index]) - mean) } }
            outputs[1].floats[channel] = Float(mean)
            outputs[2].floats[channel] = Float(squares / count)
            let scale = (gamma?[channel] ?? 1) / (Float(squares / count) + epsilon).squareRoot()
            let shift = (beta?[channel] ?? 0) - Float(mean) * scale
            forEachSlice(shape, channel) { for index in $0 { y[index] = x[index] * scale + shift } }
        }
    }

    static let backwardReadsOutputs = true

    static func backward(_ pass: BackwardPass) throws {
        guard pass.outputGradients.dropFirst().allSatisfy({ $0 == nil }) else {
            throw pass.call.unsupported("there is no gradient of its statistics")
        }
        let shape = try pass.call.shape("x")
        let gamma = try pass.call.floats("gamma", count: shape[1])
        let epsilon = try pass.call.float("epsilon", default: 1e-5)
        let (x, g) = (try pass.floats("x"), try pass.outputGradient().floatPointer)
        let (dx, scales, shifts) = (pass.gradient("x")?.floatPointer, pass.gradient("gamma"), pass.gradient("beta"))
        let count = Float(max(shape[0] * shape.dropFirst(2).product(), 1))
        for channel in 0..<shape[1] {
            let mean = pass.outputs[1].floats[channel]
            let factor = 1 / (pass.outputs[2].floats[channel] + epsilon).squareRoot()
            var (sum, product) = (0.0, 0.0)
            forEachSlice(shape, channel) { range in
                for index in range {
                    sum += Double(g[index])
                    product += Double(g[index] * (x[index] - mean) * factor)
                }
            }
            scales?.floats[channel] = Float(product)
            shifts?.floats[channel] = Float(sum)
            guard let dx else { continue }
            let scale = (gamma?[channel] ?? 1) * factor
            let (meanGradient, meanProduct) = (Float(sum) / count, Float(product) / count)
            forEachSlice(shape, channel) { range in
                for index in range { dx[index] = scale * (g[index] - meanGradient - (x[index] - mean) * factor * meanProduct) }
            }
        }
    }
}
