import Foundation

/// A function of two numbers with its partial derivatives.
protocol BinaryDerivative: DifferentiableOperation {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float)
}

extension BinaryDerivative {
    static var differentiable: [String] { ["x", "y"] }

    static func backward(_ pass: BackwardPass) throws {
        let (x, y, g) = (try pass.call.tensor("x"), try pass.call.tensor("y"), try pass.outputGradient())
        if let target = pass.gradient("x") { try pass.reduceBroadcast(into: target, g, x, y) { $0 * partials($1, $2).x } }
        if let target = pass.gradient("y") { try pass.reduceBroadcast(into: target, g, x, y) { $0 * partials($1, $2).y } }
    }
}

extension BackwardPass {
    /// For each element of `target`, sums `function(gradient, x, y)` over the output elements to which it was broadcast.
    @inline(__always)
    func reduceBroadcast(
        into target: Tensor, _ gradient: Tensor, _ x: Tensor, _ y: Tensor, _ function: (Float, Float, Float) -> Float
    ) throws {
        let shape = gradient.shape
        let (x, y) = (x.converted(to: .float32), y.converted(to: .float32))
        let (gs, xs, ys, sums) = (gradient.floatPointer, x.floatPointer, y.floatPointer, target.floatPointer)
        if target.shape == shape, x.shape == shape, y.shape == shape {
            ParallelLoop.run(target.count, threads: threads) { range in
                for index in range { sums[index] = function(gs[index], xs[index], ys[index]) }
            }
            return
        }
        target.clear()
        let operands = [x.shape, y.shape, target.shape].map { Broadcasting.strides($0, to: shape) }
        let walk = StridedWalk(shape: shape, strides: [gradient.type.strides] + operands)
        let (count, gStep, xStep, yStep, step) = (walk.rowLength, walk.step(0), walk.step(1), walk.step(2), walk.step(3))
        walk.forEachRow { offsets in
            let (gs, xs, ys, sums) = (gs + offsets[0], xs + offsets[1], ys + offsets[2], sums + offsets[3])
            if step == 0 {
                var sum: Float = 0
                for index in 0..<count { sum += function(gs[index * gStep], xs[index * xStep], ys[index * yStep]) }
                sums[0] += sum
            } else {
                for index in 0..<count { sums[index * step] += function(gs[index * gStep], xs[index * xStep], ys[index * yStep]) }
            }
        }
    }
}

extension Addition: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (1, 1) }
}

extension Subtraction: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (1, -1) }
}

extension Multiplication: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (y, x) }
}

extension Division: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (1 / y, -x / (y * y)) }
}

extension Modulo: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (1, -(x / y).rounded(.down)) }
}

extension Power: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
        (y == 0 ? 0 : y * pow(x, y - 1), x > 0 ? pow(x, y) * log(x) : 0)
    }
}

extension Maximum: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { x > y ? (1, 0) : (0, 1) }
}

extension Minimum: BinaryDerivative {
    static func partials(_ x: Float, _ y: Float) -> (x: Float, y: Float) { x < y ? (1, 0) : (0, 1) }
}

extension Select: DifferentiableOperation {
    static let differentiable = ["a", "b"]

    static func backward(_ pass: BackwardPass) throws {
        let (condition, g) = (try pass.call.tensor("cond").converted(to: .bool).converted(to: .float32), try pass.outputGradient())
        if let target = pass.gradient("a") {
            try pass.reduceBroadcast(into: target, g, condition, condition) { g, cond, _ in cond != 0 ? g : 0 }
        }
        if let target = pass.gradient("b") {
            try pass.reduceBroadcast(into: target, g, condition, condition) { g, cond, _ in cond == 0 ? g : 0 }
        }
    }
}
