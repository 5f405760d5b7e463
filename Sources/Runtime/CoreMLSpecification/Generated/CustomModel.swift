// Written by Scripts/generate_specification.py from the messages of CustomModel.proto.

extension Specification {
    package struct CustomModel: Message {
        package var className: String = ""
        package var parameters = OrderedMap<String, Specification.CustomModel.CustomModelParamValue>()
        package var description: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&className)
            case 30: try reader.decode(&parameters)
            case 40: try reader.decode(&description)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(className, field: 10)
            writer.write(parameters, field: 30)
            writer.write(description, field: 40)
        }

        package struct CustomModelParamValue: Message {
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

            package enum Kind: OneOf {
                case doubleValue(Double)
                case stringValue(String)
                case intValue(Int32)
                case longValue(Int64)
                case boolValue(Bool)
                case bytesValue(Bytes)

                package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                    switch field {
                    case 10: return .doubleValue(try reader.decode(Double.self))
                    case 20: return .stringValue(try reader.decode(String.self))
                    case 30: return .intValue(try reader.decode(Int32.self))
                    case 40: return .longValue(try reader.decode(Int64.self))
                    case 50: return .boolValue(try reader.decode(Bool.self))
                    case 60: return .bytesValue(try reader.decode(Bytes.self))
                    default: return nil
                    }
                }

                package func encode(to writer: inout WireWriter) {
                    switch self {
                    case .doubleValue(let value): writer.writeMember(value, field: 10)
                    case .stringValue(let value): writer.writeMember(value, field: 20)
                    case .intValue(let value): writer.writeMember(value, field: 30)
                    case .longValue(let value): writer.writeMember(value, field: 40)
                    case .boolValue(let value): writer.writeMember(value, field: 50)
                    case .bytesValue(let value): writer.writeMember(value, field: 60)
                    }
                }
            }
        }
    }
}
