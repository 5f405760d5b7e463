extension OperationCall {
    /// `indices` as offsets into a dimension of `size`; negative ones count from the end. Throws where one is outside.
    func positions(_ indices: [Int], size: Int) throws -> [Int] {
        try indices.map { index in
            let position = index < 0 ? index + size : index
            guard position >= 0, position < size else { throw invalid("index \(index) is outside a dimension of \(size)") }
            return position
        }
    }

    /// The values of `indices`, checked against the size of a dimension.
    func positions(_ argument: String, size: Int) throws -> [Int] { try positions(ints(argument), size: size) }
}

/// The slices of `x` along `axis` at `indices`, whose dimensions take the place of the axis.
enum Gather: OperationDefinition {
    package static let kinds = ["gather"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank > 0, "x is a scalar")
        let axis = try call.axis("axis", default: 0, rank: x.rank)
        return [TensorType(x.scalar, x.shape.prefix(axis) + (try call.shape("indices")) + x.shape.dropFirst(axis + 1))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: 0, rank: x.type.rank)
        let positions = try call.positions("indices", size: x.shape[axis])
        let bytes = x.shape.dropFirst(axis + 1).product() * x.scalar.size
        for outer in 0..<x.shape.prefix(axis).product() {
            for (row, position) in positions.enumerated() {
                (outputs[0].pointer + (outer * positions.count + row) * bytes)
                    .copyMemory(from: x.pointer + (outer * x.shape[axis] + position) * bytes, byteCount: bytes)
            }
        }
    }
}

/// `x[i, indices[i, j], j]` along `axis`: `indices` has the rank of `x`.
enum GatherAlongAxis: OperationDefinition {
    package static let kinds = ["gather_along_axis"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, indices) = (try call.type("x"), try call.shape("indices"))
        let axis = try call.axis("axis", default: 0, rank: x.rank)
        let fits = x.rank > 0 && indices.count == x.rank && indices.indices.allSatisfy { $0 == axis || indices[$0] == x.shape[$0] }
        try call.require(fits, "x is \(x), indices \(indices), axis \(axis)")
        return [TensorType(x.scalar, indices)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: 0, rank: x.type.rank)
        let positions = try call.positions("indices", size: x.shape[axis])
        let (length, inner, size) = (try call.shape("indices")[axis], x.shape.dropFirst(axis + 1).product(), x.scalar.size)
        for (index, position) in positions.enumerated() {
            let outer = index / (inner * length)
            let source = (outer * x.shape[axis] + position) * inner + index % inner
            (outputs[0].pointer + index * size).copyMemory(from: x.pointer + source * size, byteCount: size)
        }
    }
}

/// The slices of `x` at the multi-indices in the last dimension of `indices`.
enum GatherND: OperationDefinition {
    package static let kinds = ["gather_nd"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, indices) = (try call.type("x"), try call.shape("indices"))
        guard let depth = indices.last, depth <= x.rank else { throw call.invalid("x is \(x), indices \(indices)") }
        return [TensorType(x.scalar, indices.dropLast() + x.shape.dropFirst(depth))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let offsets = try call.sliceOffsets(in: x.type)
        let bytes = x.shape.dropFirst(try call.shape("indices").last ?? 0).product() * x.scalar.size
        for (row, offset) in offsets.enumerated() {
            (outputs[0].pointer + row * bytes).copyMemory(from: x.pointer + offset * x.scalar.size, byteCount: bytes)
        }
    }
}

extension OperationCall {
    /// The offset in a tensor of `type` of each multi-index in the last dimension of `indices`.
    func sliceOffsets(in type: TensorType) throws -> [Int] {
        let depth = try shape("indices").last ?? 0
        let (indices, strides) = (try ints("indices"), type.strides)
        return try (0..<shape("indices").dropLast().product()).map { row in
            var offset = 0
            for axis in 0..<depth {
                offset += try positions([indices[row * depth + axis]], size: type.shape[axis])[0] * strides[axis]
            }
            return offset
        }
    }
}

