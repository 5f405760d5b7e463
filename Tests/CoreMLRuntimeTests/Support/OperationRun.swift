@testable import CoreMLRuntime

/// One operation's kernel, run by itself.
enum OperationRun {
    static func call(_ kind: String, _ tensors: [String: Tensor], _ strings: [String: String] = [:]) -> OperationCall {
        var call = OperationCall(kind: kind, name: kind, inputs: tensors.mapValues { [OperationCall.Input(type: $0.type, tensor: $0)] })
        for (key, value) in strings { call.strings[key] = [value] }
        return call
    }

    /// The operation's outputs, made with several threads where it shares its work.
    static func results(_ kind: String, _ tensors: [String: Tensor], _ strings: [String: String] = [:]) throws -> [Tensor] {
        Threads.setLimit(3)
        return try call(kind, tensors, strings).results()
    }

    static func result(_ kind: String, _ tensors: [String: Tensor], _ strings: [String: String] = [:]) throws -> Tensor {
        try results(kind, tensors, strings)[0]
    }

    /// The index of each element of `shape`, in order.
    static func indices(_ shape: [Int]) -> [[Int]] {
        var indices: [[Int]] = [[]]
        for size in shape { indices = indices.flatMap { index in (0..<size).map { index + [$0] } } }
        return indices
    }

    /// The place of `index` in a tensor of `shape`, which repeats where it has one element or lacks a dimension.
    static func place(_ index: [Int], in shape: [Int]) -> Int {
        var place = 0
        for (size, position) in zip(shape, index.suffix(shape.count)) { place = place * size + (size == 1 ? 0 : position) }
        return place
    }
}

extension Tensor {
    static func ints(_ values: [Int]) -> Tensor { Tensor(values.map { Int32(clamping: $0) }) }

    /// The bits of float32 numbers, which tell zeros apart.
    var bits: [UInt32] { withExtendedLifetime(self) { floats.map(\.bitPattern) } }
}
