// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct SamplingMode: Message {
        package var samplingMethod = Specification.SamplingMode.Method(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&samplingMethod)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(samplingMethod, field: 1)
        }

        package enum Method: WireEnum {
            case strictAlignEndpointsMode
            case alignEndpointsMode
            case upsampleMode
            case roiAlignMode
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .strictAlignEndpointsMode
                case 1: self = .alignEndpointsMode
                case 2: self = .upsampleMode
                case 3: self = .roiAlignMode
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .strictAlignEndpointsMode: 0
                case .alignEndpointsMode: 1
                case .upsampleMode: 2
                case .roiAlignMode: 3
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct BoxCoordinatesMode: Message {
        package var boxMode = Specification.BoxCoordinatesMode.Coordinates(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&boxMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(boxMode, field: 1)
        }

        package enum Coordinates: WireEnum {
            case cornersHeightFirst
            case cornersWidthFirst
            case centerSizeHeightFirst
            case centerSizeWidthFirst
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .cornersHeightFirst
                case 1: self = .cornersWidthFirst
                case 2: self = .centerSizeHeightFirst
                case 3: self = .centerSizeWidthFirst
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .cornersHeightFirst: 0
                case .cornersWidthFirst: 1
                case .centerSizeHeightFirst: 2
                case .centerSizeWidthFirst: 3
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct WeightParams: Message {
        package var floatValue = PackedFloats()
        package var float16Value: Bytes = Bytes()
        package var rawValue: Bytes = Bytes()
        package var int8RawValue: Bytes = Bytes()
        @Indirect package var quantization: Specification.QuantizationParams?
        package var isUpdatable: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&floatValue)
            case 2: try reader.decode(&float16Value)
            case 30: try reader.decode(&rawValue)
            case 31: try reader.decode(&int8RawValue)
            case 40: try reader.decode(&_quantization)
            case 50: try reader.decode(&isUpdatable)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(floatValue, field: 1)
            writer.write(float16Value, field: 2)
            writer.write(rawValue, field: 30)
            writer.write(int8RawValue, field: 31)
            writer.write(quantization, field: 40)
            writer.write(isUpdatable, field: 50)
        }
    }
}

extension Specification {
    package struct QuantizationParams: Message {
        package var numberOfBits: UInt64 = 0
        package var quantizationType: QuantizationType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&numberOfBits)
            default:
                if let member = try QuantizationType.decode(field, from: &reader) {
                    quantizationType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(numberOfBits, field: 1)
            quantizationType?.encode(to: &writer)
        }

        package indirect enum QuantizationType: OneOf {
            case linearQuantization(Specification.LinearQuantizationParams)
            case lookupTableQuantization(Specification.LookUpTableQuantizationParams)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 101: return .linearQuantization(try reader.decode(Specification.LinearQuantizationParams.self))
                case 102: return .lookupTableQuantization(try reader.decode(Specification.LookUpTableQuantizationParams.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linearQuantization(let value): writer.writeMember(value, field: 101)
                case .lookupTableQuantization(let value): writer.writeMember(value, field: 102)
                }
            }
        }
    }
}

extension Specification {
    package struct LinearQuantizationParams: Message {
        package var scale = PackedFloats()
        package var bias = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&scale)
            case 2: try reader.decode(&bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(scale, field: 1)
            writer.write(bias, field: 2)
        }
    }
}

extension Specification {
    package struct LookUpTableQuantizationParams: Message {
        package var floatValue = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&floatValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(floatValue, field: 1)
        }
    }
}

extension Specification {
    package struct ConvolutionLayerParams: Message {
        package var outputChannels: UInt64 = 0
        package var kernelChannels: UInt64 = 0
        package var nGroups: UInt64 = 0
        package var kernelSize: [UInt64] = []
        package var stride: [UInt64] = []
        package var dilationFactor: [UInt64] = []
        package var isDeconvolution: Bool = false
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var outputShape: [UInt64] = []
        package var convolutionPaddingType: ConvolutionPaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&outputChannels)
            case 2: try reader.decode(&kernelChannels)
            case 10: try reader.decode(&nGroups)
            case 20: try reader.decode(&kernelSize)
            case 30: try reader.decode(&stride)
            case 40: try reader.decode(&dilationFactor)
            case 60: try reader.decode(&isDeconvolution)
            case 70: try reader.decode(&hasBias)
            case 90: try reader.decode(&_weights)
            case 91: try reader.decode(&_bias)
            case 100: try reader.decode(&outputShape)
            default:
                if let member = try ConvolutionPaddingType.decode(field, from: &reader) {
                    convolutionPaddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(outputChannels, field: 1)
            writer.write(kernelChannels, field: 2)
            writer.write(nGroups, field: 10)
            writer.write(kernelSize, field: 20)
            writer.write(stride, field: 30)
            writer.write(dilationFactor, field: 40)
            convolutionPaddingType?.encode(to: &writer)
            writer.write(isDeconvolution, field: 60)
            writer.write(hasBias, field: 70)
            writer.write(weights, field: 90)
            writer.write(bias, field: 91)
            writer.write(outputShape, field: 100)
        }

        package indirect enum ConvolutionPaddingType: OneOf {
            case valid(Specification.ValidPadding)
            case same(Specification.SamePadding)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 50: return .valid(try reader.decode(Specification.ValidPadding.self))
                case 51: return .same(try reader.decode(Specification.SamePadding.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .valid(let value): writer.writeMember(value, field: 50)
                case .same(let value): writer.writeMember(value, field: 51)
                }
            }
        }
    }
}
