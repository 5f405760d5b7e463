import CoreMLSpecification

/// The settings in the first bytes of an input:
///
///     0      how the weights are stored
///     1      their element type
///     2      the axis of scales or of vectors, signed
///     3      the layer that reads the weights
///     4      the rows of the layer's input
///     5 + 5i for each array: its element type, two bytes of extents of four bits each, its rank, and its place in the file
struct Control {
    typealias MILSpec = Specification.MILSpec

    static let byteCount = 32
    static let file = "@model_path/weights/weight.bin"

    let bytes: UnsafeBufferPointer<UInt8>

    private static let kinds: [(name: String, arguments: [String])] = [
        ("const", ["val"]), ("constexpr_affine_dequantize", ["quantized_data", "scale", "zero_point"]),
        ("constexpr_lut_to_dense", ["indices", "lut"]), ("constexpr_sparse_to_dense", ["nonzero_data", "mask"]),
        ("constexpr_blockwise_shift_scale", ["data", "scale", "offset"]), ("constexpr_cast", ["source_val"]),
        ("constexpr_lut_to_sparse", ["indices_mask", "indices_nonzero_data", "lut"]),
        ("constexpr_sparse_blockwise_shift_scale", ["data_mask", "nonzero_data", "scale", "offset"]),
        ("constexpr_blockwise_shift_scale", ["data", "scale"]),
    ]
    /// A layer, and what it calls its input and its weights.
    typealias Reader = (name: String, input: String, weights: String)

    private static let readers: [Reader] = [
        ("linear", "x", "weight"), ("matmul", "x", "y"), ("gather", "indices", "x"), ("conv", "x", "weight"), ("add", "x", "y"),
    ]
    private static let extents: [UInt64] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 48, 64, 128, 256]

    private var kind: (name: String, arguments: [String]) { Control.kinds[Int(bytes[0]) % Control.kinds.count] }

    /// `nil` where the weights are all.
    var reader: Reader? {
        let choice = Int(bytes[3]) % (Control.readers.count + 1)
        return choice == 0 ? nil : Control.readers[choice - 1]
    }

    func reference(_ offset: UInt64) -> MILSpec.Value.BlobFileValue {
        .with {
            $0.fileName = Control.file
            $0.offset = offset
        }
    }

    private func array(_ index: Int) -> (type: UInt8, shape: [UInt64], offset: UInt64) {
        let own = bytes[(5 + 5 * index)..<(10 + 5 * index)].map { $0 }
        var shape = [own[1] & 15, own[1] >> 4, own[2] & 15, own[2] >> 4].map { Control.extents[Int($0)] }
        if own[3] >= 128 { shape[3] = 1 << 40 }
        return (own[0], Array(shape.prefix(Int(own[3]) % 5)), 64 * UInt64(own[4]))
    }

    /// The layer's input: so many rows that fit the last dimension of the weights' first array, or indices.
    private var inputShape: [UInt64] {
        let weights = array(0).shape, rows = UInt64(bytes[4] & 31)
        switch reader?.name {
        case "gather": return [rows]
        case "conv": return [1, weights.count > 1 ? weights[1] : 1, rows, 1]
        case "matmul": return [rows, weights.first ?? 1]
        default: return [rows, weights.last ?? 1]
        }
    }

    private var inputType: Int32 { reader?.name == "gather" ? 23 : 11 }

    /// A program of weights whose parts lie in the file, and of the layer that reads them.
    func program(read: Bool) -> MILSpec.Program {
        let reader = read ? self.reader : nil
        let block = MILSpec.Block.with {
            $0.operations = [weights] + (reader.map { [layer($0)] } ?? [])
            $0.outputs = [reader == nil ? "w" : "y"]
        }
        let function = MILSpec.Function.with {
            $0.opset = "CoreML8"
            $0.blockSpecializations["CoreML8"] = block
            if reader != nil { $0.inputs = [value("x", type(inputType, inputShape))] }
        }
        return .with { $0.functions["main"] = function }
    }

    func model() -> Specification.Model {
        let x = Specification.ArrayFeatureType.with {
            $0.shape = inputShape.map { Int64(clamping: $0) }
            $0.dataType = inputType == 23 ? .int32 : .float32
        }
        return .with {
            $0.specificationVersion = 9
            $0.description = .with {
                $0.input = [feature("x", x)]
                $0.output = [feature("y", .with { $0.dataType = .float32 })]
            }
            $0.type = .mlProgram(program(read: true))
        }
    }

    private func feature(_ name: String, _ array: Specification.ArrayFeatureType) -> Specification.FeatureDescription {
        .with {
            $0.name = name
            $0.type = .with { $0.type = .multiArrayType(array) }
        }
    }

    private var weights: MILSpec.Operation {
        .with {
            $0.type = kind.name
            $0.outputs = [value("w", type(Int32(bytes[1] % 42), []))]
            for (index, name) in kind.arguments.enumerated() {
                let array = self.array(index)
                $0.attributes[name] = .with {
                    $0.type = type(Int32(array.type % 42), array.shape)
                    $0.value = .blobFileValue(reference(array.offset))
                }
            }
            let axis = Int32(Int8(bitPattern: bytes[2]))
            for name in ["axis", "vector_axis"] { $0.attributes[name] = integer(axis) }
        }
    }

    private func layer(_ reader: Reader) -> MILSpec.Operation {
        .with {
            $0.type = reader.name
            $0.outputs = [value("y", type(11, []))]
            $0.inputs[reader.input] = argument("x")
            $0.inputs[reader.weights] = argument("w")
            if reader.name == "gather" { $0.attributes["axis"] = integer(0) }
        }
    }

    private func argument(_ name: String) -> MILSpec.Argument { .with { $0.arguments = [.with { $0.binding = .name(name) }] } }

    private func integer(_ number: Int32) -> MILSpec.Value {
        .with {
            $0.type = type(23, [])
            $0.value = .immediateValue(.with { $0.value = .tensor(.with { $0.value = .ints(.with { $0.values = [number] }) }) })
        }
    }

    private func value(_ name: String, _ type: MILSpec.ValueType) -> MILSpec.NamedValueType {
        .with {
            $0.name = name
            $0.type = type
        }
    }

    private func type(_ element: Int32, _ shape: [UInt64]) -> MILSpec.ValueType {
        let dimensions = shape.map { size in MILSpec.Dimension.with { $0.dimension = .constant(.with { $0.size = size }) } }
        return .with {
            $0.type = .tensorType(
                .with {
                    $0.dataType = MILSpec.DataType(rawValue: element)
                    $0.rank = Int64(shape.count)
                    $0.dimensions = dimensions
                })
        }
    }
}
