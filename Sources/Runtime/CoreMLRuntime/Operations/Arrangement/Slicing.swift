/// The elements from `begin` to `end` in steps of `stride` along each axis. With `begin_mask` set, the slice starts at the first element of
/// the axis, or at the last for a negative stride. With `end_mask` set, it extends to the other end. With `squeeze_mask` set, only the
/// element at `begin` is taken, and the axis is removed.
package enum SliceByIndex: OperationDefinition {
    package static let kinds = ["slice_by_index"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(try call.type("x").scalar, try slices(call).filter { !$0.squeezed }.map(\.count))]
    }

    private struct Slice {
        var start: Int
        var step: Int
        var count: Int
        var squeezed: Bool
    }

    private static func slices(_ call: OperationCall) throws -> [Slice] {
        let shape = try call.shape("x")
        func list(_ argument: String, _ fallback: Int) throws -> [Int] {
            let values = try call.ints(argument, default: Array(repeating: fallback, count: shape.count))
            try call.require(values.count == shape.count, "\(argument) has \(values.count) values for \(shape)")
            return values
        }
        let (begin, end, stride) = (try list("begin", 0), try list("end", 0), try list("stride", 1))
        let (openBegin, openEnd, squeezed) = (try list("begin_mask", 0), try list("end_mask", 0), try list("squeeze_mask", 0))
        return try shape.indices.map { axis in
            let (size, step) = (shape[axis], stride[axis])
            let first = begin[axis] < 0 ? begin[axis].addingReportingOverflow(size).partialValue : begin[axis]
            if squeezed[axis] != 0 {
                let index = openBegin[axis] != 0 ? 0 : first
                try call.require(index >= 0 && index < size, "index \(index) is outside dimension \(axis) of \(shape)")
                return Slice(start: index, step: 1, count: 1, squeezed: true)
            }
            try call.require(step != 0 && step > -(1 << 31) && step < 1 << 31, "stride \(step)")
            let last = end[axis] < 0 ? end[axis].addingReportingOverflow(size).partialValue : end[axis]
            if step > 0 {
                let start = openBegin[axis] != 0 ? 0 : min(max(first, 0), size)
                let stop = openEnd[axis] != 0 ? size : min(max(last, 0), size)
                return Slice(start: start, step: step, count: max(0, (stop - start + step - 1) / step), squeezed: false)
            }
            let start = openBegin[axis] != 0 ? size - 1 : min(max(first, -1), size - 1)
            let stop = openEnd[axis] != 0 ? -1 : min(max(last, -1), size - 1)
            return Slice(start: start, step: step, count: max(0, (start - stop - step - 1) / -step), squeezed: false)
        }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        guard outputs[0].count > 0 else { return }
        let x = try call.tensor("x")
        outputs[0].fill(from: x, try region(call, of: x.type))
    }

    /// The region of the slice in a tensor of `type`.
    static func region(_ call: OperationCall, of type: TensorType) throws -> StridedRegion {
        let (slices, strides) = (try slices(call), type.strides)
        let offset = zip(slices, strides).map { $0.start * $1 }.reduce(0, +)
        let steps = slices.indices.filter { !slices[$0].squeezed }.map { slices[$0].step * strides[$0] }
        return StridedRegion(offset: offset, strides: steps)
    }
}

/// A copy of `x` in which `update` replaces the elements that `slice_by_index` would take.
enum SliceUpdate: OperationDefinition {
    package static let kinds = ["slice_update"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        // The slice may be known only while the program runs. The result always has the type of `x`.
        do { try check(call) } catch RuntimeError.dependsOnValue {}
        return [try call.type("x")]
    }

    private static func check(_ call: OperationCall) throws {
        let (slice, update) = (try SliceByIndex.outputTypes(call)[0].shape, try call.shape("update"))
        try call.require(slice == update, "the slice is \(slice), the update \(update)")
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (update, region) = try slice(call)
        outputs[0].copyBytes(of: try call.tensor("x"))
        outputs[0].copy(update.shape, from: update, StridedRegion(strides: update.type.strides), to: region)
    }

    /// The update, converted to the element type of `x`, and its region in `x`.
    static func slice(_ call: OperationCall) throws -> (update: Tensor, region: StridedRegion) {
        try check(call)
        let x = try call.type("x")
        return (try call.tensor("update").converted(to: x.scalar), try SliceByIndex.region(call, of: x))
    }
}

/// Takes `size` elements from `begin` along each axis. A size of −1 takes all to the end.
enum SliceBySize: OperationDefinition {
    package static let kinds = ["slice_by_size"]

