// Written by Scripts/generate_specification.py from the messages of CategoricalMapping.proto.

extension Specification {
    package struct CategoricalMapping: Message {
        package var mappingType: MappingType?
        package var valueOnUnknown: ValueOnUnknown?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try MappingType.decode(field, from: &reader) {
                mappingType = member
            } else {
                if let member = try ValueOnUnknown.decode(field, from: &reader) {
                    valueOnUnknown = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            mappingType?.encode(to: &writer)
            valueOnUnknown?.encode(to: &writer)
        }

        package indirect enum MappingType: OneOf {
            case stringToInt64Map(Specification.StringToInt64Map)
            case int64ToStringMap(Specification.Int64ToStringMap)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .stringToInt64Map(try reader.decode(Specification.StringToInt64Map.self))
                case 2: return .int64ToStringMap(try reader.decode(Specification.Int64ToStringMap.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringToInt64Map(let value): writer.writeMember(value, field: 1)
                case .int64ToStringMap(let value): writer.writeMember(value, field: 2)
                }
            }
        }

        package enum ValueOnUnknown: OneOf {
            case strValue(String)
            case int64Value(Int64)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 101: return .strValue(try reader.decode(String.self))
                case 102: return .int64Value(try reader.decode(Int64.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .strValue(let value): writer.writeMember(value, field: 101)
                case .int64Value(let value): writer.writeMember(value, field: 102)
                }
            }
        }
    }
}
