// Written by Scripts/generate_specification.py from the messages of TextClassifier.proto.

extension Specification.CoreMLModels {
    package struct TextClassifier: Message {
        package var revision: UInt32 = 0
        package var language: String = ""
        package var modelParameterData: Bytes = Bytes()
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&revision)
            case 10: try reader.decode(&language)
            case 100: try reader.decode(&modelParameterData)
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
            writer.write(revision, field: 1)
            writer.write(language, field: 10)
            writer.write(modelParameterData, field: 100)
            classLabels?.encode(to: &writer)
        }

        package indirect enum ClassLabels: OneOf {
            case stringClassLabels(Specification.StringVector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 200: return .stringClassLabels(try reader.decode(Specification.StringVector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringClassLabels(let value): writer.writeMember(value, field: 200)
                }
            }
        }
    }
}
