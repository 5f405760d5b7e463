/// `gamma · (x − mean) / sqrt(variance + epsilon) + beta` for each channel (dimension 1 of `x`).
enum BatchNormalization: FloatOperation {
    package static let kinds = ["batch_norm"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try call.require(call.shape("x").count >= 2, "x is \(call.shape("x"))")
        for argument in ["mean", "variance"] { try checkChannels(call, argument) }
        for argument in ["gamma", "beta"] where call.has(argument) { try checkChannels(call, argument) }
        return [try call.type("x")]
    }

    private static func checkChannels(_ call: OperationCall, _ argument: String) throws {
        let (count, channels) = (try call.type(argument).count, try call.shape("x")[1])
        try call.require(count == channels, "argument \(argument) has \(count) elements for \(channels) channels")
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let (mean, variance) = (try call.floats("mean"), try call.floats("variance"))
        let (gamma, beta) = (try call.floats("gamma", count: shape[1]), try call.floats("beta", count: shape[1]))
        let epsilon = try call.float("epsilon", default: 1e-5)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let plane = shape.dropFirst(2).product()
        for slice in 0..<shape[0] * shape[1] {
            let channel = slice % shape[1]
            let scale = (gamma?[channel] ?? 1) / (variance[channel] + epsilon).squareRoot()
            let shift = (beta?[channel] ?? 0) - mean[channel] * scale
            for index in slice * plane..<(slice + 1) * plane { y[index] = x[index] * scale + shift }
        }
    }
}

/// Mean and variance, in two passes. Float lanes are added up to a double before they lose precision.
func moments(_ x: UnsafePointer<Float>, _ count: Int) -> (mean: Float, variance: Float) {
    let mean = Float(sum(x, count, around: 0, squared: false) / Double(max(count, 1)))
    return (mean, Float(sum(x, count, around: mean, squared: true) / Double(max(count, 1))))
}

/// The sum of `x − centre`, or of its square.
@inline(__always)
private func sum(_ x: UnsafePointer<Float>, _ count: Int, around centre: Float, squared: Bool) -> Double {
    var total = 0.0
    var index = 0
    while index + 8 <= count {
        var lanes = SIMD8<Float>()
        let end = min(index + 512, count)
        while index + 8 <= end {
            let values = UnsafeRawPointer(x + index).loadUnaligned(as: SIMD8<Float>.self) - centre
            lanes += squared ? values * values : values
            index += 8
        }
        total += Double(lanes.sum())
    }
    while index < count {
        let value = Double(x[index] - centre)
        total += squared ? value * value : value
        index += 1
    }
    return total
}

