// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct ReshapeLayerParams: Message {
        package var targetShape: [Int64] = []
        package var mode = Specification.ReshapeLayerParams.ReshapeOrder(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            case 2: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
            writer.write(mode, field: 2)
        }

        package enum ReshapeOrder: WireEnum {
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

extension Specification {
    package struct PermuteLayerParams: Message {
        package var axis: [UInt64] = []
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
    package struct ReorganizeDataLayerParams: Message {
        package var mode = Specification.ReorganizeDataLayerParams.ReorganizationType(rawValue: 0)
        package var blockSize: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            case 2: try reader.decode(&blockSize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
            writer.write(blockSize, field: 2)
        }

        package enum ReorganizationType: WireEnum {
            case spaceToDepth
            case depthToSpace
            case pixelShuffle
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .spaceToDepth
                case 1: self = .depthToSpace
                case 2: self = .pixelShuffle
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .spaceToDepth: 0
                case .depthToSpace: 1
                case .pixelShuffle: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct SliceLayerParams: Message {
        package var startIndex: Int64 = 0
        package var endIndex: Int64 = 0
        package var stride: UInt64 = 0
        package var axis = Specification.SliceLayerParams.SliceAxis(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&startIndex)
            case 2: try reader.decode(&endIndex)
            case 3: try reader.decode(&stride)
            case 4: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(startIndex, field: 1)
            writer.write(endIndex, field: 2)
            writer.write(stride, field: 3)
            writer.write(axis, field: 4)
        }

        package enum SliceAxis: WireEnum {
            case channelAxis
            case heightAxis
            case widthAxis
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .channelAxis
                case 1: self = .heightAxis
                case 2: self = .widthAxis
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .channelAxis: 0
                case .heightAxis: 1
                case .widthAxis: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct ReduceLayerParams: Message {
        package var mode = Specification.ReduceLayerParams.ReduceOperation(rawValue: 0)
        package var epsilon: Float = 0
        package var axis = Specification.ReduceLayerParams.ReduceAxis(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            case 2: try reader.decode(&epsilon)
            case 3: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
            writer.write(epsilon, field: 2)
            writer.write(axis, field: 3)
        }

        package enum ReduceOperation: WireEnum {
            case sum
            case avg
            case prod
            case logsum
            case sumsquare
            case l1
            case l2
            case max
            case min
            case argmax
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .sum
                case 1: self = .avg
                case 2: self = .prod
                case 3: self = .logsum
                case 4: self = .sumsquare
                case 5: self = .l1
                case 6: self = .l2
                case 7: self = .max
                case 8: self = .min
                case 9: self = .argmax
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .sum: 0
                case .avg: 1
                case .prod: 2
                case .logsum: 3
                case .sumsquare: 4
                case .l1: 5
                case .l2: 6
                case .max: 7
                case .min: 8
                case .argmax: 9
                case .unrecognized(let number): number
                }
            }
        }

        package enum ReduceAxis: WireEnum {
            case chw
            case hw
            case c
            case h
            case w
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .chw
                case 1: self = .hw
                case 2: self = .c
                case 3: self = .h
                case 4: self = .w
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .chw: 0
                case .hw: 1
                case .c: 2
                case .h: 3
                case .w: 4
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct CropLayerParams: Message {
        @Indirect package var cropAmounts: Specification.BorderAmounts?
        package var offset: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_cropAmounts)
            case 5: try reader.decode(&offset)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(cropAmounts, field: 1)
            writer.write(offset, field: 5)
        }
    }
}

extension Specification {
    package struct AverageLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MaxLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct DotProductLayerParams: Message {
        package var cosineSimilarity: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&cosineSimilarity)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(cosineSimilarity, field: 1)
        }
    }
}

extension Specification {
    package struct MeanVarianceNormalizeLayerParams: Message {
        package var acrossChannels: Bool = false
        package var normalizeVariance: Bool = false
        package var epsilon: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&acrossChannels)
            case 2: try reader.decode(&normalizeVariance)
            case 3: try reader.decode(&epsilon)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(acrossChannels, field: 1)
            writer.write(normalizeVariance, field: 2)
            writer.write(epsilon, field: 3)
        }
    }
}
