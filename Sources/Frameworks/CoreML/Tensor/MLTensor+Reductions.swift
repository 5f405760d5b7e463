import CoreMLRuntime

/// Sums, minima, maxima and other reductions over axes. Reduced axes are removed, or kept with one element.
extension MLTensor {
    private func reduced(_ kind: String, _ axes: [Int]?, _ keepRank: Bool) -> MLTensor {
        var arguments: [String: Argument] = ["keep_dims": .bool(keepRank)]
        if let axes {
            arguments["axes"] = .ints(axes.map { axis($0) })
        }
        return applying(kind, arguments)
    }

    /// The tensor as numbers to add or multiply: Booleans count as 0 and 1.
    private var numeric: MLTensor { storage.scalar == .bool ? converted(to: .int32) : self }

    /// Returns the tensor after checking that the reduced axes are not empty.
    private func nonEmpty(_ axes: [Int]?) -> MLTensor {
        let reduced = axes.map { $0.map { axis($0) } } ?? Array(shape.indices)
        MLTensor.require(!reduced.contains { shape[$0] == 0 }, "An empty dimension of \(shape) has neither least nor greatest element.")
        return self
    }

    // MARK: Over all axes

    /// The sum. Booleans count as 0 and 1.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func sum(keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_sum", nil, keepRank) }

    /// The mean. The mean of integers is a `Float`.
    public func mean(keepRank: Bool = false) -> MLTensor { floating.reduced("reduce_mean", nil, keepRank) }

    /// The smallest element. The tensor must not be empty.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func min(keepRank: Bool = false) -> MLTensor { nonEmpty(nil).reduced("reduce_min", nil, keepRank) }
    /// The largest element. The tensor must not be empty.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func max(keepRank: Bool = false) -> MLTensor { nonEmpty(nil).reduced("reduce_max", nil, keepRank) }
    /// The product. Booleans count as 0 and 1.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func product(keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_prod", nil, keepRank) }

    /// Whether all elements are true.
    public func all(keepRank: Bool = false) -> MLTensor { converted(to: .bool).reduced("reduce_min", nil, keepRank) }

    /// Whether at least one element is true.
    public func any(keepRank: Bool = false) -> MLTensor { .!((.!self).all(keepRank: keepRank)) }

    // MARK: Over some axes

    /// The sum along the axes. Booleans count as 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func sum(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { sum(alongAxes: axes, keepRank: keepRank) }
    /// The sum along the axes. Booleans count as 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func sum(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_sum", axes, keepRank) }

    /// The mean along the axes. The mean of integers is a `Float`.
    public func mean(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { mean(alongAxes: axes, keepRank: keepRank) }

    /// The mean along the axes. The mean of integers is a `Float`.
    public func mean(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { floating.reduced("reduce_mean", axes, keepRank) }

    /// The smallest element along the axes. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func min(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { min(alongAxes: axes, keepRank: keepRank) }
    /// The smallest element along the axes. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func min(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { nonEmpty(axes).reduced("reduce_min", axes, keepRank) }
    /// The largest element along the axes. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func max(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { max(alongAxes: axes, keepRank: keepRank) }
    /// The largest element along the axes. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func max(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { nonEmpty(axes).reduced("reduce_max", axes, keepRank) }
    /// The product along the axes. Booleans count as 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func product(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { product(alongAxes: axes, keepRank: keepRank) }
    /// The product along the axes. Booleans count as 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: the axes to reduce. A negative number counts from the last axis.
    ///   - keepRank: whether the reduced axes are kept, with one element.
    public func product(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_prod", axes, keepRank) }

    /// Whether all elements along the axes are true.
    public func all(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { all(alongAxes: axes, keepRank: keepRank) }

    /// Whether all elements along the axes are true.
    public func all(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor {
        converted(to: .bool).reduced("reduce_min", axes, keepRank)
    }

    /// Whether at least one element along the axes is true.
    public func any(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { any(alongAxes: axes, keepRank: keepRank) }

    /// Whether at least one element along the axes is true.
    public func any(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { .!((.!self).all(alongAxes: axes, keepRank: keepRank)) }

    // MARK: Indices of extremes

    /// The row-major index of the largest element of the tensor. If several are equal, it is the index of the first.
    public func argmax() -> MLTensor { flattened().argmax(alongAxis: 0) }

    /// The indices of the largest elements along an axis. If several are equal, the first counts.
    public func argmax(alongAxis axis: Int, keepRank: Bool = false) -> MLTensor { extreme("reduce_argmax", axis, keepRank) }

    /// The row-major index of the smallest element of the tensor. If several are equal, it is the index of the first.
    public func argmin() -> MLTensor { flattened().argmin(alongAxis: 0) }

    /// The indices of the smallest elements along an axis. If several are equal, the first counts.
    public func argmin(alongAxis axis: Int, keepRank: Bool = false) -> MLTensor { extreme("reduce_argmin", axis, keepRank) }

    private func extreme(_ kind: String, _ axis: Int, _ keepRank: Bool) -> MLTensor {
        nonEmpty([axis]).applying(kind, ["axis": .int(self.axis(axis)), "keep_dims": .bool(keepRank)])
    }

    // MARK: Running results

    /// The cumulative sum along an axis: each element plus all elements before it.
    public func cumulativeSum(alongAxis axis: Int = 0) -> MLTensor { numeric.applying("cumsum", ["axis": .int(self.axis(axis))]) }

    /// The cumulative product along an axis: each element times all elements before it.
    public func cumulativeProduct(alongAxis axis: Int = 0) -> MLTensor {
        numeric.applying("osprey.cumulative_product", ["axis": .int(self.axis(axis))])
    }
}
