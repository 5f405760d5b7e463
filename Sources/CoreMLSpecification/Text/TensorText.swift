/// The elements of a tensor in a program's text.
enum TensorText {
    typealias MILSpec = Specification.MILSpec

    /// - Throws: ``SpecificationError`` for elements whose type has no written form.
    static func elements(of tensor: MILSpec.TensorValue, _ type: MILSpec.DataType) throws -> [String] {
        switch tensor.value {
        case .floats(let floats): return floats.values.map { hexadecimal(Double($0)) }
        case .doubles(let doubles): return doubles.values.map(hexadecimal)
        case .ints(let ints): return ints.values.map { String($0) }
        case .longInts(let ints):
            return ints.values.map { type == .uint64 ? String(UInt64(bitPattern: $0)) : String($0) }
        case .bools(let bools): return bools.values.map { String($0) }
        case .strings(let strings): return strings.values.map(ProgramPrinter.quoted)
        case .bytes(let bytes): return try elements(of: bytes.values, type)
        case nil: return []
        }
    }

    private static func elements(of bytes: Bytes, _ type: MILSpec.DataType) throws -> [String] {
        guard let bits = type.immediateBitCount, type != .float8e4m3fn, type != .float8e5m2 else {
            throw SpecificationError("bytes for a value of another type")
        }
        return (0..<bytes.count * 8 / bits).map { index in
            var pattern: UInt32 = 0
            for bit in 0..<bits {
                let place = index * bits + bit
                pattern |= UInt32(bytes[place / 8] >> UInt8(place % 8) & 1) << UInt32(bit)
            }
            switch type {
            case .float16: return hexadecimal(Double(Float16(bitPattern: UInt16(pattern))))
            case .bfloat16: return hexadecimal(Double(Float(bitPattern: pattern << 16)))
            case .int4, .int8: return String(Int32(bitPattern: pattern << UInt32(32 - bits)) >> Int32(32 - bits))
            default: return String(pattern)
            }
        }
    }

    /// A number as C's `%a` writes it: `0x1.8p+1` for 3.
    static func hexadecimal(_ number: Double) -> String {
        let sign = number.sign == .minus ? "-" : ""
        guard number.isFinite else { return number.isNaN ? "nan" : sign + "inf" }
        guard number != 0 else { return sign + "0x0p+0" }
        // The significand of a subnormal number too is from 1 to 2, so that the digit before the point is 1.
        var fraction = String(number.significand.significandBitPattern, radix: 16)
        fraction = String(repeating: "0", count: 13 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let exponent = Int(number.exponent)
        return "\(sign)0x1\(fraction.isEmpty ? "" : ".")\(fraction)p\(exponent < 0 ? "" : "+")\(exponent)"
    }
}
