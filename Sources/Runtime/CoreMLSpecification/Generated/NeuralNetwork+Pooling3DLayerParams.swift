// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct Pooling3DLayerParams: Message {
        package var type = Specification.Pooling3DLayerParams.PoolingType3D(rawValue: 0)
        package var kernelDepth: Int32 = 0
        package var kernelHeight: Int32 = 0
        package var kernelWidth: Int32 = 0
        package var strideDepth: Int32 = 0
        package var strideHeight: Int32 = 0
        package var strideWidth: Int32 = 0
        package var paddingType = Specification.Pooling3DLayerParams.Pooling3DPaddingType(rawValue: 0)
        package var customPaddingFront: Int32 = 0
        package var customPaddingBack: Int32 = 0
        package var customPaddingTop: Int32 = 0
        package var customPaddingBottom: Int32 = 0
        package var customPaddingLeft: Int32 = 0
        package var customPaddingRight: Int32 = 0
        package var countExcludePadding: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 2: try reader.decode(&kernelDepth)
            case 3: try reader.decode(&kernelHeight)
            case 4: try reader.decode(&kernelWidth)
            case 5: try reader.decode(&strideDepth)
            case 6: try reader.decode(&strideHeight)
            case 7: try reader.decode(&strideWidth)
            case 8: try reader.decode(&customPaddingFront)
            case 9: try reader.decode(&customPaddingBack)
            case 10: try reader.decode(&customPaddingTop)
            case 11: try reader.decode(&customPaddingBottom)
            case 12: try reader.decode(&customPaddingLeft)
            case 13: try reader.decode(&customPaddingRight)
            case 14: try reader.decode(&countExcludePadding)
            case 15: try reader.decode(&paddingType)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(kernelDepth, field: 2)
            writer.write(kernelHeight, field: 3)
            writer.write(kernelWidth, field: 4)
            writer.write(strideDepth, field: 5)
            writer.write(strideHeight, field: 6)
            writer.write(strideWidth, field: 7)
            writer.write(customPaddingFront, field: 8)
            writer.write(customPaddingBack, field: 9)
            writer.write(customPaddingTop, field: 10)
            writer.write(customPaddingBottom, field: 11)
            writer.write(customPaddingLeft, field: 12)
            writer.write(customPaddingRight, field: 13)
            writer.write(countExcludePadding, field: 14)
            writer.write(paddingType, field: 15)
        }

        package enum PoolingType3D: WireEnum {
            case max
            case average
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .unrecognized(let number): number
                }
            }
        }

        package enum Pooling3DPaddingType: WireEnum {
            case custom
            case valid
            case same
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .custom
                case 1: self = .valid
                case 2: self = .same
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .custom: 0
                case .valid: 1
                case .same: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct GlobalPooling3DLayerParams: Message {
        package var type = Specification.GlobalPooling3DLayerParams.GlobalPoolingType3D(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
        }

        package enum GlobalPoolingType3D: WireEnum {
            case max
            case average
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct PaddingLayerParams: Message {
        @Indirect package var paddingAmounts: Specification.BorderAmounts?
        package var paddingType: PaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&_paddingAmounts)
            default:
                if let member = try PaddingType.decode(field, from: &reader) {
                    paddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            paddingType?.encode(to: &writer)
            writer.write(paddingAmounts, field: 10)
        }

        package indirect enum PaddingType: OneOf {
            case constant(Specification.PaddingLayerParams.PaddingConstant)
            case reflection(Specification.PaddingLayerParams.PaddingReflection)
            case replication(Specification.PaddingLayerParams.PaddingReplication)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .constant(try reader.decode(Specification.PaddingLayerParams.PaddingConstant.self))
                case 2: return .reflection(try reader.decode(Specification.PaddingLayerParams.PaddingReflection.self))
                case 3: return .replication(try reader.decode(Specification.PaddingLayerParams.PaddingReplication.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .constant(let value): writer.writeMember(value, field: 1)
                case .reflection(let value): writer.writeMember(value, field: 2)
                case .replication(let value): writer.writeMember(value, field: 3)
                }
            }
        }

        package struct PaddingConstant: Message {
            package var value: Float = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&value)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(value, field: 1)
            }
        }

        package struct PaddingReflection: EmptyMessage {
            package var unknownFields = UnknownFields()

            package init() {}
        }

        package struct PaddingReplication: EmptyMessage {
            package var unknownFields = UnknownFields()

            package init() {}
        }
    }
}

extension Specification {
    package struct ConcatLayerParams: Message {
        package var sequenceConcat: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 100: try reader.decode(&sequenceConcat)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(sequenceConcat, field: 100)
        }
    }
}

extension Specification {
    package struct LRNLayerParams: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var localSize: UInt64 = 0
        package var k: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            case 3: try reader.decode(&localSize)
            case 4: try reader.decode(&k)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
            writer.write(localSize, field: 3)
            writer.write(k, field: 4)
        }
    }
}

extension Specification {
    package struct SoftmaxLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SplitLayerParams: Message {
        package var nOutputs: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&nOutputs)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nOutputs, field: 1)
        }
    }
}

extension Specification {
    package struct AddLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct MultiplyLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}
