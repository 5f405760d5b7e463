extension Linear: DifferentiableOperation {
    static let differentiable = ["x", "weight", "bias"]

    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws {
        let weight = try call.shape("weight")
        let rows = try call.shape("x").dropLast().product()
        let (x, matrix, y) = (try call.floats("x"), try call.floats("weight"), outputs[0].floatPointer)
        let bias = try call.floats("bias", count: weight[0])
        if let bias { for row in 0..<rows { (y + row * weight[0]).update(from: bias, count: weight[0]) } }
        try Matrices.multiply(x, matrix, transposingB: true, into: y, rows, weight[0], weight[1], beta: bias == nil ? 0 : 1)
    }

    static func backward(_ pass: BackwardPass) throws {
        let weight = try pass.call.shape("weight")
        let (outputs, inputs) = (weight[0], weight[1])
        let rows = try pass.call.shape("x").dropLast().product()
        let (x, matrix, g) = (try pass.floats("x"), try pass.floats("weight"), try pass.outputGradient().floatPointer)
        if let target = pass.gradient("x") { try Matrices.multiply(g, matrix, into: target.floatPointer, rows, inputs, outputs) }
        if let target = pass.gradient("weight") {
            try Matrices.multiply(g, transposingA: true, x, into: target.floatPointer, outputs, inputs, rows)
        }
        if let target = pass.gradient("bias") {
            target.clear()
            Matrices.addColumnSums(g, rows, outputs, to: target.floatPointer)
        }
    }
}

extension MatrixProduct: DifferentiableOperation {
    static let differentiable = ["x", "y"]

    /// The matrices of a batch: the offsets of the operands and the result, and their sizes.
    private struct Batch {
        var m: Int
        var k: Int
        var n: Int
        var transposesX: Bool
        var transposesY: Bool
        var walk: StridedWalk

        init(_ call: OperationCall) throws {
            var (x, y) = (try call.shape("x"), try call.shape("y"))
            transposesX = try x.count > 1 && call.bool("transpose_x", default: false)
            transposesY = try y.count > 1 && call.bool("transpose_y", default: false)
            if x.count == 1 { x.insert(1, at: 0) }
            if y.count == 1 { y.append(1) }
            (m, k) = (x[x.count - 2], x[x.count - 1])
            if transposesX { swap(&m, &k) }
            n = y[y.count - (transposesY ? 2 : 1)]
            let (m, k, n) = (m, k, n)
            let batch = try call.broadcastShape([Array(x.dropLast(2)), Array(y.dropLast(2))])
            let xStrides = Broadcasting.strides(Array(x.dropLast(2)), to: batch).map { $0 * m * k }
            let yStrides = Broadcasting.strides(Array(y.dropLast(2)), to: batch).map { $0 * k * n }
            let strides = TensorType.float32(batch).strides.map { $0 * m * n }
            walk = StridedWalk(shape: batch + [1], strides: [xStrides + [0], yStrides + [0], strides + [0]])
        }

        /// Calls `body` with the offsets of each matrix of x, y and the result.
        func forEach(_ body: (Int, Int, Int) throws -> Void) rethrows {
            var offsets: [(Int, Int, Int)] = []
            walk.forEachRow { start in
                for index in 0..<walk.rowLength {
                    offsets.append(
                        (start[0] + index * walk.step(0), start[1] + index * walk.step(1), start[2] + index * walk.step(2)))
                }
            }
            for (x, y, result) in offsets { try body(x, y, result) }
        }
    }

    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws {
        let batch = try Batch(call)
        let (x, y, output) = (try call.floats("x"), try call.floats("y"), outputs[0].floatPointer)
        try batch.forEach { xOffset, yOffset, offset in
            try Matrices.multiply(
                x + xOffset, transposingA: batch.transposesX, y + yOffset, transposingB: batch.transposesY, into: output + offset, batch.m,
                batch.n, batch.k)
        }
    }

    /// Computes the gradients. With z = x · y, they are dx = dz · yᵀ and dy = xᵀ · dz. The gradient of a transposed operand is transposed.
    static func backward(_ pass: BackwardPass) throws {
        let batch = try Batch(pass.call)
        let (m, n, k) = (batch.m, batch.n, batch.k)
        let (x, y, g) = (try pass.floats("x"), try pass.floats("y"), try pass.outputGradient().floatPointer)
        let (dx, dy) = (pass.gradient("x"), pass.gradient("y"))
        dx?.clear()
        dy?.clear()
        try batch.forEach { xOffset, yOffset, offset in
            if let target = dx.map({ $0.floatPointer + xOffset }) {
                if batch.transposesX {
                    try Matrices.multiply(
                        y + yOffset, transposingA: batch.transposesY, g + offset, transposingB: true, into: target, k, m, n, beta: 1)
                } else {
                    try Matrices.multiply(g + offset, y + yOffset, transposingB: !batch.transposesY, into: target, m, k, n, beta: 1)
                }
            }
            if let target = dy.map({ $0.floatPointer + yOffset }) {
                if batch.transposesY {
                    try Matrices.multiply(
                        g + offset, transposingA: true, x + xOffset, transposingB: batch.transposesX, into: target, n, k, m, beta: 1)
                } else {
                    try Matrices.multiply(x + xOffset, transposingA: !batch.transposesX, g + offset, into: target, k, n, m, beta: 1)
                }
            }
        }
    }
}
