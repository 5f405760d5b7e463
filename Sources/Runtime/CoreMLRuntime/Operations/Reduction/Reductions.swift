import Foundation

/// An element type of reductions: float32, or int32 with values that float32 cannot hold exactly.
protocol ReducedElement: BitwiseCopyable, Comparable {
    var widened: Double { get }
}

extension Float: ReducedElement {
    var widened: Double { Double(self) }
}

extension Int32: ReducedElement {
    var widened: Double { Double(self) }
}

/// A reduction of `x` over `axes`, by default all. With `keep_dims` the reduced dimensions are kept with size 1.
protocol Reduction: OperationDefinition {
    /// The reduction of `count` elements.
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double

    /// The reduction of every line of numbers, by a fast kernel.
    static func reduce(_ x: UnsafePointer<Float>, _ lines: ReducedLines, into y: UnsafeMutablePointer<Float>)

    /// Whether the fast kernel also supports lines whose numbers are not contiguous.
    static var reducesColumns: Bool { get }
}

/// The axes that a call reduces, and the shape of the result.
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

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let original = try call.tensor("x")
        let x = original.converted(to: original.scalar.fitsInt32 ? .int32 : .float32)
        let axes = try reducedAxes(call).axes
        let isFloat = original.scalar == .float32 && x.count > 0
        if isFloat, let lines = ReducedLines(x.shape, reducing: axes), lines.inner == 1 || reducesColumns {
            return reduce(x.floatPointer, lines, into: outputs[0].floatPointer)
        }
        let kept = x.shape.indices.filter { !axes.contains($0) }
        let order = kept + axes
        let ordered: Tensor
        if order == Array(order.indices) {
            ordered = x
        } else {
            ordered = Tensor(uninitialized: TensorType(x.scalar, order.map { x.shape[$0] }))
            ordered.fill(from: x, StridedRegion(strides: order.map { x.type.strides[$0] }))
        }
        let count = axes.map { x.shape[$0] }.product()
        if isFloat {
            reduce(
                ordered.floatPointer, ReducedLines(outer: outputs[0].count, length: count, inner: 1), into: outputs[0].floatPointer)
        } else if outputs[0].scalar == .float32 {
            reduceRows(ordered.elements(as: Float.self), count, into: outputs[0].floats) { Float($0) }
        } else {
            let results = Tensor(uninitialized: TensorType(.float64, outputs[0].shape))
            if x.scalar == .int32 {
                reduceRows(ordered.elements(as: Int32.self), count, into: results.elements(as: Double.self)) { $0 }
            } else {
                reduceRows(ordered.elements(as: Float.self), count, into: results.elements(as: Double.self)) { $0 }
            }
            results.convert(into: outputs[0])
        }
        withExtendedLifetime((x, ordered)) {}
    }

    static var reducesColumns: Bool { false }

    static func reduce(_ x: UnsafePointer<Float>, _ lines: ReducedLines, into y: UnsafeMutablePointer<Float>) {
        let length = lines.length
        lines.forEachPart(lines.outer) { rows in
            for row in rows { y[row] = Float(reduce(x + row * length, length)) }
        }
    }

    @inline(__always)
    private static func reduceRows<Element: ReducedElement, Result>(
        _ rows: UnsafeMutableBufferPointer<Element>, _ count: Int, into results: UnsafeMutableBufferPointer<Result>,
        _ convert: (Double) -> Result
    ) {
        guard let first = rows.baseAddress else { return }
        for row in results.indices { results[row] = convert(reduce(first + row * count, count)) }
    }

    @inline(__always)
    static func fold<Element: ReducedElement>(
        _ x: UnsafePointer<Element>, _ count: Int, from start: Double, _ combine: (Double, Double) -> Double
    ) -> Double {
        var result = start
        for index in 0..<count { result = combine(result, x[index].widened) }
        return result
    }
}

enum ReduceSum: SummingReduction {
    package static let kinds = ["reduce_sum"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double { fold(x, count, from: 0) { $0 + $1 } }

    static func term(_ x: Double) -> Double { x }
}

enum ReduceMean: SummingReduction {
    package static let kinds = ["reduce_mean"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        let scale = 1 / Double(max(count, 1))
        return fold(x, count, from: 0) { $0 + $1 * scale }
    }

