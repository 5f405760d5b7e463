// Fields of every kind: what generated code calls with the property that a field belongs to.
extension WireReader {
    mutating func decode<Scalar: WireScalar>(_ value: inout Scalar) throws {
        try expect(Scalar.wireType)
        value = try Scalar(from: &self)
    }

    /// A field of a oneof.
    mutating func decode<Scalar: WireScalar>(_ type: Scalar.Type = Scalar.self) throws -> Scalar {
        try expect(Scalar.wireType)
        return try Scalar(from: &self)
    }

    /// An element, or a packed run of elements.
    mutating func decode<Scalar: WireScalar>(_ values: inout [Scalar]) throws {
        guard Scalar.wireType != .lengthDelimited, wireType == .lengthDelimited else {
            try charge(2 * MemoryLayout<Scalar>.stride)
            values.append(try decode(Scalar.self))
            return
        }
        try nested { reader in
            while !reader.isAtEnd {
                try reader.charge(2 * MemoryLayout<Scalar>.stride)
                values.append(try Scalar(from: &reader))
            }
        }
    }

    mutating func decode<Element: PackedElement & WireScalar>(_ values: inout PackedValues<Element>) throws {
        guard wireType == .lengthDelimited else {
            try charge(2 * MemoryLayout<Element>.stride)
            values.append(try decode(Element.self))
            return
        }
        guard let run = PackedValues<Element>(bytes: try lengthDelimited()) else { throw malformed("a list with half a number") }
        if values.isEmpty {
            values = run
        } else {
            try charge(2 * run.count * MemoryLayout<Element>.stride)
            values.append(contentsOf: run)
        }
    }

    mutating func decode<Submessage: Message>(_ values: inout [Submessage]) throws {
        // Twice the size, for an array that has just grown.
        try charge(2 * MemoryLayout<Submessage>.stride)
        values.append(try decode(Submessage.self))
    }

    /// A field of a oneof, or an element.
    mutating func decode<Submessage: Message>(_ type: Submessage.Type = Submessage.self) throws -> Submessage {
        try charge(MemoryLayout<Submessage>.stride)
        var value = Submessage()
        try nested { try value.merge(from: &$0) }
        return value
    }

    /// A message field. As the format demands, a second occurrence is merged into the first.
    mutating func decode<Submessage: Message>(_ value: inout Indirect<Submessage>) throws {
        try charge(MemoryLayout<Submessage>.stride)
        var merged = value.take() ?? Submessage()
        try nested { try merged.merge(from: &$0) }
        value.wrappedValue = merged
    }

    mutating func decode<Key: WireScalar & Hashable, Value: WireScalar>(_ map: inout OrderedMap<Key, Value>) throws {
        var entry = MapEntry(key: Key(), value: Value())
        try charge(2 * MemoryLayout<(Key, Value)>.stride)
        try decodeEntry { reader, field in
            if field == 1 { try reader.decode(&entry.key) } else { try reader.decode(&entry.value) }
        }
        map.append(entry.key, entry.value)
    }

    mutating func decode<Key: WireScalar & Hashable, Value: Message>(_ map: inout OrderedMap<Key, Value>) throws {
        var entry = MapEntry(key: Key(), value: Value())
        try charge(2 * MemoryLayout<(Key, Value)>.stride)
        try decodeEntry { reader, field in
            if field == 1 { try reader.decode(&entry.key) } else { entry.value = try reader.decode(Value.self) }
        }
        map.append(entry.key, entry.value)
    }

    private struct MapEntry<Key, Value> {
        var key: Key
        var value: Value
    }

    private mutating func decodeEntry(_ body: (inout WireReader, Int) throws -> Void) throws {
        try nested { reader in
            while let field = try reader.nextField() {
                if field == 1 || field == 2 { try body(&reader, field) } else { _ = try reader.skipField() }
            }
        }
    }
}
