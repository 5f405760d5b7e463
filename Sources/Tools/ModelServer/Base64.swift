/// Decodes Base64 (RFC 4648) of whole arrays directly into their destination. Foundation's decoder would make copies.
package enum Base64 {
    /// Four tables of 256 entries, one table for each position in a group of four characters. An entry holds the character's bits of the
    /// three output bytes, the first byte lowest. Invalid characters set bit 24.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
        tables.initialize(repeating: 1 << 24, count: 4 * 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        for (value, character) in alphabet.enumerated() {
            let (value, index) = (UInt32(value), Int(character))
            tables[index] = value << 2
            tables[256 + index] = value >> 4 | (value & 15) << 12
            tables[512 + index] = (value >> 2) << 8 | (value & 3) << 22
            tables[768 + index] = value << 16
        }
        return UnsafePointer(tables)
    }()

    /// The decoded size of `text` in bytes; `nil` if the length is not valid for Base64.
    package static func decodedCount(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
        return text.count / 4 * 3 - padding
    }

    /// Decodes `text` into `target`, whose size must be the decoded size.
    ///
    /// - Returns: whether `text` is valid Base64 of this size.
    package static func decode(_ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawBufferPointer) -> Bool {
        guard decodedCount(text) == target.count else { return false }
        guard let source = text.baseAddress, let bytes = target.baseAddress, !text.isEmpty else { return true }
        let tables = tables
        func group(_ at: UnsafePointer<UInt8>) -> UInt32 {
            tables[Int(at[0])] | tables[256 + Int(at[1])] | tables[512 + Int(at[2])] | tables[768 + Int(at[3])]
        }
        // Each group of three bytes is written as four bytes, and the next group overwrites the fourth. The last group is written byte by byte.
        let last = text.count / 4 - 1
        var faults: UInt32 = 0
        for index in 0..<last {
            let value = group(source + 4 * index)
            faults |= value
            (bytes + 3 * index).storeBytes(of: value.littleEndian, as: UInt32.self)
        }
        var tail = (0..<4).map { source[4 * last + $0] }
        let count = target.count - 3 * last
        for index in count + 1..<4 where index < 4 { tail[index] = UInt8(ascii: "A") }
        let value = tail.withUnsafeBufferPointer { $0.baseAddress.map(group) ?? 1 << 24 }
        faults |= value
        for index in 0..<count {
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: value >> (8 * index)), toByteOffset: 3 * last + index, as: UInt8.self)
        }
        return faults < 1 << 24
    }
}