    static func term(_ x: Double) -> Double { x }
    static func finish(_ sum: Double, _ count: Int) -> Double { sum * (1 / Double(max(count, 1))) }
}

enum ReduceProduct: Reduction {
    package static let kinds = ["reduce_prod"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double { fold(x, count, from: 1) { $0 * $1 } }
}

enum ReduceMaximum: ExtremeReduction {
    package static let kinds = ["reduce_max"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        fold(x, count, from: -.infinity) { max($0, $1) }
    }

    static var worst: Float { -.infinity }
    static func replaces(_ x: Float, _ best: Float) -> Bool { x >= best }
    static var takesLastZero: Bool { true }
}

enum ReduceMinimum: ExtremeReduction {
    package static let kinds = ["reduce_min"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        fold(x, count, from: .infinity) { min($0, $1) }
    }

    static var worst: Float { .infinity }
    static func replaces(_ x: Float, _ best: Float) -> Bool { x < best }
    static var takesLastZero: Bool { false }
}

enum ReduceL1: SummingReduction {
    package static let kinds = ["reduce_l1_norm"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        fold(x, count, from: 0) { $0 + abs($1) }
    }

    static func term(_ x: Double) -> Double { abs(x) }
}

enum ReduceL2: SummingReduction {
    package static let kinds = ["reduce_l2_norm"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        ReduceSumSquare.reduce(x, count).squareRoot()
    }

    static func term(_ x: Double) -> Double { x * x }
    static func finish(_ sum: Double, _ count: Int) -> Double { sum.squareRoot() }
}

enum ReduceSumSquare: SummingReduction {
    package static let kinds = ["reduce_sum_square"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        fold(x, count, from: 0) { $0 + $1 * $1 }
    }

    static func term(_ x: Double) -> Double { x * x }
}

/// The logarithm of the sum.
enum ReduceLogSum: SummingReduction {
    package static let kinds = ["reduce_log_sum"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double { log(ReduceSum.reduce(x, count)) }

    static func term(_ x: Double) -> Double { x }
    static func finish(_ sum: Double, _ count: Int) -> Double { log(sum) }
}

enum ReduceLogSumExp: Reduction {
    package static let kinds = ["reduce_log_sum_exp"]
    static func reduce<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Double {
        let largest = ReduceMaximum.reduce(x, count)
        guard largest.isFinite else { return largest }
        return largest + log(fold(x, count, from: 0) { $0 + exp($1 - largest) })
    }
}

/// The index of the minimum or maximum along `axis`. If several elements are equal, it is the first.
protocol ExtremeIndex: OperationDefinition {
    static func isBetter<Element: ReducedElement>(_ candidate: Element, than best: Element) -> Bool
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
        let original = try call.tensor("x")
        let x = original.converted(to: original.scalar.fitsInt32 ? .int32 : .float32)
        if x.scalar == .int32 {
            try find(call, x.elements(as: Int32.self), outputs[0])
        } else {
            try find(call, x.floats, outputs[0])
        }
        withExtendedLifetime(x) {}
    }

    private static func find<Element: ReducedElement>(
        _ call: OperationCall, _ x: UnsafeMutableBufferPointer<Element>, _ output: Tensor
    ) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: -1, rank: shape.count)
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        try call.require(length > 0 || output.count == 0, "dimension \(axis) of \(shape) is empty")
        try call.require(length <= Int(Int32.max), "dimension \(axis) of \(shape) is too large")
        let indices = output.elements(as: Int32.self)
        guard output.count > 0, let x = x.baseAddress, let results = indices.baseAddress else { return }
        let lines = ReducedLines(outer: output.count / inner, length: length, inner: inner)
        if inner == 1 {
            return lines.forEachPart(lines.outer) { rows in
                for row in rows { results[row] = extremeIndex(x + row * length, length) }
            }
        }
        lines.forEachBlock { start, result, columns in
            // The best numbers so far, and their indices.
            let best = UnsafeMutablePointer<Element>.allocate(capacity: columns)
            defer { best.deallocate() }
            best.initialize(from: x + start, count: columns)
            let places = results + result
            places.update(repeating: 0, count: columns)
            var line = x + start
            for index in stride(from: Int32(1), to: Int32(length), by: 1) {
                line += inner
                for column in 0..<columns {
                    let (number, other, place) = (line[column], best[column], places[column])
                    let replaces = isBetter(number, than: other)
                    best[column] = replaces ? number : other
                    places[column] = replaces ? index : place
                }
            }
        }
    }

