// Written by Scripts/generate_specification.py from the messages of ClassConfidenceThresholding.proto.

extension Specification {
    package struct ClassConfidenceThresholding: Message {
        package var precisionRecallCurves: [Specification.PrecisionRecallCurve] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 100: try reader.decode(&precisionRecallCurves)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(precisionRecallCurves, field: 100)
        }
    }
}
