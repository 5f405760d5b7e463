extension OperationCall {
    /// Whether indices out of range are errors. It is `nil` for versions of the operations without the argument `validate_indices`.
    ///
    /// Without the argument, negative indices count from the end, and other indices out of range are errors. If it is true, negative indices are
    /// errors, too.
    fileprivate func validatesIndices() throws -> Bool? {
        has("validate_indices") ? try bool("validate_indices", default: false) : nil
    }

    /// Converts `indices` to offsets into a dimension of `size`, for reading. An index out of range throws. If `validate_indices` is false,
    /// it does not throw: a negative index counts from the end, and the result is clamped.
    func positions(_ indices: [Int], size: Int) throws -> [Int] {
        let validates = try validatesIndices()
        var positions = indices
        for place in positions.indices { positions[place] = try position(positions[place], size: size, validates) }
        return positions
    }

    @inline(__always)
    fileprivate func position(_ index: Int, size: Int, _ validates: Bool?) throws -> Int {
        let position = index < 0 && validates != true ? index + size : index
        if position >= 0, position < size { return position }
        guard validates == false, size > 0 else { throw invalid("index \(index) is outside a dimension of \(size)") }
        return min(max(position, 0), size - 1)
    }

    /// Converts `indices` to offsets into a dimension of `size`, for writing. If `validate_indices` is false, an index out of range gives `nil`.
    func targets(_ indices: [Int], size: Int) throws -> [Int?] {
        let validates = try validatesIndices()
        return try indices.map { try target($0, size: size, validates) }
    }

    fileprivate func target(_ index: Int, size: Int, _ validates: Bool?) throws -> Int? {
        guard validates == false else { return try position(index, size: size, validates) }
        return (0..<size).contains(index) ? index : nil
    }

    /// The values of `indices`, checked against the size of a dimension.
    func positions(_ argument: String, size: Int) throws -> [Int] { try positions(ints(argument), size: size) }

    /// The number of common leading dimensions of `x` and `indices`, after a check.
    fileprivate func batchDimensions(_ x: TensorType, _ indices: [Int]) throws -> Int {
        let count = try int("batch_dims", default: 0)
        let fits = count >= 0 && count <= min(x.rank, indices.count) && x.shape.prefix(count) == indices.prefix(count)
        try require(fits, "\(count) common dimensions of x, \(x), and indices, \(indices)")
        return count
    }
}

/// Gathers the slices of `x` at `indices` along `axis`. In the result, the dimensions of `indices` replace the axis. The first `batch_dims`
/// dimensions of `x` and `indices` are batch dimensions.
enum Gather: OperationDefinition {
    package static let kinds = ["gather"]

    private static func layout(_ call: OperationCall) throws -> (axis: Int, batch: Int) {
        let x = try call.type("x")
        try call.require(x.rank > 0, "x is a scalar")
        let axis = try call.axis("axis", default: 0, rank: x.rank)
        let batch = try call.batchDimensions(x, call.shape("indices"))
        try call.require(batch <= axis, "axis \(axis) is one of \(batch) common dimensions")
        return (axis, batch)
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, (axis, batch)) = (try call.type("x"), try layout(call))
        let picked = Array(try call.shape("indices").dropFirst(batch))
        return [TensorType(x.scalar, x.shape.prefix(axis) + picked + x.shape.dropFirst(axis + 1))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, (axis, batch)) = (try call.tensor("x"), try layout(call))
        let positions = try call.positions("indices", size: x.shape[axis])
        let count = try call.shape("indices").dropFirst(batch).product()
        let rows = x.shape[batch..<axis].product()
        let (length, bytes) = (x.shape[axis], x.shape.dropFirst(axis + 1).product() * x.scalar.size)
        if let stored = x.stored, axis == 0, stored.quantized.rows == x.shape[0], positions.count * 4 <= x.shape[0] {
            // Expands only those rows of a compressed table that are read.
            for (place, row) in positions.enumerated() { stored.expand(rows: row..<row + 1, into: outputs[0].pointer + place * bytes) }
            return
        }
        for outer in 0..<x.shape.prefix(axis).product() {
            let indices = positions[outer / rows * count..<(outer / rows + 1) * count]
            let (source, target) = (x.pointer + outer * length * bytes, outputs[0].pointer + outer * count * bytes)
            if bytes == x.scalar.size {
                switch bytes {
                case 1: pick(indices, source, target, UInt8.self)
                case 2: pick(indices, source, target, UInt16.self)
                case 4: pick(indices, source, target, UInt32.self)
                default: pick(indices, source, target, UInt64.self)
                }
            } else {
                for (row, position) in indices.enumerated() {
                    (target + row * bytes).copyMemory(from: source + position * bytes, byteCount: bytes)
                }
            }
        }
    }

    /// Takes single elements.
    private static func pick<Element: BitwiseCopyable>(
        _ indices: ArraySlice<Int>, _ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _: Element.Type
    ) {
        let (source, target) = (source.assumingMemoryBound(to: Element.self), target.assumingMemoryBound(to: Element.self))
        for (place, position) in indices.enumerated() { target[place] = source[position] }
    }
}

