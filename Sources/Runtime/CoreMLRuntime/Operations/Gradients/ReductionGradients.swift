import Foundation

/// A reduction with the derivative of the result with respect to each element.
protocol ReductionDerivative: DifferentiableOperation {
    /// The derivative dy/dx for one element `x`, where `y` is the result of the reduction over `count` elements.
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float
}

extension BackwardPass {
    /// A walk over `x` and, with broadcasting, over the reduced output.
    func reductionWalk(_ x: TensorType) throws -> (walk: StridedWalk, count: Int) {
        let axes = try call.has("axes") ? call.axes("axes", rank: x.rank) : Array(x.shape.indices)
        let kept = x.shape.indices.map { axes.contains($0) ? 1 : x.shape[$0] }
        let strides = Broadcasting.strides(kept, to: x.shape)
        return (StridedWalk(shape: x.shape, strides: [x.strides, strides]), axes.map { x.shape[$0] }.product())
    }
}

extension ReductionDerivative {
    static var backwardReadsOutputs: Bool { true }

    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let (walk, count) = try pass.reductionWalk(try pass.call.type("x"))
        let (x, y, g, dx) = (
            try pass.floats("x"), pass.outputs[0].floatPointer, try pass.outputGradient().floatPointer, target.floatPointer
        )
        let (length, step) = (walk.rowLength, walk.step(1))
        walk.forEachRow { offsets in
            let (x, dx, y, g) = (x + offsets[0], dx + offsets[0], y + offsets[1], g + offsets[1])
            for index in 0..<length { dx[index] = g[index * step] * derivative(x[index], y[index * step], Float(count)) }
        }
    }
}

extension ReduceSum: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { 1 }
}

extension ReduceMean: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { 1 / count }
}

extension ReduceL1: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : 0 }
}

extension ReduceL2: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { y > 0 ? x / y : 0 }
}

extension ReduceSumSquare: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { 2 * x }
}

extension ReduceLogSum: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { exp(-y) }
}

extension ReduceLogSumExp: ReductionDerivative {
    static func derivative(_ x: Float, _ y: Float, _ count: Float) -> Float { exp(x - y) }
}

/// A minimum or maximum. The elements that have this value share its gradient equally.
protocol ExtremeDerivative: DifferentiableOperation {}

extension ExtremeDerivative {
    static var backwardReadsOutputs: Bool { true }

    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let walk = try pass.reductionWalk(try pass.call.type("x")).walk
        let (x, y, g, dx) = (
            try pass.floats("x"), pass.outputs[0].floatPointer, try pass.outputGradient().floatPointer, target.floatPointer
        )
        let (length, step) = (walk.rowLength, walk.step(1))
        var ties = [Float](repeating: 0, count: pass.outputs[0].count)
        walk.forEachRow { offsets in
            for index in 0..<length where x[offsets[0] + index] == y[offsets[1] + index * step] { ties[offsets[1] + index * step] += 1 }
        }
        walk.forEachRow { offsets in
            for index in 0..<length {
                let row = offsets[1] + index * step
                dx[offsets[0] + index] = x[offsets[0] + index] == y[row] ? g[row] / ties[row] : 0
            }
        }
    }
}

extension ReduceMaximum: ExtremeDerivative {}

extension ReduceMinimum: ExtremeDerivative {}

extension ReduceProduct: DifferentiableOperation {
    /// Computes the gradient. The derivative is the product of the other elements. If the element is zero, this product cannot be computed by a
    /// division.
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let walk = try pass.reductionWalk(try pass.call.type("x")).walk
        let (x, g, dx) = (try pass.floats("x"), try pass.outputGradient().floatPointer, target.floatPointer)
        let (length, step) = (walk.rowLength, walk.step(1))
        var zeros = [Int](repeating: 0, count: pass.outputs[0].count)
        var products = [Double](repeating: 1, count: zeros.count)
        walk.forEachRow { offsets in
            for index in 0..<length {
                let (value, row) = (x[offsets[0] + index], offsets[1] + index * step)
                if value == 0 { zeros[row] += 1 } else { products[row] *= Double(value) }
            }
        }
        walk.forEachRow { offsets in
            for index in 0..<length {
                let (value, row) = (x[offsets[0] + index], offsets[1] + index * step)
                let others: Double =
                    switch (zeros[row], value == 0) {
                    case (0, _): products[row] / Double(value)
                    case (1, true): products[row]
                    default: 0
                    }
                dx[offsets[0] + index] = g[row] * Float(others)
            }
        }
    }
}

extension CumulativeSum: DifferentiableOperation {
    /// Computes the gradient: running sums of the result's gradient in the other direction.
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        var call = pass.call
        let g = try pass.outputGradient()
        call.inputs["x"] = [.init(type: g.type, tensor: g)]
        let reversed = Tensor.scalar(try !pass.call.bool("reverse", default: false))
        call.inputs["reverse"] = [.init(type: reversed.type, tensor: reversed)]
        try computeFloat(call, outputs: [target])
    }
}
