// Written by Scripts/generate_specification.py from the messages of Imputer.proto.

extension Specification {
    package struct Imputer: Message {
        package var imputedValue: ImputedValue?
        package var replaceValue: ReplaceValue?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try ImputedValue.decode(field, from: &reader) {
                imputedValue = member
            } else {
                if let member = try ReplaceValue.decode(field, from: &reader) {
                    replaceValue = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            imputedValue?.encode(to: &writer)
            replaceValue?.encode(to: &writer)
        }

        package indirect enum ImputedValue: OneOf {
            case imputedDoubleValue(Double)
            case imputedInt64Value(Int64)
            case imputedStringValue(String)
            case imputedDoubleArray(Specification.DoubleVector)
            case imputedInt64Array(Specification.Int64Vector)
            case imputedStringDictionary(Specification.StringToDoubleMap)
            case imputedInt64Dictionary(Specification.Int64ToDoubleMap)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .imputedDoubleValue(try reader.decode(Double.self))
                case 2: return .imputedInt64Value(try reader.decode(Int64.self))
                case 3: return .imputedStringValue(try reader.decode(String.self))
                case 4: return .imputedDoubleArray(try reader.decode(Specification.DoubleVector.self))
                case 5: return .imputedInt64Array(try reader.decode(Specification.Int64Vector.self))
                case 6: return .imputedStringDictionary(try reader.decode(Specification.StringToDoubleMap.self))
                case 7: return .imputedInt64Dictionary(try reader.decode(Specification.Int64ToDoubleMap.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .imputedDoubleValue(let value): writer.writeMember(value, field: 1)
                case .imputedInt64Value(let value): writer.writeMember(value, field: 2)
                case .imputedStringValue(let value): writer.writeMember(value, field: 3)
                case .imputedDoubleArray(let value): writer.writeMember(value, field: 4)
                case .imputedInt64Array(let value): writer.writeMember(value, field: 5)
                case .imputedStringDictionary(let value): writer.writeMember(value, field: 6)
                case .imputedInt64Dictionary(let value): writer.writeMember(value, field: 7)
                }
            }
        }

        package enum ReplaceValue: OneOf {
            case replaceDoubleValue(Double)
            case replaceInt64Value(Int64)
            case replaceStringValue(String)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 11: return .replaceDoubleValue(try reader.decode(Double.self))
                case 12: return .replaceInt64Value(try reader.decode(Int64.self))
                case 13: return .replaceStringValue(try reader.decode(String.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .replaceDoubleValue(let value): writer.writeMember(value, field: 11)
                case .replaceInt64Value(let value): writer.writeMember(value, field: 12)
                case .replaceStringValue(let value): writer.writeMember(value, field: 13)
                }
            }
        }
    }
}
