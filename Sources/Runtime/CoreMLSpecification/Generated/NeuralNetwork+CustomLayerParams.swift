// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct CustomLayerParams: Message {
        package var className: String = ""
        package var weights: [Specification.WeightParams] = []
        package var parameters = OrderedMap<String, Specification.CustomLayerParams.CustomLayerParamValue>()
        package var description: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&className)
            case 20: try reader.decode(&weights)
            case 30: try reader.decode(&parameters)
            case 40: try reader.decode(&description)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(className, field: 10)
            writer.write(weights, field: 20)
            writer.write(parameters, field: 30)
            writer.write(description, field: 40)
        }

        package struct CustomLayerParamValue: Message {
            package var value: Kind?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                if let member = try Kind.decode(field, from: &reader) {
                    value = member
                } else {
                    return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                value?.encode(to: &writer)
            }

            package enum Kind: OneOf {
                case doubleValue(Double)
                case stringValue(String)
                case intValue(Int32)
                case longValue(Int64)
                case boolValue(Bool)

                package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                    switch field {
                    case 10: return .doubleValue(try reader.decode(Double.self))
                    case 20: return .stringValue(try reader.decode(String.self))
                    case 30: return .intValue(try reader.decode(Int32.self))
                    case 40: return .longValue(try reader.decode(Int64.self))
                    case 50: return .boolValue(try reader.decode(Bool.self))
                    default: return nil
                    }
                }

                package func encode(to writer: inout WireWriter) {
                    switch self {
                    case .doubleValue(let value): writer.writeMember(value, field: 10)
                    case .stringValue(let value): writer.writeMember(value, field: 20)
                    case .intValue(let value): writer.writeMember(value, field: 30)
                    case .longValue(let value): writer.writeMember(value, field: 40)
                    case .boolValue(let value): writer.writeMember(value, field: 50)
                    }
                }
            }
        }
    }
}

extension Specification {
    package struct TransposeLayerParams: Message {
        package var axes: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
        }
    }
}

extension Specification {
    package struct BatchedMatMulLayerParams: Message {
        package var transposeA: Bool = false
        package var transposeB: Bool = false
        package var weightMatrixFirstDimension: UInt64 = 0
        package var weightMatrixSecondDimension: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var int8DynamicQuantize: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&transposeA)
            case 2: try reader.decode(&transposeB)
            case 5: try reader.decode(&weightMatrixFirstDimension)
            case 6: try reader.decode(&weightMatrixSecondDimension)
            case 7: try reader.decode(&hasBias)
            case 8: try reader.decode(&_weights)
            case 9: try reader.decode(&_bias)
            case 10: try reader.decode(&int8DynamicQuantize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(transposeA, field: 1)
            writer.write(transposeB, field: 2)
            writer.write(weightMatrixFirstDimension, field: 5)
            writer.write(weightMatrixSecondDimension, field: 6)
            writer.write(hasBias, field: 7)
            writer.write(weights, field: 8)
            writer.write(bias, field: 9)
            writer.write(int8DynamicQuantize, field: 10)
        }
    }
}

extension Specification {
    package struct ConcatNDLayerParams: Message {
        package var axis: Int64 = 0
        package var interleave: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&interleave)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(interleave, field: 2)
        }
    }
}

extension Specification {
    package struct SoftmaxNDLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ReverseLayerParams: Message {
        package var reverseDim: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&reverseDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(reverseDim, field: 1)
        }
    }
}

extension Specification {
    package struct ReverseSeqLayerParams: Message {
        package var batchAxis: Int64 = 0
        package var sequenceAxis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&batchAxis)
            case 2: try reader.decode(&sequenceAxis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(batchAxis, field: 1)
            writer.write(sequenceAxis, field: 2)
        }
    }
}

extension Specification {
    package struct LoadConstantNDLayerParams: Message {
        package var shape: [UInt64] = []
        @Indirect package var data: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&_data)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(data, field: 2)
        }
    }
}

extension Specification {
    package struct FillLikeLayerParams: Message {
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
}

extension Specification {
    package struct FillStaticLayerParams: Message {
        package var value: Float = 0
        package var targetShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            case 2: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
            writer.write(targetShape, field: 2)
        }
    }
}

extension Specification {
    package struct FillDynamicLayerParams: Message {
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
}

extension Specification {
    package struct WhereBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct CosLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct TanLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AsinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}
