// Written by Scripts/generate_specification.py from the messages of WordTagger.proto.

extension Specification.CoreMLModels {
    package struct WordTagger: Message {
        package var revision: UInt32 = 0
        package var language: String = ""
        package var tokensOutputFeatureName: String = ""
        package var tokenTagsOutputFeatureName: String = ""
        package var tokenLocationsOutputFeatureName: String = ""
        package var tokenLengthsOutputFeatureName: String = ""
        package var modelParameterData: Bytes = Bytes()
        package var tags: Tags?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&revision)
            case 10: try reader.decode(&language)
            case 20: try reader.decode(&tokensOutputFeatureName)
            case 21: try reader.decode(&tokenTagsOutputFeatureName)
            case 22: try reader.decode(&tokenLocationsOutputFeatureName)
            case 23: try reader.decode(&tokenLengthsOutputFeatureName)
            case 100: try reader.decode(&modelParameterData)
            default:
                if let member = try Tags.decode(field, from: &reader) {
                    tags = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(revision, field: 1)
            writer.write(language, field: 10)
            writer.write(tokensOutputFeatureName, field: 20)
            writer.write(tokenTagsOutputFeatureName, field: 21)
            writer.write(tokenLocationsOutputFeatureName, field: 22)
            writer.write(tokenLengthsOutputFeatureName, field: 23)
            writer.write(modelParameterData, field: 100)
            tags?.encode(to: &writer)
        }

        package indirect enum Tags: OneOf {
            case stringTags(Specification.StringVector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 200: return .stringTags(try reader.decode(Specification.StringVector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringTags(let value): writer.writeMember(value, field: 200)
                }
            }
        }
    }
}
