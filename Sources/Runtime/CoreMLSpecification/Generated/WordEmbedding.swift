// Written by Scripts/generate_specification.py from the messages of WordEmbedding.proto.

extension Specification.CoreMLModels {
    package struct WordEmbedding: Message {
        package var revision: UInt32 = 0
        package var language: String = ""
        package var modelParameterData: Bytes = Bytes()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&revision)
            case 10: try reader.decode(&language)
            case 100: try reader.decode(&modelParameterData)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(revision, field: 1)
            writer.write(language, field: 10)
            writer.write(modelParameterData, field: 100)
        }
    }
}
