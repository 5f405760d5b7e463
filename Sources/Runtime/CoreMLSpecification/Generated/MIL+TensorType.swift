// Written by Scripts/generate_specification.py from the messages of MIL.proto.

extension Specification.MILSpec {
    package struct TensorType: Message {
        package var dataType = Specification.MILSpec.DataType(rawValue: 0)
        package var rank: Int64 = 0
        package var dimensions: [Specification.MILSpec.Dimension] = []
        package var attributes = OrderedMap<String, Specification.MILSpec.Value>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&dataType)
            case 2: try reader.decode(&rank)
            case 3: try reader.decode(&dimensions)
            case 4: try reader.decode(&attributes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(dataType, field: 1)
            writer.write(rank, field: 2)
            writer.write(dimensions, field: 3)
            writer.write(attributes, field: 4)
        }
    }
}

extension Specification.MILSpec {
    package struct TupleType: Message {
        package var types: [Specification.MILSpec.ValueType] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&types)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(types, field: 1)
        }
    }
}

extension Specification.MILSpec {
    package struct ListType: Message {
        @Indirect package var type: Specification.MILSpec.ValueType?
        @Indirect package var length: Specification.MILSpec.Dimension?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_type)
            case 2: try reader.decode(&_length)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(length, field: 2)
        }
    }
}

extension Specification.MILSpec {
    package struct DictionaryType: Message {
        @Indirect package var keyType: Specification.MILSpec.ValueType?
        @Indirect package var valueType: Specification.MILSpec.ValueType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_keyType)
            case 2: try reader.decode(&_valueType)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(keyType, field: 1)
            writer.write(valueType, field: 2)
        }
    }
}

extension Specification.MILSpec {
    package struct StateType: Message {
        @Indirect package var wrappedType: Specification.MILSpec.ValueType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_wrappedType)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(wrappedType, field: 1)
        }
    }
}

extension Specification.MILSpec {
    package struct Dimension: Message {
        package var dimension: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try Kind.decode(field, from: &reader) {
                dimension = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            dimension?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case constant(Specification.MILSpec.Dimension.ConstantDimension)
            case unknown(Specification.MILSpec.Dimension.UnknownDimension)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .constant(try reader.decode(Specification.MILSpec.Dimension.ConstantDimension.self))
                case 2: return .unknown(try reader.decode(Specification.MILSpec.Dimension.UnknownDimension.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .constant(let value): writer.writeMember(value, field: 1)
                case .unknown(let value): writer.writeMember(value, field: 2)
                }
            }
        }

        package struct ConstantDimension: Message {
            package var size: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&size)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(size, field: 1)
            }
        }

        package struct UnknownDimension: Message {
            package var variadic: Bool = false
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&variadic)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(variadic, field: 1)
            }
        }
    }
}

extension Specification.MILSpec {
    package struct Value: Message {
        package var docString: String = ""
        @Indirect package var type: Specification.MILSpec.ValueType?
        package var value: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&docString)
            case 2: try reader.decode(&_type)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    value = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(docString, field: 1)
            writer.write(type, field: 2)
            value?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case immediateValue(Specification.MILSpec.Value.ImmediateValue)
            case blobFileValue(Specification.MILSpec.Value.BlobFileValue)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 3: return .immediateValue(try reader.decode(Specification.MILSpec.Value.ImmediateValue.self))
                case 5: return .blobFileValue(try reader.decode(Specification.MILSpec.Value.BlobFileValue.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .immediateValue(let value): writer.writeMember(value, field: 3)
                case .blobFileValue(let value): writer.writeMember(value, field: 5)
                }
            }
        }

        package struct ImmediateValue: Message {
            package var value: Kind?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                if let member = try Kind.decode(field, from: &reader) {
                    value = member
                } else {
                    return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                value?.encode(to: &writer)
            }

            package indirect enum Kind: OneOf {
                case tensor(Specification.MILSpec.TensorValue)
                case tuple(Specification.MILSpec.TupleValue)
                case list(Specification.MILSpec.ListValue)
                case dictionary(Specification.MILSpec.DictionaryValue)

                package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                    switch field {
                    case 1: return .tensor(try reader.decode(Specification.MILSpec.TensorValue.self))
                    case 2: return .tuple(try reader.decode(Specification.MILSpec.TupleValue.self))
                    case 3: return .list(try reader.decode(Specification.MILSpec.ListValue.self))
                    case 4: return .dictionary(try reader.decode(Specification.MILSpec.DictionaryValue.self))
                    default: return nil
                    }
                }

                package func encode(to writer: inout WireWriter) {
                    switch self {
                    case .tensor(let value): writer.writeMember(value, field: 1)
                    case .tuple(let value): writer.writeMember(value, field: 2)
                    case .list(let value): writer.writeMember(value, field: 3)
                    case .dictionary(let value): writer.writeMember(value, field: 4)
                    }
                }
            }
        }

        package struct BlobFileValue: Message {
            package var fileName: String = ""
            package var offset: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&fileName)
                case 2: try reader.decode(&offset)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(fileName, field: 1)
                writer.write(offset, field: 2)
            }
        }
    }
}