    @inline(__always)
    private static func extremeIndex<Element: ReducedElement>(_ x: UnsafePointer<Element>, _ count: Int) -> Int32 {
        var (best, place) = (x[0], 0)
        for index in 1..<max(count, 1) {
            let number = x[index]
            if isBetter(number, than: best) { (best, place) = (number, index) }
        }
        return Int32(truncatingIfNeeded: place)
    }
}

enum ArgMaximum: ExtremeIndex {
    package static let kinds = ["reduce_argmax"]
    static func isBetter<Element: ReducedElement>(_ candidate: Element, than best: Element) -> Bool { candidate > best }
}

enum ArgMinimum: ExtremeIndex {
    package static let kinds = ["reduce_argmin"]
    static func isBetter<Element: ReducedElement>(_ candidate: Element, than best: Element) -> Bool { candidate < best }
}

/// A running reduction along `axis`, such as a cumulative sum.
protocol RunningReduction: IntegerOperation {
    static var start: Float { get }
    static func combine(_ result: Float, _ element: Float) -> Float
    static func combine(_ result: Int32, _ element: Int32) -> Int32
}

extension RunningReduction {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        _ = try call.axis("axis", default: 0, rank: call.shape("x").count)
        return [try call.type("x")]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        try run(call, outputs[0], from: start) { (result: Float, element: Float) -> Float in combine(result, element) }
    }

    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws {
        try run(call, outputs[0], from: Int32(start)) { (result: Int32, element: Int32) -> Int32 in combine(result, element) }
    }

    @inline(__always)
    private static func run<Element: BitwiseCopyable>(
        _ call: OperationCall, _ output: Tensor, from start: Element, _ combine: (Element, Element) -> Element
    ) throws {
        let shape = try call.shape("x")
        let axis = try call.axis("axis", default: 0, rank: shape.count)
        let (excludes, reverses) = (try call.bool("exclusive", default: false), try call.bool("reverse", default: false))
        let (length, inner) = (shape.isEmpty ? 1 : shape[axis], shape.dropFirst(axis + 1).product())
        let x = UnsafePointer(try call.tensor("x").pointer.assumingMemoryBound(to: Element.self))
        let y = output.pointer.assumingMemoryBound(to: Element.self)
        for outer in 0..<shape.prefix(axis).product() {
            var result = start
            // The line of results before this one.
            var previous = 0
            for step in 0..<length {
                let line = (outer * length + (reverses ? length - 1 - step : step)) * inner
                if inner == 1 {
                    let next = combine(result, x[line])
                    y[line] = excludes ? result : next
                    result = next
                } else if step == 0 {
                    for column in line..<line + inner { y[column] = excludes ? start : combine(start, x[column]) }
                } else {
                    let added = excludes ? previous : line
                    for column in 0..<inner { y[line + column] = combine(y[previous + column], x[added + column]) }
                }
                previous = line
            }
        }
    }
}

enum CumulativeSum: RunningReduction {
    package static let kinds = ["cumsum"]
    static let start: Float = 0
    static func combine(_ result: Float, _ element: Float) -> Float { result + element }
    static func combine(_ result: Int32, _ element: Int32) -> Int32 { result &+ element }
}

enum CumulativeProduct: RunningReduction {
    package static let kinds = ["osprey.cumulative_product"]
    static let start: Float = 1
    static func combine(_ result: Float, _ element: Float) -> Float { result * element }
    static func combine(_ result: Int32, _ element: Int32) -> Int32 { result &* element }
}

let reductions: [any OperationDefinition.Type] = [
    ReduceSum.self, ReduceMean.self, ReduceProduct.self, ReduceMaximum.self, ReduceMinimum.self, ReduceL1.self, ReduceL2.self,
    ReduceSumSquare.self, ReduceLogSum.self, ReduceLogSumExp.self, ArgMaximum.self, ArgMinimum.self, CumulativeSum.self,
    CumulativeProduct.self,
]
