/// Quantizes numbers to 8-bit integers and dequantizes them, in any memory order.
enum QuantizationKernel {
    /// A number for rounding. If it is added to a small number, the low bits of the sum are the nearest integer, with ties to even.
    static let rounder: Float = 12_582_912

    /// `round(number ÷ scale) + zero`, clamped.
    static func quantize<Source: FloatSource>(
        _ source: Source, _ target: UnsafeMutableRawPointer, _ range: Range<Int>, _ quantization: EightBitQuantization
    ) {
        let integers = target.assumingMemoryBound(to: UInt8.self)
        let (low, high): (Float, Float) = quantization.isSigned ? (-128, 127) : (0, 255)
        let zero = Float(quantization.zero)
        let (lowest, highest) = (low - zero, high - zero)
        let (scale, shift) = (quantization.scale, UInt32(bitPattern: Int32(quantization.zero)))
        for index in range {
            let quotient = source[index] / scale
            let above = quotient > lowest ? quotient : lowest
            let clamped = above < highest ? above : highest
            integers[index] = UInt8(truncatingIfNeeded: (clamped + rounder).bitPattern &+ shift)
        }
    }

    /// `scale · (integer − zero)`
    static func dequantize(
        _ source: UnsafeMutableRawPointer, _ numbers: UnsafeMutablePointer<Float>, _ range: Range<Int>,
        _ quantization: EightBitQuantization
    ) {
        let (scale, zero) = (quantization.scale, Int32(quantization.zero))
        if quantization.isSigned {
            let integers = source.assumingMemoryBound(to: Int8.self)
            for index in range { numbers[index] = scale * Float(Int32(integers[index]) &- zero) }
        } else {
            let integers = source.assumingMemoryBound(to: UInt8.self)
            for index in range { numbers[index] = scale * Float(Int32(integers[index]) &- zero) }
        }
    }
}

/// A source of floats for a kernel.
protocol FloatSource {
    subscript(index: Int) -> Float { get }
}

struct Floats: FloatSource {
    private let numbers: UnsafeMutablePointer<Float>

    init(_ pointer: UnsafeMutableRawPointer) {
        numbers = pointer.assumingMemoryBound(to: Float.self)
    }

    subscript(index: Int) -> Float { numbers[index] }
}

/// bfloat16 numbers, read as float32.
struct BrainFloats: FloatSource {
    private let bits: UnsafeMutablePointer<UInt16>

    init(_ pointer: UnsafeMutableRawPointer) {
        bits = pointer.assumingMemoryBound(to: UInt16.self)
    }

    subscript(index: Int) -> Float { Float(bitPattern: UInt32(bits[index]) << 16) }
}
