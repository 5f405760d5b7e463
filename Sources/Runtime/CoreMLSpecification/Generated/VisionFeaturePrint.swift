// Written by Scripts/generate_specification.py from the messages of VisionFeaturePrint.proto.

extension Specification.CoreMLModels {
    package struct VisionFeaturePrint: Message {
        package var visionFeaturePrintType: VisionFeaturePrintType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try VisionFeaturePrintType.decode(field, from: &reader) {
                visionFeaturePrintType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            visionFeaturePrintType?.encode(to: &writer)
        }

        package indirect enum VisionFeaturePrintType: OneOf {
            case scene(Specification.CoreMLModels.VisionFeaturePrint.Scene)
            case objects(Specification.CoreMLModels.VisionFeaturePrint.Objects)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 20: return .scene(try reader.decode(Specification.CoreMLModels.VisionFeaturePrint.Scene.self))
                case 21: return .objects(try reader.decode(Specification.CoreMLModels.VisionFeaturePrint.Objects.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .scene(let value): writer.writeMember(value, field: 20)
                case .objects(let value): writer.writeMember(value, field: 21)
                }
            }
        }

        package struct Scene: Message {
            package var version = Specification.CoreMLModels.VisionFeaturePrint.Scene.SceneVersion(rawValue: 0)
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

            package enum SceneVersion: WireEnum {
                case sceneVersionInvalid
                case sceneVersion1
                case sceneVersion2
                case unrecognized(Int32)

                package init(rawValue: Int32) {
                    switch rawValue {
                    case 0: self = .sceneVersionInvalid
                    case 1: self = .sceneVersion1
                    case 2: self = .sceneVersion2
                    default: self = .unrecognized(rawValue)
                    }
                }

                package var rawValue: Int32 {
                    switch self {
                    case .sceneVersionInvalid: 0
                    case .sceneVersion1: 1
                    case .sceneVersion2: 2
                    case .unrecognized(let number): number
                    }
                }
            }
        }

        package struct Objects: Message {
            package var version = Specification.CoreMLModels.VisionFeaturePrint.Objects.ObjectsVersion(rawValue: 0)
            package var output: [String] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&version)
                case 100: try reader.decode(&output)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(version, field: 1)
                writer.write(output, field: 100)
            }

            package enum ObjectsVersion: WireEnum {
                case objectsVersionInvalid
                case objectsVersion1
                case unrecognized(Int32)

                package init(rawValue: Int32) {
                    switch rawValue {
                    case 0: self = .objectsVersionInvalid
                    case 1: self = .objectsVersion1
                    default: self = .unrecognized(rawValue)
                    }
                }

                package var rawValue: Int32 {
                    switch self {
                    case .objectsVersionInvalid: 0
                    case .objectsVersion1: 1
                    case .unrecognized(let number): number
                    }
                }
            }
        }
    }
}
