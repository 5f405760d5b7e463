// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct UnaryFunctionLayerParams: Message {
        package var type = Specification.UnaryFunctionLayerParams.Operation(rawValue: 0)
        package var alpha: Float = 0
        package var epsilon: Float = 0
        package var shift: Float = 0
        package var scale: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 2: try reader.decode(&alpha)
            case 3: try reader.decode(&epsilon)
            case 4: try reader.decode(&shift)
            case 5: try reader.decode(&scale)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(alpha, field: 2)
            writer.write(epsilon, field: 3)
            writer.write(shift, field: 4)
            writer.write(scale, field: 5)
        }

        package enum Operation: WireEnum {
            case sqrt
            case rsqrt
            case inverse
            case power
            case exp
            case log
            case abs
            case threshold
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .sqrt
                case 1: self = .rsqrt
                case 2: self = .inverse
                case 3: self = .power
                case 4: self = .exp
                case 5: self = .log
                case 6: self = .abs
                case 7: self = .threshold
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .sqrt: 0
                case .rsqrt: 1
                case .inverse: 2
                case .power: 3
                case .exp: 4
                case .log: 5
                case .abs: 6
                case .threshold: 7
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct UpsampleLayerParams: Message {
        package var scalingFactor: [UInt64] = []
        package var fractionalScalingFactor = PackedFloats()
        package var mode = Specification.UpsampleLayerParams.InterpolationMode(rawValue: 0)
        package var linearUpsampleMode = Specification.UpsampleLayerParams.LinearUpsampleMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&scalingFactor)
            case 5: try reader.decode(&mode)
            case 6: try reader.decode(&linearUpsampleMode)
            case 7: try reader.decode(&fractionalScalingFactor)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(scalingFactor, field: 1)
            writer.write(mode, field: 5)
            writer.write(linearUpsampleMode, field: 6)
            writer.write(fractionalScalingFactor, field: 7)
        }

        package enum InterpolationMode: WireEnum {
            case nn
            case bilinear
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .nn
                case 1: self = .bilinear
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .nn: 0
                case .bilinear: 1
                case .unrecognized(let number): number
                }
            }
        }

        package enum LinearUpsampleMode: WireEnum {
            case `default`
            case alignCornersTrue
            case alignCornersFalse
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .default
                case 1: self = .alignCornersTrue
                case 2: self = .alignCornersFalse
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .default: 0
                case .alignCornersTrue: 1
                case .alignCornersFalse: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct ResizeBilinearLayerParams: Message {
        package var targetSize: [UInt64] = []
        @Indirect package var mode: Specification.SamplingMode?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetSize)
            case 2: try reader.decode(&_mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetSize, field: 1)
            writer.write(mode, field: 2)
        }
    }
}

extension Specification {
    package struct CropResizeLayerParams: Message {
        package var targetSize: [UInt64] = []
        package var normalizedCoordinates: Bool = false
        @Indirect package var mode: Specification.SamplingMode?
        @Indirect package var boxIndicesMode: Specification.BoxCoordinatesMode?
        package var spatialScale: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetSize)
            case 2: try reader.decode(&normalizedCoordinates)
            case 3: try reader.decode(&_mode)
            case 4: try reader.decode(&_boxIndicesMode)
            case 5: try reader.decode(&spatialScale)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetSize, field: 1)
            writer.write(normalizedCoordinates, field: 2)
            writer.write(mode, field: 3)
            writer.write(boxIndicesMode, field: 4)
            writer.write(spatialScale, field: 5)
        }
    }
}

extension Specification {
    package struct BiasLayerParams: Message {
        package var shape: [UInt64] = []
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(bias, field: 2)
        }
    }
}

extension Specification {
    package struct ScaleLayerParams: Message {
        package var shapeScale: [UInt64] = []
        @Indirect package var scale: Specification.WeightParams?
        package var hasBias: Bool = false
        package var shapeBias: [UInt64] = []
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shapeScale)
            case 2: try reader.decode(&_scale)
            case 3: try reader.decode(&hasBias)
            case 4: try reader.decode(&shapeBias)
            case 5: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shapeScale, field: 1)
            writer.write(scale, field: 2)
            writer.write(hasBias, field: 3)
            writer.write(shapeBias, field: 4)
            writer.write(bias, field: 5)
        }
    }
}

extension Specification {
    package struct LoadConstantLayerParams: Message {
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
    package struct L2NormalizeLayerParams: Message {
        package var epsilon: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&epsilon)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(epsilon, field: 1)
        }
    }
}

extension Specification {
    package struct FlattenLayerParams: Message {
        package var mode = Specification.FlattenLayerParams.FlattenOrder(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
        }

        package enum FlattenOrder: WireEnum {
            case channelFirst
            case channelLast
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .channelFirst
                case 1: self = .channelLast
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .channelFirst: 0
                case .channelLast: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}
