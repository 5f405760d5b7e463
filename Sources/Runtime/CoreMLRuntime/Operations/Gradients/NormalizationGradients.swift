extension BatchNormalization: DifferentiableOperation {
    static let differentiable = ["x", "gamma", "beta"]

    static func backward(_ pass: BackwardPass) throws {
        let shape = try pass.call.shape("x")
        let (mean, variance) = (try pass.floats("mean"), try pass.floats("variance"))
        let (gamma, epsilon, scales, shifts) = try pass.normalizationParameters(count: shape[1])
        let (x, g) = (try pass.floats("x"), try pass.outputGradient().floatPointer)
        let dx = pass.gradient("x")?.floatPointer
        let plane = shape.dropFirst(2).product()
        for slice in 0..<shape[0] * shape[1] {
            let channel = slice % shape[1]
            let factor = 1 / (variance[channel] + epsilon).squareRoot()
            let sums = NormalizationSums(x + slice * plane, g + slice * plane, plane, mean: mean[channel], factor: factor)
            scales?.floats[channel] += sums.product
            shifts?.floats[channel] += sums.gradient
            guard let dx else { continue }
            let scale = (gamma?[channel] ?? 1) * factor
            for index in slice * plane..<(slice + 1) * plane { dx[index] = g[index] * scale }
        }
    }
}

extension BackwardPass {
    /// The scale and epsilon of a normalisation, and the memory for the gradients of its `count` scales and shifts, filled with zeros.
    fileprivate func normalizationParameters(count: Int) throws -> (
        gamma: UnsafePointer<Float>?, epsilon: Float, scales: Tensor?, shifts: Tensor?
    ) {
        let (scales, shifts) = (gradient("gamma"), gradient("beta"))
        scales?.clear()
        shifts?.clear()
        return (try call.floats("gamma", count: count), try call.float("epsilon", default: 1e-5), scales, shifts)
    }
}

/// Two sums over a run of elements, for the gradients of a normalisation: Σ g and Σ g · x̂. The normalisation is x̂ = (x − mean) · factor.
private struct NormalizationSums {
    var gradient: Float = 0
    var product: Float = 0

    init(_ x: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ count: Int, mean: Float, factor: Float) {
        var (gradients, products) = (SIMD8<Float>(), SIMD8<Float>())
        var index = 0
        while index + 8 <= count {
            let gradient = UnsafeRawPointer(g + index).loadUnaligned(as: SIMD8<Float>.self)
            gradients += gradient
            products += gradient * (UnsafeRawPointer(x + index).loadUnaligned(as: SIMD8<Float>.self) - mean)
            index += 8
        }
        (gradient, product) = (gradients.sum(), products.sum() * factor)
        for index in index..<count {
            gradient += g[index]
            product += g[index] * (x[index] - mean) * factor
        }
    }
}

/// The mean, and the inverse of the standard deviation.
private func statistics(_ x: UnsafePointer<Float>, _ count: Int, _ epsilon: Float) -> (mean: Float, factor: Float) {
    var (sum, squares) = (0.0, 0.0)
    for index in 0..<count { sum += Double(x[index]) }
    let mean = sum / Double(max(count, 1))
    for index in 0..<count { squares += (Double(x[index]) - mean) * (Double(x[index]) - mean) }
    return (Float(mean), Float(1 / (squares / Double(max(count, 1)) + Double(epsilon)).squareRoot()))
}

extension InstanceNormalization: DifferentiableOperation {
    static let differentiable = ["x", "gamma", "beta"]

    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws { try normalize(call, outputs, threads: threads) }

    /// Computes the gradients. Each channel is the work of one thread, so that the result is the same for every number of threads.
    static func backward(_ pass: BackwardPass) throws {
        let shape = try pass.call.shape("x")
        let (gamma, epsilon, scales, shifts) = try pass.normalizationParameters(count: shape[1])
        let (x, g) = (try pass.floats("x"), try pass.outputGradient().floatPointer)
        let dx = pass.gradient("x")?.floatPointer
        let plane = shape.dropFirst(2).product()
        ParallelLoop.interleaved(shape[1], threads: pass.threads) { channel in
            for instance in 0..<shape[0] {
                let start = (instance * shape[1] + channel) * plane
                let (mean, variance) = moments(x + start, plane)
                let factor = 1 / (variance + epsilon).squareRoot()
                let sums = NormalizationSums(x + start, g + start, plane, mean: mean, factor: factor)
                scales?.floats[channel] += sums.product
                shifts?.floats[channel] += sums.gradient
                guard let dx else { continue }
                let scale = (gamma?[channel] ?? 1) * factor
                let (meanGradient, meanProduct) = (sums.gradient / Float(plane), sums.product / Float(plane))
                for index in start..<start + plane {
                    dx[index] = scale * (g[index] - meanGradient - (x[index] - mean) * factor * meanProduct)
                }
            }
        }
    }
}

