/// The order that sorts `count` values `step` apart; the first of equals first.
private func order<Element: Comparable>(_ x: UnsafePointer<Element>, _ count: Int, _ step: Int, ascending: Bool) -> [Int] {
    // Not-a-number, which differs from itself, sorts last either way, so that the order is total.
    (0..<count).sorted { first, second in
        let (a, b) = (x[first * step], x[second * step])
        if a != a || b != b { return (a != a) == (b != b) ? first < second : b != b }
        return a == b ? first < second : ascending ? a < b : a > b
    }
}

/// Calls `body` for each line of `x` along `axis` with its start, the step in it, its start in an output that has `outputLength` elements
/// along the axis, and the order that sorts it.
private func forEachSortedLine(
    _ x: Tensor, axis: Int, outputLength: Int, ascending: Bool,
    _ body: (_ start: Int, _ step: Int, _ outputStart: Int, _ order: [Int]) -> Void
) {
    let numbers = x.converted(to: x.scalar.fitsInt32 ? .int32 : .float32)
    let (length, inner) = (x.shape.isEmpty ? 1 : x.shape[axis], x.shape.dropFirst(axis + 1).product())
    for outer in 0..<x.shape.prefix(axis).product() {
        for column in 0..<inner {
            let start = outer * length * inner + column
            let sorted =
                numbers.scalar == .int32
                ? order(numbers.pointer.assumingMemoryBound(to: Int32.self) + start, length, inner, ascending: ascending)
                : order(numbers.floatPointer + start, length, inner, ascending: ascending)
            body(start, inner, outer * outputLength * inner + column, sorted)
        }
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
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[0].elements(as: Int32.self)
        let length = x.shape.isEmpty ? 1 : x.shape[axis]
        forEachSortedLine(x, axis: axis, outputLength: length, ascending: ascending) { _, step, outputStart, sorted in
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
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let (k, size) = (outputs[0].shape[axis], x.scalar.size)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[1].elements(as: Int32.self)
        forEachSortedLine(x, axis: axis, outputLength: k, ascending: ascending) { start, step, outputStart, sorted in
            for place in 0..<k {
                let target = outputStart + place * step
                indices[target] = Int32(clamping: sorted[place])
                (outputs[0].pointer + target * size)
                    .copyMemory(from: x.pointer + (start + sorted[place] * step) * size, byteCount: size)
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
