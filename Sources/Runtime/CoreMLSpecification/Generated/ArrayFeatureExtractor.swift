// Written by Scripts/generate_specification.py from the messages of ArrayFeatureExtractor.proto.

extension Specification {
    package struct ArrayFeatureExtractor: Message {
        package var extractIndex: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&extractIndex)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(extractIndex, field: 1)
        }
    }
}
