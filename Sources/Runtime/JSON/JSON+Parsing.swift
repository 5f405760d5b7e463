extension JSON {
    /// Parses one JSON value.
    ///
    /// `NaN`, `Infinity` and `-Infinity`, which Python writes, are numbers here.
    ///
    /// - Throws: `JSONError` if the text is not JSON, or is nested more than 200 levels deep.
    package init(parsing bytes: some Collection<UInt8>) throws {
        let parsed = try bytes.withContiguousStorageIfAvailable { try JSON(parsing: $0) }
        self = try parsed ?? Array(bytes).withUnsafeBufferPointer { try JSON(parsing: $0) }
    }

    /// Parses one JSON value without copying its text.
    ///
    /// - Parameters:
    ///   - spanLength: the least length of strings without escapes that stay in place, as ``span(_:)``.
    ///   - valueLimit: the maximum number of values, including nested ones.
    package init(parsing bytes: UnsafeBufferPointer<UInt8>, spansFrom spanLength: Int = .max, valueLimit: Int = .max) throws {
        var parser = JSONParser(bytes, spanLength: spanLength, valueLimit: valueLimit)
        self = try parser.document()
    }

    /// The member `name` of an object; `nil` if there is none.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.0 == name }?.1
    }

    package var boolean: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var integer: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .float(let value): Double(value)
        default: nil
        }
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var object: [(String, JSON)]? {
        if case .object(let members) = self { members } else { nil }
    }
}

/// The reason why a text is not JSON.
package struct JSONError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
