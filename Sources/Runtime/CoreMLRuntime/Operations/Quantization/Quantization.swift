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

    /// Calls `body` with ranges that together cover `0..<count`, and with the scale and zero point of each range.
    func forEachRun(_ count: Int, _ body: (_ range: Range<Int>, _ scale: Float, _ zero: Float) -> Void) {
        let length = scales.count == 1 && zeros.count == 1 ? max(count, 1) : max(inner, 1)
        for start in stride(from: 0, to: count, by: length) {
            let channel = start / length
            body(start..<min(start + length, count), scales[channel % scales.count], zeros[channel % zeros.count])
        }
    }
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
        let (numbers, integers) = (input.floatPointer, quantized.floatPointer)
        quantization.forEachRun(input.count) { range, scale, zero in
            for index in range { integers[index] = (numbers[index] / scale).rounded(.toNearestOrEven) + zero }
        }
        quantized.convert(into: outputs[0])
        withExtendedLifetime(input) {}
    }
}

/// `scale × (input − zero_point)`.
enum Dequantize: OperationDefinition {
    package static let kinds = ["dequantize"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [.float32(try call.shape("input"))] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let input = try call.tensor("input").converted(to: .float32)
        let quantization = try LinearQuantization(call)
        let (integers, numbers) = (input.floatPointer, outputs[0].floatPointer)
        quantization.forEachRun(input.count) { range, scale, zero in
            for index in range { numbers[index] = scale * (integers[index] - zero) }
        }
        withExtendedLifetime(input) {}
    }
}

/// Quantises `x` to whole numbers from −127 to 127, with ties to even. The second result is the scale [1]: the largest magnitude in `x`
/// divided by 127.
///
/// The whole numbers are stored as float32, and would be exact in bfloat16, too. Their products with 8-bit integers are exact, and so are
/// sums of these products up to 2²⁴. If `x` has a number that is not finite, the whole numbers are zeros and the scale is NaN. Every result
/// of a product is then NaN. If the scale would be zero or subnormal, the scale and the whole numbers are zero.
enum DynamicQuantize: FloatOperation {
    package static let kinds = ["osprey.dynamic_quantize"]

    private static let largestInteger: Float = 127

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [.float32(try call.shape("x")), .float32([1])] }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (numbers, integers, count) = (try call.floats("x"), outputs[0].floatPointer, outputs[0].count)
        // The bit patterns of magnitudes have the same order as the magnitudes. Infinity is above all numbers, and NaN above infinity.
        var bits: UInt32 = 0
        for index in 0..<count { bits = max(bits, numbers[index].bitPattern & 0x7fff_ffff) }
        let largest = Float(bitPattern: bits)
        let scale = largest / largestInteger
        guard largest.isFinite, scale >= .leastNormalMagnitude else {
            integers.update(repeating: 0, count: count)
            outputs[1].floatPointer[0] = largest.isFinite ? 0 : .nan
            return
        }
        outputs[1].floatPointer[0] = scale
        let rounder = QuantizationKernel.rounder
        ParallelLoop.run(count, threads: Threads.limit) { range in
            // Quotients exceed 127 at most by their rounding error, which rounding to an integer removes.
            for index in range { integers[index] = numbers[index] / scale + rounder - rounder }
        }
    }
}

let quantizations: [any OperationDefinition.Type] = [Quantize.self, Dequantize.self, DynamicQuantize.self]
