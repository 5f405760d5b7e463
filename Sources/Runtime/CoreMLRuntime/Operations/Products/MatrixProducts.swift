import CKernels

/// `x · weightᵀ + bias`, for `x` […, C], `weight` [O, C] and `bias` [O].
package enum Linear: IntegerOperation {
    package static let kinds = ["linear"]
    static let operands = ["x", "weight", "bias"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, weight) = (try call.type("x"), try call.shape("weight"))
        try call.require(weight.count == 2 && x.shape.last == weight[1], "x is \(x) and weight \(weight)")
        if call.has("bias") { try call.require(call.type("bias").count == weight[0], "bias does not have \(weight[0]) elements") }
        return [TensorType(x.scalar, x.shape.dropLast() + [weight[0]])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let weight = try call.shape("weight")
        let (x, matrix, y) = (try call.floats("x"), try call.floats("weight"), outputs[0].floatPointer)
        let bias = try call.floats("bias", count: weight[0])
        for row in 0..<(try call.shape("x").dropLast().product()) {
            let line = x + row * weight[1]
            for column in 0..<weight[0] {
                y[row * weight[0] + column] = dot(line, matrix + column * weight[1], weight[1]) + (bias?[column] ?? 0)
            }
        }
    }

    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws {
        let weight = try call.shape("weight")
        let (x, matrix) = (try call.tensor("x").elements(as: Int32.self), try call.tensor("weight").elements(as: Int32.self))
        let bias = try call.has("bias") ? call.tensor("bias").elements(as: Int32.self) : nil
        let y = outputs[0].elements(as: Int32.self)
        for row in 0..<(try call.shape("x").dropLast().product()) {
            for column in 0..<weight[0] {
                var sum: Int32 = bias?[column] ?? 0
                for index in 0..<weight[1] { sum &+= x[row * weight[1] + index] &* matrix[column * weight[1] + index] }
                y[row * weight[0] + column] = sum
            }
        }
    }
}

/// The inner product of two vectors, summed in eight lanes.
func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
    kernel_dot(a, b, Int64(count))
}

/// The product of the matrices in the last two dimensions. The other dimensions are broadcast. A vector is a row on the left, and a column
/// on the right.
package enum MatrixProduct: IntegerOperation {
    package static let kinds = ["matmul"]
    static let operands = ["x", "y"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shapes = try matrixShapes(call)
        let (m, n) = (shapes.x[shapes.x.count - 2], shapes.y[shapes.y.count - 1])
        let batch = try call.broadcastShape([Array(shapes.x.dropLast(2)), Array(shapes.y.dropLast(2))])
        var shape = batch + [m, n]
        if try call.shape("x").count == 1 { shape.remove(at: shape.count - 2) }
        if try call.shape("y").count == 1 { shape.removeLast() }
        return [TensorType(try call.type("x").scalar, shape)]
    }

    /// The operands' shapes as matrices after transposition, checked.
    private static func matrixShapes(_ call: OperationCall) throws -> (x: [Int], y: [Int]) {
        var (x, y) = (try call.shape("x"), try call.shape("y"))
        try call.require(!x.isEmpty && !y.isEmpty, "x or y is a scalar")
        if x.count == 1 { x.insert(1, at: 0) } else if try call.bool("transpose_x", default: false) { x.swapAt(x.count - 1, x.count - 2) }
        if y.count == 1 { y.append(1) } else if try call.bool("transpose_y", default: false) { y.swapAt(y.count - 1, y.count - 2) }
        try call.require(x[x.count - 1] == y[y.count - 2], "matrices \(x) and \(y) do not fit")
        return (x, y)
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        try multiply(call, outputs[0], from: 0) { (sum: Float, x: Float, y: Float) -> Float in sum + x * y }
    }

    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws {
        try multiply(call, outputs[0], from: 0) { (sum: Int32, x: Int32, y: Int32) -> Int32 in sum &+ x &* y }
    }

    @inline(__always)
    private static func multiply<Element: BitwiseCopyable>(
        _ call: OperationCall, _ result: Tensor, from zero: Element, _ add: (_ sum: Element, _ x: Element, _ y: Element) -> Element
    ) throws {
        let shapes = try matrixShapes(call)
        let (m, k, n) = (shapes.x[shapes.x.count - 2], shapes.x[shapes.x.count - 1], shapes.y[shapes.y.count - 1])
        let batch = try call.broadcastShape([Array(shapes.x.dropLast(2)), Array(shapes.y.dropLast(2))])
        let transposesX = try call.shape("x").count > 1 && call.bool("transpose_x", default: false)
        let transposesY = try call.shape("y").count > 1 && call.bool("transpose_y", default: false)
        let x = UnsafePointer(try call.tensor("x").pointer.assumingMemoryBound(to: Element.self))
        let y = UnsafePointer(try call.tensor("y").pointer.assumingMemoryBound(to: Element.self))
        let output = result.pointer.assumingMemoryBound(to: Element.self)
        let xStrides = Broadcasting.strides(Array(shapes.x.dropLast(2)), to: batch).map { $0 * m * k }
        let yStrides = Broadcasting.strides(Array(shapes.y.dropLast(2)), to: batch).map { $0 * k * n }
        let walk = StridedWalk(
            shape: batch + [1], strides: [xStrides + [0], yStrides + [0], TensorType.float32(batch).strides.map { $0 * m * n } + [0]])
        walk.forEachRow { offsets in
            for matrix in 0..<walk.rowLength {
                let a = x + offsets[0] + matrix * walk.step(0)
                let b = y + offsets[1] + matrix * walk.step(1)
                let c = output + offsets[2] + matrix * walk.step(2)
                c.update(repeating: zero, count: m * n)
                for row in 0..<m {
                    for inner in 0..<k {
                        let value = transposesX ? a[inner * m + row] : a[row * k + inner]
                        if transposesY {
                            for column in 0..<n { c[row * n + column] = add(c[row * n + column], value, b[column * k + inner]) }
                        } else {
                            for column in 0..<n { c[row * n + column] = add(c[row * n + column], value, b[inner * n + column]) }
                        }
                    }
                }
            }
        }
    }
}

let matrixProducts: [any OperationDefinition.Type] = [Linear.self, MatrixProduct.self]
