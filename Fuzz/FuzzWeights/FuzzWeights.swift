import CoreMLSpecification
import FuzzSupport

/// A weight file, and sixteen bytes before it that say how a program refers to it: every array is found and expanded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWeights(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count >= 16 else { return 0 }
    let control = UnsafeBufferPointer(start: start, count: 16)
    let bytes = copy(start + 16, count - 16)
    let name = "@model_path/weights/weight.bin"
    guard let store = try? WeightStore(files: [name: bytes]) else { return 0 }
    let reference = { (offset: UInt64) in
        Specification.MILSpec.Value.BlobFileValue.with {
            $0.fileName = name; $0.offset = offset
        }
    }
    for offset in stride(from: 0, to: min(bytes.count, 64 << 6), by: 64) { _ = try? store.entry(for: reference(UInt64(offset))) }
    lower(program(control, reference), weights: store)
    return 0
}

private let kinds = [
    "const", "constexpr_affine_dequantize", "constexpr_lut_to_dense", "constexpr_sparse_to_dense", "constexpr_blockwise_shift_scale",
    "constexpr_cast", "constexpr_lut_to_sparse", "constexpr_sparse_blockwise_shift_scale",
]

private let argumentNames = [
    ["val"], ["quantized_data", "scale", "zero_point"], ["indices", "lut"], ["nonzero_data", "mask"], ["data", "scale", "offset"],
    ["source_val"], ["indices_mask", "indices_nonzero_data", "lut"], ["data_mask", "nonzero_data", "scale", "offset"],
]

/// A program of one constant whose parts lie in the weight file.
private func program(
    _ control: UnsafeBufferPointer<UInt8>, _ reference: (UInt64) -> Specification.MILSpec.Value.BlobFileValue
) -> Specification.MILSpec.Program {
    typealias MILSpec = Specification.MILSpec
    let choice = Int(control[0]) % kinds.count
    func tensor(_ type: UInt8, _ dimensions: [UInt64]) -> MILSpec.ValueType {
        .with {
            $0.type = .tensorType(
                .with {
                    $0.dataType = MILSpec.DataType(rawValue: Int32(type % 42))
                    $0.rank = Int64(dimensions.count)
                    $0.dimensions = dimensions.map { size in .with { $0.dimension = .constant(.with { $0.size = size }) } }
                })
        }
    }
    let operation = MILSpec.Operation.with {
        $0.type = kinds[choice]
        $0.outputs = [
            .with {
                $0.name = "w"; $0.type = tensor(control[1], [])
            }
        ]
        for (index, name) in argumentNames[choice].enumerated() {
            let own = control[(2 + 3 * index)..<(5 + 3 * index)].map { $0 }
            let dimensions = [UInt64(own[1] & 15), UInt64(own[1] >> 4), own[2] == 255 ? 1 << 40 : 1].prefix(Int(own[2] & 3))
            $0.attributes[name] = .with {
                $0.type = tensor(own[0], Array(dimensions))
                $0.value = .blobFileValue(reference(64 * UInt64(own[2] >> 2)))
            }
        }
        $0.attributes["axis"] = .with {
            $0.type = tensor(23, [])
            $0.value = .immediateValue(
                .with { $0.value = .tensor(.with { $0.value = .ints(.with { $0.values = [Int32(Int8(bitPattern: control[15]))] }) }) })
        }
    }
    let block = MILSpec.Block.with {
        $0.operations = [operation]; $0.outputs = ["w"]
    }
    let function = MILSpec.Function.with {
        $0.opset = "CoreML8"; $0.blockSpecializations["CoreML8"] = block
    }
    return .with { $0.functions["main"] = function }
}
