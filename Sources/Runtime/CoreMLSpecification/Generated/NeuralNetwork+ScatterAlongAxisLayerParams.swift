// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct ScatterAlongAxisLayerParams: Message {
        package var axis: Int64 = 0
        package var mode = Specification.ScatterMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(mode, field: 2)
        }
    }
}

extension Specification {
    package struct StackLayerParams: Message {
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
    package struct RankPreservingReshapeLayerParams: Message {
        package var targetShape: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
        }
    }
}

extension Specification {
    package struct ConstantPaddingLayerParams: Message {
        package var value: Float = 0
        package var padAmounts: [UInt64] = []
        package var padToGivenOutputSizeMode: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            case 2: try reader.decode(&padAmounts)
            case 3: try reader.decode(&padToGivenOutputSizeMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
            writer.write(padAmounts, field: 2)
            writer.write(padToGivenOutputSizeMode, field: 3)
        }
    }
}

extension Specification {
    package struct RandomNormalLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
        }
    }
}

extension Specification {
    package struct RandomNormalStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            case 4: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
            writer.write(outputShape, field: 4)
        }
    }
}

extension Specification {
    package struct RandomNormalDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
        }
    }
}

extension Specification {
    package struct RandomUniformLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
        }
    }
}

extension Specification {
    package struct RandomUniformStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            case 4: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
            writer.write(outputShape, field: 4)
        }
    }
}

extension Specification {
    package struct RandomUniformDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
        }
    }
}

extension Specification {
    package struct RandomBernoulliLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
        }
    }
}

extension Specification {
    package struct RandomBernoulliStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            case 3: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
            writer.write(outputShape, field: 3)
        }
    }
}

extension Specification {
    package struct RandomBernoulliDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
        }
    }
}

extension Specification {
    package struct CategoricalDistributionLayerParams: Message {
        package var seed: Int64 = 0
        package var numSamples: Int64 = 0
        package var isLogits: Bool = false
        package var eps: Float = 0
        package var temperature: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&numSamples)
            case 3: try reader.decode(&isLogits)
            case 4: try reader.decode(&eps)
            case 5: try reader.decode(&temperature)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(numSamples, field: 2)
            writer.write(isLogits, field: 3)
            writer.write(eps, field: 4)
            writer.write(temperature, field: 5)
        }
    }
}
