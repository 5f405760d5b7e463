extension MILTranslation {
    /// Translates `conv_quantized` to a `conv` with the weights `weight × quant_scale + quant_bias`. Scale and bias have a single value, or
    /// one for each output channel.
    static func expandQuantizedConvolution(_ name: String, _ arguments: [String: Argument]) throws -> [String: Argument] {
        func invalid(_ reason: String) -> RuntimeError { .invalidModel("conv_quantized '\(name)': \(reason)") }
        func constant(_ key: String) throws -> Tensor {
            guard case .constant(.tensor(let tensor))? = arguments[key] else { throw invalid("\(key) is not a constant") }
            return tensor.converted(to: .float32)
        }
        guard case .constant(.string("linear"))? = arguments["quantization_type"] else {
            throw RuntimeError.unsupported("conv_quantized '\(name)': only linear quantization is supported")
        }
        let (weight, scale, bias) = (try constant("weight"), try constant("quant_scale"), try constant("quant_bias"))
        let channels = weight.shape.first ?? 1
        for (key, values) in [("quant_scale", scale), ("quant_bias", bias)] where values.count != 1 && values.count != channels {
            throw invalid("\(key) has \(values.count) values for \(channels) channels")
        }
        let expanded = Tensor(uninitialized: weight.type)
        for index in 0..<weight.count {
            let channel = index / (weight.count / channels)
            expanded.floats[index] =
                weight.floats[index] * scale.floats[scale.count == 1 ? 0 : channel] + bias.floats[bias.count == 1 ? 0 : channel]
        }
        var result = arguments
        for key in ["quantization_type", "nbits", "quant_scale", "quant_bias"] { result[key] = nil }
        result["weight"] = .tensor(expanded)
        return result
    }
}
