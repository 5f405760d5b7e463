/// The order that sorts `count` values `step` apart; the first of equals first.
private func order(_ x: UnsafePointer<Float>, _ count: Int, _ step: Int, ascending: Bool) -> [Int] {
    // Not-a-number sorts last either way, so that the order is total.
    (0..<count).sorted { first, second in
        let (a, b) = (x[first * step], x[second * step])
        if a.isNaN || b.isNaN { return a.isNaN == b.isNaN ? first < second : b.isNaN }
        return a == b ? first < second : ascending ? a < b : a > b
    }
}

/// Calls `body` with the start of each line along `axis`, the step in it, and the line's start in an output that has `outputLength`
/// elements along the axis.
private func forEachLine(_ shape: [Int], axis: Int, outputLength: Int, _ body: (_ start: Int, _ step: Int, _ outputStart: Int) -> Void) {
    let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
    for outer in 0..<shape.prefix(axis).product() {
        for column in 0..<inner { body(outer * length * inner + column, inner, outer * outputLength * inner + column) }
    }
}

/// The indices that sort `x` along `axis`.
enum ArgSort: OperationDefinition {
    package static let kinds = ["argsort"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        _ = try call.axis("axis", default: -1, rank: shape.count)
        return [TensorType(.int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x").converted(to: .float32)
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[0].elements(as: Int32.self)
        forEachLine(x.shape, axis: axis, outputLength: x.shape.isEmpty ? 1 : x.shape[axis]) { start, step, outputStart in
            let sorted = order(x.floatPointer + start, x.shape.isEmpty ? 1 : x.shape[axis], step, ascending: ascending)
            for (place, index) in sorted.enumerated() { indices[outputStart + place * step] = Int32(clamping: index) }
        }
    }
}

/// The `k` largest values along `axis` and their indices, largest first; with `ascending` the smallest.
enum TopK: OperationDefinition {
    package static let kinds = ["topk"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank > 0, "x is a scalar")
        let axis = try call.axis("axis", default: -1, rank: x.rank)
        var k = try call.int("k", default: 1)
        if k == -1 { k = x.shape[axis] }
        try call.require(k >= 0 && k <= x.shape[axis], "k is \(k) for axis \(axis) of \(x)")
        var shape = x.shape
        shape[axis] = k
        return [TensorType(x.scalar, shape), TensorType(.int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let original = try call.tensor("x")
        let x = original.converted(to: .float32)
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let (length, k, size) = (x.shape[axis], outputs[0].shape[axis], x.type.rank == 0 ? 0 : original.scalar.size)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[1].elements(as: Int32.self)
        forEachLine(x.shape, axis: axis, outputLength: k) { start, step, outputStart in
            let sorted = order(x.floatPointer + start, length, step, ascending: ascending)
            for place in 0..<k {
                let target = outputStart + place * step
                indices[target] = Int32(clamping: sorted[place])
                (outputs[0].pointer + target * size)
                    .copyMemory(from: original.pointer + (start + sorted[place] * step) * size, byteCount: size)
            }
        }
    }
}

/// The multi-indices of the elements of `x` that are not zero, in order.
enum NonZero: OperationDefinition {
    package static let kinds = ["non_zero"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.tensor("x")
        return [TensorType(.int32, [found(x).count, x.type.rank])]
    }

    private static func found(_ x: Tensor) -> [Int] {
        let truths = x.converted(to: .bool)
        let values = truths.elements(as: UInt8.self)
        return values.indices.filter { values[$0] != 0 }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (strides, indices) = (x.type.strides, outputs[0].elements(as: Int32.self))
        for (row, offset) in found(x).enumerated() {
            var rest = offset
            for (axis, stride) in strides.enumerated() {
                indices[row * strides.count + axis] = Int32(clamping: rest / stride)
                rest %= stride
            }
        }
    }
}

let sortings: [any OperationDefinition.Type] = [ArgSort.self, TopK.self, NonZero.self]
