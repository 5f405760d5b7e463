import CoreMLSpecification

/// Products of 8-bit integers. The weights are stored as integers with a scale. The input is quantised when its values are known.
extension LayerLowering {
    /// `x · weightsᵀ + bias`, for `x` […, C], weights of `shape` [O, C] and a bias [O]. `x` is quantised with one scale for all its elements.
    ///
    /// Throws an error if the weights are not 8-bit integers, if they have more than one scale, or if they have an offset.
    mutating func integerProduct(
        _ x: Argument, _ parameters: Specification.WeightParams?, _ shape: [Int], _ bias: Tensor?
    ) throws -> Argument {
        let (weights, scale) = try integerWeights(parameters, shape)
        let quantized = try builder.emit("osprey.dynamic_quantize", name: name, ["x": x])
        let sums = try emitted("linear", ["x": quantized[0], "weight": .tensor(weights)])
        let scales = try emitted("mul", ["x": quantized[1], "y": .float(scale)])
        let product = try emitted("mul", ["x": sums, "y": scales])
        guard let bias else { return product }
        return try emitted("add", ["x": product, "y": .tensor(bias)])
    }

    /// The integers of a layer's weights, as float32 numbers in `shape`, and their common scale.
    private func integerWeights(_ parameters: Specification.WeightParams?, _ shape: [Int]) throws -> (integers: Tensor, scale: Float) {
        guard let parameters else { throw invalid("weights are missing") }
        let type = TensorType.float32(shape)
        try type.validate("layer '\(name)': weights")
        let isOther = parameters.floatValue.count > 0 || parameters.float16Value.count > 0 || parameters.rawValue.count > 0
        try require(!isOther, "weights for an input that is quantised are not signed integers of eight bits")
        let bytes = parameters.int8RawValue
        try require(bytes.count == type.count, "weights are \(bytes.count) integers instead of \(type.count) (\(shape))")
        guard let quantization = parameters.quantization, case .linearQuantization(let linear)? = quantization.quantizationType else {
            throw invalid("weights have no linear quantisation")
        }
        try require(quantization.numberOfBits == 8, "weights for an input that is quantised have \(quantization.numberOfBits) bits")
        guard linear.scale.count == 1, linear.bias.count == 0, let scale = linear.scale.first, scale.isFinite else {
            throw invalid("weights for an input that is quantised have not one scale and no offset")
        }
        let integers = try kept([parameters], type, form: "integers") {
            try count(copied: type)
            let tensor = Tensor(uninitialized: type)
            let target = tensor.floatPointer
            bytes.withUnsafeBytes { buffer in
                for (index, byte) in buffer.enumerated() { target[index] = Float(Int8(bitPattern: byte)) }
            }
            return tensor
        }
        return (integers, scale)
    }
}
