// Written by Scripts/generate_specification.py from the messages of GLMClassifier.proto.

extension Specification {
    package struct GLMClassifier: Message {
        package var weights: [Specification.GLMClassifier.DoubleArray] = []
        package var offset = PackedDoubles()
        package var postEvaluationTransform = Specification.GLMClassifier.PostEvaluationTransform(rawValue: 0)
        package var classEncoding = Specification.GLMClassifier.ClassEncoding(rawValue: 0)
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&weights)
            case 2: try reader.decode(&offset)
            case 3: try reader.decode(&postEvaluationTransform)
            case 4: try reader.decode(&classEncoding)
            default:
                if let member = try ClassLabels.decode(field, from: &reader) {
                    classLabels = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(weights, field: 1)
            writer.write(offset, field: 2)
            writer.write(postEvaluationTransform, field: 3)
            writer.write(classEncoding, field: 4)
            classLabels?.encode(to: &writer)
        }

        package enum PostEvaluationTransform: WireEnum {
            case logit
            case probit
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .logit
                case 1: self = .probit
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .logit: 0
                case .probit: 1
                case .unrecognized(let number): number
                }
            }
        }

        package enum ClassEncoding: WireEnum {
            case referenceClass
            case oneVsRest
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .referenceClass
                case 1: self = .oneVsRest
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .referenceClass: 0
                case .oneVsRest: 1
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum ClassLabels: OneOf {
            case stringClassLabels(Specification.StringVector)
            case int64ClassLabels(Specification.Int64Vector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 100: return .stringClassLabels(try reader.decode(Specification.StringVector.self))
                case 101: return .int64ClassLabels(try reader.decode(Specification.Int64Vector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringClassLabels(let value): writer.writeMember(value, field: 100)
                case .int64ClassLabels(let value): writer.writeMember(value, field: 101)
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