/// Gathers `x[i, indices[i, j], j]` along `axis`. `indices` has the rank of `x`.
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
        let (count, inner) = (try call.shape("indices")[axis], x.shape.dropFirst(axis + 1).product())
        switch x.scalar.size {
        case 1: pick(positions, x, outputs[0], count: count, length: x.shape[axis], inner: inner, UInt8.self)
        case 2: pick(positions, x, outputs[0], count: count, length: x.shape[axis], inner: inner, UInt16.self)
        case 4: pick(positions, x, outputs[0], count: count, length: x.shape[axis], inner: inner, UInt32.self)
        default: pick(positions, x, outputs[0], count: count, length: x.shape[axis], inner: inner, UInt64.self)
        }
    }

    /// Takes one element of `x` for each of `positions`. Both are divided into lines of `inner` entries. Each group of `count` lines of positions
    /// reads from one group of `length` lines of `x`.
    private static func pick<Element: BitwiseCopyable>(
        _ positions: [Int], _ x: Tensor, _ output: Tensor, count: Int, length: Int, inner: Int, _: Element.Type
    ) {
        let target = output.pointer.assumingMemoryBound(to: Element.self)
        guard count > 0, inner > 0 else { return }
        positions.withUnsafeBufferPointer { positions in
            for line in 0..<positions.count / inner {
                let source = x.pointer.assumingMemoryBound(to: Element.self) + line / count * length * inner
                for column in 0..<inner {
                    let place = line * inner + column
                    target[place] = source[positions[place] * inner + column]
                }
            }
        }
    }
}

/// Gathers the slices of `x` at multi-indices. The last dimension of `indices` holds the multi-indices. The first `batch_dims` dimensions of `x` and
/// `indices` are batch dimensions.
enum GatherND: OperationDefinition {
    package static let kinds = ["gather_nd"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, indices) = (try call.type("x"), try call.shape("indices"))
        let batch = try call.batchDimensions(x, indices)
        guard let depth = indices.last, batch < indices.count, depth <= x.rank - batch else {
            throw call.invalid("x is \(x), indices \(indices)")
        }
        return [TensorType(x.scalar, indices.dropLast() + x.shape.dropFirst(batch + depth))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, indices) = (try call.tensor("x"), try call.shape("indices"))
        let batch = try call.batchDimensions(x.type, indices)
        let validates = try call.validatesIndices()
        let offsets = try call.sliceOffsets(in: x.type, batchDimensions: batch) { try call.position($0, size: $1, validates) }
        let bytes = x.shape.dropFirst(batch + (indices.last ?? 0)).product() * x.scalar.size
        for case (let row, let offset?) in offsets.enumerated() {
            (outputs[0].pointer + row * bytes).copyMemory(from: x.pointer + offset * x.scalar.size, byteCount: bytes)
        }
    }
}

extension OperationCall {
    /// The offsets, in a tensor of `type`, of the multi-indices in the last dimension of `indices`. Both tensors have the first `batch` dimensions in
    /// common, and a multi-index selects in the dimensions after them. `place` converts an index and the size of its dimension to a position. If it
    /// returns `nil`, the offset is `nil`.
    func sliceOffsets(
        in type: TensorType, batchDimensions batch: Int = 0, _ place: (_ index: Int, _ size: Int) throws -> Int?
    ) throws -> [Int?] {
        let shape = try shape("indices")
        let depth = shape.last ?? 0
        let (indices, strides) = (try ints("indices"), type.strides)
        let (rows, slice) = (shape.dropLast().dropFirst(batch).product(), type.shape.dropFirst(batch).product())
        return try (0..<shape.dropLast().product()).map { row in
            var offset = row / rows * slice
            for axis in 0..<depth {
                guard let position = try place(indices[row * depth + axis], type.shape[batch + axis]) else { return nil }
                offset += position * strides[batch + axis]
            }
            return offset
        }
    }
}

/// The operation that combines a scattered value with the existing value.
private enum Combination: String {
    case update, add, sub, mul, div, max, min

    func apply(_ x: Float, _ y: Float) -> Float {
        switch self {
        case .update: y
        case .add: Addition.apply(x, y)
        case .sub: Subtraction.apply(x, y)
        case .mul: Multiplication.apply(x, y)
        case .div: Division.apply(x, y)
        case .max: Swift.max(x, y)
        case .min: Swift.min(x, y)
        }
    }

