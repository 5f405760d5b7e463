/// Reads the protocol buffer wire format from a run of bytes.
///
/// Files are not trusted. Every length is checked against the number of remaining bytes. Messages nest at most ``maximumDepth`` deep. Decoded
/// messages take at most ``fixedBudget`` bytes, plus ``budgetFactor`` times the file's size.
package struct WireReader {
    /// The maximum depth of nested messages, as in Google's own readers.
    package static let maximumDepth = 100

    /// The number of bytes that the decoded messages of any file may take.
    package static let fixedBudget = 64 << 20

    /// The number of bytes that decoded messages may take for each byte of a file, in addition to ``fixedBudget``.
    package static let budgetFactor = 16

    enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
        case fixed32 = 5
    }

    private let bytes: Bytes
    private var position = 0
    private var end: Int
    private var depth = 0
    private var budget: Int

    /// The wire type of the field whose tag was read last.
    private(set) var wireType = WireType.varint
    private var fieldStart = 0

    package init(_ bytes: Bytes) {
        self.bytes = bytes
        end = bytes.count
        let (product, overflow) = bytes.count.multipliedReportingOverflow(by: Self.budgetFactor)
        budget = overflow ? .max : Self.fixedBudget.addingReportingOverflow(product).overflow ? .max : Self.fixedBudget + product
    }

    /// Whether the current message, or packed field, has been read to its end.
    var isAtEnd: Bool { position == end }

    /// Reads the next field's tag. Returns the field's number, or `nil` at the end of the message.
    mutating func nextField() throws -> Int? {
        guard position < end else { return nil }
        fieldStart = position
        let tag = try varint()
        guard tag >> 3 > 0, tag <= UInt32.max else { throw malformed("an impossible field number") }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else { throw malformed("a group, or an unknown kind of field") }
        wireType = type
        return Int(tag >> 3)
    }

    /// Skips the field whose tag was read last and returns all of its bytes, including the tag.
    mutating func skipField() throws -> Bytes {
        switch wireType {
        case .varint: _ = try varint()
        case .fixed64: _ = try fixed(UInt64.self)
        case .fixed32: _ = try fixed(UInt32.self)
        case .lengthDelimited: _ = try lengthDelimited()
        }
        return try bytes.slice(at: fieldStart, count: position - fieldStart)
    }

    func expect(_ type: WireType) throws {
        guard wireType == type else { throw malformed("a field of the wrong kind") }
    }

    /// Counts memory that decoding is about to use.
    mutating func charge(_ byteCount: Int) throws {
        budget -= byteCount
        guard budget >= 0 else { throw malformed("more messages than a file of this size may hold") }
    }

    func malformed(_ what: String) -> SpecificationError {
        SpecificationError("is not a valid model: \(what) at byte \(fieldStart)")
    }
}

// MARK: Values

extension WireReader {
    mutating func varint() throws -> UInt64 {
        if position < end, case let byte = bytes[position], byte < 0x80 {
            position += 1
            return UInt64(byte)
        }
        return try longVarint()
    }

    private mutating func longVarint() throws -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            guard shift < 63 || byte <= 1 else { throw malformed("a number of more than 64 bits") }
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        throw malformed("a number that is cut off")
    }

    mutating func fixed<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard MemoryLayout<Integer>.size <= end - position else { throw malformed("a number that is cut off") }
        let value: Integer = try bytes.integer(at: position)
        position += MemoryLayout<Integer>.size
        return value
    }

    /// Reads a length and that many bytes, which share the memory.
    mutating func lengthDelimited() throws -> Bytes {
        let count = try length()
        defer { position += count }
        return try bytes.slice(at: position, count: count)
    }

    /// Reads a length, and checks that the rest of the message is long enough.
    private mutating func length() throws -> Int {
        let length = try varint()
        guard length <= UInt64(end - position) else { throw malformed("\(length) bytes where \(end - position) are left") }
        return Int(length)
    }

    /// Narrows the reader to the length-delimited field whose tag was read last, until `leave` is called with the returned value.
    mutating func enter() throws -> Int {
        try expect(.lengthDelimited)
        let count = try length()
        guard depth < Self.maximumDepth else { throw malformed("messages nested more than \(Self.maximumDepth) deep") }
        let outerEnd = end
        end = position + count
        depth += 1
        return outerEnd
    }

    /// Continues after the field to which `enter` narrowed the reader.
    mutating func leave(to outerEnd: Int) {
        position = end
        end = outerEnd
        depth -= 1
    }
}
