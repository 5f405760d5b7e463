/// Turns blocks of pixels into channels. The position in the block changes fastest along the channels. It is the inverse of `pixel_shuffle`.
enum PixelUnshuffle: BlockRearrangement {
    package static let kinds = ["pixel_unshuffle"]
    static let blockArgument = "downscale_factor"

    static func plan(_ chw: [Int], block: Int) -> (split: [Int], order: [Int], result: [Int])? {
        guard chw[1] % block == 0, chw[2] % block == 0 else { return nil }
        let (rows, columns) = (chw[1] / block, chw[2] / block)
        return ([chw[0], rows, block, columns, block], [0, 2, 4, 1, 3], [chw[0] * block * block, rows, columns])
    }
}

/// `x` without the first and last rows (`crop_height`) and columns (`crop_width`).
enum Crop: OperationDefinition {
    package static let kinds = ["crop"]

    private static func amounts(_ call: OperationCall) throws -> (rows: [Int], columns: [Int]) {
        let (rows, columns) = (try call.ints("crop_height"), try call.ints("crop_width"))
        try call.require(rows.count == 2 && columns.count == 2 && (rows + columns).allSatisfy { $0 >= 0 && $0 < 1 << 31 }, "crops")
        return (rows, columns)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        var x = try call.type("x")
        let (rows, columns) = try amounts(call)
        try call.require(x.rank >= 2, "x is \(x)")
        x.shape[x.rank - 2] -= rows[0] + rows[1]
        x.shape[x.rank - 1] -= columns[0] + columns[1]
        try call.require(x.shape.suffix(2).allSatisfy { $0 >= 0 }, "more is cropped than there is")
        return [x]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (rows, columns) = try amounts(call)
        guard outputs[0].count > 0 else { return }
        outputs[0].fill(from: x, StridedRegion(offset: rows[0] * x.shape[x.shape.count - 1] + columns[0], strides: x.type.strides))
    }
}

/// Pads `x` [N, C, H, W], and turns its blocks of pixels into more images of the batch.
enum SpaceToBatch: OperationDefinition {
    package static let kinds = ["space_to_batch"]

    private static func layout(_ call: OperationCall) throws -> (block: [Int], padding: [Int], padded: [Int]) {
        let (type, block, padding) = (try call.type("x"), try call.ints("block_shape"), try call.ints("paddings"))
        let x = type.shape
        let fits = x.count == 4 && block.count == 2 && block.allSatisfy { (1..<1 << 16).contains($0) } && padding.count == 4
        try call.require(fits && padding.allSatisfy { (0..<1 << 31).contains($0) }, "x is \(x), blocks \(block), paddings \(padding)")
        let padded = [x[2] + padding[0] + padding[1], x[3] + padding[2] + padding[3]]
        try call.require(padded[0] % block[0] == 0 && padded[1] % block[1] == 0, "blocks of \(block) do not divide \(padded)")
        try TensorType(type.scalar, [x[0], x[1]] + padded).validate("\(call.kind) '\(call.name)', padded")
        return (block, padding, padded)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let (block, _, padded) = try layout(call)
        let images = try call.product([x.shape[0], block[0], block[1]])
        return [TensorType(x.scalar, [images, x.shape[1], padded[0] / block[0], padded[1] / block[1]])]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (block, padding, padded) = try layout(call)
        let whole = Tensor(uninitialized: TensorType(x.scalar, [x.shape[0], x.shape[1]] + padded))
        whole.fill(with: 0)
        let strides = whole.type.strides
        whole.copy(
            x.shape, from: x, StridedRegion(strides: x.type.strides),
            to: StridedRegion(offset: padding[0] * padded[1] + padding[2], strides: strides))
        let shape = [block[0], block[1], x.shape[0], x.shape[1], padded[0] / block[0], padded[1] / block[1]]
        outputs[0].copy(
            shape, from: whole,
            StridedRegion(strides: [strides[2], strides[3], strides[0], strides[1], strides[2] * block[0], strides[3] * block[1]]),
            to: StridedRegion(strides: TensorType(x.scalar, shape).strides))
    }
}

