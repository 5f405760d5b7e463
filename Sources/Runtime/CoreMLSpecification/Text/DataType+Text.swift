extension Specification.MILSpec.DataType {
    private static let names: [(name: String, type: Self)] = [
        ("bool", .bool), ("string", .string), ("fp8e4m3fn", .float8e4m3fn), ("fp8e5m2", .float8e5m2), ("fp16", .float16),
        ("fp32", .float32), ("fp64", .float64), ("bf16", .bfloat16), ("int4", .int4), ("int8", .int8), ("int16", .int16),
        ("int32", .int32), ("int64", .int64), ("uint1", .uint1), ("uint2", .uint2), ("uint3", .uint3), ("uint4", .uint4),
        ("uint6", .uint6), ("uint8", .uint8), ("uint16", .uint16), ("uint32", .uint32), ("uint64", .uint64),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.type) })
    private static let byNumber = Dictionary(uniqueKeysWithValues: names.map { ($0.type.rawValue, $0.name) })

    /// The type that a program's text calls by `name`.
    init?(textName name: String) {
        guard let type = Self.byName[name] else { return nil }
        self = type
    }

    /// The name in a program's text; `nil` for a type that this version of the format does not know.
    var textName: String? { Self.byNumber[rawValue] }

    /// The size of an element in bits, for types with immediate values that are stored as packed bytes; `nil` for other types.
    var immediateBitCount: Int? {
        switch self {
        case .uint1: 1
        case .uint2: 2
        case .uint3: 3
        case .int4, .uint4: 4
        case .uint6: 6
        case .int8, .uint8, .float8e4m3fn, .float8e5m2: 8
        case .float16, .bfloat16: 16
        case .uint32: 32
        default: nil
        }
    }
}

/// The names of operation sets. `CoreML7` in the message is `ios17` in the text, and `CoreML8` is `ios18`. `CoreML9` is `ios26`, because iOS 26
/// followed iOS 18.
package enum OperationSetName {
    /// Whether this is the name of an operation set that a message may have. The known names are those of the operation sets for iOS 13 to 18 and for
    /// iOS 26.
    package static func isKnown(_ message: String) -> Bool { (3...9).contains { message == "CoreML\($0)" } }

    static func message(fromText name: String) -> String {
        guard name.hasPrefix("ios"), let version = Int(name.dropFirst(3)) else { return name }
        switch version {
        case 13...18: return "CoreML\(version - 10)"
        case 26...99: return "CoreML\(version - 17)"
        default: return name
        }
    }

    static func text(fromMessage name: String) -> String {
        guard name.hasPrefix("CoreML"), let version = Int(name.dropFirst(6)) else { return name }
        switch version {
        case 3...8: return "ios\(version + 10)"
        case 9...82: return "ios\(version + 17)"
        default: return name
        }
    }

    /// Whether the operation set came before iOS 18. Version 1.3 of the text came with iOS 18.
    static func isBeforeIOS18(_ message: String) -> Bool {
        guard message.hasPrefix("CoreML"), let version = Int(message.dropFirst(6)) else { return false }
        return version < 8
    }
}
