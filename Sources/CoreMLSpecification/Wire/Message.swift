import Foundation

/// A protocol buffer message: a value that is read from bytes and written to them.
///
/// Reading keeps numbers and bytes of weights where they are; writing puts fields in the order of their numbers, so that a file from
/// another writer of the format comes back as it was.
package protocol Message: Sendable {
    init()

    /// Fields that this version of the format does not know.
    var unknownFields: UnknownFields { get set }

    /// Reads the value of `field`, whose tag was read last; false where this message has no such field.
    mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool

    func encodeFields(to writer: inout WireWriter)
}

extension Message {
    /// Parses a message that takes all of `bytes`, and keeps their memory.
    ///
    /// - Throws: ``SpecificationError`` with the reason and the place.
    package init(parsing bytes: Bytes) throws {
        self.init()
        var reader = WireReader(bytes)
        try merge(from: &reader)
    }

    /// A message with what `body` puts into it.
    package static func with(_ body: (inout Self) throws -> Void) rethrows -> Self {
        var message = Self()
        try body(&message)
        return message
    }

    /// The message's bytes, as runs to be written one after the other. Weights are not copied.
    package func encodedSegments() -> [Bytes] {
        var writer = WireWriter()
        encode(to: &writer)
        return writer.finish()
    }

    /// The message's bytes, copied into one run.
    package func encoded() -> Data {
        let segments = encodedSegments()
        var data = Data(capacity: segments.reduce(0) { $0 + $1.count })
        for segment in segments { segment.withUnsafeBytes { data.append(contentsOf: $0) } }
        return data
    }

    /// Writes the message to a file, which appears, or is replaced, only once it is complete.
    ///
    /// - Throws: ``SpecificationError`` where the file cannot be written.
    package func write(to url: URL) throws {
        try writeFile(encodedSegments(), to: url)
    }

    mutating func merge(from reader: inout WireReader) throws {
        while let field = try reader.nextField() {
            if try !decodeField(field, from: &reader) {
                try reader.charge(2 * MemoryLayout<Bytes>.stride)
                unknownFields.append(try reader.skipField())
            }
        }
    }

    func encode(to writer: inout WireWriter) {
        encodeFields(to: &writer)
        for run in unknownFields.runs { writer.append(run) }
    }
}

/// A message without fields, which says all by being there.
package protocol EmptyMessage: Message {}

extension EmptyMessage {
    package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool { false }
    package func encodeFields(to writer: inout WireWriter) {}
}

/// The alternatives of a oneof, each with the field's value.
package protocol OneOf: Sendable {
    /// Reads the value of `field`, whose tag was read last; `nil` where it is not one of the alternatives.
    static func decode(_ field: Int, from reader: inout WireReader) throws -> Self?

    func encode(to writer: inout WireWriter)
}

extension OneOf {
    /// The alternative's name in the format, in lower camel case.
    package var caseName: String {
        // Every alternative has a value, whose label is the name of the case.
        Mirror(reflecting: self).children.first?.label ?? String(describing: self)
    }
}

/// The fields of a message that its type does not know, as they were read.
package struct UnknownFields: Sendable, Equatable {
    private(set) var runs: [Bytes] = []

    package init() {}

    package var isEmpty: Bool { runs.isEmpty }

    mutating func append(_ field: Bytes) {
        if let last = runs.last, last.isFollowed(by: field) {
            runs[runs.count - 1] = last.joined(with: field)
        } else {
            runs.append(field)
        }
    }
}
