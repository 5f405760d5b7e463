import Foundation

/// A hash table that numbers distinct texts in order of first occurrence.
struct TextTable {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [Int] = []
    private var hashes: [UInt32] = []
    private var slots: [Int32]

    /// The seed of the hash. It is random in each process, so that nobody can choose texts that all have the same slot.
    private static let seed = UInt64.random(in: .min ... .max)

    init() { slots = [Int32](repeating: -1, count: 64) }

    var count: Int { ends.count }

    /// The number of a text. A new text gets the next number.
    ///
    /// - Returns: `nil` if all numbers are used.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int32? {
        let hash = Self.hash(text)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let known = Int(slots[slot])
            if hashes[known] == hash, isEqual(known, text) { return Int32(truncatingIfNeeded: known) }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard ends.count < Int(Int32.max) else { return nil }
        let number = Int32(truncatingIfNeeded: ends.count)
        slots[slot] = number
        bytes.append(contentsOf: text)
        ends.append(bytes.count)
        hashes.append(hash)
        if ends.count * 2 > slots.count { grow() }
        return number
    }

    /// Calls `body` with each text, in the order of the texts' numbers.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        try bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for end in ends {
                try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                start = end
            }
        }
    }

    /// The numbered texts, without the hash table.
    func pool() -> TextPool { TextPool(bytes: bytes, ends: ends) }

    private func isEqual(_ known: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = known == 0 ? 0 : ends[known - 1]
        guard ends[known] - start == text.count else { return false }
        guard let own = text.baseAddress else { return true }
        return bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { memcmp($0 + start, own, text.count) == 0 } ?? false }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var state = seed ^ UInt64(text.count)
        let raw = UnsafeRawBufferPointer(text)
        var place = 0
        func mix(_ word: UInt64) {
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            state = product.high ^ product.low &+ seed
        }
        while place + 8 <= raw.count {
            mix(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < raw.count {
            rest = rest << 8 | UInt64(raw[place])
            place += 1
        }
        mix(rest)
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }
}