    private static func region(_ call: OperationCall) throws -> (begin: [Int], size: [Int]) {
        let shape = try call.shape("x")
        var (begin, size) = (try call.ints("begin"), try call.ints("size"))
        try call.require(begin.count == shape.count && size.count == shape.count, "begin \(begin) and size \(size) for \(shape)")
        for axis in shape.indices {
            if begin[axis] < 0 { begin[axis] = begin[axis].addingReportingOverflow(shape[axis]).partialValue }
            try call.require(begin[axis] >= 0 && begin[axis] <= shape[axis], "begin \(begin) is outside \(shape)")
            if size[axis] == -1 { size[axis] = shape[axis] - begin[axis] }
            try call.require(size[axis] >= 0 && size[axis] <= shape[axis] - begin[axis], "size \(size) from \(begin) is outside \(shape)")
        }
        return (begin, size)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        if try call.input("begin").tensor == nil, try call.input("size").tensor != nil, try !call.ints("size").contains(-1) {
            return [TensorType(try call.type("x").scalar, try call.ints("size"))]
        }
        return [TensorType(try call.type("x").scalar, try region(call).size)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (begin, strides) = (try region(call).begin, x.type.strides)
        outputs[0].fill(from: x, StridedRegion(offset: zip(begin, strides).map { $0 * $1 }.reduce(0, +), strides: strides))
    }
}

/// Concatenates tensors along `axis`. With `interleave` their slices alternate. Scalars count as one-dimensional tensors.
package enum Concatenation: OperationDefinition {
    package static let kinds = ["concat"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let values = try call.list("values").map(\.type.withDimensions)
        guard let first = values.first else { throw call.invalid("values is empty") }
        let axis = try call.axis("axis", rank: first.rank)
        var shape = first.shape
        for value in values.dropFirst() {
            try call.require(
                value.scalar == first.scalar && value.rank == first.rank
                    && shape.indices.allSatisfy { $0 == axis || shape[$0] == value.shape[$0] },
                "\(first) and \(value) do not fit along axis \(axis)")
            if try call.bool("interleave", default: false) { try call.require(value == first, "\(first) and \(value) cannot take turns") }
            shape[axis] += value.shape[axis]
        }
        return [TensorType(first.scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let values = try call.list("values").compactMap(\.tensor?.withDimensions)
        let axis = try call.axis("axis", rank: outputs[0].type.rank)
        let interleaves = try call.bool("interleave", default: false)
        var strides = outputs[0].type.strides
        let step = strides[axis]
        if interleaves { strides[axis] *= values.count }
        var start = 0
        for value in values {
            outputs[0].copy(
                value.shape, from: value, StridedRegion(strides: value.type.strides),
                to: StridedRegion(offset: start * step, strides: strides))
            start += interleaves ? 1 : value.shape[axis]
        }
    }
}

/// Stacks tensors of one shape along a new `axis`.
enum Stack: OperationDefinition {
    package static let kinds = ["stack"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let values = try call.list("values").map(\.type)
        guard let first = values.first else { throw call.invalid("values is empty") }
        for value in values { try call.require(value == first, "\(first) and \(value) differ") }
        var shape = first.shape
        shape.insert(values.count, at: try call.axis("axis", rank: first.rank + 1))
        return [TensorType(first.scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let axis = try call.axis("axis", rank: outputs[0].type.rank)
        var strides = outputs[0].type.strides
        let step = strides.remove(at: axis)
        for (index, value) in try call.list("values").compactMap(\.tensor).enumerated() {
            outputs[0].copy(
                value.shape, from: value, StridedRegion(strides: value.type.strides),
                to: StridedRegion(offset: index * step, strides: strides))
        }
    }
}

/// Splits `x` along `axis` into `num_splits` equal parts, or into parts of `split_sizes`. There must be an output name for each equal part.
package enum Split: OperationDefinition {
    package static let kinds = ["split"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank > 0, "x is a scalar")
        let axis = try call.axis("axis", rank: x.rank)
        let sizes: [Int]
        if call.has("split_sizes") {
            sizes = try call.ints("split_sizes")
        } else {
            let count = try call.int("num_splits")
            try call.require(count >= 1 && x.shape[axis] % count == 0, "dimension \(axis) of \(x) in \(count) parts")
            if let named = call.outputCount { try call.require(count <= named, "\(count) parts for \(named) outputs") }
            sizes = Array(repeating: x.shape[axis] / count, count: count)
        }
        let fits = sizes.allSatisfy { $0 >= 0 && $0 <= x.shape[axis] } && sizes.reduce(0, +) == x.shape[axis]
        try call.require(fits, "dimension \(axis) of \(x) in parts \(sizes)")
        return sizes.map { size in
            var part = x
            part.shape[axis] = size
            return part
        }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axis = try call.axis("axis", rank: x.type.rank)
        var start = 0
        for output in outputs {
            output.fill(from: x, StridedRegion(offset: start * x.type.strides[axis], strides: x.type.strides))
            start += output.shape[axis]
        }
    }
}

/// `x` repeated `reps` times along each axis.
enum Tile: OperationDefinition {
    package static let kinds = ["tile"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, reps) = (try call.type("x"), try call.ints("reps"))
        try call.require(reps.count == x.rank && reps.allSatisfy { $0 >= 1 && $0 < 1 << 31 }, "reps \(reps) for \(x)")
        let shape = try zip(x.shape, reps).map { size, count in
            let (product, overflow) = size.multipliedReportingOverflow(by: count)
            try call.require(!overflow, "reps \(reps) for \(x)")
            return product
        }
        return [TensorType(x.scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, reps) = (try call.tensor("x"), try call.ints("reps"))
        let split = zip(reps, x.shape).flatMap { [$0, $1] }
        outputs[0].copy(
            split, from: x, StridedRegion(strides: x.type.strides.flatMap { [0, $0] }),
            to: StridedRegion(strides: TensorType(x.scalar, split).strides))
    }
}

/// `x` broadcast to `shape`: its dimensions of one element are repeated.
enum BroadcastTo: OperationDefinition {
    package static let kinds = ["osprey.broadcast_to"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, shape) = (try call.type("x"), try call.ints("shape"))
        try call.require(Broadcasting.shape([x.shape, shape]) == shape, "\(x) does not broadcast to \(shape)")
        return [TensorType(x.scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        outputs[0].fill(from: x, StridedRegion(strides: Broadcasting.strides(x.shape, to: outputs[0].shape)))
    }
}

/// `x` with the order of its elements reversed along `axes`; along all axes if `axes` is absent.
enum Reverse: OperationDefinition {
    package static let kinds = ["reverse"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        _ = try call.has("axes") ? call.axes("axes", rank: call.shape("x").count) : []
        return [try call.type("x")]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axes = try call.has("axes") ? call.axes("axes", rank: x.type.rank) : Array(x.shape.indices)
        guard x.count > 0 else { return }
        var region = StridedRegion(strides: x.type.strides)
        for axis in axes {
            region.offset += (x.shape[axis] - 1) * region.strides[axis]
            region.strides[axis].negate()
        }
        outputs[0].fill(from: x, region)
    }
}

/// Reverses the first `lengths[b]` elements along `seq_axis` of each element `b` of `batch_axis`. The other elements stay in place.
enum ReverseSequence: OperationDefinition {
    package static let kinds = ["reverse_sequence"]

    private static func axes(_ call: OperationCall, rank: Int) throws -> (batch: Int, sequence: Int) {
        (try call.axis("batch_axis", default: 0, rank: rank), try call.axis("seq_axis", default: 0, rank: rank))
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let (batch, sequence) = try axes(call, rank: x.rank)
        try call.require(x.rank >= 2 && batch != sequence, "axes \(batch) and \(sequence) of \(x)")
        try call.require(call.type("lengths").count == x.shape[batch], "lengths does not have \(x.shape[batch]) elements")
        return [x]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let lengths = try call.ints("lengths")
        let (batch, sequence) = try axes(call, rank: x.type.rank)
        outputs[0].copyBytes(of: x)
        let strides = x.type.strides
        for (index, length) in lengths.enumerated() {
            let count = min(max(length, 0), x.shape[sequence])
            guard count > 0 else { continue }
            var shape = x.shape
            shape[batch] = 1
            shape[sequence] = count
            var reversed = strides
            reversed[sequence].negate()
            outputs[0].copy(
                shape, from: x,
                StridedRegion(offset: index * strides[batch] + (count - 1) * strides[sequence], strides: reversed),
                to: StridedRegion(offset: index * strides[batch], strides: strides))
        }
    }
}

/// Takes windows of `size` elements along `axis`, `stride` apart. The elements of a window become the dimension after `axis`.
enum SlidingWindows: OperationDefinition {
    package static let kinds = ["sliding_windows"]

    private static func measures(_ call: OperationCall) throws -> (axis: Int, size: Int, stride: Int) {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", rank: shape.count)
        let (size, stride) = (try call.int("size"), try call.int("stride", default: 1))
        try call.require(
            !shape.isEmpty && size >= 1 && stride >= 1 && size <= shape[axis], "windows of \(size) along axis \(axis) of \(shape)")
        return (axis, size, stride)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, measures) = (try call.type("x"), try measures(call))
        var shape = x.shape
        shape[measures.axis] = (shape[measures.axis] - measures.size) / measures.stride + 1
        shape.insert(measures.size, at: measures.axis + 1)
        return [TensorType(x.scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, measures) = (try call.tensor("x"), try measures(call))
        var strides = x.type.strides
        strides.insert(strides[measures.axis], at: measures.axis + 1)
        strides[measures.axis] *= measures.stride
        outputs[0].fill(from: x, StridedRegion(strides: strides))
    }
}

let slicings: [any OperationDefinition.Type] = [
    SliceByIndex.self, SliceUpdate.self, SliceBySize.self, Concatenation.self, Stack.self, Split.self, Tile.self, BroadcastTo.self,
    Reverse.self,
    ReverseSequence.self, SlidingWindows.self,
]
