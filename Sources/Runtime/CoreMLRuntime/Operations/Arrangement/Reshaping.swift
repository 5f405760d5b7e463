/// An operation that gives the same elements, in the same order, another shape.
protocol Reshaping: OperationDefinition {
    static func shape(_ call: OperationCall) throws -> [Int]
}

extension Reshaping {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let result = TensorType(x.scalar, try shape(call))
        try result.validate("\(call.kind) '\(call.name)'")
        try call.require(result.count == x.count, "\(x.shape) cannot become \(result.shape)")
        return [result]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws { outputs[0].copyBytes(of: try call.tensor("x")) }
}

/// A reshape to `shape`, which may hold a single −1. That dimension is computed from the others. A zero keeps the dimension of `x` at the same place,
/// counted from the last. If `x` has no dimension there, a zero stands for 1.
enum Reshape: Reshaping {
    package static let kinds = ["reshape"]

    static func shape(_ call: OperationCall) throws -> [Int] {
        let x = try call.shape("x")
        var wanted = try call.ints("shape")
        for (axis, size) in wanted.enumerated() where size == 0 && x.product() != 0 {
            let place = axis - wanted.count + x.count
            wanted[axis] = place >= 0 ? x[place] : 1
        }
        try call.require(wanted.filter { $0 == -1 }.count <= 1, "shape \(wanted) leaves more than one dimension open")
        if let open = wanted.firstIndex(of: -1) {
            var known = 1
            for size in wanted where size != -1 {
                let (product, overflow) = known.multipliedReportingOverflow(by: size)
                try call.require(!overflow && size >= 0, "shape \(wanted)")
                known = product
            }
            try call.require(known > 0 && x.product() % known == 0, "\(x) cannot become \(wanted)")
            wanted[open] = x.product() / known
        }
        return wanted
    }
}

/// Inserts dimensions of one element at `axes` of the result.
enum ExpandDimensions: Reshaping {
    package static let kinds = ["expand_dims"]

    static func shape(_ call: OperationCall) throws -> [Int] {
        let x = try call.shape("x")
        let rank = try x.count + call.ints("axes").count
        let axes = try call.axes("axes", rank: rank)
        var sizes = x.makeIterator()
        return (0..<rank).map { axes.contains($0) ? 1 : sizes.next() ?? 1 }
    }
}

/// Removes `axes`, which have one element. Without `axes`, removes all dimensions of one element.
enum Squeeze: Reshaping {
    package static let kinds = ["squeeze"]

    static func shape(_ call: OperationCall) throws -> [Int] {
        let x = try call.shape("x")
        let axes = try call.has("axes") ? call.axes("axes", rank: x.count) : x.indices.filter { x[$0] == 1 }
        for axis in axes { try call.require(x[axis] == 1, "dimension \(axis) of \(x) is not 1") }
        return x.indices.filter { !axes.contains($0) }.map { x[$0] }
    }
}

/// Reshapes `x` to a matrix. The dimensions before `axis` become the rows, and all others the columns.
enum Flatten2D: Reshaping {
    package static let kinds = ["flatten2d"]

    static func shape(_ call: OperationCall) throws -> [Int] {
        let x = try call.shape("x")
        let wanted = try call.int("axis", default: 1)
        let axis = wanted < 0 ? wanted + x.count : wanted
        try call.require(axis >= 0 && axis <= x.count, "axis \(wanted) of \(x)")
        return [x.prefix(axis).product(), x.dropFirst(axis).product()]
    }
}

/// Permutes the dimensions to the order `perm`.
package enum Transpose: OperationDefinition {
    package static let kinds = ["transpose"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let order = try call.axes("perm", rank: x.rank)
        try call.require(order.count == x.rank, "perm \(order) of \(x)")
        return [TensorType(x.scalar, order.map { x.shape[$0] })]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        outputs[0].fill(from: x, StridedRegion(strides: try call.axes("perm", rank: x.type.rank).map { x.type.strides[$0] }))
    }
}

