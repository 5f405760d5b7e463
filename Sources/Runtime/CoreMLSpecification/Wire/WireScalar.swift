/// A Swift type for the single value of a field.
protocol WireScalar: Sendable {
    static var wireType: WireReader.WireType { get }

    /// The default value of the format.
    init()
    init(from reader: inout WireReader) throws

    /// Whether the value is left out of a message because it is the default.
    var isDefault: Bool { get }
    func write(to writer: inout WireWriter)
}

extension Bool: WireScalar {
    static var wireType: WireReader.WireType { .varint }
    init(from reader: inout WireReader) throws { self = try reader.varint() != 0 }
    var isDefault: Bool { !self }
    func write(to writer: inout WireWriter) { writer.varint(self ? 1 : 0) }
}

extension Int32: WireScalar {
    static var wireType: WireReader.WireType { .varint }
    init(from reader: inout WireReader) throws { self.init(truncatingIfNeeded: try reader.varint()) }
    var isDefault: Bool { self == 0 }
    // Negative numbers take ten bytes, as in every writer of the format.
    func write(to writer: inout WireWriter) { writer.varint(UInt64(bitPattern: Int64(self))) }
}

extension Int64: WireScalar {
    static var wireType: WireReader.WireType { .varint }
    init(from reader: inout WireReader) throws { self.init(bitPattern: try reader.varint()) }
    var isDefault: Bool { self == 0 }
    func write(to writer: inout WireWriter) { writer.varint(UInt64(bitPattern: self)) }
}

extension UInt32: WireScalar {
    static var wireType: WireReader.WireType { .varint }
    init(from reader: inout WireReader) throws { self.init(truncatingIfNeeded: try reader.varint()) }
    var isDefault: Bool { self == 0 }
    func write(to writer: inout WireWriter) { writer.varint(UInt64(self)) }
}

extension UInt64: WireScalar {
    static var wireType: WireReader.WireType { .varint }
    init(from reader: inout WireReader) throws { self = try reader.varint() }
    var isDefault: Bool { self == 0 }
    func write(to writer: inout WireWriter) { writer.varint(self) }
}

extension Float: WireScalar {
    static var wireType: WireReader.WireType { .fixed32 }
    init(from reader: inout WireReader) throws { self.init(bitPattern: try reader.fixed(UInt32.self)) }
    var isDefault: Bool { bitPattern == 0 }
    func write(to writer: inout WireWriter) { writer.fixed(bitPattern) }
}

extension Double: WireScalar {
    static var wireType: WireReader.WireType { .fixed64 }
    init(from reader: inout WireReader) throws { self.init(bitPattern: try reader.fixed(UInt64.self)) }
    var isDefault: Bool { bitPattern == 0 }
    func write(to writer: inout WireWriter) { writer.fixed(bitPattern) }
}

extension String: WireScalar {
    static var wireType: WireReader.WireType { .lengthDelimited }

    init(from reader: inout WireReader) throws {
        let bytes = try reader.lengthDelimited()
        try reader.charge(bytes.count)
        guard let string = bytes.withUnsafeBytes({ String(wellFormed: $0) }) else { throw reader.malformed("text that is not UTF-8") }
        self = string
    }

    /// A string from UTF-8; `nil` for other bytes. Nearly all text of models is ASCII, which is recognised without generic code.
    private init?(wellFormed bytes: UnsafeRawBufferPointer) {
        let units = bytes.assumingMemoryBound(to: UInt8.self)
        if units.allSatisfy({ $0 < 0x80 }) {
            self = String(decoding: units, as: UTF8.self)
            return
        }
        guard let string = String(validating: units, as: UTF8.self) else { return nil }
        self = string
    }

    var isDefault: Bool { isEmpty }
    func write(to writer: inout WireWriter) { writer.lengthDelimited(utf8) }
}

extension Bytes: WireScalar {
    static var wireType: WireReader.WireType { .lengthDelimited }
    init(from reader: inout WireReader) throws { self = try reader.lengthDelimited() }
    var isDefault: Bool { isEmpty }
    func write(to writer: inout WireWriter) { writer.lengthDelimited(self) }
}

/// An enum of the format. Numbers without a case are kept.
package protocol WireEnum: Hashable, Sendable {
    init(rawValue: Int32)
    var rawValue: Int32 { get }
}

/// The form of an enum in the wire format.
struct EnumValue<Enum: WireEnum>: WireScalar {
    var value: Enum

    init() { value = Enum(rawValue: 0) }
    init(_ value: Enum) { self.value = value }
    init(from reader: inout WireReader) throws { value = Enum(rawValue: try Int32(from: &reader)) }

    static var wireType: WireReader.WireType { .varint }
    var isDefault: Bool { value.rawValue == 0 }
    func write(to writer: inout WireWriter) { value.rawValue.write(to: &writer) }
}

extension WireReader {
    mutating func decode<Enum: WireEnum>(_ value: inout Enum) throws {
        value = try decode(EnumValue<Enum>.self).value
    }
}

extension WireWriter {
    mutating func write<Enum: WireEnum>(_ value: Enum, field: Int) {
        write(EnumValue(value), field: field)
    }
}
