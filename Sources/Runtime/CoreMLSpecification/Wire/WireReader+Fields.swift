// The reading of all types of fields. Generated code calls these methods with the property for the field.
extension WireReader {
    mutating func decode<Scalar: WireScalar>(_ value: inout Scalar) throws {
        try expect(Scalar.wireType)
        value = try Scalar(from: &self)
    }

    /// Reads a field of a oneof.
    mutating func decode<Scalar: WireScalar>(_ type: Scalar.Type = Scalar.self) throws -> Scalar {
        try expect(Scalar.wireType)
        return try Scalar(from: &self)
    }

    /// Reads an element, or a packed run of elements.
    mutating func decode<Scalar: WireScalar>(_ values: inout [Scalar]) throws {
        guard Scalar.wireType != .lengthDelimited, wireType == .lengthDelimited else {
            try charge(2 * MemoryLayout<Scalar>.stride)
            values.append(try decode(Scalar.self))
            return
        }
        let outerEnd = try enter()
        while !isAtEnd {
            try charge(2 * MemoryLayout<Scalar>.stride)
            values.append(try Scalar(from: &self))
        }
        leave(to: outerEnd)
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

    /// Reads a field of a oneof, or an element.
    mutating func decode<Submessage: Message>(_ type: Submessage.Type = Submessage.self) throws -> Submessage {
        try charge(MemoryLayout<Submessage>.stride)
        var value = Submessage()
        let outerEnd = try enter()
        try value.merge(from: &self)
        leave(to: outerEnd)
        return value
    }

    /// Reads a message field. As the format demands, a second occurrence is merged into the first.
    mutating func decode<Submessage: Message>(_ value: inout Indirect<Submessage>) throws {
        try charge(MemoryLayout<Submessage>.stride)
        var merged = value.take() ?? Submessage()
        let outerEnd = try enter()
        try merged.merge(from: &self)
        leave(to: outerEnd)
        value.wrappedValue = merged
    }

    mutating func decode<Key: WireScalar & Hashable, Value: WireScalar>(_ map: inout OrderedMap<Key, Value>) throws {
        var (key, value) = (Key(), Value())
        try charge(2 * MemoryLayout<(Key, Value)>.stride)
        let outerEnd = try enter()
        while let field = try nextField() {
            switch field {
            case 1: try decode(&key)
            case 2: try decode(&value)
            default: _ = try skipField()
            }
        }
        leave(to: outerEnd)
        map.append(key, value)
    }

    mutating func decode<Key: WireScalar & Hashable, Value: Message>(_ map: inout OrderedMap<Key, Value>) throws {
        var (key, value) = (Key(), Value())
        try charge(2 * MemoryLayout<(Key, Value)>.stride)
        let outerEnd = try enter()
        while let field = try nextField() {
            switch field {
            case 1: try decode(&key)
            case 2: value = try decode(Value.self)
            default: _ = try skipField()
            }
        }
        leave(to: outerEnd)
        map.append(key, value)
    }
}
