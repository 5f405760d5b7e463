/// A quantization of numbers to 8-bit integers: `number = scale · (integer − zero)`.
struct EightBitQuantization: Equatable, Sendable {
    var scale: Float
    var zero: Int
    var isSigned: Bool

    var element: Layout.Element { isSigned ? .int8 : .uint8 }

    /// The quantization of a call of `quantize` or `dequantize` with integers of type `scalar`; `nil` if the tensor has more than one scale or zero
    /// point.
    init?(_ plain: PlainCall, _ scalar: ScalarType) {
        let call = plain.call
        guard scalar == .int8 || scalar == .uint8, plain.slots.count == 1, plain.operand("input") != nil,
            let scale = try? call.tensor("scale"), scale.count == 1, let factor = scale.doubles.first, factor.isFinite,
            Float(factor) >= .leastNormalMagnitude, Float(factor) <= 1e30
        else { return nil }
        var zero = 0.0
        if call.has("zero_point") {
            guard let point = try? call.tensor("zero_point"), point.count == 1, let value = point.doubles.first else { return nil }
            zero = value
        }
        guard zero >= -128, zero <= 255, zero == zero.rounded() else { return nil }
        self.scale = Float(factor)
        self.zero = Int(zero)
        isSigned = scalar == .int8
    }
}

/// Weights that are 8-bit integers times one scale for each output.
struct IntegerWeights {
    /// The integers in the weights' shape, outputs first.
    let values: Tensor
    let scales: [Float]

    /// The largest integers of symmetrically quantized tensors, for 8 and for 4 bits.
    private static let limits: [Float] = [127, 128, 7, 8]
    /// The largest distance of a quotient from an integer. It allows for the rounding of a product and of a quotient.
    private static let tolerance: Float = 1e-3

    /// Recovers the integers of weights that were expanded from eight or four bits; `nil` if the weights are not multiples of a scale.
    init?(_ weights: Tensor) {
        guard weights.scalar == .float32, let rows = weights.shape.first, rows > 0, weights.count > 0 else { return nil }
        let length = weights.count / rows
        let values = Tensor(uninitialized: TensorType(.int8, weights.shape))
        guard let floats = weights.floats.baseAddress, let integers = values.elements(as: Int8.self).baseAddress else { return nil }
        var scales: [Float] = []
        let maxima = (0..<rows).map { Self.largest(floats + $0 * length, length) }
        guard let overall = maxima.max(), overall < .infinity else { return nil }
        for row in 0..<rows {
            let (from, to) = (floats + row * length, integers + row * length)
            // The scale may belong to the whole tensor, or only to this row.
            let candidates = [overall / 127, overall / 128] + Self.limits.map { maxima[row] / $0 }
            guard let scale = candidates.first(where: { Self.quantize(from, length, by: $0, into: to) }) else { return nil }
            scales.append(scale)
        }
        self.values = values
        self.scales = scales
    }

    /// The largest magnitude; infinite if a number is not finite.
    private static func largest(_ numbers: UnsafePointer<Float>, _ count: Int) -> Float {
        var largest: Float = 0
        for index in 0..<count {
            let magnitude = abs(numbers[index])
            // NaN is not less than infinity, so it counts as infinity, too.
            largest = magnitude < .infinity ? (magnitude > largest ? magnitude : largest) : .infinity
        }
        return largest
    }

    /// Writes the integers of a row. Returns false if the row's elements are not integers times `scale`.
    private static func quantize(_ row: UnsafePointer<Float>, _ count: Int, by scale: Float, into integers: UnsafeMutablePointer<Int8>)
        -> Bool
    {
        if scale < .leastNormalMagnitude {
            integers.update(repeating: 0, count: count)
            return largest(row, count) == 0
        }
        let rounder = QuantizationKernel.rounder
        // The row is checked in pieces, because most other rows already fail in the first piece.
        for start in stride(from: 0, to: count, by: 256) {
            var isWrong = false
            for index in start..<min(start + 256, count) {
                let quotient = row[index] / scale
                let shifted = quotient + rounder
                let rounded = shifted - rounder
                isWrong = isWrong || !(abs(quotient - rounded) <= tolerance && rounded >= -128 && rounded <= 127)
                integers[index] = Int8(truncatingIfNeeded: Int32(bitPattern: shifted.bitPattern))
            }
            if isWrong { return false }
        }
        return true
    }

    /// The sum of the integers of each output.
    var sums: [Float] {
        let integers = values.elements(as: Int8.self)
        let length = values.count / scales.count
        return scales.indices.map { row in Float(integers[row * length..<(row + 1) * length].reduce(0) { $0 + Int($1) }) }
    }
}

/// The additional data of a convolution or product of integers.
struct IntegerProduct {
    var input: EightBitQuantization
    var weights: IntegerWeights
    /// The quantization of the result; `nil` for a result in floats.
    var result: EightBitQuantization?
}
