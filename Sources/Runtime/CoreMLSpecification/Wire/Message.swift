import Foundation

/// A protocol buffer message: a value that is read from bytes and written to them.
///
/// Reading does not copy the numbers and bytes of weights. Fields are written in the order of their numbers. A file of another program is
/// thus reproduced as it was.
package protocol Message: Sendable {
    init()

    /// Fields that this version of the format does not know.
    var unknownFields: UnknownFields { get set }

    /// Reads the value of `field` after its tag has been read. Returns false if this message has no such field.
    mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool

    func encodeFields(to writer: inout WireWriter)
}

extension Message {
    /// Parses a message from all of `bytes`, whose memory the message keeps alive.
    ///
    /// - Throws: ``SpecificationError`` with the reason and the place.
    package init(parsing bytes: Bytes) throws {
        self.init()
        var reader = WireReader(bytes)
        try merge(from: &reader)
    }

    /// A message that `body` fills in.
    package static func with(_ body: (inout Self) throws -> Void) rethrows -> Self {
        var message = Self()
        try body(&message)
        return message
    }

    /// The message's bytes, as segments to be written one after the other. Weights are not copied.
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

    /// Writes the message to a file. The file appears, or is replaced, only once it is complete.
    ///
    /// - Throws: ``SpecificationError`` if the file cannot be written.
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

/// A message without fields, whose presence is its only information.
package protocol EmptyMessage: Message {}

extension EmptyMessage {
    package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool { false }
    package func encodeFields(to writer: inout WireWriter) {}
}

/// The alternatives of a oneof, each with the field's value.
package protocol OneOf: Sendable {
    /// Reads the value of `field` after its tag has been read. Returns `nil` if the field is not one of the alternatives of this oneof.
    static func decode(_ field: Int, from reader: inout WireReader) throws -> Self?

    func encode(to writer: inout WireWriter)
}

extension OneOf {
    /// The alternative's name in the format, in lower camel case.
    package var caseName: String {
        // Every alternative has an associated value, which is labelled with the name of the case.
        Mirror(reflecting: self).children.first?.label ?? String(describing: self)
    }
}

/// The fields that a message's type does not know, in the form in which they were read.
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
