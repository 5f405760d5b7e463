// Written by Scripts/generate_specification.py from the messages of NearestNeighbors.proto.

extension Specification {
    package struct KNearestNeighborsClassifier: Message {
        @Indirect package var nearestNeighborsIndex: Specification.NearestNeighborsIndex?
        @Indirect package var numberOfNeighbors: Specification.Int64Parameter?
        package var classLabels: ClassLabels?
        package var defaultClassLabel: DefaultClassLabel?
        package var weightingScheme: WeightingScheme?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_nearestNeighborsIndex)
            case 3: try reader.decode(&_numberOfNeighbors)
            default:
                if let member = try ClassLabels.decode(field, from: &reader) {
                    classLabels = member
                } else {
                    if let member = try DefaultClassLabel.decode(field, from: &reader) {
                        defaultClassLabel = member
                    } else {
                        if let member = try WeightingScheme.decode(field, from: &reader) {
                            weightingScheme = member
                        } else {
                            return false
                        }
                    }
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nearestNeighborsIndex, field: 1)
            writer.write(numberOfNeighbors, field: 3)
            classLabels?.encode(to: &writer)
            defaultClassLabel?.encode(to: &writer)
            weightingScheme?.encode(to: &writer)
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

        package enum DefaultClassLabel: OneOf {
            case defaultStringLabel(String)
            case defaultInt64Label(Int64)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 110: return .defaultStringLabel(try reader.decode(String.self))
                case 111: return .defaultInt64Label(try reader.decode(Int64.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .defaultStringLabel(let value): writer.writeMember(value, field: 110)
                case .defaultInt64Label(let value): writer.writeMember(value, field: 111)
                }
            }
        }

        package indirect enum WeightingScheme: OneOf {
            case uniformWeighting(Specification.UniformWeighting)
            case inverseDistanceWeighting(Specification.InverseDistanceWeighting)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 200: return .uniformWeighting(try reader.decode(Specification.UniformWeighting.self))
                case 210: return .inverseDistanceWeighting(try reader.decode(Specification.InverseDistanceWeighting.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .uniformWeighting(let value): writer.writeMember(value, field: 200)
                case .inverseDistanceWeighting(let value): writer.writeMember(value, field: 210)
                }
            }
        }
    }
}

extension Specification {
    package struct NearestNeighborsIndex: Message {
        package var numberOfDimensions: Int32 = 0
        package var floatSamples: [Specification.FloatVector] = []
        package var indexType: IndexType?
        package var distanceFunction: DistanceFunction?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&numberOfDimensions)
            case 2: try reader.decode(&floatSamples)
            default:
                if let member = try IndexType.decode(field, from: &reader) {
                    indexType = member
                } else {
                    if let member = try DistanceFunction.decode(field, from: &reader) {
                        distanceFunction = member
                    } else {
                        return false
                    }
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(numberOfDimensions, field: 1)
            writer.write(floatSamples, field: 2)
            indexType?.encode(to: &writer)
            distanceFunction?.encode(to: &writer)
        }

        package indirect enum IndexType: OneOf {
            case linearIndex(Specification.LinearIndex)
            case singleKdTreeIndex(Specification.SingleKdTreeIndex)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 100: return .linearIndex(try reader.decode(Specification.LinearIndex.self))
                case 110: return .singleKdTreeIndex(try reader.decode(Specification.SingleKdTreeIndex.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linearIndex(let value): writer.writeMember(value, field: 100)
                case .singleKdTreeIndex(let value): writer.writeMember(value, field: 110)
                }
            }
        }

        package indirect enum DistanceFunction: OneOf {
            case squaredEuclideanDistance(Specification.SquaredEuclideanDistance)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 200: return .squaredEuclideanDistance(try reader.decode(Specification.SquaredEuclideanDistance.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .squaredEuclideanDistance(let value): writer.writeMember(value, field: 200)
                }
            }
        }
    }
}

extension Specification {
    package struct UniformWeighting: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct InverseDistanceWeighting: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LinearIndex: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SingleKdTreeIndex: Message {
        package var leafSize: Int32 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&leafSize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(leafSize, field: 1)
        }
    }
}

extension Specification {
    package struct SquaredEuclideanDistance: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}
