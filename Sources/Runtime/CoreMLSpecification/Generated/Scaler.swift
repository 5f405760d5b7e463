// Written by Scripts/generate_specification.py from the messages of Scaler.proto.

extension Specification {
    package struct Scaler: Message {
        package var shiftValue = PackedDoubles()
        package var scaleValue = PackedDoubles()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shiftValue)
            case 2: try reader.decode(&scaleValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shiftValue, field: 1)
            writer.write(scaleValue, field: 2)
        }
    }
}
