// Written by Scripts/generate_specification.py from the messages of FeatureTypes.proto.

extension Specification {
    package struct DictionaryFeatureType: Message {
        package var keyType: KeyType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try KeyType.decode(field, from: &reader) {
                keyType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            keyType?.encode(to: &writer)
        }

        package indirect enum KeyType: OneOf {
            case int64KeyType(Specification.Int64FeatureType)
            case stringKeyType(Specification.StringFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64KeyType(try reader.decode(Specification.Int64FeatureType.self))
                case 2: return .stringKeyType(try reader.decode(Specification.StringFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64KeyType(let value): writer.writeMember(value, field: 1)
                case .stringKeyType(let value): writer.writeMember(value, field: 2)
                }
            }
        }
    }
}

extension Specification {
    package struct SequenceFeatureType: Message {
        @Indirect package var sizeRange: Specification.SizeRange?
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 101: try reader.decode(&_sizeRange)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    type = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
            writer.write(sizeRange, field: 101)
        }

        package indirect enum Kind: OneOf {
            case int64Type(Specification.Int64FeatureType)
            case stringType(Specification.StringFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64Type(try reader.decode(Specification.Int64FeatureType.self))
                case 3: return .stringType(try reader.decode(Specification.StringFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64Type(let value): writer.writeMember(value, field: 1)
                case .stringType(let value): writer.writeMember(value, field: 3)
                }
            }
        }
    }
}

extension Specification {
    package struct StateFeatureType: Message {
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try Kind.decode(field, from: &reader) {
                type = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case arrayType(Specification.ArrayFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .arrayType(try reader.decode(Specification.ArrayFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .arrayType(let value): writer.writeMember(value, field: 1)
                }
            }
        }
    }
}

extension Specification {
    package struct FeatureType: Message {
        package var isOptional: Bool = false
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1000: try reader.decode(&isOptional)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    type = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
            writer.write(isOptional, field: 1000)
        }

        package indirect enum Kind: OneOf {
            case int64Type(Specification.Int64FeatureType)
            case doubleType(Specification.DoubleFeatureType)
            case stringType(Specification.StringFeatureType)
            case imageType(Specification.ImageFeatureType)
            case multiArrayType(Specification.ArrayFeatureType)
            case dictionaryType(Specification.DictionaryFeatureType)
            case sequenceType(Specification.SequenceFeatureType)
            case stateType(Specification.StateFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64Type(try reader.decode(Specification.Int64FeatureType.self))
                case 2: return .doubleType(try reader.decode(Specification.DoubleFeatureType.self))
                case 3: return .stringType(try reader.decode(Specification.StringFeatureType.self))
                case 4: return .imageType(try reader.decode(Specification.ImageFeatureType.self))
                case 5: return .multiArrayType(try reader.decode(Specification.ArrayFeatureType.self))
                case 6: return .dictionaryType(try reader.decode(Specification.DictionaryFeatureType.self))
                case 7: return .sequenceType(try reader.decode(Specification.SequenceFeatureType.self))
                case 8: return .stateType(try reader.decode(Specification.StateFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64Type(let value): writer.writeMember(value, field: 1)
                case .doubleType(let value): writer.writeMember(value, field: 2)
                case .stringType(let value): writer.writeMember(value, field: 3)
                case .imageType(let value): writer.writeMember(value, field: 4)
                case .multiArrayType(let value): writer.writeMember(value, field: 5)
                case .dictionaryType(let value): writer.writeMember(value, field: 6)
                case .sequenceType(let value): writer.writeMember(value, field: 7)
                case .stateType(let value): writer.writeMember(value, field: 8)
                }
            }
        }
    }
}
