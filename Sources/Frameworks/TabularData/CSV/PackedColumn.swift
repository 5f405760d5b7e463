/// The values of a column in packed form: eight bytes for a number, or four for a text.
package enum PackedColumn: Sendable {
    /// Numbers; a missing number is ``missing``. The absolute value of an integer is at most 2⁵³.
    case numbers([Double], isWhole: Bool)
    /// The index of each text in the pool of distinct texts; −1 for a missing text.
    case texts([Int32], TextPool)

    /// The number that represents a missing value: a special NaN.
    package static let missing = Double(bitPattern: 0x7FF8_4F53_5052_4559)

    /// Whether a number represents a missing value.
    @inlinable
    package static func isMissing(_ number: Double) -> Bool { number.bitPattern == 0x7FF8_4F53_5052_4559 }

    package var count: Int {
        switch self {
        case .numbers(let numbers, _): numbers.count
        case .texts(let codes, _): codes.count
        }
    }

    package var missingCount: Int {
        switch self {
        case .numbers(let numbers, _): numbers.count { Self.isMissing($0) }
        case .texts(let codes, _): codes.count { $0 < 0 }
        }
    }

    package func isMissing(at row: Int) -> Bool {
        switch self {
        case .numbers(let numbers, _): Self.isMissing(numbers[row])
        case .texts(let codes, _): codes[row] < 0
        }
    }

    /// The rows with these indices.
    package func rows(_ rows: some Collection<Int>) -> PackedColumn {
        switch self {
        case .numbers(let numbers, let isWhole): .numbers(rows.map { numbers[$0] }, isWhole: isWhole)
        case .texts(let codes, let pool): .texts(rows.map { codes[$0] }, pool)
        }
    }

    /// The rows of a range.
    package func rows(_ range: Range<Int>) -> PackedColumn {
        switch self {
        case .numbers(let numbers, let isWhole): .numbers(Array(numbers[range]), isWhole: isWhole)
        case .texts(let codes, let pool): .texts(Array(codes[range]), pool)
        }
    }
}

/// A pool of distinct texts.
package final class TextPool: Sendable {
    private let bytes: [UInt8]
    /// The end of each text in `bytes`.
    private let ends: [Int]
    /// The texts as strings; empty if there are many texts.
    private let texts: [String]

    /// The maximum number of texts that a pool stores as strings. A larger pool stores bytes, and makes a string each time a text is read.
    private static let maximumKeptCount = 1 << 16

    init(bytes: [UInt8], ends: [Int]) {
        if ends.count <= Self.maximumKeptCount {
            var start = 0
            texts = ends.map { end in
                defer { start = end }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            (self.bytes, self.ends) = ([], [])
        } else {
            (self.bytes, self.ends, texts) = (bytes, ends, [])
        }
    }

    /// A pool without texts.
    package static let none = TextPool(bytes: [], ends: [])

    package var count: Int { max(ends.count, texts.count) }

    package subscript(code: Int) -> String {
        if !texts.isEmpty { return texts[code] }
        return String(decoding: bytes[(code == 0 ? 0 : ends[code - 1])..<ends[code]], as: UTF8.self)
    }
}
