// Written by Scripts/generate_specification.py from the messages of SoundAnalysisPreprocessing.proto.

extension Specification.CoreMLModels {
    package struct SoundAnalysisPreprocessing: Message {
        package var soundAnalysisPreprocessingType: SoundAnalysisPreprocessingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try SoundAnalysisPreprocessingType.decode(field, from: &reader) {
                soundAnalysisPreprocessingType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            soundAnalysisPreprocessingType?.encode(to: &writer)
        }

        package indirect enum SoundAnalysisPreprocessingType: OneOf {
            case vggish(Specification.CoreMLModels.SoundAnalysisPreprocessing.Vggish)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 20: return .vggish(try reader.decode(Specification.CoreMLModels.SoundAnalysisPreprocessing.Vggish.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .vggish(let value): writer.writeMember(value, field: 20)
                }
            }
        }

        package struct Vggish: EmptyMessage {
            package var unknownFields = UnknownFields()

            package init() {}
        }
    }
}