/// Turns images of the batch into blocks of pixels, and crops the edges. It is the inverse of `space_to_batch`.
enum BatchToSpace: OperationDefinition {
    package static let kinds = ["batch_to_space"]

    private static func layout(_ call: OperationCall) throws -> (block: [Int], crops: [Int], whole: TensorType) {
        let (type, block, crops) = (try call.type("x"), try call.ints("block_shape"), try call.ints("crops"))
        let x = type.shape
        let fits = x.count == 4 && block.count == 2 && block.allSatisfy { (1..<1 << 16).contains($0) } && crops.count == 4
        try call.require(fits && crops.allSatisfy { (0..<1 << 31).contains($0) }, "x is \(x), blocks \(block), crops \(crops)")
        try call.require(x[0] % (block[0] * block[1]) == 0, "blocks of \(block) do not divide a batch of \(x[0])")
        // The sizes cannot overflow, because the input's sizes were checked and blocks are small.
        let whole = TensorType(type.scalar, [x[0] / (block[0] * block[1]), x[1], x[2] * block[0], x[3] * block[1]])
        try whole.validate("\(call.kind) '\(call.name)', not cropped")
        return (block, crops, whole)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (_, crops, whole) = try layout(call)
        let size = [whole.shape[2] - crops[0] - crops[1], whole.shape[3] - crops[2] - crops[3]]
        try call.require(size.allSatisfy { $0 >= 0 }, "more is cropped than there is")
        return [TensorType(whole.scalar, Array(whole.shape.prefix(2)) + size)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (block, crops, type) = try layout(call)
        let whole = Tensor(uninitialized: type)
        let strides = type.strides
        let shape = [block[0], block[1], type.shape[0]] + x.shape.dropFirst()
        whole.copy(
            shape, from: x, StridedRegion(strides: TensorType(x.scalar, shape).strides),
            to: StridedRegion(strides: [strides[2], strides[3], strides[0], strides[1], strides[2] * block[0], strides[3] * block[1]]))
        guard outputs[0].count > 0 else { return }
        outputs[0].fill(from: whole, StridedRegion(offset: crops[0] * whole.shape[3] + crops[2], strides: strides))
    }
}

/// Reshapes `x` to a shape that is composed of ranges of other tensors' shapes.
enum ReshapeLike: OperationDefinition {
    package static let kinds = ["reshape_like"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (references, x) = (try call.list("ref_tensors"), try call.type("x"))
        func numbers(_ argument: String) throws -> [Int] {
            try call.list(argument).map { input in
                guard let value = input.tensor?.integers.first else { throw RuntimeError.dependsOnValue("\(call.name).\(argument)") }
                return value
            }
        }
        let (begins, ends, masks) = (try numbers("begins"), try numbers("ends"), try numbers("end_masks"))
        let counts = [begins.count, ends.count, masks.count]
        try call.require(counts.allSatisfy { $0 == references.count }, "ranges for \(references.count) tensors")
        var shape: [Int] = []
        for (index, reference) in references.enumerated() {
            let rank = reference.type.rank
            let begin = begins[index] < 0 ? begins[index] + rank : begins[index]
            let end = masks[index] != 0 ? rank : ends[index] < 0 ? ends[index] + rank : ends[index]
            try call.require(begin >= 0 && begin <= end && end <= rank, "dimensions \(begin) to \(end) of \(reference.type)")
            shape += reference.type.shape[begin..<end]
        }
        let result = TensorType(x.scalar, shape)
        try result.validate("\(call.kind) '\(call.name)'")
        try call.require(result.count == x.count, "\(x) as \(shape)")
        return [result]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        outputs[0].copyBytes(of: try call.tensor("x"))
    }
}

let rearrangings: [any OperationDefinition.Type] = [
    PixelUnshuffle.self, Crop.self, SpaceToBatch.self, BatchToSpace.self, ReshapeLike.self,
]
