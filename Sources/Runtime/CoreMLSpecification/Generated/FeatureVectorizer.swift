// Written by Scripts/generate_specification.py from the messages of FeatureVectorizer.proto.

extension Specification {
    package struct FeatureVectorizer: Message {
        package var inputList: [Specification.FeatureVectorizer.InputColumn] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputList)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputList, field: 1)
        }

        package struct InputColumn: Message {
            package var inputColumn: String = ""
            package var inputDimensions: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&inputColumn)
                case 2: try reader.decode(&inputDimensions)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(inputColumn, field: 1)
                writer.write(inputDimensions, field: 2)
            }
        }
    }
}
