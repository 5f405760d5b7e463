/// Integers of one to eight bits without gaps, the first in the lowest bits of the first byte.
struct PackedIntegers {
    let bytes: UnsafeRawBufferPointer
    let bits: Int

    /// The bytes that so many integers take.
    static func byteCount(_ count: Int, bits: Int) -> Int { (count * bits + 7) / 8 }

    /// An integer as an unsigned number. All of its bits must be there.
    subscript(index: Int) -> Int {
        let (byte, shift) = ((index * bits) / 8, (index * bits) % 8)
        var window = Int(bytes[byte])
        if shift + bits > 8 { window |= Int(bytes[byte + 1]) << 8 }
        return window >> shift & (1 << bits - 1)
    }
}
