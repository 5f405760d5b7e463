/// A tensor of `shape` with `value` everywhere.
enum Fill: OperationDefinition {
    package static let kinds = ["fill"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(call.has("value") ? try call.type("value").scalar : .float32, try call.ints("shape"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        outputs[0].fill(with: try call.has("value") ? call.tensor("value").doubles.first ?? 0 : 0)
    }
}

/// A tensor of the shape of `ref_tensor` with `value` everywhere.
enum FillLike: OperationDefinition {
    package static let kinds = ["fill_like"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(call.has("value") ? try call.type("value").scalar : .float32, try call.shape("ref_tensor"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        outputs[0].fill(with: try call.has("value") ? call.tensor("value").doubles.first ?? 0 : 0)
    }
}

/// The numbers from `start` up to but not including `end`, `step` apart.
enum Range1D: OperationDefinition {
    package static let kinds = ["range_1d"]

    private static func bounds(_ call: OperationCall) throws -> (start: Double, step: Double, count: Int) {
        func value(_ argument: String) throws -> Double {
            guard let value = try call.tensor(argument).doubles.first else { throw call.invalid("argument \(argument) is empty") }
            return value
        }
        let (start, end, step) = (try value("start"), try value("end"), try value("step"))
        let count = ((end - start) / step).rounded(.up)
        try call.require(step != 0 && count.isFinite && count < 0x1p31, "from \(start) to \(end) in steps of \(step)")
        return (start, step, count <= 0 ? 0 : Int(count))
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(try call.type("start").scalar, [try bounds(call).count])]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let bounds = try bounds(call)
        let numbers = Tensor(uninitialized: TensorType(.float64, outputs[0].shape))
        let elements = numbers.elements(as: Double.self)
        for index in elements.indices { elements[index] = bounds.start + Double(index) * bounds.step }
        numbers.convert(into: outputs[0])
    }
}

/// Makes one-hot vectors along a new `axis` of `one_hot_vector_size` elements: `on_value` at each index, `off_value` elsewhere.
enum OneHot: OperationDefinition {
    package static let kinds = ["one_hot"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        var shape = try call.shape("indices")
        let axis = try call.axis("axis", default: -1, rank: shape.count + 1)
        shape.insert(try call.int("one_hot_vector_size"), at: axis)
        return [TensorType(call.has("on_value") ? try call.type("on_value").scalar : .int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let output = outputs[0]
        let axis = try call.axis("axis", default: -1, rank: output.type.rank)
        let on = try call.has("on_value") ? call.tensor("on_value").doubles.first ?? 1 : 1
        output.fill(with: try call.has("off_value") ? call.tensor("off_value").doubles.first ?? 0 : 0)
        let mark = Tensor(uninitialized: TensorType(output.scalar, []))
        mark.fill(with: on)
        let (length, inner, size) = (output.shape[axis], output.shape.dropFirst(axis + 1).product(), output.scalar.size)
        for (position, index) in try call.ints("indices").enumerated() where index >= 0 && index < length {
            let target = (position / inner * length + index) * inner + position % inner
            (output.pointer + target * size).copyMemory(from: mark.pointer, byteCount: size)
        }
    }
}

/// Keeps a band of each matrix in the last two dimensions, and sets the other elements to zero. The band has at most `lower` diagonals
/// below the main one and `upper` above it. A negative number means no limit.
enum BandPart: OperationDefinition {
    package static let kinds = ["band_part"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try call.require(call.shape("x").count >= 2, "x is \(call.shape("x"))")
        return [try call.type("x")]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (lower, upper) = (try call.int("lower", default: -1), try call.int("upper", default: -1))
        try keep(call, outputs[0]) { row, column in (lower < 0 || row - column <= lower) && (upper < 0 || column - row <= upper) }
    }

    /// Copies `x`, whatever its element type. Sets each matrix element for which `kept` returns false to zero.
    fileprivate static func keep(_ call: OperationCall, _ output: Tensor, _ kept: (_ row: Int, _ column: Int) -> Bool) throws {
        let (shape, size) = (output.shape, output.scalar.size)
        let (rows, columns) = (shape[shape.count - 2], shape[shape.count - 1])
        output.copyBytes(of: try call.tensor("x"))
        for line in 0..<shape.dropLast().product() {
            for column in 0..<columns where !kept(line % rows, column) {
                (output.pointer + (line * columns + column) * size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
            }
        }
    }
}

/// Keeps the elements of each matrix on and below diagonal `k`, and sets all others to zero. With `upper`, keeps the elements on and above
/// the diagonal.
enum Triangle: OperationDefinition {
    package static let kinds = ["osprey.triangle"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] { try BandPart.outputTypes(call) }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (k, upper) = (try call.int("k", default: 0), try call.bool("upper", default: false))
        try BandPart.keep(call, outputs[0]) { row, column in upper ? column - row >= k : column - row <= k }
    }
}

let creations: [any OperationDefinition.Type] = [Fill.self, FillLike.self, Range1D.self, OneHot.self, BandPart.self, Triangle.self]
