/// Pads `x`. `pad` holds pairs (before, after) for the last dimensions. `mode` is `constant` (`constant_val`), `reflect` or `replicate`.
package enum Padding: OperationDefinition {
    package static let kinds = ["pad"]

    /// The padding of every dimension of `x`.
    package static func amounts(_ call: OperationCall) throws -> [(before: Int, after: Int)] {
        let (shape, pad) = (try call.shape("x"), try call.ints("pad"))
        try call.require(pad.count % 2 == 0 && pad.count / 2 <= shape.count, "pad \(pad) for \(shape)")
        try call.require(pad.allSatisfy { $0 >= 0 && $0 < 1 << 31 }, "pad \(pad)")
        let lead = shape.count - pad.count / 2
        return shape.indices.map { $0 < lead ? (0, 0) : (pad[2 * ($0 - lead)], pad[2 * ($0 - lead) + 1]) }
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let amounts = try amounts(call)
        let mode = call.string("mode", default: "constant")
        try call.require(["constant", "reflect", "replicate"].contains(mode), "unknown mode '\(mode)'")
        for (size, amount) in zip(x.shape, amounts) where amount != (0, 0) {
            if mode == "reflect" { try call.require(max(amount.before, amount.after) < size, "reflects more than \(x) holds") }
            if mode == "replicate" { try call.require(size > 0, "\(x) has nothing to replicate") }
        }
        return [TensorType(x.scalar, zip(x.shape, amounts).map { $0 + $1.before + $1.after })]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, output) = (try call.tensor("x"), outputs[0])
        let amounts = try amounts(call)
        let strides = output.type.strides
        let mode = call.string("mode", default: "constant")
        if mode == "constant" { output.fill(with: Double(try call.float("constant_val", default: 0))) }
        let start = zip(amounts, strides).map { $0.before * $1 }.reduce(0, +)
        output.copy(x.shape, from: x, StridedRegion(strides: x.type.strides), to: StridedRegion(offset: start, strides: strides))
        guard mode != "constant", output.count > 0 else { return }
        // The axes are padded one after the other. Padding an axis copies from the region that is already filled.
        var filled = StridedRegion(offset: start, strides: strides)
        var shape = x.shape
        for (axis, amount) in amounts.enumerated() {
            var slice = shape
            slice[axis] = 1
            for distance in 1..<max(amount.before, amount.after) + 1 {
                func copyLine(to target: Int, from source: Int) {
                    output.copy(
                        slice, from: output, StridedRegion(offset: filled.offset + source * strides[axis], strides: strides),
                        to: StridedRegion(offset: filled.offset + target * strides[axis], strides: strides))
                }
                let last = x.shape[axis] - 1
                if distance <= amount.before { copyLine(to: -distance, from: mode == "reflect" ? distance : 0) }
                if distance <= amount.after { copyLine(to: last + distance, from: mode == "reflect" ? last - distance : last) }
            }
            filled.offset -= amount.before * strides[axis]
            shape[axis] = output.shape[axis]
        }
    }
}

let paddings: [any OperationDefinition.Type] = [Padding.self]
