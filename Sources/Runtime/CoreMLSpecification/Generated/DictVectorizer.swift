// Written by Scripts/generate_specification.py from the messages of DictVectorizer.proto.

extension Specification {
    package struct DictVectorizer: Message {
        package var map: Map?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try Map.decode(field, from: &reader) {
                map = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            map?.encode(to: &writer)
        }

        package indirect enum Map: OneOf {
            case stringToIndex(Specification.StringVector)
            case int64ToIndex(Specification.Int64Vector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .stringToIndex(try reader.decode(Specification.StringVector.self))
                case 2: return .int64ToIndex(try reader.decode(Specification.Int64Vector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringToIndex(let value): writer.writeMember(value, field: 1)
                case .int64ToIndex(let value): writer.writeMember(value, field: 2)
                }
            }
        }
    }
}
