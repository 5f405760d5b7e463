// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package struct BranchLayerParams: Message {
        @Indirect package var ifBranch: Specification.NeuralNetwork?
        @Indirect package var elseBranch: Specification.NeuralNetwork?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_ifBranch)
            case 2: try reader.decode(&_elseBranch)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(ifBranch, field: 1)
            writer.write(elseBranch, field: 2)
        }
    }
}

extension Specification {
    package struct LoopLayerParams: Message {
        package var maxLoopIterations: UInt64 = 0
        package var conditionVar: String = ""
        @Indirect package var conditionNetwork: Specification.NeuralNetwork?
        @Indirect package var bodyNetwork: Specification.NeuralNetwork?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&maxLoopIterations)
            case 2: try reader.decode(&conditionVar)
            case 3: try reader.decode(&_conditionNetwork)
            case 4: try reader.decode(&_bodyNetwork)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(maxLoopIterations, field: 1)
            writer.write(conditionVar, field: 2)
            writer.write(conditionNetwork, field: 3)
            writer.write(bodyNetwork, field: 4)
        }
    }
}

extension Specification {
    package struct LoopBreakLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LoopContinueLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct CopyLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct GreaterThanLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct GreaterEqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct LessThanLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct LessEqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct EqualLayerParams: Message {
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
    package struct NotEqualLayerParams: Message {
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
    package struct LogicalAndLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalOrLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalXorLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalNotLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct BorderAmounts: Message {
        package var borderAmounts: [Specification.BorderAmounts.EdgeSizes] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&borderAmounts)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(borderAmounts, field: 10)
        }

        package struct EdgeSizes: Message {
            package var startEdgeSize: UInt64 = 0
            package var endEdgeSize: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&startEdgeSize)
                case 2: try reader.decode(&endEdgeSize)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(startEdgeSize, field: 1)
                writer.write(endEdgeSize, field: 2)
            }
        }
    }
}

extension Specification {
    package struct ValidPadding: Message {
        @Indirect package var paddingAmounts: Specification.BorderAmounts?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_paddingAmounts)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(paddingAmounts, field: 1)
        }
    }
}

extension Specification {
    package struct SamePadding: Message {
        package var asymmetryMode = Specification.SamePadding.SamePaddingMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&asymmetryMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(asymmetryMode, field: 1)
        }

        package enum SamePaddingMode: WireEnum {
            case bottomRightHeavy
            case topLeftHeavy
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .bottomRightHeavy
                case 1: self = .topLeftHeavy
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .bottomRightHeavy: 0
                case .topLeftHeavy: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}
