/// The values of a column without boxes: eight bytes for a number, four for a text.
package enum PackedColumn: Sendable {
    /// Numbers, or ``missing``. The magnitude of whole numbers is at most 2⁵³.
    case numbers([Double], isWhole: Bool)
    /// For each text, its index in the pool of different texts; -1 if it is missing.
    case texts([Int32], TextPool)

    /// The number that stands for a missing one: a special NaN.
    package static let missing = Double(bitPattern: 0x7FF8_4F53_5052_4559)

    /// Whether a number stands for a missing value.
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

/// Different texts.
package final class TextPool: Sendable {
    private let bytes: [UInt8]
    /// The end of each text.
    private let ends: [Int]
    /// The texts themselves, if they are few.
    private let texts: [String]

    /// The largest column that stores its texts as strings. A larger one stores bytes, and makes a string each time an element is read.
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

    /// No text.
    package static let none = TextPool(bytes: [], ends: [])

    package var count: Int { max(ends.count, texts.count) }

    package subscript(code: Int) -> String {
        if !texts.isEmpty { return texts[code] }
        return String(decoding: bytes[(code == 0 ? 0 : ends[code - 1])..<ends[code]], as: UTF8.self)
    }
}