    func apply(_ x: Int32, _ y: Int32) -> Int32 {
        switch self {
        case .update: y
        case .add: Addition.apply(x, y)
        case .sub: Subtraction.apply(x, y)
        case .mul: Multiplication.apply(x, y)
        case .div: Division.apply(x, y)
        case .max: Swift.max(x, y)
        case .min: Swift.min(x, y)
        }
    }
}

/// A scatter: copies `data`, and combines `updates` into it at `indices`.
protocol Scattering: OperationDefinition {
    /// Throws an error if the shapes of the arguments do not match.
    static func check(_ call: OperationCall) throws

    /// The offset in `data` of each run of `count` elements of `updates`, in order; `nil` for a run that is skipped.
    static func runs(_ call: OperationCall) throws -> (offsets: [Int?], count: Int)
}

extension Scattering {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try check(call)
        return [try call.type("data")]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let mode = call.string("mode", default: Combination.add.rawValue)
        guard let combination = Combination(rawValue: mode) else { throw call.invalid("unknown mode '\(mode)'") }
        if outputs[0].scalar.isFloatingPoint {
            try scatter(call, outputs[0], as: .float32) { (x: Float, y: Float) in combination.apply(x, y) }
        } else {
            try scatter(call, outputs[0], as: .int32) { (x: Int32, y: Int32) in combination.apply(x, y) }
        }
    }

    /// Scatters elements of the type `Element`, whose name is `scalar`.
    private static func scatter<Element>(
        _ call: OperationCall, _ output: Tensor, as scalar: ScalarType, _ combine: (Element, Element) -> Element
    ) throws {
        let result = output.scalar == scalar ? output : Tensor(uninitialized: TensorType(scalar, output.shape))
        try call.tensor("data").convert(into: result)
        let updates = try call.tensor("updates").converted(to: scalar)
        let (source, target) = (updates.elements(as: Element.self), result.elements(as: Element.self))
        let (offsets, count) = try runs(call)
        for case (let run, let offset?) in offsets.enumerated() {
            for index in 0..<count { target[offset + index] = combine(target[offset + index], source[run * count + index]) }
        }
        if result !== output { result.convert(into: output) }
    }
}

/// Scatters slices along `axis`.
enum Scatter: Scattering {
    package static let kinds = ["scatter"]

    static func check(_ call: OperationCall) throws {
        let (data, indices, updates) = (try call.shape("data"), try call.shape("indices"), try call.shape("updates"))
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let wanted = data.prefix(axis) + indices + data.dropFirst(axis + 1)
        try call.require(!data.isEmpty && updates == Array(wanted), "data \(data), indices \(indices), updates \(updates), axis \(axis)")
    }

    static func runs(_ call: OperationCall) throws -> (offsets: [Int?], count: Int) {
        let data = try call.shape("data")
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let targets = try call.targets(call.ints("indices"), size: data[axis])
        let count = data.dropFirst(axis + 1).product()
        let offsets = (0..<data.prefix(axis).product()).flatMap { outer in
            targets.map { target in target.map { (outer * data[axis] + $0) * count } }
        }
        return (offsets, count)
    }
}

/// Scatters elements along `axis`. `indices` and `updates` have the rank of `data`.
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

    static func runs(_ call: OperationCall) throws -> (offsets: [Int?], count: Int) {
        let data = try call.shape("data")
        let axis = try call.axis("axis", default: 0, rank: data.count)
        let targets = try call.targets(call.ints("indices"), size: data[axis])
        let (length, inner) = (try call.shape("indices")[axis], data.dropFirst(axis + 1).product())
        let offsets = targets.enumerated().map { index, target in
            target.map { (index / (inner * length) * data[axis] + $0) * inner + index % inner }
        }
        return (offsets, 1)
    }
}

/// Scatters slices to the multi-indices in the last dimension of `indices`.
enum ScatterND: Scattering {
    package static let kinds = ["scatter_nd"]

    static func check(_ call: OperationCall) throws {
        let (data, indices, updates) = (try call.shape("data"), try call.shape("indices"), try call.shape("updates"))
        let depth = indices.last ?? 0
        let fits = !indices.isEmpty && depth <= data.count && updates == Array(indices.dropLast() + data.dropFirst(depth))
        try call.require(fits, "data \(data), indices \(indices), updates \(updates)")
    }

    static func runs(_ call: OperationCall) throws -> (offsets: [Int?], count: Int) {
        let data = try call.type("data")
        let validates = try call.validatesIndices()
        return (
            try call.sliceOffsets(in: data) { try call.target($0, size: $1, validates) },
            data.shape.dropFirst(try call.shape("indices").last ?? 0).product()
        )
    }
}

let gatherings: [any OperationDefinition.Type] = [
    Gather.self, GatherAlongAxis.self, GatherND.self, Scatter.self, ScatterAlongAxis.self, ScatterND.self,
]
