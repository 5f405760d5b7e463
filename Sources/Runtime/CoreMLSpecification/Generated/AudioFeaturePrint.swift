// Written by Scripts/generate_specification.py from the messages of AudioFeaturePrint.proto.

extension Specification.CoreMLModels {
    package struct AudioFeaturePrint: Message {
        package var audioFeaturePrintType: AudioFeaturePrintType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try AudioFeaturePrintType.decode(field, from: &reader) {
                audioFeaturePrintType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            audioFeaturePrintType?.encode(to: &writer)
        }

        package indirect enum AudioFeaturePrintType: OneOf {
            case sound(Specification.CoreMLModels.AudioFeaturePrint.Sound)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 20: return .sound(try reader.decode(Specification.CoreMLModels.AudioFeaturePrint.Sound.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .sound(let value): writer.writeMember(value, field: 20)
                }
            }
        }

        package struct Sound: Message {
            package var version = Specification.CoreMLModels.AudioFeaturePrint.Sound.SoundVersion(rawValue: 0)
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&version)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(version, field: 1)
            }

            package enum SoundVersion: WireEnum {
                case soundVersionInvalid
                case soundVersion1
                case unrecognized(Int32)

                package init(rawValue: Int32) {
                    switch rawValue {
                    case 0: self = .soundVersionInvalid
                    case 1: self = .soundVersion1
                    default: self = .unrecognized(rawValue)
                    }
                }

                package var rawValue: Int32 {
                    switch self {
                    case .soundVersionInvalid: 0
                    case .soundVersion1: 1
                    case .unrecognized(let number): number
                    }
                }
            }
        }
    }
}
