/// Writes the protocol buffer wire format.
///
/// Long runs of bytes, such as weights, are not copied. The output is a list of segments, and some of them are slices of the memory that the
/// message came from.
package struct WireWriter {
    /// The least length of a run that becomes a segment of its own, in bytes.
    private static let sharedLength = 4096

    private var segments: [Bytes] = []
    private var tail: [UInt8] = []
    private(set) var count = 0

    package init() {}

    /// The segments of everything that was written, in order.
    package consuming func finish() -> [Bytes] {
        closeTail()
        return segments
    }

    private mutating func closeTail() {
        guard !tail.isEmpty else { return }
        segments.append(Bytes(copying: tail))
        tail.removeAll(keepingCapacity: true)
    }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        byte(UInt8(rest))
    }

    private mutating func byte(_ value: UInt8) {
        tail.append(value)
        count += 1
    }

    mutating func fixed<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { tail.append(contentsOf: $0) }
        count += MemoryLayout<Integer>.size
    }

    mutating func lengthDelimited<Source: Collection<UInt8>>(_ bytes: Source) {
        varint(UInt64(bytes.count))
        tail.append(contentsOf: bytes)
        count += bytes.count
    }

    mutating func lengthDelimited(_ bytes: Bytes) {
        varint(UInt64(bytes.count))
        append(bytes)
    }

    /// Appends bytes unchanged.
    mutating func append(_ bytes: Bytes) {
        if bytes.count >= Self.sharedLength {
            closeTail()
            segments.append(bytes)
        } else {
            bytes.withUnsafeBytes { tail.append(contentsOf: $0) }
        }
        count += bytes.count
    }

    mutating func tag(_ field: Int, _ type: WireReader.WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    /// Writes a length-delimited field with the content that `body` writes.
    mutating func nested(field: Int, _ body: (inout WireWriter) -> Void) {
        var inner = WireWriter()
        body(&inner)
        tag(field, .lengthDelimited)
        varint(UInt64(inner.count))
        for segment in inner.segments { append(segment) }
        tail.append(contentsOf: inner.tail)
        count += inner.tail.count
    }
}

// The writing of all types of fields. Generated code calls these methods with a property and its field's number.
extension WireWriter {
    mutating func write<Scalar: WireScalar>(_ value: Scalar, field: Int) {
        if !value.isDefault { writeMember(value, field: field) }
    }

    /// Writes a member of a oneof or an element of a list, even if it is the default.
    mutating func writeMember<Scalar: WireScalar>(_ value: Scalar, field: Int) {
        tag(field, Scalar.wireType)
        value.write(to: &self)
    }

    mutating func writeMember<Submessage: Message>(_ value: Submessage, field: Int) {
        nested(field: field) { value.encode(to: &$0) }
    }

    mutating func write<Submessage: Message>(_ value: Submessage?, field: Int) {
        if let value { writeMember(value, field: field) }
    }

    mutating func write<Submessage: Message>(_ values: [Submessage], field: Int) {
        for value in values { writeMember(value, field: field) }
    }

    mutating func write<Scalar: WireScalar>(_ values: [Scalar], field: Int) {
        guard !values.isEmpty else { return }
        if Scalar.wireType == .lengthDelimited {
            for value in values { writeMember(value, field: field) }
        } else {
            nested(field: field) { writer in
                for value in values { value.write(to: &writer) }
            }
        }
    }

    mutating func write<Element: PackedElement>(_ values: PackedValues<Element>, field: Int) {
        guard !values.isEmpty else { return }
        tag(field, .lengthDelimited)
        lengthDelimited(values.bytes)
    }

    mutating func write<Key: WireScalar, Value: WireScalar>(_ map: OrderedMap<Key, Value>, field: Int) {
        for (key, value) in map {
            nested(field: field) { writer in
                writer.writeMember(key, field: 1)
                writer.writeMember(value, field: 2)
            }
        }
    }

    mutating func write<Key: WireScalar, Value: Message>(_ map: OrderedMap<Key, Value>, field: Int) {
        for (key, value) in map {
            nested(field: field) { writer in
                writer.writeMember(key, field: 1)
                writer.writeMember(value, field: 2)
            }
        }
    }
}
