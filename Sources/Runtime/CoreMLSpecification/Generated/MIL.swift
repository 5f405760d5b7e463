// Written by Scripts/generate_specification.py from the messages of MIL.proto.

extension Specification.MILSpec {
    package enum DataType: WireEnum {
        case unusedType
        case bool
        case string
        case float8e4m3fn
        case float8e5m2
        case float16
        case float32
        case float64
        case bfloat16
        case int8
        case int16
        case int32
        case int64
        case int4
        case uint8
        case uint16
        case uint32
        case uint64
        case uint4
        case uint2
        case uint1
        case uint6
        case uint3
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unusedType
            case 1: self = .bool
            case 2: self = .string
            case 40: self = .float8e4m3fn
            case 41: self = .float8e5m2
            case 10: self = .float16
            case 11: self = .float32
            case 12: self = .float64
            case 13: self = .bfloat16
            case 21: self = .int8
            case 22: self = .int16
            case 23: self = .int32
            case 24: self = .int64
            case 25: self = .int4
            case 31: self = .uint8
            case 32: self = .uint16
            case 33: self = .uint32
            case 34: self = .uint64
            case 35: self = .uint4
            case 36: self = .uint2
            case 37: self = .uint1
            case 38: self = .uint6
            case 39: self = .uint3
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .unusedType: 0
            case .bool: 1
            case .string: 2
            case .float8e4m3fn: 40
            case .float8e5m2: 41
            case .float16: 10
            case .float32: 11
            case .float64: 12
            case .bfloat16: 13
            case .int8: 21
            case .int16: 22
            case .int32: 23
            case .int64: 24
            case .int4: 25
            case .uint8: 31
            case .uint16: 32
            case .uint32: 33
            case .uint64: 34
            case .uint4: 35
            case .uint2: 36
            case .uint1: 37
            case .uint6: 38
            case .uint3: 39
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification.MILSpec {
    package struct Program: Message {
        package var version: Int64 = 0
        package var functions = OrderedMap<String, Specification.MILSpec.Function>()
        package var docString: String = ""
        package var attributes = OrderedMap<String, Specification.MILSpec.Value>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&version)
            case 2: try reader.decode(&functions)
            case 3: try reader.decode(&docString)
            case 4: try reader.decode(&attributes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(version, field: 1)
            writer.write(functions, field: 2)
            writer.write(docString, field: 3)
            writer.write(attributes, field: 4)
        }
    }
}

extension Specification.MILSpec {
    package struct Function: Message {
        package var inputs: [Specification.MILSpec.NamedValueType] = []
        package var opset: String = ""
        package var blockSpecializations = OrderedMap<String, Specification.MILSpec.Block>()
        package var attributes = OrderedMap<String, Specification.MILSpec.Value>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputs)
            case 2: try reader.decode(&opset)
            case 3: try reader.decode(&blockSpecializations)
            case 4: try reader.decode(&attributes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputs, field: 1)
            writer.write(opset, field: 2)
            writer.write(blockSpecializations, field: 3)
            writer.write(attributes, field: 4)
        }
    }
}

extension Specification.MILSpec {
    package struct Block: Message {
        package var inputs: [Specification.MILSpec.NamedValueType] = []
        package var outputs: [String] = []
        package var operations: [Specification.MILSpec.Operation] = []
        package var attributes = OrderedMap<String, Specification.MILSpec.Value>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputs)
            case 2: try reader.decode(&outputs)
            case 3: try reader.decode(&operations)
            case 4: try reader.decode(&attributes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputs, field: 1)
            writer.write(outputs, field: 2)
            writer.write(operations, field: 3)
            writer.write(attributes, field: 4)
        }
    }
}

extension Specification.MILSpec {
    package struct Argument: Message {
        package var arguments: [Specification.MILSpec.Argument.Binding] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&arguments)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(arguments, field: 1)
        }

        package struct Binding: Message {
            package var binding: Binding?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                if let member = try Binding.decode(field, from: &reader) {
                    binding = member
                } else {
                    return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                binding?.encode(to: &writer)
            }

            package indirect enum Binding: OneOf {
                case name(String)
                case value(Specification.MILSpec.Value)

                package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                    switch field {
                    case 1: return .name(try reader.decode(String.self))
                    case 2: return .value(try reader.decode(Specification.MILSpec.Value.self))
                    default: return nil
                    }
                }

                package func encode(to writer: inout WireWriter) {
                    switch self {
                    case .name(let value): writer.writeMember(value, field: 1)
                    case .value(let value): writer.writeMember(value, field: 2)
                    }
                }
            }
        }
    }
}

