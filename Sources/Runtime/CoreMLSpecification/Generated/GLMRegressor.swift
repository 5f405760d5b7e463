// Written by Scripts/generate_specification.py from the messages of GLMRegressor.proto.

extension Specification {
    package struct GLMRegressor: Message {
        package var weights: [Specification.GLMRegressor.DoubleArray] = []
        package var offset = PackedDoubles()
        package var postEvaluationTransform = Specification.GLMRegressor.PostEvaluationTransform(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&weights)
            case 2: try reader.decode(&offset)
            case 3: try reader.decode(&postEvaluationTransform)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(weights, field: 1)
            writer.write(offset, field: 2)
            writer.write(postEvaluationTransform, field: 3)
        }

        package enum PostEvaluationTransform: WireEnum {
            case noTransform
            case logit
            case probit
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .noTransform
                case 1: self = .logit
                case 2: self = .probit
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .noTransform: 0
                case .logit: 1
                case .probit: 2
                case .unrecognized(let number): number
                }
            }
        }

        package struct DoubleArray: Message {
            package var value = PackedDoubles()
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&value)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(value, field: 1)
            }
        }
    }
}
