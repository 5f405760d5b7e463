import Foundation

/// Attention: `softmax(query · keyᵀ ÷ √E + mask) · value` over the last two dimensions, with the others broadcast.
///
/// A Boolean mask excludes the positions at which it is false. A query with all positions excluded gives NaN, as the formula does.
enum ScaledDotProductAttention: FloatOperation {
    package static let kinds = ["scaled_dot_product_attention"]
    static let operands = ["query", "key", "value"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (query, key, value) = (try call.type("query"), try call.shape("key"), try call.shape("value"))
        try call.require(query.rank >= 2 && key.count >= 2 && value.count >= 2, "query, key and value need two dimensions")
        let (length, width) = (query.shape[query.rank - 2], query.shape[query.rank - 1])
        try call.require(
            key[key.count - 1] == width && key[key.count - 2] == value[value.count - 2], "query \(query), key \(key), value \(value)")
        let batch = try call.broadcastShape([query.shape.dropLast(2), key.dropLast(2), value.dropLast(2)].map(Array.init))
        return [TensorType(query.scalar, batch + [length, value[value.count - 1]])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (query, key, value) = (try call.shape("query"), try call.shape("key"), try call.shape("value"))
        let (length, width, source, depth) = (
            query[query.count - 2], query[query.count - 1], key[key.count - 2], value[value.count - 1]
        )
        let batch = Array(outputs[0].shape.dropLast(2))
        func strides(_ shape: [Int]) -> [Int] {
            Broadcasting.strides(Array(shape.dropLast(2)), to: batch).map { $0 * shape.suffix(2).product() } + [0]
        }
        let (q, k, v) = (try call.floats("query"), try call.floats("key"), try call.floats("value"))
        let mask = try additiveMask(call, batch + [length, source])
        let maskStrides = Broadcasting.strides(mask?.shape ?? [], to: batch + [length, source])
        let (maskRow, maskColumn) = (maskStrides[batch.count], maskStrides[batch.count + 1])
        let line = Tensor(uninitialized: .float32([source]))
        defer { withExtendedLifetime((line, mask)) {} }
        let (scores, added) = (line.floats, mask?.floatPointer)
        let scale = 1 / Float(width).squareRoot()
        let walk = StridedWalk(
            shape: batch + [1],
            strides: [
                strides(query), strides(key), strides(value), TensorType.float32(batch).strides.map { $0 * length * depth } + [0],
                Array(maskStrides.prefix(batch.count)) + [0],
            ])
        walk.forEachRow { offsets in
            for item in 0..<walk.rowLength {
                func start(_ operand: Int) -> Int { offsets[operand] + item * walk.step(operand) }
                let (keys, values) = (k + start(1), v + start(2))
                for row in 0..<length {
                    let query = q + start(0) + row * width
                    var highest = -Float.infinity
                    for column in 0..<source {
                        var score = dot(query, keys + column * width, width) * scale
                        if let added { score += added[start(4) + row * maskRow + column * maskColumn] }
                        scores[column] = score
                        highest = max(highest, score)
                    }
                    var sum: Float = 0
                    for column in 0..<source {
                        scores[column] = exp(scores[column] - highest)
                        sum += scores[column]
                    }
                    let target = outputs[0].floatPointer + start(3) + row * depth
                    target.update(repeating: 0, count: depth)
                    for column in 0..<source {
                        let weight = scores[column] / sum
                        for index in 0..<depth { target[index] += weight * values[column * depth + index] }
                    }
                }
            }
        }
    }

    /// The mask as numbers to add. It keeps its own shape, which broadcasts to `shape`. `nil` without a mask.
    private static func additiveMask(_ call: OperationCall, _ shape: [Int]) throws -> Tensor? {
        guard call.has("attn_mask") else { return nil }
        let given = try call.tensor("attn_mask")
        let mask = Tensor(uninitialized: .float32(given.shape))
        if given.scalar == .bool {
            for (index, holds) in given.elements(as: UInt8.self).enumerated() { mask.floats[index] = holds != 0 ? 0 : -.infinity }
        } else {
            given.convert(into: mask)
        }
        guard try call.broadcastShape([mask.shape, shape]) == shape else { throw call.invalid("a mask of \(mask.shape) for \(shape)") }
        return mask
    }
}

let attentions: [any OperationDefinition.Type] = [ScaledDotProductAttention.self, EinsteinSummation.self]