extension Specification.MILSpec {
    package struct Operation: Message {
        package var type: String = ""
        package var inputs = OrderedMap<String, Specification.MILSpec.Argument>()
        package var outputs: [Specification.MILSpec.NamedValueType] = []
        package var blocks: [Specification.MILSpec.Block] = []
        package var attributes = OrderedMap<String, Specification.MILSpec.Value>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 2: try reader.decode(&inputs)
            case 3: try reader.decode(&outputs)
            case 4: try reader.decode(&blocks)
            case 5: try reader.decode(&attributes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(inputs, field: 2)
            writer.write(outputs, field: 3)
            writer.write(blocks, field: 4)
            writer.write(attributes, field: 5)
        }
    }
}

extension Specification.MILSpec {
    package struct NamedValueType: Message {
        package var name: String = ""
        @Indirect package var type: Specification.MILSpec.ValueType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            case 2: try reader.decode(&_type)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            writer.write(type, field: 2)
        }
    }
}

extension Specification.MILSpec {
    package struct ValueType: Message {
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
            case tensorType(Specification.MILSpec.TensorType)
            case listType(Specification.MILSpec.ListType)
            case tupleType(Specification.MILSpec.TupleType)
            case dictionaryType(Specification.MILSpec.DictionaryType)
            case stateType(Specification.MILSpec.StateType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .tensorType(try reader.decode(Specification.MILSpec.TensorType.self))
                case 2: return .listType(try reader.decode(Specification.MILSpec.ListType.self))
                case 3: return .tupleType(try reader.decode(Specification.MILSpec.TupleType.self))
                case 4: return .dictionaryType(try reader.decode(Specification.MILSpec.DictionaryType.self))
                case 5: return .stateType(try reader.decode(Specification.MILSpec.StateType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .tensorType(let value): writer.writeMember(value, field: 1)
                case .listType(let value): writer.writeMember(value, field: 2)
                case .tupleType(let value): writer.writeMember(value, field: 3)
                case .dictionaryType(let value): writer.writeMember(value, field: 4)
                case .stateType(let value): writer.writeMember(value, field: 5)
                }
            }
        }
    }
}

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

extension Specification.MILSpec {
    package struct TensorValue: Message {
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
            case floats(Specification.MILSpec.TensorValue.RepeatedFloats)
            case ints(Specification.MILSpec.TensorValue.RepeatedInts)
            case bools(Specification.MILSpec.TensorValue.RepeatedBools)
            case strings(Specification.MILSpec.TensorValue.RepeatedStrings)
            case longInts(Specification.MILSpec.TensorValue.RepeatedLongInts)
            case doubles(Specification.MILSpec.TensorValue.RepeatedDoubles)
            case bytes(Specification.MILSpec.TensorValue.RepeatedBytes)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .floats(try reader.decode(Specification.MILSpec.TensorValue.RepeatedFloats.self))
                case 2: return .ints(try reader.decode(Specification.MILSpec.TensorValue.RepeatedInts.self))
                case 3: return .bools(try reader.decode(Specification.MILSpec.TensorValue.RepeatedBools.self))
                case 4: return .strings(try reader.decode(Specification.MILSpec.TensorValue.RepeatedStrings.self))
                case 5: return .longInts(try reader.decode(Specification.MILSpec.TensorValue.RepeatedLongInts.self))
                case 6: return .doubles(try reader.decode(Specification.MILSpec.TensorValue.RepeatedDoubles.self))
                case 7: return .bytes(try reader.decode(Specification.MILSpec.TensorValue.RepeatedBytes.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .floats(let value): writer.writeMember(value, field: 1)
                case .ints(let value): writer.writeMember(value, field: 2)
                case .bools(let value): writer.writeMember(value, field: 3)
                case .strings(let value): writer.writeMember(value, field: 4)
                case .longInts(let value): writer.writeMember(value, field: 5)
                case .doubles(let value): writer.writeMember(value, field: 6)
                case .bytes(let value): writer.writeMember(value, field: 7)
                }
            }
        }

        package struct RepeatedFloats: Message {
            package var values = PackedFloats()
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedDoubles: Message {
            package var values = PackedDoubles()
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedInts: Message {
            package var values: [Int32] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedLongInts: Message {
            package var values: [Int64] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedBools: Message {
            package var values: [Bool] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedStrings: Message {
            package var values: [String] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }

        package struct RepeatedBytes: Message {
            package var values: Bytes = Bytes()
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&values)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(values, field: 1)
            }
        }
    }
}

extension Specification.MILSpec {
    package struct TupleValue: Message {
        package var values: [Specification.MILSpec.Value] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(values, field: 1)
        }
    }
}

extension Specification.MILSpec {
    package struct ListValue: Message {
        package var values: [Specification.MILSpec.Value] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(values, field: 1)
        }
    }
}

extension Specification.MILSpec {
    package struct DictionaryValue: Message {
        package var values: [Specification.MILSpec.DictionaryValue.KeyValuePair] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(values, field: 1)
        }

        package struct KeyValuePair: Message {
            @Indirect package var key: Specification.MILSpec.Value?
            @Indirect package var value: Specification.MILSpec.Value?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&_key)
                case 2: try reader.decode(&_value)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(key, field: 1)
                writer.write(value, field: 2)
            }
        }
    }
}
