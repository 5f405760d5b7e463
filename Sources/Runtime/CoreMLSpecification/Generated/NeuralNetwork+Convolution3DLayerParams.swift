// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct Convolution3DLayerParams: Message {
        package var outputChannels: Int32 = 0
        package var inputChannels: Int32 = 0
        package var nGroups: Int32 = 0
        package var kernelDepth: Int32 = 0
        package var kernelHeight: Int32 = 0
        package var kernelWidth: Int32 = 0
        package var strideDepth: Int32 = 0
        package var strideHeight: Int32 = 0
        package var strideWidth: Int32 = 0
        package var dilationDepth: Int32 = 0
        package var dilationHeight: Int32 = 0
        package var dilationWidth: Int32 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var paddingType = Specification.Convolution3DLayerParams.PaddingType(rawValue: 0)
        package var customPaddingFront: Int32 = 0
        package var customPaddingBack: Int32 = 0
        package var customPaddingTop: Int32 = 0
        package var customPaddingBottom: Int32 = 0
        package var customPaddingLeft: Int32 = 0
        package var customPaddingRight: Int32 = 0
        package var isDeconvolution: Bool = false
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&outputChannels)
            case 2: try reader.decode(&inputChannels)
            case 10: try reader.decode(&nGroups)
            case 20: try reader.decode(&kernelDepth)
            case 21: try reader.decode(&kernelHeight)
            case 22: try reader.decode(&kernelWidth)
            case 31: try reader.decode(&strideDepth)
            case 32: try reader.decode(&strideHeight)
            case 33: try reader.decode(&strideWidth)
            case 40: try reader.decode(&dilationDepth)
            case 41: try reader.decode(&dilationHeight)
            case 42: try reader.decode(&dilationWidth)
            case 50: try reader.decode(&hasBias)
            case 60: try reader.decode(&_weights)
            case 61: try reader.decode(&_bias)
            case 70: try reader.decode(&paddingType)
            case 80: try reader.decode(&customPaddingFront)
            case 81: try reader.decode(&customPaddingBack)
            case 82: try reader.decode(&customPaddingTop)
            case 83: try reader.decode(&customPaddingBottom)
            case 84: try reader.decode(&customPaddingLeft)
            case 85: try reader.decode(&customPaddingRight)
            case 86: try reader.decode(&isDeconvolution)
            case 87: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(outputChannels, field: 1)
            writer.write(inputChannels, field: 2)
            writer.write(nGroups, field: 10)
            writer.write(kernelDepth, field: 20)
            writer.write(kernelHeight, field: 21)
            writer.write(kernelWidth, field: 22)
            writer.write(strideDepth, field: 31)
            writer.write(strideHeight, field: 32)
            writer.write(strideWidth, field: 33)
            writer.write(dilationDepth, field: 40)
            writer.write(dilationHeight, field: 41)
            writer.write(dilationWidth, field: 42)
            writer.write(hasBias, field: 50)
            writer.write(weights, field: 60)
            writer.write(bias, field: 61)
            writer.write(paddingType, field: 70)
            writer.write(customPaddingFront, field: 80)
            writer.write(customPaddingBack, field: 81)
            writer.write(customPaddingTop, field: 82)
            writer.write(customPaddingBottom, field: 83)
            writer.write(customPaddingLeft, field: 84)
            writer.write(customPaddingRight, field: 85)
            writer.write(isDeconvolution, field: 86)
            writer.write(outputShape, field: 87)
        }

        package enum PaddingType: WireEnum {
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
    package struct InnerProductLayerParams: Message {
        package var inputChannels: UInt64 = 0
        package var outputChannels: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var int8DynamicQuantize: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputChannels)
            case 2: try reader.decode(&outputChannels)
            case 10: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            case 22: try reader.decode(&int8DynamicQuantize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputChannels, field: 1)
            writer.write(outputChannels, field: 2)
            writer.write(hasBias, field: 10)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
            writer.write(int8DynamicQuantize, field: 22)
        }
    }
}

extension Specification {
    package struct EmbeddingLayerParams: Message {
        package var inputDim: UInt64 = 0
        package var outputChannels: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputDim)
            case 2: try reader.decode(&outputChannels)
            case 10: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputDim, field: 1)
            writer.write(outputChannels, field: 2)
            writer.write(hasBias, field: 10)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
        }
    }
}

extension Specification {
    package struct EmbeddingNDLayerParams: Message {
        package var vocabSize: UInt64 = 0
        package var embeddingSize: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vocabSize)
            case 2: try reader.decode(&embeddingSize)
            case 3: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vocabSize, field: 1)
            writer.write(embeddingSize, field: 2)
            writer.write(hasBias, field: 3)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
        }
    }
}

extension Specification {
    package struct BatchnormLayerParams: Message {
        package var channels: UInt64 = 0
        package var computeMeanVar: Bool = false
        package var instanceNormalization: Bool = false
        package var epsilon: Float = 0
        @Indirect package var gamma: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        @Indirect package var mean: Specification.WeightParams?
        @Indirect package var variance: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&channels)
            case 5: try reader.decode(&computeMeanVar)
            case 6: try reader.decode(&instanceNormalization)
            case 10: try reader.decode(&epsilon)
            case 15: try reader.decode(&_gamma)
            case 16: try reader.decode(&_beta)
            case 17: try reader.decode(&_mean)
            case 18: try reader.decode(&_variance)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(channels, field: 1)
            writer.write(computeMeanVar, field: 5)
            writer.write(instanceNormalization, field: 6)
            writer.write(epsilon, field: 10)
            writer.write(gamma, field: 15)
            writer.write(beta, field: 16)
            writer.write(mean, field: 17)
            writer.write(variance, field: 18)
        }
    }
}

extension Specification {
    package struct PoolingLayerParams: Message {
        package var type = Specification.PoolingLayerParams.PoolingType(rawValue: 0)
        package var kernelSize: [UInt64] = []
        package var stride: [UInt64] = []
        package var avgPoolExcludePadding: Bool = false
        package var globalPooling: Bool = false
        package var poolingPaddingType: PoolingPaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 10: try reader.decode(&kernelSize)
            case 20: try reader.decode(&stride)
            case 50: try reader.decode(&avgPoolExcludePadding)
            case 60: try reader.decode(&globalPooling)
            default:
                if let member = try PoolingPaddingType.decode(field, from: &reader) {
                    poolingPaddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(kernelSize, field: 10)
            writer.write(stride, field: 20)
            poolingPaddingType?.encode(to: &writer)
            writer.write(avgPoolExcludePadding, field: 50)
            writer.write(globalPooling, field: 60)
        }

        package enum PoolingType: WireEnum {
            case max
            case average
            case l2
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                case 2: self = .l2
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .l2: 2
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum PoolingPaddingType: OneOf {
            case valid(Specification.ValidPadding)
            case same(Specification.SamePadding)
            case includeLastPixel(Specification.PoolingLayerParams.ValidCompletePadding)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 30: return .valid(try reader.decode(Specification.ValidPadding.self))
                case 31: return .same(try reader.decode(Specification.SamePadding.self))
                case 32: return .includeLastPixel(try reader.decode(Specification.PoolingLayerParams.ValidCompletePadding.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .valid(let value): writer.writeMember(value, field: 30)
                case .same(let value): writer.writeMember(value, field: 31)
                case .includeLastPixel(let value): writer.writeMember(value, field: 32)
                }
            }
        }

        package struct ValidCompletePadding: Message {
            package var paddingAmounts: [UInt64] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 10: try reader.decode(&paddingAmounts)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(paddingAmounts, field: 10)
            }
        }
    }
}
