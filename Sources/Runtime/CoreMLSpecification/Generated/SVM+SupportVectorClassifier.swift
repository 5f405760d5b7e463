// Written by Scripts/generate_specification.py from the messages of SVM.proto.

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
