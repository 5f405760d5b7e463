// Written by Scripts/generate_specification.py from the messages of NamedParameters.proto.

extension Specification {
    package struct Int32Range: Message {
        package var minValue: Int32 = 0
        package var maxValue: Int32 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minValue)
            case 2: try reader.decode(&maxValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minValue, field: 1)
            writer.write(maxValue, field: 2)
        }
    }
}

extension Specification {
    package struct Int32Set: Message {
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
}

extension Specification {
    package struct FloatRange: Message {
        package var minValue: Float = 0
        package var maxValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minValue)
            case 2: try reader.decode(&maxValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minValue, field: 1)
            writer.write(maxValue, field: 2)
        }
    }
}

extension Specification {
    package struct Int32Parameter: Message {
        package var defaultValue: Int32 = 0
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
            case range(Specification.Int32Range)
            case set(Specification.Int32Set)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .range(try reader.decode(Specification.Int32Range.self))
                case 11: return .set(try reader.decode(Specification.Int32Set.self))
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
    package struct FloatParameter: Message {
        package var defaultValue: Float = 0
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
            case range(Specification.FloatRange)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .range(try reader.decode(Specification.FloatRange.self))
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
    package struct Parameter: Message {
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
            case int32Parameter(Specification.Int32Parameter)
            case floatParameter(Specification.FloatParameter)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int32Parameter(try reader.decode(Specification.Int32Parameter.self))
                case 2: return .floatParameter(try reader.decode(Specification.FloatParameter.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int32Parameter(let value): writer.writeMember(value, field: 1)
                case .floatParameter(let value): writer.writeMember(value, field: 2)
                }
            }
        }
    }
}

extension Specification {
    package struct NamedParameter: Message {
        package var name: String = ""
        package var shortDescription: String = ""
        @Indirect package var parameter: Specification.Parameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            case 2: try reader.decode(&shortDescription)
            case 3: try reader.decode(&_parameter)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            writer.write(shortDescription, field: 2)
            writer.write(parameter, field: 3)
        }
    }
}
