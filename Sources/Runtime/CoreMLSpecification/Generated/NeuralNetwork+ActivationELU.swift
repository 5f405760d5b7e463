// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct ActivationELU: Message {
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
    package struct ActivationThresholdedReLU: Message {
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
    package struct ActivationSoftsign: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationSoftplus: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationParametricSoftplus: Message {
        @Indirect package var alpha: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_alpha)
            case 2: try reader.decode(&_beta)
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
    package struct ActivationParams: Message {
        package var nonlinearityType: NonlinearityType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try NonlinearityType.decode(field, from: &reader) {
                nonlinearityType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            nonlinearityType?.encode(to: &writer)
        }

        package indirect enum NonlinearityType: OneOf {
            case linear(Specification.ActivationLinear)
            case relu(Specification.ActivationReLU)
            case leakyReLU(Specification.ActivationLeakyReLU)
            case thresholdedReLU(Specification.ActivationThresholdedReLU)
            case prelu(Specification.ActivationPReLU)
            case tanh(Specification.ActivationTanh)
            case scaledTanh(Specification.ActivationScaledTanh)
            case sigmoid(Specification.ActivationSigmoid)
            case sigmoidHard(Specification.ActivationSigmoidHard)
            case elu(Specification.ActivationELU)
            case softsign(Specification.ActivationSoftsign)
            case softplus(Specification.ActivationSoftplus)
            case parametricSoftplus(Specification.ActivationParametricSoftplus)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 5: return .linear(try reader.decode(Specification.ActivationLinear.self))
                case 10: return .relu(try reader.decode(Specification.ActivationReLU.self))
                case 15: return .leakyReLU(try reader.decode(Specification.ActivationLeakyReLU.self))
                case 20: return .thresholdedReLU(try reader.decode(Specification.ActivationThresholdedReLU.self))
                case 25: return .prelu(try reader.decode(Specification.ActivationPReLU.self))
                case 30: return .tanh(try reader.decode(Specification.ActivationTanh.self))
                case 31: return .scaledTanh(try reader.decode(Specification.ActivationScaledTanh.self))
                case 40: return .sigmoid(try reader.decode(Specification.ActivationSigmoid.self))
                case 41: return .sigmoidHard(try reader.decode(Specification.ActivationSigmoidHard.self))
                case 50: return .elu(try reader.decode(Specification.ActivationELU.self))
                case 60: return .softsign(try reader.decode(Specification.ActivationSoftsign.self))
                case 70: return .softplus(try reader.decode(Specification.ActivationSoftplus.self))
                case 71: return .parametricSoftplus(try reader.decode(Specification.ActivationParametricSoftplus.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linear(let value): writer.writeMember(value, field: 5)
                case .relu(let value): writer.writeMember(value, field: 10)
                case .leakyReLU(let value): writer.writeMember(value, field: 15)
                case .thresholdedReLU(let value): writer.writeMember(value, field: 20)
                case .prelu(let value): writer.writeMember(value, field: 25)
                case .tanh(let value): writer.writeMember(value, field: 30)
                case .scaledTanh(let value): writer.writeMember(value, field: 31)
                case .sigmoid(let value): writer.writeMember(value, field: 40)
                case .sigmoidHard(let value): writer.writeMember(value, field: 41)
                case .elu(let value): writer.writeMember(value, field: 50)
                case .softsign(let value): writer.writeMember(value, field: 60)
                case .softplus(let value): writer.writeMember(value, field: 70)
                case .parametricSoftplus(let value): writer.writeMember(value, field: 71)
                }
            }
        }
    }
}

extension Specification {
    package struct Tensor: Message {
        package var rank: UInt32 = 0
        package var dimValue: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&rank)
            case 2: try reader.decode(&dimValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(rank, field: 1)
            writer.write(dimValue, field: 2)
        }
    }
}
