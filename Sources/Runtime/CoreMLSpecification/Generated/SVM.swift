// Written by Scripts/generate_specification.py from the messages of SVM.proto.

extension Specification {
    package struct LinearKernel: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct RBFKernel: Message {
        package var gamma: Double = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&gamma)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(gamma, field: 1)
        }
    }
}

extension Specification {
    package struct PolyKernel: Message {
        package var degree: Int32 = 0
        package var c: Double = 0
        package var gamma: Double = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&degree)
            case 2: try reader.decode(&c)
            case 3: try reader.decode(&gamma)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(degree, field: 1)
            writer.write(c, field: 2)
            writer.write(gamma, field: 3)
        }
    }
}

extension Specification {
    package struct SigmoidKernel: Message {
        package var gamma: Double = 0
        package var c: Double = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&gamma)
            case 2: try reader.decode(&c)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(gamma, field: 1)
            writer.write(c, field: 2)
        }
    }
}

extension Specification {
    package struct Kernel: Message {
        package var kernel: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try Kind.decode(field, from: &reader) {
                kernel = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            kernel?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case linearKernel(Specification.LinearKernel)
            case rbfKernel(Specification.RBFKernel)
            case polyKernel(Specification.PolyKernel)
            case sigmoidKernel(Specification.SigmoidKernel)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .linearKernel(try reader.decode(Specification.LinearKernel.self))
                case 2: return .rbfKernel(try reader.decode(Specification.RBFKernel.self))
                case 3: return .polyKernel(try reader.decode(Specification.PolyKernel.self))
                case 4: return .sigmoidKernel(try reader.decode(Specification.SigmoidKernel.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linearKernel(let value): writer.writeMember(value, field: 1)
                case .rbfKernel(let value): writer.writeMember(value, field: 2)
                case .polyKernel(let value): writer.writeMember(value, field: 3)
                case .sigmoidKernel(let value): writer.writeMember(value, field: 4)
                }
            }
        }
    }
}

extension Specification {
    package struct SparseNode: Message {
        package var index: Int32 = 0
        package var value: Double = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&index)
            case 2: try reader.decode(&value)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(index, field: 1)
            writer.write(value, field: 2)
        }
    }
}

extension Specification {
    package struct SparseVector: Message {
        package var nodes: [Specification.SparseNode] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&nodes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nodes, field: 1)
        }
    }
}

extension Specification {
    package struct SparseSupportVectors: Message {
        package var vectors: [Specification.SparseVector] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vectors)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vectors, field: 1)
        }
    }
}

extension Specification {
    package struct DenseVector: Message {
        package var values = PackedDoubles()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(values, field: 1)
        }
    }
}

extension Specification {
    package struct DenseSupportVectors: Message {
        package var vectors: [Specification.DenseVector] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vectors)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vectors, field: 1)
        }
    }
}

extension Specification {
    package struct Coefficients: Message {
        package var alpha = PackedDoubles()
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
    package struct SupportVectorRegressor: Message {
        @Indirect package var kernel: Specification.Kernel?
        @Indirect package var coefficients: Specification.Coefficients?
        package var rho: Double = 0
        package var supportVectors: SupportVectors?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_kernel)
            case 4: try reader.decode(&_coefficients)
            case 5: try reader.decode(&rho)
            default:
                if let member = try SupportVectors.decode(field, from: &reader) {
                    supportVectors = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(kernel, field: 1)
            supportVectors?.encode(to: &writer)
            writer.write(coefficients, field: 4)
            writer.write(rho, field: 5)
        }

        package indirect enum SupportVectors: OneOf {
            case sparseSupportVectors(Specification.SparseSupportVectors)
            case denseSupportVectors(Specification.DenseSupportVectors)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 2: return .sparseSupportVectors(try reader.decode(Specification.SparseSupportVectors.self))
                case 3: return .denseSupportVectors(try reader.decode(Specification.DenseSupportVectors.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .sparseSupportVectors(let value): writer.writeMember(value, field: 2)
                case .denseSupportVectors(let value): writer.writeMember(value, field: 3)
                }
            }
        }
    }
}

extension Specification {
    package struct SupportVectorClassifier: Message {
        @Indirect package var kernel: Specification.Kernel?
        package var numberOfSupportVectorsPerClass: [Int32] = []
        package var coefficients: [Specification.Coefficients] = []
        package var rho = PackedDoubles()
        package var probA = PackedDoubles()
        package var probB = PackedDoubles()
        package var supportVectors: SupportVectors?
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_kernel)
            case 2: try reader.decode(&numberOfSupportVectorsPerClass)
            case 5: try reader.decode(&coefficients)
            case 6: try reader.decode(&rho)
            case 7: try reader.decode(&probA)
            case 8: try reader.decode(&probB)
            default:
                if let member = try SupportVectors.decode(field, from: &reader) {
                    supportVectors = member
                } else {
                    if let member = try ClassLabels.decode(field, from: &reader) {
                        classLabels = member
                    } else {
                        return false
                    }
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(kernel, field: 1)
            writer.write(numberOfSupportVectorsPerClass, field: 2)
            supportVectors?.encode(to: &writer)
            writer.write(coefficients, field: 5)
            writer.write(rho, field: 6)
            writer.write(probA, field: 7)
            writer.write(probB, field: 8)
            classLabels?.encode(to: &writer)
        }

        package indirect enum SupportVectors: OneOf {
            case sparseSupportVectors(Specification.SparseSupportVectors)
            case denseSupportVectors(Specification.DenseSupportVectors)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 3: return .sparseSupportVectors(try reader.decode(Specification.SparseSupportVectors.self))
                case 4: return .denseSupportVectors(try reader.decode(Specification.DenseSupportVectors.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .sparseSupportVectors(let value): writer.writeMember(value, field: 3)
                case .denseSupportVectors(let value): writer.writeMember(value, field: 4)
                }
            }
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
