import CoreMLRuntime

extension MLTensor {
    private func viewed(as shape: [Int]) -> MLTensor { MLTensor(storage.reshaped(shape)) }

    /// Reshapes the tensor. The scalars stay the same, in row-major order. One extent may be −1, and is computed from the others.
    ///
    /// - Precondition: the new shape has the same number of scalars.
    public func reshaped(to newShape: [Int]) -> MLTensor {
        var wanted = newShape
        if let open = newShape.firstIndex(of: -1) {
            wanted[open] = 1
            let known = ArrayGeometry.count(wanted) ?? 0
            MLTensor.require(known > 0 && scalarCount % known == 0, "A tensor of shape \(shape) cannot become one of shape \(newShape).")
            wanted[open] = scalarCount / known
        }
        MLTensor.require(
            ArrayGeometry.count(wanted) == scalarCount, "A tensor of shape \(shape) cannot become one of shape \(newShape).")
        return viewed(as: wanted)
    }

    /// The tensor as one dimension.
    public func flattened() -> MLTensor { viewed(as: [scalarCount]) }

    /// The tensor without the axes that have an extent of 1.
    public func squeezingShape() -> MLTensor { viewed(as: shape.filter { $0 != 1 }) }

    /// Removes each of the given axes that has an extent of 1.
    public func squeezingShape(at axes: Int...) -> MLTensor { squeezingShape(at: axes) }

    /// Removes each of the given axes that has an extent of 1.
    public func squeezingShape(at axes: [Int]) -> MLTensor {
        let named = Set(axes.map { axis($0) })
        return viewed(as: shape.indices.filter { shape[$0] != 1 || !named.contains($0) }.map { shape[$0] })
    }

    /// Inserts axes of extent 1, one after the other. Each index refers to the shape after the previous insertions. The same index may
    /// occur twice. A negative index counts from the end.
    public func expandingShape(at axes: Int...) -> MLTensor { expandingShape(at: axes) }

    /// Inserts axes of extent 1, one after the other. Each index refers to the shape after the previous insertions. The same index may
    /// occur twice. A negative index counts from the end.
    public func expandingShape(at axes: [Int]) -> MLTensor {
        var expanded = shape
        for place in axes { expanded.insert(1, at: axis(place, of: expanded.count + 1)) }
        return viewed(as: expanded)
    }

    /// The tensor with the order of the axes reversed.
    public func transposed() -> MLTensor { transposed(permutation: Array(shape.indices.reversed())) }

    /// Permutes the axes: axis `i` of the result is axis `permutation[i]` of this tensor.
    public func transposed(permutation: Int...) -> MLTensor { transposed(permutation: permutation) }

    /// Permutes the axes: axis `i` of the result is axis `permutation[i]` of this tensor.
    public func transposed(permutation: [Int]) -> MLTensor { applying("transpose", ["perm": .ints(permutation.map { axis($0) })]) }

    /// The tensor with the order of its elements reversed along the given axes.
    public func reversed(alongAxes axes: Int...) -> MLTensor { reversed(alongAxes: axes) }

    /// The tensor with the order of its elements reversed along the given axes.
    public func reversed(alongAxes axes: [Int]) -> MLTensor { applying("reverse", ["axes": .ints(axes.map { axis($0) })]) }

    /// Repeats the tensor along each axis. If `multiples` and the shape have different lengths, the shorter one is padded with leading ones.
    ///
    /// - Precondition: all multiples are positive.
    public func tiled(multiples: [Int]) -> MLTensor {
        let count = Swift.max(rank, multiples.count)
        func padded(_ list: [Int]) -> [Int] { Array(repeating: 1, count: count - list.count) + list }
        return viewed(as: padded(shape)).applying("tile", ["reps": .ints(padded(multiples))])
    }

    /// Converts the scalars to the scalar type of another tensor.
    public func cast(like other: MLTensor) -> MLTensor { converted(to: other.storage.scalar) }

    /// Converts the scalars to another type. Integers are truncated towards zero and saturate. As a Boolean, zero is false and any other number is
    /// true.
    public func cast<Scalar>(to scalarType: Scalar.Type) -> MLTensor where Scalar: MLTensorScalar {
        converted(to: ScalarType(scalarType))
    }
}

// MARK: - Joining and splitting

extension MLTensor {
    /// Concatenates tensors along an axis.
    ///
    /// - Precondition: there is at least one tensor, and all extents except that of the axis are equal.
    public init(concatenating tensors: some Collection<MLTensor>, alongAxis axis: Int = 0) {
        let parts = MLTensor.promoted(Array(tensors))
        MLTensor.require(!parts.isEmpty, "There is nothing to concatenate.")
        self = MLTensor.result(
            "concat", ["values": .list(parts.map(\.argument)), "axis": .int(parts[0].axis(axis)), "interleave": .bool(false)])
    }

    /// Stacks tensors along a new axis.
    ///
    /// - Precondition: there is at least one tensor, and all have the same shape.
    public init(stacking tensors: some Collection<MLTensor>, alongAxis axis: Int = 0) {
        let parts = MLTensor.promoted(Array(tensors))
        MLTensor.require(!parts.isEmpty, "There is nothing to stack.")
        self = MLTensor.result(
            "stack", ["values": .list(parts.map(\.argument)), "axis": .int(parts[0].axis(axis, of: parts[0].rank + 1))])
    }

    /// Stacks tensors along a new axis.
    ///
    /// - Precondition: there is at least one tensor, and all have the same shape.
    public init(_ tensors: some Collection<MLTensor>, alongAxis axis: Int = 0) {
        self.init(stacking: tensors, alongAxis: axis)
    }

    /// The concatenation of this tensor and another one along an axis.
    public func concatenated(with other: MLTensor, alongAxis axis: Int = 0) -> MLTensor {
        MLTensor(concatenating: [self, other], alongAxis: axis)
    }

    /// The part at each index of an axis. The parts do not have this axis.
    public func unstacked(alongAxis axis: Int = 0) -> [MLTensor] {
        let axis = self.axis(axis)
        if shape[axis] == 0 { return [] }
        return split(count: shape[axis], alongAxis: axis).map { $0.squeezingShape(at: axis) }
    }

    /// Splits the tensor into equal parts along an axis.
    ///
    /// - Precondition: `count` divides the extent of the axis.
    public func split(count: Int, alongAxis axis: Int = 0) -> [MLTensor] {
        MLTensor.results("split", ["x": argument, "num_splits": .int(count), "axis": .int(self.axis(axis))])
    }

    /// Splits the tensor into parts of the given sizes along an axis.
    ///
    /// - Precondition: the sizes add up to the extent of the axis.
    public func split(sizes: [Int], alongAxis axis: Int = 0) -> [MLTensor] {
        MLTensor.results("split", ["x": argument, "split_sizes": .ints(sizes), "axis": .int(self.axis(axis))])
    }
}