/// How scattered values meet what is there.
private func combination(_ call: OperationCall, default fallback: String) throws -> (Float, Float) -> Float {
    switch call.string("mode", default: fallback) {
    case "update": { _, update in update }
    case "add": { $0 + $1 }
    case "sub": { $0 - $1 }
    case "mul": { $0 * $1 }
    case "div": { $0 / $1 }
    case "max": { max($0, $1) }
    case "min": { min($0, $1) }
    case let mode: throw call.invalid("unknown mode '\(mode)'")
    }
}

/// A copy of `data` with `updates` at `indices`: the reverse of a gather.
protocol Scattering: FloatOperation {
    /// Throws unless the shapes fit.
    static func check(_ call: OperationCall) throws

    /// The offset in `data` of each run of `count` elements of `updates`, in order.
    static func runs(_ call: OperationCall) throws -> (offsets: [Int], count: Int)

    static var defaultMode: String { get }
}

extension Scattering {
    static var operands: [String] { ["data", "updates"] }
    static var defaultMode: String { "add" }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try check(call)
        return [try call.type("data")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let combine = try combination(call, default: defaultMode)
        outputs[0].copyBytes(of: try call.tensor("data"))
        let (updates, target) = (try call.floats("updates"), outputs[0].floatPointer)
        let (offsets, count) = try runs(call)
        for (run, offset) in offsets.enumerated() {
            for index in 0..<count { target[offset + index] = combine(target[offset + index], updates[run * count + index]) }
        }
    }
}

/// Slices along `axis`.
enum Scatter: Scattering {
    package static let kinds = ["scatter"]

    static func check(_ call: OperationCall) throws {
        let (data, indices, updates) = (try call.shape("data"), try call.shape("indices"), try call.shape("updates"))
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let wanted = data.prefix(axis) + indices + data.dropFirst(axis + 1)
        try call.require(!data.isEmpty && updates == Array(wanted), "data \(data), indices \(indices), updates \(updates), axis \(axis)")
    }

    static func runs(_ call: OperationCall) throws -> (offsets: [Int], count: Int) {
        let data = try call.shape("data")
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let positions = try call.positions("indices", size: data[axis])
        let count = data.dropFirst(axis + 1).product()
        let offsets = (0..<data.prefix(axis).product()).flatMap { outer in positions.map { (outer * data[axis] + $0) * count } }
        return (offsets, count)
    }
}

/// Elements along `axis`: `indices` and `updates` have the rank of `data`.
enum ScatterAlongAxis: Scattering {
    package static let kinds = ["scatter_along_axis"]

    static func check(_ call: OperationCall) throws {
        let (data, indices, updates) = (try call.shape("data"), try call.shape("indices"), try call.shape("updates"))
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let fits =
            !data.isEmpty && indices == updates && indices.count == data.count
            && indices.indices.allSatisfy { $0 == axis || indices[$0] == data[$0] }
        try call.require(fits, "data \(data), indices \(indices), updates \(updates), axis \(axis)")
    }

    static func runs(_ call: OperationCall) throws -> (offsets: [Int], count: Int) {
        let data = try call.shape("data")
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let positions = try call.positions("indices", size: data[axis])
        let (length, inner) = (try call.shape("indices")[axis], data.dropFirst(axis + 1).product())
        let offsets = positions.enumerated().map { index, position in
            (index / (inner * length) * data[axis] + position) * inner + index % inner
        }
        return (offsets, 1)
    }
}

/// Slices at the multi-indices in the last dimension of `indices`.
enum ScatterND: Scattering {
    package static let kinds = ["scatter_nd"]

    static func check(_ call: OperationCall) throws {
        let (data, indices, updates) = (try call.shape("data"), try call.shape("indices"), try call.shape("updates"))
        let depth = indices.last ?? 0
        let fits = !indices.isEmpty && depth <= data.count && updates == Array(indices.dropLast() + data.dropFirst(depth))
        try call.require(fits, "data \(data), indices \(indices), updates \(updates)")
    }

    static func runs(_ call: OperationCall) throws -> (offsets: [Int], count: Int) {
        let data = try call.type("data")
        return (try call.sliceOffsets(in: data), data.shape.dropFirst(try call.shape("indices").last ?? 0).product())
    }
}

let gatherings: [any OperationDefinition.Type] = [
    Gather.self, GatherAlongAxis.self, GatherND.self, Scatter.self, ScatterAlongAxis.self, ScatterND.self,
]
