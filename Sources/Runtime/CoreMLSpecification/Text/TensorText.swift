/// The elements of a tensor in a program's text. They are made one at a time, because all together take many times the memory of the tensor.
struct TensorText {
    typealias MILSpec = Specification.MILSpec

    let count: Int
    private let value: MILSpec.TensorValue.Kind?
    private let type: MILSpec.DataType
    /// The size of an element in bits, for types that are kept as bytes.
    private let bits: Int

    /// - Parameter count: the number of elements that the tensor's type has; `nil` if it is open. It is needed if elements of less than a byte do not
    ///   fill the last byte.
    /// - Throws: ``SpecificationError`` for bytes of a type that has no written form.
    init(_ tensor: MILSpec.TensorValue, _ type: MILSpec.DataType, count: Int?) throws {
        value = tensor.value
        self.type = type
        switch tensor.value {
        case .floats(let floats): (self.count, bits) = (floats.values.count, 0)
        case .doubles(let doubles): (self.count, bits) = (doubles.values.count, 0)
        case .ints(let ints): (self.count, bits) = (ints.values.count, 0)
        case .longInts(let ints): (self.count, bits) = (ints.values.count, 0)
        case .bools(let bools): (self.count, bits) = (bools.values.count, 0)
        case .strings(let strings): (self.count, bits) = (strings.values.count, 0)
        case .bytes(let bytes):
            guard let bits = Self.bitCount(of: type) else { throw SpecificationError("bytes for a value of another type") }
            self.bits = bits
            let room = bytes.values.count * 8 / bits
            if let count, count < room, (count * bits + 7) / 8 == bytes.values.count {
                self.count = count
            } else {
                self.count = room
            }
        case nil: (self.count, bits) = (0, 0)
        }
    }

    private static func bitCount(of type: MILSpec.DataType) -> Int? {
        switch type {
        case .bool: 8
        case .int16, .uint16: 16
        case .int32, .float32: 32
        case .int64, .uint64, .float64: 64
        default: type.immediateBitCount
        }
    }

    /// Element `index`, which is less than ``count``.
    func element(at index: Int) -> String {
        switch value {
        case .floats(let floats): Self.hexadecimal(Double(floats.values[index]))
        case .doubles(let doubles): Self.hexadecimal(doubles.values[index])
        case .ints(let ints): String(ints.values[index])
        case .longInts(let ints): type == .uint64 ? String(UInt64(bitPattern: ints.values[index])) : String(ints.values[index])
        case .bools(let bools): String(bools.values[index])
        case .strings(let strings): ProgramPrinter.quoted(strings.values[index])
        case .bytes(let bytes): element(ofPattern: pattern(bytes.values, index))
        case nil: ""
        }
    }

    private func pattern(_ bytes: Bytes, _ index: Int) -> UInt64 {
        var pattern: UInt64 = 0
        for bit in 0..<bits {
            let place = index * bits + bit
            pattern |= UInt64(bytes[place / 8] >> UInt8(place % 8) & 1) << UInt64(bit)
        }
        return pattern
    }

    private func element(ofPattern pattern: UInt64) -> String {
        switch type {
        case .float16: Self.hexadecimal(Double(Float16(bitPattern: UInt16(truncatingIfNeeded: pattern))))
        case .bfloat16: Self.hexadecimal(Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern << 16))))
        case .float32: Self.hexadecimal(Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))))
        case .float64: Self.hexadecimal(Double(bitPattern: pattern))
        case .int4, .int8, .int16, .int32, .int64: String(Int64(bitPattern: pattern << UInt64(64 - bits)) >> Int64(64 - bits))
        case .bool: String(pattern != 0)
        // 8-bit floating-point numbers are written as their bits.
        default: String(pattern)
        }
    }

    /// A number as C's `%a` writes it: `0x1.8p+1` for 3.
    static func hexadecimal(_ number: Double) -> String {
        let sign = number.sign == .minus ? "-" : ""
        guard number.isFinite else { return number.isNaN ? "nan" : sign + "inf" }
        guard number != 0 else { return sign + "0x0p+0" }
        // The significand of a subnormal number is from 1 to 2 as well, so that the digit before the point is 1.
        var fraction = String(number.significand.significandBitPattern, radix: 16)
        fraction = String(repeating: "0", count: 13 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let exponent = Int(number.exponent)
        return "\(sign)0x1\(fraction.isEmpty ? "" : ".")\(fraction)p\(exponent < 0 ? "" : "+")\(exponent)"
    }
}
