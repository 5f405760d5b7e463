/// A reshape keeps the elements and their order. Its gradient is a copy in the shape of the input.
extension DifferentiableOperation where Self: Reshaping {
    static func backward(_ pass: BackwardPass) throws { pass.gradient("x")?.copyBytes(of: try pass.outputGradient()) }
}

extension Reshape: DifferentiableOperation {}
extension ExpandDimensions: DifferentiableOperation {}
extension Squeeze: DifferentiableOperation {}
extension Flatten2D: DifferentiableOperation {}

extension ReshapeLike: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws { pass.gradient("x")?.copyBytes(of: try pass.outputGradient()) }
}

extension Transpose: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let g = try pass.outputGradient()
        let strides = try pass.call.axes("perm", rank: target.type.rank).map { target.type.strides[$0] }
        target.copy(g.shape, from: g, StridedRegion(strides: g.type.strides), to: StridedRegion(strides: strides))
    }
}

extension Concatenation: DifferentiableOperation {
    static let differentiable = ["values"]

    static func backward(_ pass: BackwardPass) throws {
        let g = try pass.outputGradient()
        let axis = try pass.call.axis("axis", rank: g.type.rank)
        let interleaves = try pass.call.bool("interleave", default: false)
        let values = try pass.call.list("values")
        var strides = g.type.strides
        let step = strides[axis]
        if interleaves { strides[axis] *= values.count }
        var start = 0
        for (index, value) in values.enumerated() {
            pass.gradient("values", index)?.withDimensions.fill(from: g, StridedRegion(offset: start * step, strides: strides))
            start += interleaves ? 1 : value.type.withDimensions.shape[axis]
        }
    }
}

extension Stack: DifferentiableOperation {
    static let differentiable = ["values"]

    static func backward(_ pass: BackwardPass) throws {
        let g = try pass.outputGradient()
        let axis = try pass.call.axis("axis", rank: g.type.rank)
        var strides = g.type.strides
        let step = strides.remove(at: axis)
        for index in try pass.call.list("values").indices {
            pass.gradient("values", index)?.fill(from: g, StridedRegion(offset: index * step, strides: strides))
        }
    }
}

extension Split: DifferentiableOperation {
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let axis = try pass.call.axis("axis", rank: target.type.rank)
        let strides = target.type.strides
        if pass.outputGradients.contains(where: { $0 == nil }) { target.clear() }
        var start = 0
        for (output, gradient) in zip(pass.outputs, pass.outputGradients) {
            if let gradient {
                target.copy(
                    gradient.shape, from: gradient, StridedRegion(strides: gradient.type.strides),
                    to: StridedRegion(offset: start * strides[axis], strides: strides))
            }
            start += output.shape[axis]
        }
    }
}

/// An operation that only moves elements: each result is an element of `x` or a constant.
protocol Rearrangement: DifferentiableOperation {}

extension Rearrangement {
    /// Runs the operation on the indices of the elements instead of their values. The output then contains the index of the element from
    /// which each result came.
    static func backward(_ pass: BackwardPass) throws {
        guard let target = pass.gradient("x") else { return }
        let g = try pass.outputGradient()
        let places = Tensor(uninitialized: TensorType(.int32, target.shape))
        let numbers = places.elements(as: Int32.self)
        // Zero marks results that come from no element.
        for index in numbers.indices { numbers[index] = Int32(truncatingIfNeeded: index + 1) }
        var call = pass.call
        call.inputs["x"] = [.init(type: places.type, tensor: places)]
        call.inputs["constant_val"] = nil
        let origins = Tensor(uninitialized: TensorType(.int32, g.shape))
        try compute(call, outputs: [origins])
        target.clear()
        let (from, dx, gradient) = (origins.elements(as: Int32.self), target.floatPointer, g.floatPointer)
        for index in from.indices where from[index] > 0 { dx[Int(from[index]) - 1] += gradient[index] }
    }
}

extension SliceByIndex: Rearrangement {}
extension SliceBySize: Rearrangement {}
extension Tile: Rearrangement {}
extension BroadcastTo: Rearrangement {}
extension Reverse: Rearrangement {}
extension ReverseSequence: Rearrangement {}
extension SlidingWindows: Rearrangement {}
extension DepthToSpace: Rearrangement {}
extension SpaceToDepth: Rearrangement {}
extension PixelShuffle: Rearrangement {}
extension PixelUnshuffle: Rearrangement {}
extension Crop: Rearrangement {}
extension SpaceToBatch: Rearrangement {}
extension BatchToSpace: Rearrangement {}
extension Padding: Rearrangement {}
extension Gather: Rearrangement {}
extension GatherAlongAxis: Rearrangement {}
extension GatherND: Rearrangement {}

extension SliceUpdate: DifferentiableOperation {
    static let differentiable = ["x", "update"]

    static func backward(_ pass: BackwardPass) throws {
        let g = try pass.outputGradient()
        let region = try SliceByIndex.region(pass.call, of: g.type)
        if let target = pass.gradient("update"), target.count > 0 { target.fill(from: g, region) }
        guard let target = pass.gradient("x") else { return }
        target.copyBytes(of: g)
        let zeros = Tensor(uninitialized: try pass.call.type("update"))
        zeros.clear()
        target.copy(zeros.shape, from: zeros, StridedRegion(strides: zeros.type.strides), to: region)
    }
}
