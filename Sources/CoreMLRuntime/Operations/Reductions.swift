import Foundation

/// A reduction of `x` over `axes` (all where absent); the reduced dimensions are kept as 1 with `keep_dims`.
protocol Reduction: FloatOperation {
    /// The value of `count` elements, `step` apart.
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float
}

/// The axes that a call reduces, and the shape of what remains.
private func reducedAxes(_ call: OperationCall) throws -> (axes: [Int], shape: [Int]) {
    let shape = try call.shape("x")
    let axes = try call.has("axes") ? call.axes("axes", rank: shape.count).sorted() : Array(shape.indices)
    let keeps = try call.bool("keep_dims", default: false)
    return (axes, shape.indices.compactMap { axes.contains($0) ? (keeps ? 1 : nil) : shape[$0] })
}

extension Reduction {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(try call.type("x").scalar, try reducedAxes(call).shape)]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, axes) = (try call.tensor("x"), try reducedAxes(call).axes)
        let kept = x.shape.indices.filter { !axes.contains($0) }
        let order = kept + axes
        let ordered: Tensor
        if order == Array(order.indices) {
            ordered = x
        } else {
            ordered = Tensor(uninitialized: .float32(order.map { x.shape[$0] }))
            ordered.fill(from: x, StridedRegion(strides: order.map { x.type.strides[$0] }))
        }
        let count = axes.map { x.shape[$0] }.product()
        let (source, target) = (ordered.floatPointer, outputs[0].floatPointer)
        for row in 0..<outputs[0].count { target[row] = reduce(source + row * count, count) }
    }

    @inline(__always)
    static func fold(_ x: UnsafePointer<Float>, _ count: Int, from start: Double, _ combine: (Double, Double) -> Double) -> Float {
        var result = start
        for index in 0..<count { result = combine(result, Double(x[index])) }
        return Float(result)
    }
}

enum ReduceSum: Reduction {
    package static let kinds = ["reduce_sum"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: 0) { $0 + $1 } }
}

enum ReduceMean: Reduction {
    package static let kinds = ["reduce_mean"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float {
        let scale = 1 / Double(max(count, 1))
        return fold(x, count, from: 0) { $0 + $1 * scale }
    }
}

enum ReduceProduct: Reduction {
    package static let kinds = ["reduce_prod"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: 1) { $0 * $1 } }
}

enum ReduceMaximum: Reduction {
    package static let kinds = ["reduce_max"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: -.infinity) { max($0, $1) } }
}

enum ReduceMinimum: Reduction {
    package static let kinds = ["reduce_min"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: .infinity) { min($0, $1) } }
}

enum ReduceL1: Reduction {
    package static let kinds = ["reduce_l1_norm"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: 0) { $0 + abs($1) } }
}

enum ReduceL2: Reduction {
    package static let kinds = ["reduce_l2_norm"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum = 0.0
        for index in 0..<count { sum += Double(x[index]) * Double(x[index]) }
        return Float(sum.squareRoot())
    }
}

enum ReduceSumSquare: Reduction {
    package static let kinds = ["reduce_sum_square"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { fold(x, count, from: 0) { $0 + $1 * $1 } }
}

/// The logarithm of the sum.
enum ReduceLogSum: Reduction {
    package static let kinds = ["reduce_log_sum"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float { log(fold(x, count, from: 0) { $0 + $1 }) }
}

enum ReduceLogSumExp: Reduction {
    package static let kinds = ["reduce_log_sum_exp"]
    static func reduce(_ x: UnsafePointer<Float>, _ count: Int) -> Float {
        let largest = fold(x, count, from: -.infinity) { max($0, $1) }
        guard largest.isFinite else { return largest }
        var sum = 0.0
        for index in 0..<count { sum += exp(Double(x[index] - largest)) }
        return largest + Float(log(sum))
    }
}

/// The index of an extreme element along `axis`, the first where several are.
protocol ExtremeIndex: OperationDefinition {
    static func isBetter(_ candidate: Float, than best: Float) -> Bool
}

extension ExtremeIndex {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        var shape = try call.shape("x")
        let axis = try call.axis("axis", default: -1, rank: shape.count)
        if try call.bool("keep_dims", default: false) {
            if !shape.isEmpty { shape[axis] = 1 }
        } else if !shape.isEmpty {
            shape.remove(at: axis)
        }
        return [TensorType(.int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: -1, rank: shape.count)
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        try call.require(length > 0 || outputs[0].count == 0, "dimension \(axis) of \(shape) is empty")
        let source = try call.tensor("x").converted(to: .float32)
        let (x, indices) = (source.floats, outputs[0].elements(as: Int32.self))
        for position in indices.indices {
            let start = position / inner * length * inner + position % inner
            var best = 0
            for index in 0..<length where isBetter(x[start + index * inner], than: x[start + best * inner]) { best = index }
            indices[position] = Int32(clamping: best)
        }
    }
}

enum ArgMaximum: ExtremeIndex {
    package static let kinds = ["reduce_argmax"]
    static func isBetter(_ candidate: Float, than best: Float) -> Bool { candidate > best }
}

enum ArgMinimum: ExtremeIndex {
    package static let kinds = ["reduce_argmin"]
    static func isBetter(_ candidate: Float, than best: Float) -> Bool { candidate < best }
}

/// Running sums along `axis`.
enum CumulativeSum: FloatOperation {
    package static let kinds = ["cumsum"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        _ = try call.axis("axis", default: 0, rank: call.shape("x").count)
        return [try call.type("x")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: 0, rank: shape.count)
        let (excludes, reverses) = (try call.bool("exclusive", default: false), try call.bool("reverse", default: false))
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        for outer in 0..<shape.prefix(axis).product() {
            for column in 0..<inner {
                var sum: Float = 0
                for step in 0..<length {
                    let index = (outer * length + (reverses ? length - 1 - step : step)) * inner + column
                    if excludes { y[index] = sum }
                    sum += x[index]
                    if !excludes { y[index] = sum }
                }
            }
        }
    }
}

let reductions: [any OperationDefinition.Type] = [
    ReduceSum.self, ReduceMean.self, ReduceProduct.self, ReduceMaximum.self, ReduceMinimum.self, ReduceL1.self, ReduceL2.self,
    ReduceSumSquare.self, ReduceLogSum.self, ReduceLogSumExp.self, ArgMaximum.self, ArgMinimum.self, CumulativeSum.self,
]
