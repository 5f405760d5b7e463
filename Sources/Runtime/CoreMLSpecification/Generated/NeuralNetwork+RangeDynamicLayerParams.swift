// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct RangeDynamicLayerParams: Message {
        package var startValue: Float = 0
        package var stepSizeValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&startValue)
            case 3: try reader.decode(&stepSizeValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(startValue, field: 2)
            writer.write(stepSizeValue, field: 3)
        }
    }
}

extension Specification {
    package struct SlidingWindowsLayerParams: Message {
        package var axis: Int64 = 0
        package var windowSize: UInt64 = 0
        package var step: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&windowSize)
            case 3: try reader.decode(&step)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(windowSize, field: 2)
            writer.write(step, field: 3)
        }
    }
}

extension Specification {
    package struct LayerNormalizationLayerParams: Message {
        package var normalizedShape: [Int64] = []
        package var eps: Float = 0
        @Indirect package var gamma: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&normalizedShape)
            case 2: try reader.decode(&eps)
            case 3: try reader.decode(&_gamma)
            case 4: try reader.decode(&_beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(normalizedShape, field: 1)
            writer.write(eps, field: 2)
            writer.write(gamma, field: 3)
            writer.write(beta, field: 4)
        }
    }
}

extension Specification {
    package struct NonMaximumSuppressionLayerParams: Message {
        package var iouThreshold: Float = 0
        package var scoreThreshold: Float = 0
        package var maxBoxes: UInt64 = 0
        package var perClassSuppression: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&iouThreshold)
            case 2: try reader.decode(&scoreThreshold)
            case 3: try reader.decode(&maxBoxes)
            case 4: try reader.decode(&perClassSuppression)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(iouThreshold, field: 1)
            writer.write(scoreThreshold, field: 2)
            writer.write(maxBoxes, field: 3)
            writer.write(perClassSuppression, field: 4)
        }
    }
}

extension Specification {
    package struct ClampedReLULayerParams: Message {
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
    package struct ArgSortLayerParams: Message {
        package var axis: Int64 = 0
        package var descending: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&descending)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(descending, field: 2)
        }
    }
}

extension Specification {
    package struct SliceBySizeLayerParams: Message {
        package var size: Int64 = 0
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&size)
            case 3: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(size, field: 2)
            writer.write(axis, field: 3)
        }
    }
}

extension Specification {
    package struct NeuralNetworkClassifier: Message {
        package var layers: [Specification.NeuralNetworkLayer] = []
        package var preprocessing: [Specification.NeuralNetworkPreprocessing] = []
        package var arrayInputShapeMapping = Specification.NeuralNetworkMultiArrayShapeMapping(rawValue: 0)
        package var imageInputShapeMapping = Specification.NeuralNetworkImageShapeMapping(rawValue: 0)
        @Indirect package var updateParams: Specification.NetworkUpdateParameters?
        package var labelProbabilityLayerName: String = ""
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&layers)
            case 2: try reader.decode(&preprocessing)
            case 5: try reader.decode(&arrayInputShapeMapping)
            case 6: try reader.decode(&imageInputShapeMapping)
            case 10: try reader.decode(&_updateParams)
            case 200: try reader.decode(&labelProbabilityLayerName)
            default:
                if let member = try ClassLabels.decode(field, from: &reader) {
                    classLabels = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(layers, field: 1)
            writer.write(preprocessing, field: 2)
            writer.write(arrayInputShapeMapping, field: 5)
            writer.write(imageInputShapeMapping, field: 6)
            writer.write(updateParams, field: 10)
            classLabels?.encode(to: &writer)
            writer.write(labelProbabilityLayerName, field: 200)
        }

        package indirect enum ClassLabels: OneOf {
            case stringClassLabels(Specification.StringVector)
            case int64ClassLabels(Specification.Int64Vector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 100: return .stringClassLabels(try reader.decode(Specification.StringVector.self))
                case 101: return .int64ClassLabels(try reader.decode(Specification.Int64Vector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringClassLabels(let value): writer.writeMember(value, field: 100)
                case .int64ClassLabels(let value): writer.writeMember(value, field: 101)
                }
            }
        }
    }
}

extension Specification {
    package struct OneHotLayerParams: Message {
        package var oneHotVectorSize: UInt64 = 0
        package var axis: Int64 = 0
        package var onValue: Float = 0
        package var offValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&oneHotVectorSize)
            case 2: try reader.decode(&axis)
            case 3: try reader.decode(&onValue)
            case 4: try reader.decode(&offValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(oneHotVectorSize, field: 1)
            writer.write(axis, field: 2)
            writer.write(onValue, field: 3)
            writer.write(offValue, field: 4)
        }
    }
}

extension Specification {
    package struct CumSumLayerParams: Message {
        package var axis: Int64 = 0
        package var excludeFinalSum: Bool = false
        package var reverse: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&excludeFinalSum)
            case 3: try reader.decode(&reverse)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(excludeFinalSum, field: 2)
            writer.write(reverse, field: 3)
        }
    }
}

extension Specification {
    package struct NeuralNetworkRegressor: Message {
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
    package struct NetworkUpdateParameters: Message {
        package var lossLayers: [Specification.LossLayer] = []
        @Indirect package var optimizer: Specification.Optimizer?
        @Indirect package var epochs: Specification.Int64Parameter?
        @Indirect package var shuffle: Specification.BoolParameter?
        @Indirect package var seed: Specification.Int64Parameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&lossLayers)
            case 2: try reader.decode(&_optimizer)
            case 3: try reader.decode(&_epochs)
            case 10: try reader.decode(&_shuffle)
            case 20: try reader.decode(&_seed)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(lossLayers, field: 1)
            writer.write(optimizer, field: 2)
            writer.write(epochs, field: 3)
            writer.write(shuffle, field: 10)
            writer.write(seed, field: 20)
        }
    }
}
