// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct ReduceL1LayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceL2LayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMaxLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMinLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceSumLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceProdLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMeanLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceLogSumLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceSumSquareLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceLogSumExpLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ExpandDimsLayerParams: Message {
        package var axes: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
        }
    }
}

extension Specification {
    package struct FlattenTo2DLayerParams: Message {
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
    package struct ReshapeStaticLayerParams: Message {
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
    package struct ReshapeLikeLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ReshapeDynamicLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}
