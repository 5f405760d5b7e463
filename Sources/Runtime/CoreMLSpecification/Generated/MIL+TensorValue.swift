// Written by Scripts/generate_specification.py from the messages of MIL.proto.

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
