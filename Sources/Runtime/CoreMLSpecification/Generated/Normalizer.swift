// Written by Scripts/generate_specification.py from the messages of Normalizer.proto.

extension Specification {
    package struct Normalizer: Message {
        package var normType = Specification.Normalizer.NormType(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&normType)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(normType, field: 1)
        }

        package enum NormType: WireEnum {
            case lMax
            case l1
            case l2
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .lMax
                case 1: self = .l1
                case 2: self = .l2
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .lMax: 0
                case .l1: 1
                case .l2: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}