extension LayerNormalization: DifferentiableOperation {
    static let differentiable = ["x", "gamma", "beta"]

    static func backward(_ pass: BackwardPass) throws {
        let type = try pass.call.type("x")
        let axes = try pass.call.has("axes") ? pass.call.axes("axes", rank: type.rank).sorted() : Array(0..<type.rank)
        let count = axes.map { type.shape[$0] }.product()
        let (gamma, epsilon, scales, shifts) = try pass.normalizationParameters(count: count)
        // The kept axes come first and the normalised axes last. The result is then put back into the original order.
        let order = type.shape.indices.filter { !axes.contains($0) } + axes
        let permuted = StridedRegion(strides: order.map { type.strides[$0] })
        func ordered(_ tensor: Tensor) -> Tensor {
            let result = Tensor(uninitialized: .float32(order.map { type.shape[$0] }))
            result.fill(from: tensor, permuted)
            return result
        }
        let (values, gradients) = (ordered(try pass.call.tensor("x")), ordered(try pass.outputGradient()))
        let (x, g) = (values.floatPointer, gradients.floatPointer)
        for row in 0..<(count == 0 ? 0 : values.count / count) {
            let (x, g) = (x + row * count, g + row * count)
            let (mean, factor) = statistics(x, count, epsilon)
            var (meanGradient, meanProduct): (Float, Float) = (0, 0)
            for index in 0..<count {
                let normal = (x[index] - mean) * factor
                scales?.floats[index] += g[index] * normal
                shifts?.floats[index] += g[index]
                g[index] *= gamma?[index] ?? 1
                meanGradient += g[index]
                meanProduct += g[index] * normal
            }
            meanGradient /= Float(count)
            meanProduct /= Float(count)
            for index in 0..<count { g[index] = factor * (g[index] - meanGradient - (x[index] - mean) * factor * meanProduct) }
        }
        pass.gradient("x")?.copy(gradients.shape, from: gradients, StridedRegion(strides: gradients.type.strides), to: permuted)
    }
}

extension L2Normalization: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let shape = try pass.call.shape("x")
        let epsilon = try pass.call.float("epsilon", default: 1e-6)
        let (x, g, dx) = (try pass.floats("x"), try pass.outputGradient().floatPointer, target.floatPointer)
        let count = shape.suffix(3).product()
        for row in 0..<shape.dropLast(3).product() {
            var (squares, product): (Float, Float) = (epsilon, 0)
            for index in row * count..<(row + 1) * count {
                squares += x[index] * x[index]
                product += x[index] * g[index]
            }
            let scale = 1 / squares.squareRoot()
            for index in row * count..<(row + 1) * count { dx[index] = scale * (g[index] - x[index] * product / squares) }
        }
    }
}

extension LocalResponseNormalization: DifferentiableOperation {
    /// Computes the gradient. With u = k + α Σ x², the derivative dy/dx is u^−β for the element itself. For each neighbour x′ there is another term,
    /// −2 α β x · x′ · u′^(−β−1).
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let shape = try pass.call.shape("x")
        let size = try pass.call.int("size")
        let alpha = try pass.call.float("alpha", default: 1e-4) / Float(size)
        let (beta, k) = (try pass.call.float("beta", default: 0.75), try pass.call.float("k", default: 1))
        let (x, g, dx) = (try pass.floats("x"), try pass.outputGradient().floatPointer, target.floatPointer)
        let (channels, plane) = (shape[1], shape.dropFirst(2).product())
        target.clear()
        for batch in 0..<shape[0] {
            for position in 0..<plane {
                let start = batch * channels * plane + position
                for channel in 0..<channels {
                    let first = max(0, channel - (size - 1) / 2)
                    let last = min(channels - 1, channel + (size - (size - 1) / 2 - 1))
                    var sum: Float = k
                    for neighbour in first...last { sum += alpha * x[start + neighbour * plane] * x[start + neighbour * plane] }
                    let index = start + channel * plane
                    let power = Power.apply(sum, -beta)
                    dx[index] += g[index] * power
                    let shared = -2 * alpha * beta * g[index] * x[index] * power / sum
                    for neighbour in first...last { dx[start + neighbour * plane] += shared * x[start + neighbour * plane] }
                }
            }
        }
    }
}
