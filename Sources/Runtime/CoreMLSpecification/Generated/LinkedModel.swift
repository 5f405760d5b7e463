// Written by Scripts/generate_specification.py from the messages of LinkedModel.proto.

extension Specification {
    package struct LinkedModel: Message {
        package var linkType: LinkType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try LinkType.decode(field, from: &reader) {
                linkType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            linkType?.encode(to: &writer)
        }

        package indirect enum LinkType: OneOf {
            case linkedModelFile(Specification.LinkedModelFile)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .linkedModelFile(try reader.decode(Specification.LinkedModelFile.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linkedModelFile(let value): writer.writeMember(value, field: 1)
                }
            }
        }
    }
}

extension Specification {
    package struct LinkedModelFile: Message {
        @Indirect package var linkedModelFileName: Specification.StringParameter?
        @Indirect package var linkedModelSearchPath: Specification.StringParameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_linkedModelFileName)
            case 2: try reader.decode(&_linkedModelSearchPath)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(linkedModelFileName, field: 1)
            writer.write(linkedModelSearchPath, field: 2)
        }
    }
}
