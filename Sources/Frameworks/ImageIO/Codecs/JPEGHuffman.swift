import Foundation

/// The lookup tables of a Huffman code, indexed by the next `lookupBits` bits of the data.
final class JPEGHuffman {
    static let lookupBits = 12

    /// The code that the next `lookupBits` bits begin with, for each value of these bits. The low byte of an entry is the length of the code, and the
    /// high byte is its symbol. The entry is 0 for codes that are longer than `lookupBits`.
    let symbols: UnsafeMutablePointer<UInt16>
    /// A table for skipping several coefficients in one step, indexed by the next `lookupBits` bits. An entry describes the coefficients whose codes
    /// and values lie completely in these bits. Bits 0…3 are the total length of these coefficients. Bits 4…11 are the number of positions in the
    /// block that they cover. Bit 15 is set if the last of them ends the block. If no coefficient fits completely, the number of positions is larger
    /// than a block.
    let runs: UnsafeMutablePointer<UInt16>
    /// Entries like those of `symbols`, but indexed by the next 16 bits, for codes that are longer than `lookupBits`.
    private let longSymbols: UnsafeMutablePointer<UInt16>

    static let endOfBlock: UInt16 = 0x8000

    /// Creates the tables of a code; `nil` if the code is not a prefix code.
    init?(_ table: JPEGHeader.HuffmanTable, isAC: Bool) {
        let size = 1 << Self.lookupBits
        var code = 0
        var symbol = 0
        var entries = [UInt16](repeating: 0, count: size)
        var long = [UInt16](repeating: 0, count: 1 << 16)
        for length in 1...16 {
            let count = table.counts[length - 1]
            guard code + count <= 1 << length else { return nil }
            if length <= Self.lookupBits {
                let shift = Self.lookupBits - length
                for offset in 0..<count {
                    let entry = UInt16(length) | UInt16(table.symbols[symbol + offset]) << 8
                    let start = (code + offset) << shift
                    for index in start..<(start + (1 << shift)) { entries[index] = entry }
                }
            }
            if length > Self.lookupBits {
                let shift = 16 - length
                for offset in 0..<count {
                    let entry = UInt16(length) | UInt16(table.symbols[symbol + offset]) << 8
                    let start = (code + offset) << shift
                    for index in start..<(start + (1 << shift)) { long[index] = entry }
                }
            }
            symbol += count
            code += count
            code <<= 1
        }
        longSymbols = .allocate(capacity: 1 << 16)
        longSymbols.initialize(from: long, count: 1 << 16)
        symbols = .allocate(capacity: size)
        symbols.initialize(from: entries, count: size)
        runs = .allocate(capacity: isAC ? size : 1)
        if isAC {
            for bits in 0..<size { runs[bits] = Self.run(bits, entries) }
        }
    }

    deinit {
        symbols.deallocate()
        longSymbols.deallocate()
        runs.deallocate()
    }

    private static func run(_ bits: Int, _ entries: [UInt16]) -> UInt16 {
        let mask = (1 << lookupBits) - 1
        var used = 0
        var advance = 0
        while used < lookupBits {
            let entry = entries[(bits << used) & mask]
            let length = Int(entry & 0xFF)
            guard length > 0, used + length <= lookupBits else { break }
            let symbol = Int(entry >> 8)
            let (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0, zeros != 15 {
                return UInt16(used + length) | UInt16(min(advance, 0xFF)) << 4 | endOfBlock
            }
            guard used + length + size <= lookupBits else { break }
            used += length + size
            advance += zeros + 1
        }
        return used == 0 ? 0xFF0 : UInt16(used) | UInt16(min(advance, 0xFF)) << 4
    }

    /// The entry for the code at the top of a word, in the format of `symbols`. The code may have any length. The result is 0 if there is no such
    /// code.
    @inline(__always)
    func entry(_ word: UInt64) -> Int {
        let entry = symbols[Int(truncatingIfNeeded: word &>> UInt64(64 - Self.lookupBits))]
        return Int(entry != 0 ? entry : longSymbols[Int(truncatingIfNeeded: word &>> 48)])
    }
}
