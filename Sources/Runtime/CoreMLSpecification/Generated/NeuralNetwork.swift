// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package enum NeuralNetworkMultiArrayShapeMapping: WireEnum {
        case rank5ArrayMapping
        case exactArrayMapping
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .rank5ArrayMapping
            case 1: self = .exactArrayMapping
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .rank5ArrayMapping: 0
            case .exactArrayMapping: 1
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package enum NeuralNetworkImageShapeMapping: WireEnum {
        case rank5ImageMapping
        case rank4ImageMapping
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .rank5ImageMapping
            case 1: self = .rank4ImageMapping
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .rank5ImageMapping: 0
            case .rank4ImageMapping: 1
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package enum ScatterMode: WireEnum {
        case scatterUpdate
        case scatterAdd
        case scatterSub
        case scatterMul
        case scatterDiv
        case scatterMax
        case scatterMin
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .scatterUpdate
            case 1: self = .scatterAdd
            case 2: self = .scatterSub
            case 3: self = .scatterMul
            case 4: self = .scatterDiv
            case 5: self = .scatterMax
            case 6: self = .scatterMin
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .scatterUpdate: 0
            case .scatterAdd: 1
            case .scatterSub: 2
            case .scatterMul: 3
            case .scatterDiv: 4
            case .scatterMax: 5
            case .scatterMin: 6
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package struct NeuralNetwork: Message {
        package var layers: [Specification.NeuralNetworkLayer] = []
        package var preprocessing: [Specification.NeuralNetworkPreprocessing] = []
        package var arrayInputShapeMapping = Specification.NeuralNetworkMultiArrayShapeMapping(rawValue: 0)
        package var imageInputShapeMapping = Specification.NeuralNetworkImageShapeMapping(rawValue: 0)
        @Indirect package var updateParams: Specification.NetworkUpdateParameters?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&layers)
            case 2: try reader.decode(&preprocessing)
            case 5: try reader.decode(&arrayInputShapeMapping)
            case 6: try reader.decode(&imageInputShapeMapping)
            case 10: try reader.decode(&_updateParams)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(layers, field: 1)
            writer.write(preprocessing, field: 2)
            writer.write(arrayInputShapeMapping, field: 5)
            writer.write(imageInputShapeMapping, field: 6)
            writer.write(updateParams, field: 10)
        }
    }
}

extension Specification {
    package struct NeuralNetworkImageScaler: Message {
        package var channelScale: Float = 0
        package var blueBias: Float = 0
        package var greenBias: Float = 0
        package var redBias: Float = 0
        package var grayBias: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&channelScale)
            case 20: try reader.decode(&blueBias)
            case 21: try reader.decode(&greenBias)
            case 22: try reader.decode(&redBias)
            case 30: try reader.decode(&grayBias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(channelScale, field: 10)
            writer.write(blueBias, field: 20)
            writer.write(greenBias, field: 21)
            writer.write(redBias, field: 22)
            writer.write(grayBias, field: 30)
        }
    }
}

extension Specification {
    package struct NeuralNetworkMeanImage: Message {
        package var meanImage = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&meanImage)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(meanImage, field: 1)
        }
    }
}

extension Specification {
    package struct NeuralNetworkPreprocessing: Message {
        package var featureName: String = ""
        package var preprocessor: Preprocessor?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&featureName)
            default:
                if let member = try Preprocessor.decode(field, from: &reader) {
                    preprocessor = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(featureName, field: 1)
            preprocessor?.encode(to: &writer)
        }

        package indirect enum Preprocessor: OneOf {
            case scaler(Specification.NeuralNetworkImageScaler)
            case meanImage(Specification.NeuralNetworkMeanImage)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .scaler(try reader.decode(Specification.NeuralNetworkImageScaler.self))
                case 11: return .meanImage(try reader.decode(Specification.NeuralNetworkMeanImage.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .scaler(let value): writer.writeMember(value, field: 10)
                case .meanImage(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct ActivationReLU: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationLeakyReLU: Message {
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
    package struct ActivationTanh: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationScaledTanh: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationSigmoid: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationLinear: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationSigmoidHard: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationPReLU: Message {
        @Indirect package var alpha: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}
