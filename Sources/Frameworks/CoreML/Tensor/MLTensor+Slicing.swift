import CoreMLRuntime

extension MLTensor {
    /// Selects a part of the tensor with one expression for each of the leading axes. An index removes its axis, and `nil` takes the whole
    /// axis. A range is clipped to its axis. Negative numbers count from the end of the axis.
    ///
    /// - Precondition: indices are within their axes, and there are no more expressions than axes.
    public subscript(ranges: (any MLTensorRangeExpression)?...) -> MLTensor { selecting(ranges) }

    /// Selects a part of the tensor with expressions for the last axes.
    public subscript(firstRange: (UnboundedRange_) -> Void, trailingRanges: (any MLTensorRangeExpression)?...) -> MLTensor {
        selecting([.fillAll] + trailingRanges)
    }

    /// Selects a part of the tensor with expressions for the first and the last axes.
    public subscript(
        firstRange: (any MLTensorRangeExpression)?, secondRange: (UnboundedRange_) -> Void,
        trailingRanges: (any MLTensorRangeExpression)?...
    ) -> MLTensor {
        selecting([firstRange, .fillAll] + trailingRanges)
    }

    /// Selects a part of the tensor with expressions for the first and the last axes.
    public subscript(
        firstRange: (any MLTensorRangeExpression)?, secondRange: (any MLTensorRangeExpression)?, thirdRange: (UnboundedRange_) -> Void,
        trailingRanges: (any MLTensorRangeExpression)?...
    ) -> MLTensor {
        selecting([firstRange, secondRange, .fillAll] + trailingRanges)
    }

    /// Selects a part of the tensor with expressions for the first and the last axes.
    public subscript(
        firstRange: (any MLTensorRangeExpression)?, secondRange: (any MLTensorRangeExpression)?,
        thirdRange: (any MLTensorRangeExpression)?, fourthRange: (UnboundedRange_) -> Void,
        trailingRanges: (any MLTensorRangeExpression)?...
    ) -> MLTensor {
        selecting([firstRange, secondRange, thirdRange, .fillAll] + trailingRanges)
    }

    private func selecting(_ ranges: [(any MLTensorRangeExpression)?]) -> MLTensor {
        let selections = complete(ranges.map { $0?._mlTensorRange.selection ?? .range(lower: nil, upper: nil, stride: 1) })
        let consuming = selections.filter { $0 != .newAxis }
        var (begin, end, stride) = (shape.map { _ in 0 }, shape, shape.map { _ in 1 })
        var (openBegin, openEnd, squeezed) = (shape.map { _ in false }, shape.map { _ in false }, shape.map { _ in false })
        for (axis, selection) in consuming.enumerated() {
            switch selection {
            case .index(let index):
                begin[axis] = index
                squeezed[axis] = true
            case .range(let lower, let upper, let step):
                MLTensor.require(step > 0, "A stride of \(step) is not positive.")
                (begin[axis], openBegin[axis]) = (lower ?? 0, lower == nil)
                (end[axis], openEnd[axis]) = (upper ?? 0, upper == nil)
                stride[axis] = step
            case .squeezeAxis:
                MLTensor.require(shape[axis] == 1, "Axis \(axis) of shape \(shape) does not have one element.")
                squeezed[axis] = true
            case .newAxis, .fillAll: break
            }
        }
        func flags(_ values: [Bool]) -> Argument { .tensor(Tensor(values)) }
        let part = applying(
            "slice_by_index",
            [
                "begin": .ints(begin), "end": .ints(end), "stride": .ints(stride), "begin_mask": flags(openBegin),
                "end_mask": flags(openEnd), "squeeze_mask": flags(squeezed),
            ])
        return part.expandingShape(at: newAxes(selections))
    }

    /// The selections, completed with whole-axis ranges for the axes without a selection. These ranges replace `fillAll`. If there is no
    /// `fillAll`, they are appended.
    private func complete(_ selections: [_MLTensorRange.Selection]) -> [_MLTensorRange.Selection] {
        let count = selections.count { $0 != .newAxis && $0 != .fillAll }
        MLTensor.require(count <= rank, "A tensor of \(rank) dimensions has no more ranges than that.")
        MLTensor.require(selections.count { $0 == .fillAll } <= 1, "Only one range can stand for all other axes.")
        let whole = Array(repeating: _MLTensorRange.Selection.range(lower: nil, upper: nil, stride: 1), count: rank - count)
        guard let place = selections.firstIndex(of: .fillAll) else { return selections + whole }
        return selections[..<place] + whole + selections[(place + 1)...]
    }

    /// The indices of the new axes in the result.
    private func newAxes(_ selections: [_MLTensorRange.Selection]) -> [Int] {
        let kept = selections.filter { selection in
            switch selection {
            case .index, .squeezeAxis: false
            default: true
            }
        }
        return kept.indices.filter { kept[$0] == .newAxis }
    }
}
