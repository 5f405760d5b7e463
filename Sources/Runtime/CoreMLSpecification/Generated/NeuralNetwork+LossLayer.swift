// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct LossLayer: Message {
        package var name: String = ""
        package var lossLayerType: LossLayerType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            default:
                if let member = try LossLayerType.decode(field, from: &reader) {
                    lossLayerType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            lossLayerType?.encode(to: &writer)
        }

        package indirect enum LossLayerType: OneOf {
            case categoricalCrossEntropyLossLayer(Specification.CategoricalCrossEntropyLossLayer)
            case meanSquaredErrorLossLayer(Specification.MeanSquaredErrorLossLayer)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .categoricalCrossEntropyLossLayer(try reader.decode(Specification.CategoricalCrossEntropyLossLayer.self))
                case 11: return .meanSquaredErrorLossLayer(try reader.decode(Specification.MeanSquaredErrorLossLayer.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .categoricalCrossEntropyLossLayer(let value): writer.writeMember(value, field: 10)
                case .meanSquaredErrorLossLayer(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct CategoricalCrossEntropyLossLayer: Message {
        package var input: String = ""
        package var target: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&input)
            case 2: try reader.decode(&target)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(input, field: 1)
            writer.write(target, field: 2)
        }
    }
}

extension Specification {
    package struct MeanSquaredErrorLossLayer: Message {
        package var input: String = ""
        package var target: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&input)
            case 2: try reader.decode(&target)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(input, field: 1)
            writer.write(target, field: 2)
        }
    }
}

extension Specification {
    package struct Optimizer: Message {
        package var optimizerType: OptimizerType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try OptimizerType.decode(field, from: &reader) {
                optimizerType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            optimizerType?.encode(to: &writer)
        }

        package indirect enum OptimizerType: OneOf {
            case sgdOptimizer(Specification.SGDOptimizer)
            case adamOptimizer(Specification.AdamOptimizer)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .sgdOptimizer(try reader.decode(Specification.SGDOptimizer.self))
                case 11: return .adamOptimizer(try reader.decode(Specification.AdamOptimizer.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .sgdOptimizer(let value): writer.writeMember(value, field: 10)
                case .adamOptimizer(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct SGDOptimizer: Message {
        @Indirect package var learningRate: Specification.DoubleParameter?
        @Indirect package var miniBatchSize: Specification.Int64Parameter?
        @Indirect package var momentum: Specification.DoubleParameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_learningRate)
            case 2: try reader.decode(&_miniBatchSize)
            case 3: try reader.decode(&_momentum)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(learningRate, field: 1)
            writer.write(miniBatchSize, field: 2)
            writer.write(momentum, field: 3)
        }
    }
}

extension Specification {
    package struct AdamOptimizer: Message {
        @Indirect package var learningRate: Specification.DoubleParameter?
        @Indirect package var miniBatchSize: Specification.Int64Parameter?
        @Indirect package var beta1: Specification.DoubleParameter?
        @Indirect package var beta2: Specification.DoubleParameter?
        @Indirect package var eps: Specification.DoubleParameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_learningRate)
            case 2: try reader.decode(&_miniBatchSize)
            case 3: try reader.decode(&_beta1)
            case 4: try reader.decode(&_beta2)
            case 5: try reader.decode(&_eps)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(learningRate, field: 1)
            writer.write(miniBatchSize, field: 2)
            writer.write(beta1, field: 3)
            writer.write(beta2, field: 4)
            writer.write(eps, field: 5)
        }
    }
}
