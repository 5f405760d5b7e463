/// How numbers become integers of eight bits: `number = scale · (integer − zero)`.
struct EightBitQuantization: Equatable, Sendable {
    var scale: Float
    var zero: Int
    var isSigned: Bool

    var element: Layout.Element { isSigned ? .int8 : .uint8 }

    /// The quantization of a call of `quantize` or `dequantize` on an integer of `scalar`; `nil` where it is not one for the whole tensor.
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

/// Weights that are integers of eight bits times a scale for each output.
struct IntegerWeights {
    /// The integers in the weights' shape, outputs first.
    let values: Tensor
    let scales: [Float]

    /// The largest integer of a tensor that was quantized symmetrically, by the bits of its integers.
    private static let limits: [Float] = [127, 128, 7, 8]
    /// How far from an integer a quotient may be: the rounding of a product and of a quotient.
    private static let tolerance: Float = 1e-3

    /// Recovers the integers of weights that were expanded from eight or four bits; `nil` where the weights are no such numbers.
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
            // A scale of the whole tensor, or one of the row.
            let candidates = [overall / 127, overall / 128] + Self.limits.map { maxima[row] / $0 }
            guard let scale = candidates.first(where: { Self.quantize(from, length, by: $0, into: to) }) else { return nil }
            scales.append(scale)
        }
        self.values = values
        self.scales = scales
    }

    /// The largest magnitude; infinite where one is not finite.
    private static func largest(_ numbers: UnsafePointer<Float>, _ count: Int) -> Float {
        var largest: Float = 0
        for index in 0..<count {
            let magnitude = abs(numbers[index])
            // Not a number is not less than infinity either.
            largest = magnitude < .infinity ? (magnitude > largest ? magnitude : largest) : .infinity
        }
        return largest
    }

    /// Writes the integers of a row; false where the row is not integers times `scale`.
    private static func quantize(_ row: UnsafePointer<Float>, _ count: Int, by scale: Float, into integers: UnsafeMutablePointer<Int8>)
        -> Bool
    {
        if scale < .leastNormalMagnitude {
            integers.update(repeating: 0, count: count)
            return largest(row, count) == 0
        }
        let rounder = QuantizationKernel.rounder
        // In pieces: most rows that are not such numbers show it in the first.
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

/// What a convolution or product of integers needs beside what one of floats does.
struct IntegerProduct {
    var input: EightBitQuantization
    var weights: IntegerWeights
    /// `nil` for a result in floats.
    var result: EightBitQuantization?
}
