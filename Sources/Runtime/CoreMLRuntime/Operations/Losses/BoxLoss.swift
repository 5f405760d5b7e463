import Foundation

/// The loss of an object detector's boxes: the sum of `weights` · (1 − GIoU). GIoU is the generalised intersection over union of
/// Rezatofighi and others, "Generalized intersection over union", 2019.
///
/// `x` [N, 4, A] holds the predictions of the `cells` [A, 3], as for `osprey.assign_detections`. `targets` [N, 4, A] holds the centres,
/// widths and heights of the true boxes in pixels. `weights` [N, A] are 0 for cells without a box.
package enum BoxLoss: DifferentiableOperation {
    package static let kinds = ["osprey.box_loss"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        try call.require(shape.count == 3 && shape[1] == 4, "x is \(shape)")
        try call.require(call.type("x").scalar == .float32 && call.type("targets") == .float32(shape), "targets are not \(shape)")
        try call.require(call.type("weights") == .float32([shape[0], shape[2]]), "weights are \(try call.type("weights"))")
        try DetectionCells.check(call, count: shape[2])
        return [.float32([])]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        var sum = 0.0
        try forEachBox(call) { _, weight, overlap in sum += Double(weight * (1 - overlap.value)) }
        outputs[0].floats[0] = Float(sum)
    }

    static func backward(_ pass: BackwardPass) throws {
        guard let gradient = pass.gradient("x") else { return }
        gradient.clear()
        let (target, factor) = (gradient.floatPointer, try pass.outputGradient().floatPointer[0])
        let step = try pass.call.shape("x")[2]
        try forEachBox(pass.call) { place, weight, overlap in
            for axis in 0..<4 { target[place + axis * step] = -factor * weight * overlap.slopes[axis] }
        }
    }

    /// Calls `body` for each box with a weight other than 0, with the index of its first number in `x`.
    private static func forEachBox(_ call: OperationCall, _ body: (Int, Float, Dual) -> Void) throws {
        let shape = try call.shape("x")
        let count = shape[2]
        let (x, targets, weights) = (try call.floats("x"), try call.floats("targets"), try call.floats("weights"))
        let cells = try DetectionCells(call, count: count)
        for image in 0..<shape[0] {
            let start = image * 4 * count
            for cell in 0..<count where weights[image * count + cell] != 0 {
                let target = targets + start + cell
                let box = CenteredBox(x: target[0], y: target[count], width: target[2 * count], height: target[3 * count])
                body(start + cell, weights[image * count + cell], generalizedOverlap(cells.box(cell, x + start), cells.stride(cell), box))
            }
        }
    }

    /// The generalised IoU of a predicted box and a target, with its derivatives with respect to the four numbers that predict the box.
    private static func generalizedOverlap(_ box: CenteredBox, _ stride: Float, _ target: CenteredBox) -> Dual {
        let (box, target) = (DualBox(box, stride: stride), DualBox(target))
        let (both, either) = box.areas(with: target)
        let around =
            (max(box.maxX, target.maxX) - min(box.minX, target.minX)) * (max(box.maxY, target.maxY) - min(box.minY, target.minY))
        return both / either - (around - either) / around
    }
}

/// A box whose sides and area have derivatives.
private struct DualBox: AxisAlignedBox {
    let minX, minY, maxX, maxY, area: Dual

    /// A predicted box, with derivatives with respect to the four numbers that predict it (see ``DetectionCells``).
    init(_ box: CenteredBox, stride: Float) {
        let (x, y) = (Dual(box.x, slope: stride, along: 0), Dual(box.y, slope: stride, along: 1))
        let halfWidth = Dual(box.width / 2, slope: box.width / 2, along: 2)
        let halfHeight = Dual(box.height / 2, slope: box.height / 2, along: 3)
        (minX, minY, maxX, maxY) = (x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight)
        area = (maxX - minX) * (maxY - minY)
    }

    /// A box that is constant, so that its derivatives are zero.
    init(_ box: CenteredBox) {
        (minX, minY, maxX, maxY) = (Dual(box.minX), Dual(box.minY), Dual(box.maxX), Dual(box.maxY))
        area = Dual(box.area)
    }
}

/// A number with its derivatives with respect to four others, for differentiation in forward mode.
private struct Dual: BoxNumber {
    var value: Float
    var slopes: SIMD4<Float> = .zero

    init(_ value: Float) { self.value = value }

    init(_ value: Float, slope: Float, along axis: Int) {
        self.value = value
        slopes[axis] = slope
    }

    private init(_ value: Float, _ slopes: SIMD4<Float>) {
        self.value = value
        self.slopes = slopes
    }

    static let zero = Dual(0)

    static func < (a: Dual, b: Dual) -> Bool { a.value < b.value }
    static func + (a: Dual, b: Dual) -> Dual { Dual(a.value + b.value, a.slopes + b.slopes) }
    static func - (a: Dual, b: Dual) -> Dual { Dual(a.value - b.value, a.slopes - b.slopes) }
    static func * (a: Dual, b: Dual) -> Dual { Dual(a.value * b.value, a.slopes * b.value + b.slopes * a.value) }

    static func / (a: Dual, b: Dual) -> Dual {
        // Boxes without area overlap nothing.
        guard b.value > 0 else { return Dual(0) }
        return Dual(a.value / b.value, (a.slopes * b.value - b.slopes * a.value) / (b.value * b.value))
    }
}
