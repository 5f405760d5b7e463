import CoreMLRuntime

/// Sums, extremes and the like over axes, which are left out of the result or kept with one element.
extension MLTensor {
    private func reduced(_ kind: String, _ axes: [Int]?, _ keepRank: Bool) -> MLTensor {
        var arguments: [String: Argument] = ["keep_dims": .bool(keepRank)]
        if let axes {
            arguments["axes"] = .ints(axes.map { axis($0) })
        }
        return applying(kind, arguments)
    }

    /// The numbers to add or multiply: Booleans count as 0 and 1.
    private var numeric: MLTensor { storage.scalar == .bool ? converted(to: .int32) : self }

    /// The tensor itself, which needs an element for each result.
    private func nonEmpty(_ axes: [Int]?) -> MLTensor {
        let reduced = axes.map { $0.map { axis($0) } } ?? Array(shape.indices)
        MLTensor.require(!reduced.contains { shape[$0] == 0 }, "An empty dimension of \(shape) has neither least nor greatest element.")
        return self
    }

    // MARK: Over all axes

    /// The sum; of Booleans as of 0 and 1.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func sum(keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_sum", nil, keepRank) }

    /// The mean; of integers as `Float`.
    public func mean(keepRank: Bool = false) -> MLTensor { floating.reduced("reduce_mean", nil, keepRank) }

    /// The least element. There must be one.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func min(keepRank: Bool = false) -> MLTensor { nonEmpty(nil).reduced("reduce_min", nil, keepRank) }
    /// The greatest element. There must be one.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func max(keepRank: Bool = false) -> MLTensor { nonEmpty(nil).reduced("reduce_max", nil, keepRank) }
    /// The product; of Booleans as of 0 and 1.
    ///
    /// - Parameter keepRank: whether each axis is kept, with one element.
    public func product(keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_prod", nil, keepRank) }

    /// Whether all elements are true.
    public func all(keepRank: Bool = false) -> MLTensor { converted(to: .bool).reduced("reduce_min", nil, keepRank) }

    /// Whether an element is true.
    public func any(keepRank: Bool = false) -> MLTensor { .!((.!self).all(keepRank: keepRank)) }

    // MARK: Over some axes

    /// The sum; of Booleans as of 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func sum(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { sum(alongAxes: axes, keepRank: keepRank) }
    /// The sum; of Booleans as of 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func sum(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_sum", axes, keepRank) }

    /// The mean; of integers as `Float`.
    public func mean(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { mean(alongAxes: axes, keepRank: keepRank) }

    /// The mean; of integers as `Float`.
    public func mean(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { floating.reduced("reduce_mean", axes, keepRank) }

    /// The least element. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func min(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { min(alongAxes: axes, keepRank: keepRank) }
    /// The least element. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func min(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { nonEmpty(axes).reduced("reduce_min", axes, keepRank) }
    /// The greatest element. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func max(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { max(alongAxes: axes, keepRank: keepRank) }
    /// The greatest element. The axes must not be empty.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func max(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { nonEmpty(axes).reduced("reduce_max", axes, keepRank) }
    /// The product; of Booleans as of 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func product(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { product(alongAxes: axes, keepRank: keepRank) }
    /// The product; of Booleans as of 0 and 1.
    ///
    /// - Parameters:
    ///   - axes: those that become one element; negative ones count from the last.
    ///   - keepRank: whether they are kept, with one element.
    public func product(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { numeric.reduced("reduce_prod", axes, keepRank) }

    /// Whether all elements are true.
    public func all(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { all(alongAxes: axes, keepRank: keepRank) }

    /// Whether all elements are true.
    public func all(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor {
        converted(to: .bool).reduced("reduce_min", axes, keepRank)
    }

    /// Whether an element is true.
    public func any(alongAxes axes: Int..., keepRank: Bool = false) -> MLTensor { any(alongAxes: axes, keepRank: keepRank) }

    /// Whether an element is true.
    public func any(alongAxes axes: [Int], keepRank: Bool = false) -> MLTensor { .!((.!self).all(alongAxes: axes, keepRank: keepRank)) }

    // MARK: Places of extremes

    /// The place of the greatest of all elements in row-major order, the first of several.
    public func argmax() -> MLTensor { flattened().argmax(alongAxis: 0) }

    /// The places of the greatest elements along an axis, the first of several.
    public func argmax(alongAxis axis: Int, keepRank: Bool = false) -> MLTensor { extreme("reduce_argmax", axis, keepRank) }

    /// The place of the least of all elements in row-major order, the first of several.
    public func argmin() -> MLTensor { flattened().argmin(alongAxis: 0) }

    /// The places of the least elements along an axis, the first of several.
    public func argmin(alongAxis axis: Int, keepRank: Bool = false) -> MLTensor { extreme("reduce_argmin", axis, keepRank) }

    private func extreme(_ kind: String, _ axis: Int, _ keepRank: Bool) -> MLTensor {
        nonEmpty([axis]).applying(kind, ["axis": .int(self.axis(axis)), "keep_dims": .bool(keepRank)])
    }

    // MARK: Running results

    /// The sum of each element and those before it along an axis.
    public func cumulativeSum(alongAxis axis: Int = 0) -> MLTensor { numeric.applying("cumsum", ["axis": .int(self.axis(axis))]) }

    /// The product of each element and those before it along an axis.
    public func cumulativeProduct(alongAxis axis: Int = 0) -> MLTensor {
        numeric.applying("osprey.cumulative_product", ["axis": .int(self.axis(axis))])
    }
}
