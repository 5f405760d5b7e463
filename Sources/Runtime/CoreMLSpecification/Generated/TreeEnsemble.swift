// Written by Scripts/generate_specification.py from the messages of TreeEnsemble.proto.

extension Specification {
    package enum TreeEnsemblePostEvaluationTransform: WireEnum {
        case noTransform
        case classificationSoftMax
        case regressionLogistic
        case classificationSoftMaxWithZeroClassReference
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .noTransform
            case 1: self = .classificationSoftMax
            case 2: self = .regressionLogistic
            case 3: self = .classificationSoftMaxWithZeroClassReference
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .noTransform: 0
            case .classificationSoftMax: 1
            case .regressionLogistic: 2
            case .classificationSoftMaxWithZeroClassReference: 3
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package struct TreeEnsembleParameters: Message {
        package var nodes: [Specification.TreeEnsembleParameters.TreeNode] = []
        package var numPredictionDimensions: UInt64 = 0
        package var basePredictionValue = PackedDoubles()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&nodes)
            case 2: try reader.decode(&numPredictionDimensions)
            case 3: try reader.decode(&basePredictionValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nodes, field: 1)
            writer.write(numPredictionDimensions, field: 2)
            writer.write(basePredictionValue, field: 3)
        }

        package struct TreeNode: Message {
            package var treeId: UInt64 = 0
            package var nodeId: UInt64 = 0
            package var nodeBehavior = Specification.TreeEnsembleParameters.TreeNode.TreeNodeBehavior(rawValue: 0)
            package var branchFeatureIndex: UInt64 = 0
            package var branchFeatureValue: Double = 0
            package var trueChildNodeId: UInt64 = 0
            package var falseChildNodeId: UInt64 = 0
            package var missingValueTracksTrueChild: Bool = false
            package var evaluationInfo: [Specification.TreeEnsembleParameters.TreeNode.EvaluationInfo] = []
            package var relativeHitRate: Double = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&treeId)
                case 2: try reader.decode(&nodeId)
                case 3: try reader.decode(&nodeBehavior)
                case 10: try reader.decode(&branchFeatureIndex)
                case 11: try reader.decode(&branchFeatureValue)
                case 12: try reader.decode(&trueChildNodeId)
                case 13: try reader.decode(&falseChildNodeId)
                case 14: try reader.decode(&missingValueTracksTrueChild)
                case 20: try reader.decode(&evaluationInfo)
                case 30: try reader.decode(&relativeHitRate)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(treeId, field: 1)
                writer.write(nodeId, field: 2)
                writer.write(nodeBehavior, field: 3)
                writer.write(branchFeatureIndex, field: 10)
                writer.write(branchFeatureValue, field: 11)
                writer.write(trueChildNodeId, field: 12)
                writer.write(falseChildNodeId, field: 13)
                writer.write(missingValueTracksTrueChild, field: 14)
                writer.write(evaluationInfo, field: 20)
                writer.write(relativeHitRate, field: 30)
            }

            package enum TreeNodeBehavior: WireEnum {
                case branchOnValueLessThanEqual
                case branchOnValueLessThan
                case branchOnValueGreaterThanEqual
                case branchOnValueGreaterThan
                case branchOnValueEqual
                case branchOnValueNotEqual
                case leafNode
                case unrecognized(Int32)

                package init(rawValue: Int32) {
                    switch rawValue {
                    case 0: self = .branchOnValueLessThanEqual
                    case 1: self = .branchOnValueLessThan
                    case 2: self = .branchOnValueGreaterThanEqual
                    case 3: self = .branchOnValueGreaterThan
                    case 4: self = .branchOnValueEqual
                    case 5: self = .branchOnValueNotEqual
                    case 6: self = .leafNode
                    default: self = .unrecognized(rawValue)
                    }
                }

                package var rawValue: Int32 {
                    switch self {
                    case .branchOnValueLessThanEqual: 0
                    case .branchOnValueLessThan: 1
                    case .branchOnValueGreaterThanEqual: 2
                    case .branchOnValueGreaterThan: 3
                    case .branchOnValueEqual: 4
                    case .branchOnValueNotEqual: 5
                    case .leafNode: 6
                    case .unrecognized(let number): number
                    }
                }
            }

            package struct EvaluationInfo: Message {
                package var evaluationIndex: UInt64 = 0
                package var evaluationValue: Double = 0
                package var unknownFields = UnknownFields()

                package init() {}

                package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                    switch field {
                    case 1: try reader.decode(&evaluationIndex)
                    case 2: try reader.decode(&evaluationValue)
                    default: return false
                    }
                    return true
                }

                package func encodeFields(to writer: inout WireWriter) {
                    writer.write(evaluationIndex, field: 1)
                    writer.write(evaluationValue, field: 2)
                }
            }
        }
    }
}

extension Specification {
    package struct TreeEnsembleClassifier: Message {
        @Indirect package var treeEnsemble: Specification.TreeEnsembleParameters?
        package var postEvaluationTransform = Specification.TreeEnsemblePostEvaluationTransform(rawValue: 0)
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_treeEnsemble)
            case 2: try reader.decode(&postEvaluationTransform)
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
            writer.write(treeEnsemble, field: 1)
            writer.write(postEvaluationTransform, field: 2)
            classLabels?.encode(to: &writer)
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
    package struct TreeEnsembleRegressor: Message {
        @Indirect package var treeEnsemble: Specification.TreeEnsembleParameters?
        package var postEvaluationTransform = Specification.TreeEnsemblePostEvaluationTransform(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_treeEnsemble)
            case 2: try reader.decode(&postEvaluationTransform)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(treeEnsemble, field: 1)
            writer.write(postEvaluationTransform, field: 2)
        }
    }
}
