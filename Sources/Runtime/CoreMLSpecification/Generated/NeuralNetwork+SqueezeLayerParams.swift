// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct SqueezeLayerParams: Message {
        package var axes: [Int64] = []
        package var squeezeAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&squeezeAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(squeezeAll, field: 2)
        }
    }
}

extension Specification {
    package struct TopKLayerParams: Message {
        package var axis: Int64 = 0
        package var k: UInt64 = 0
        package var useBottomK: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&k)
            case 3: try reader.decode(&useBottomK)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(k, field: 2)
            writer.write(useBottomK, field: 3)
        }
    }
}

extension Specification {
    package struct ArgMaxLayerParams: Message {
        package var axis: Int64 = 0
        package var removeDim: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&removeDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(removeDim, field: 2)
        }
    }
}

extension Specification {
    package struct ArgMinLayerParams: Message {
        package var axis: Int64 = 0
        package var removeDim: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&removeDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(removeDim, field: 2)
        }
    }
}

extension Specification {
    package struct SplitNDLayerParams: Message {
        package var axis: Int64 = 0
        package var numSplits: UInt64 = 0
        package var splitSizes: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&numSplits)
            case 3: try reader.decode(&splitSizes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(numSplits, field: 2)
            writer.write(splitSizes, field: 3)
        }
    }
}

extension Specification {
    package struct CeilLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct RoundLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct FloorLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SignLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ClipLayerParams: Message {
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minVal)
            case 2: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minVal, field: 1)
            writer.write(maxVal, field: 2)
        }
    }
}

extension Specification {
    package struct SliceStaticLayerParams: Message {
        package var beginIds: [Int64] = []
        package var beginMasks: [Bool] = []
        package var endIds: [Int64] = []
        package var endMasks: [Bool] = []
        package var strides: [Int64] = []
        package var squeezeMasks: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&beginIds)
            case 2: try reader.decode(&beginMasks)
            case 3: try reader.decode(&endIds)
            case 4: try reader.decode(&endMasks)
            case 5: try reader.decode(&strides)
            case 6: try reader.decode(&squeezeMasks)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(beginIds, field: 1)
            writer.write(beginMasks, field: 2)
            writer.write(endIds, field: 3)
            writer.write(endMasks, field: 4)
            writer.write(strides, field: 5)
            writer.write(squeezeMasks, field: 6)
        }
    }
}

extension Specification {
    package struct SliceDynamicLayerParams: Message {
        package var beginMasks: [Bool] = []
        package var endIds: [Int64] = []
        package var endMasks: [Bool] = []
        package var strides: [Int64] = []
        package var squeezeMasks: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&beginMasks)
            case 3: try reader.decode(&endIds)
            case 4: try reader.decode(&endMasks)
            case 5: try reader.decode(&strides)
            case 6: try reader.decode(&squeezeMasks)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(beginMasks, field: 2)
            writer.write(endIds, field: 3)
            writer.write(endMasks, field: 4)
            writer.write(strides, field: 5)
            writer.write(squeezeMasks, field: 6)
        }
    }
}

extension Specification {
    package struct TileLayerParams: Message {
        package var reps: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&reps)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(reps, field: 1)
        }
    }
}

extension Specification {
    package struct GetShapeLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ErfLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct GeluLayerParams: Message {
        package var mode = Specification.GeluLayerParams.GeluMode(rawValue: 0)
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

        package enum GeluMode: WireEnum {
            case exact
            case tanhApproximation
            case sigmoidApproximation
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .exact
                case 1: self = .tanhApproximation
                case 2: self = .sigmoidApproximation
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .exact: 0
                case .tanhApproximation: 1
                case .sigmoidApproximation: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct RangeStaticLayerParams: Message {
        package var endValue: Float = 0
        package var startValue: Float = 0
        package var stepSizeValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&endValue)
            case 2: try reader.decode(&startValue)
            case 3: try reader.decode(&stepSizeValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(endValue, field: 1)
            writer.write(startValue, field: 2)
            writer.write(stepSizeValue, field: 3)
        }
    }
}
