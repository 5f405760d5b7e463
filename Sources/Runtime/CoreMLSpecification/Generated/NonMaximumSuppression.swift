// Written by Scripts/generate_specification.py from the messages of NonMaximumSuppression.proto.

extension Specification {
    package struct NonMaximumSuppression: Message {
        package var iouThreshold: Double = 0
        package var confidenceThreshold: Double = 0
        package var confidenceInputFeatureName: String = ""
        package var coordinatesInputFeatureName: String = ""
        package var iouThresholdInputFeatureName: String = ""
        package var confidenceThresholdInputFeatureName: String = ""
        package var confidenceOutputFeatureName: String = ""
        package var coordinatesOutputFeatureName: String = ""
        package var suppressionMethod: SuppressionMethod?
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 110: try reader.decode(&iouThreshold)
            case 111: try reader.decode(&confidenceThreshold)
            case 200: try reader.decode(&confidenceInputFeatureName)
            case 201: try reader.decode(&coordinatesInputFeatureName)
            case 202: try reader.decode(&iouThresholdInputFeatureName)
            case 203: try reader.decode(&confidenceThresholdInputFeatureName)
            case 210: try reader.decode(&confidenceOutputFeatureName)
            case 211: try reader.decode(&coordinatesOutputFeatureName)
            default:
                if let member = try SuppressionMethod.decode(field, from: &reader) {
                    suppressionMethod = member
                } else {
                    if let member = try ClassLabels.decode(field, from: &reader) {
                        classLabels = member
                    } else {
                        return false
                    }
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            suppressionMethod?.encode(to: &writer)
            classLabels?.encode(to: &writer)
            writer.write(iouThreshold, field: 110)
            writer.write(confidenceThreshold, field: 111)
            writer.write(confidenceInputFeatureName, field: 200)
            writer.write(coordinatesInputFeatureName, field: 201)
            writer.write(iouThresholdInputFeatureName, field: 202)
            writer.write(confidenceThresholdInputFeatureName, field: 203)
            writer.write(confidenceOutputFeatureName, field: 210)
            writer.write(coordinatesOutputFeatureName, field: 211)
        }

        package indirect enum SuppressionMethod: OneOf {
            case pickTop(Specification.NonMaximumSuppression.PickTop)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .pickTop(try reader.decode(Specification.NonMaximumSuppression.PickTop.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .pickTop(let value): writer.writeMember(value, field: 1)
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

        package struct PickTop: Message {
            package var perClass: Bool = false
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&perClass)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(perClass, field: 1)
            }
        }
    }
}