/// Instance normalisation: each channel of each instance is normalised with its own mean and variance.
enum InstanceNormalization: FloatOperation {
    package static let kinds = ["instance_norm"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        try call.require(shape.count >= 3, "x is \(shape)")
        for argument in ["gamma", "beta"] where call.has(argument) {
            try call.require(call.type(argument).count == shape[1], "argument \(argument) does not have \(shape[1]) elements")
        }
        return [try call.type("x")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws { try normalize(call, outputs, threads: 1) }

    /// Normalises each channel of each instance. One thread computes a whole channel of an instance, so that the result is the same for every number
    /// of threads.
    static func normalize(_ call: OperationCall, _ outputs: [Tensor], threads: Int) throws {
        let shape = try call.shape("x")
        let (gamma, beta) = (try call.floats("gamma", count: shape[1]), try call.floats("beta", count: shape[1]))
        let epsilon = try call.float("epsilon", default: 1e-5)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let plane = shape.dropFirst(2).product()
        ParallelLoop.interleaved(shape[0] * shape[1], threads: threads) { slice in
            let (mean, variance) = moments(x + slice * plane, plane)
            let scale = (gamma?[slice % shape[1]] ?? 1) / (variance + epsilon).squareRoot()
            let shift = (beta?[slice % shape[1]] ?? 0) - mean * scale
            for index in slice * plane..<(slice + 1) * plane { y[index] = x[index] * scale + shift }
        }
    }
}

/// Normalises over `axes`, then multiplies by `gamma` and adds `beta`, which have the shape of these axes.
enum LayerNormalization: FloatOperation {
    package static let kinds = ["layer_norm"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        let axes = try normalizedAxes(call, rank: shape.count)
        for argument in ["gamma", "beta"] where call.has(argument) {
            try call.require(
                call.type(argument).count == axes.map { shape[$0] }.product(), "argument \(argument) does not fit axes \(axes) of \(shape)")
        }
        return [try call.type("x")]
    }

    private static func normalizedAxes(_ call: OperationCall, rank: Int) throws -> [Int] {
        try call.has("axes") ? call.axes("axes", rank: rank).sorted() : Array(0..<rank)
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (type, shape) = (try call.type("x"), try call.shape("x"))
        let axes = try normalizedAxes(call, rank: shape.count)
        let kept = shape.indices.filter { !axes.contains($0) }
        let count = axes.map { shape[$0] }.product()
        let (gamma, beta) = (try call.floats("gamma", count: count), try call.floats("beta", count: count))
        let epsilon = try call.float("epsilon", default: 1e-5)
        let order = kept + axes
        // The kept axes come first and the normalised axes last. The result is then put back into the original order.
        let ordered = Tensor(uninitialized: .float32(order.map { shape[$0] }))
        ordered.fill(from: try call.tensor("x"), StridedRegion(strides: order.map { type.strides[$0] }))
        let values = ordered.floatPointer
        for row in 0..<(count == 0 ? 0 : ordered.count / count) {
            let line = values + row * count
            let (mean, variance) = moments(line, count)
            let scale = 1 / (variance + epsilon).squareRoot()
            for index in 0..<count { line[index] = (line[index] - mean) * scale * (gamma?[index] ?? 1) + (beta?[index] ?? 0) }
        }
        outputs[0].copy(
            ordered.shape, from: ordered, StridedRegion(strides: ordered.type.strides),
            to: StridedRegion(strides: order.map { type.strides[$0] }))
    }
}

/// `x / sqrt(Σ x² + epsilon)`, with the sum over the last three dimensions.
enum L2Normalization: FloatOperation {
    package static let kinds = ["l2_norm"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try call.require(call.shape("x").count >= 3, "x is \(call.shape("x"))")
        return [try call.type("x")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let epsilon = try call.float("epsilon", default: 1e-6)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let count = shape.suffix(3).product()
        for row in 0..<shape.dropLast(3).product() {
            var sum: Float = 0
            for index in row * count..<(row + 1) * count { sum += x[index] * x[index] }
            let scale = 1 / (sum + epsilon).squareRoot()
            for index in row * count..<(row + 1) * count { y[index] = x[index] * scale }
        }
    }
}

/// `x / (k + alpha / size · Σ x²)^beta`. The sum is over the `size` channels around each channel. An even `size` includes one more channel
/// before the centre than after the centre.
enum LocalResponseNormalization: FloatOperation {
    package static let kinds = ["local_response_norm"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try call.require(call.shape("x").count >= 3, "x is \(call.shape("x"))")
        try call.require(call.int("size") >= 1, "size is \(call.int("size"))")
        return [try call.type("x")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let size = try call.int("size")
        let alpha = try call.float("alpha", default: 1e-4) / Float(size)
        let (beta, k) = (try call.float("beta", default: 0.75), try call.float("k", default: 1))
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let (channels, plane) = (shape[1], shape.dropFirst(2).product())
        for batch in 0..<shape[0] {
            for channel in 0..<channels {
                let first = max(0, channel - size / 2)
                let last = min(channels - 1, channel + (size - 1) / 2)
                for position in 0..<plane {
                    var sum: Float = 0
                    for neighbour in first...last {
                        let value = x[(batch * channels + neighbour) * plane + position]
                        sum += value * value
                    }
                    let index = (batch * channels + channel) * plane + position
                    y[index] = x[index] / Power.apply(k + alpha * sum, beta)
                }
            }
        }
    }
}

let normalizations: [any OperationDefinition.Type] = [
    BatchNormalization.self, InstanceNormalization.self, LayerNormalization.self, L2Normalization.self, LocalResponseNormalization.self,
]
