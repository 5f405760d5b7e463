/// A scale and a zero point for the whole tensor, or for each index along an axis.
private struct LinearQuantization {
    let scales: [Float]
    let zeros: [Float]
    let inner: Int

    init(_ call: OperationCall) throws {
        let input = try call.type("input")
        scales = try call.tensor("scale").doubles.map(Float.init)
        zeros = call.has("zero_point") ? try call.tensor("zero_point").doubles.map(Float.init) : [0]
        var channels = 1
        if call.has("axis"), input.rank > 0 {
            let axis = try call.axis("axis", rank: input.rank)
            channels = input.shape[axis]
            inner = input.shape[(axis + 1)...].product()
        } else {
            inner = max(input.count, 1)
        }
        for (name, count) in [("scale", scales.count), ("zero_point", zeros.count)] {
            try call.require(count == 1 || count == channels, "\(name) has \(count) values for \(channels) channels")
        }
    }

    func scale(_ index: Int) -> Float { scales.count == 1 ? scales[0] : scales[index / inner % scales.count] }
    func zero(_ index: Int) -> Float { zeros.count == 1 ? zeros[0] : zeros[index / inner % zeros.count] }
}

/// `round(input ÷ scale) + zero_point`, clamped to int8 or uint8.
enum Quantize: OperationDefinition {
    package static let kinds = ["quantize"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        switch call.string("output_dtype", default: "int8") {
        case "int8": [TensorType(.int8, try call.shape("input"))]
        case "uint8": [TensorType(.uint8, try call.shape("input"))]
        case let type: throw call.unsupported("quantization to \(type)")
        }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let input = try call.tensor("input").converted(to: .float32)
        let quantization = try LinearQuantization(call)
        let quantized = Tensor(uninitialized: .float32(input.shape))
        for index in 0..<input.count {
            quantized.floats[index] =
                (input.floats[index] / quantization.scale(index)).rounded(.toNearestOrEven) + quantization.zero(index)
        }
        quantized.convert(into: outputs[0])
    }
}

/// `scale × (input − zero_point)`.
enum Dequantize: OperationDefinition {
    package static let kinds = ["dequantize"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [.float32(try call.shape("input"))] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let input = try call.tensor("input").converted(to: .float32)
        let quantization = try LinearQuantization(call)
        for index in 0..<input.count {
            outputs[0].floats[index] = quantization.scale(index) * (input.floats[index] - quantization.zero(index))
        }
    }
}

let quantizations: [any OperationDefinition.Type] = [Quantize.self, Dequantize.self]