/// A reshape, a transposition and another reshape of the last three dimensions [C, H, W].
protocol BlockRearrangement: OperationDefinition {
    /// The block's argument name.
    static var blockArgument: String { get }

    /// The shape into which [C, H, W] is split, the permutation of the split dimensions, and the result's [C, H, W].
    static func plan(_ chw: [Int], block: Int) -> (split: [Int], order: [Int], result: [Int])?
}

extension BlockRearrangement {
    static var blockArgument: String { "block_size" }

    private static func plan(_ call: OperationCall) throws -> (leading: [Int], split: [Int], order: [Int], result: [Int]) {
        let shape = try call.shape("x")
        let block = try call.int(blockArgument)
        try call.require(shape.count >= 3 && block >= 1 && block < 1 << 16, "x is \(shape), block \(block)")
        // The number of channels is multiplied by the number of pixels in a block. If another dimension is 0, the check of the result's size would
        // not find an overflow of this product.
        _ = try call.product([shape[shape.count - 3], block, block])
        guard let plan = plan(Array(shape.suffix(3)), block: block) else { throw call.invalid("block \(block) does not divide \(shape)") }
        return (shape.dropLast(3), plan.split, plan.order, plan.result)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let plan = try plan(call)
        return [TensorType(try call.type("x").scalar, plan.leading + plan.result)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let plan = try plan(call)
        let x = try call.tensor("x")
        let split = TensorType(x.scalar, [plan.leading.product()] + plan.split)
        let order = [0] + plan.order.map { $0 + 1 }
        let ordered = TensorType(x.scalar, order.map { split.shape[$0] })
        outputs[0].copy(
            ordered.shape, from: x, StridedRegion(strides: order.map { split.strides[$0] }), to: StridedRegion(strides: ordered.strides))
    }
}

/// Turns channels into blocks of pixels. The position in the block changes slowest along the channels.
enum DepthToSpace: BlockRearrangement {
    package static let kinds = ["depth_to_space"]

    static func plan(_ chw: [Int], block: Int) -> (split: [Int], order: [Int], result: [Int])? {
        guard chw[0] % (block * block) == 0 else { return nil }
        let channels = chw[0] / (block * block)
        return ([block, block, channels, chw[1], chw[2]], [2, 3, 0, 4, 1], [channels, chw[1] * block, chw[2] * block])
    }
}

/// Turns blocks of pixels into channels: the inverse of `depth_to_space`.
enum SpaceToDepth: BlockRearrangement {
    package static let kinds = ["space_to_depth"]

    static func plan(_ chw: [Int], block: Int) -> (split: [Int], order: [Int], result: [Int])? {
        guard chw[1] % block == 0, chw[2] % block == 0 else { return nil }
        let (rows, columns) = (chw[1] / block, chw[2] / block)
        return ([chw[0], rows, block, columns, block], [2, 4, 0, 1, 3], [chw[0] * block * block, rows, columns])
    }
}

/// Turns channels into blocks of pixels. The position in the block changes fastest along the channels.
enum PixelShuffle: BlockRearrangement {
    package static let kinds = ["pixel_shuffle"]
    static let blockArgument = "upscale_factor"

    static func plan(_ chw: [Int], block: Int) -> (split: [Int], order: [Int], result: [Int])? {
        guard chw[0] % (block * block) == 0 else { return nil }
        let channels = chw[0] / (block * block)
        return ([channels, block, block, chw[1], chw[2]], [0, 3, 1, 4, 2], [channels, chw[1] * block, chw[2] * block])
    }
}

/// The shape of `x`.
enum ShapeOf: OperationDefinition {
    package static let kinds = ["shape"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { [TensorType(.int32, [try call.shape("x").count])] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let sizes = outputs[0].elements(as: Int32.self)
        for (axis, size) in try call.shape("x").enumerated() { sizes[axis] = Int32(clamping: size) }
    }
}

let reshapings: [any OperationDefinition.Type] = [
    Reshape.self, ExpandDimensions.self, Squeeze.self, Flatten2D.self, Transpose.self, DepthToSpace.self, SpaceToDepth.self,
    PixelShuffle.self, ShapeOf.self,
]
