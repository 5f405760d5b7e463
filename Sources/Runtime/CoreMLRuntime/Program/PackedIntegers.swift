/// Integers of one to eight bits, packed without gaps. The first is in the lowest bits of the first byte.
struct PackedIntegers {
    let bytes: UnsafeRawBufferPointer
    let bits: Int

    /// The number of bytes in which `count` integers are packed.
    static func byteCount(_ count: Int, bits: Int) -> Int { (count * bits + 7) / 8 }

    /// The integer at an index, as an unsigned number. All of its bits must be in `bytes`.
    subscript(index: Int) -> Int {
        let (byte, shift) = ((index * bits) / 8, (index * bits) % 8)
        var window = Int(bytes[byte])
        if shift + bits > 8 { window |= Int(bytes[byte + 1]) << 8 }
        return window >> shift & (1 << bits - 1)
    }
}
