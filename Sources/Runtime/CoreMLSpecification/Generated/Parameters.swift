// Written by Scripts/generate_specification.py from the messages of Parameters.proto.

extension Specification {
    package struct Int64Parameter: Message {
        package var defaultValue: Int64 = 0
        package var allowedValues: AllowedValues?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&defaultValue)
            default:
                if let member = try AllowedValues.decode(field, from: &reader) {
                    allowedValues = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(defaultValue, field: 1)
            allowedValues?.encode(to: &writer)
        }

        package indirect enum AllowedValues: OneOf {
            case range(Specification.Int64Range)
            case set(Specification.Int64Set)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .range(try reader.decode(Specification.Int64Range.self))
                case 11: return .set(try reader.decode(Specification.Int64Set.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .range(let value): writer.writeMember(value, field: 10)
                case .set(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct DoubleParameter: Message {
        package var defaultValue: Double = 0
        package var allowedValues: AllowedValues?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&defaultValue)
            default:
                if let member = try AllowedValues.decode(field, from: &reader) {
                    allowedValues = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(defaultValue, field: 1)
            allowedValues?.encode(to: &writer)
        }

        package indirect enum AllowedValues: OneOf {
            case range(Specification.DoubleRange)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .range(try reader.decode(Specification.DoubleRange.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .range(let value): writer.writeMember(value, field: 10)
                }
            }
        }
    }
}

extension Specification {
    package struct StringParameter: Message {
        package var defaultValue: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&defaultValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(defaultValue, field: 1)
        }
    }
}

extension Specification {
    package struct BoolParameter: Message {
        package var defaultValue: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&defaultValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(defaultValue, field: 1)
        }
    }
}
