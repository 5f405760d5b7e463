// Written by Scripts/generate_specification.py from the messages of OneHotEncoder.proto.

extension Specification {
    package struct OneHotEncoder: Message {
        package var outputSparse: Bool = false
        package var handleUnknown = Specification.OneHotEncoder.HandleUnknown(rawValue: 0)
        package var categoryType: CategoryType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&outputSparse)
            case 11: try reader.decode(&handleUnknown)
            default:
                if let member = try CategoryType.decode(field, from: &reader) {
                    categoryType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            categoryType?.encode(to: &writer)
            writer.write(outputSparse, field: 10)
            writer.write(handleUnknown, field: 11)
        }

        package enum HandleUnknown: WireEnum {
            case errorOnUnknown
            case ignoreUnknown
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .errorOnUnknown
                case 1: self = .ignoreUnknown
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .errorOnUnknown: 0
                case .ignoreUnknown: 1
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum CategoryType: OneOf {
            case stringCategories(Specification.StringVector)
            case int64Categories(Specification.Int64Vector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .stringCategories(try reader.decode(Specification.StringVector.self))
                case 2: return .int64Categories(try reader.decode(Specification.Int64Vector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringCategories(let value): writer.writeMember(value, field: 1)
                case .int64Categories(let value): writer.writeMember(value, field: 2)
                }
            }
        }
    }
}
