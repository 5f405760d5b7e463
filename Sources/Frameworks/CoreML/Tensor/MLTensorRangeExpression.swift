/// An expression that selects a part of one axis of a tensor: an index, a range, or one of the expressions below. Other types cannot conform.
public protocol MLTensorRangeExpression: Sendable {
    var _mlTensorRange: _MLTensorRange { get }
}

/// The value that a range expression creates. It is not for direct use.
public struct _MLTensorRange: MLTensorRangeExpression, Hashable {
    enum Selection: Hashable {
        case index(Int)
        /// A bound of `nil` stands for the bound of the axis. A negative bound counts from the end.
        case range(lower: Int?, upper: Int?, stride: Int)
        case newAxis
        case squeezeAxis
        case fillAll
    }

    let selection: Selection

    public var _mlTensorRange: _MLTensorRange { self }

    init(_ selection: Selection) {
        self.selection = selection
    }

    /// A range that includes its last index.
    ///
    /// - Parameter last: the last index.
    init(lower: Int?, through last: Int, stride: Int = 1) {
        // A negative bound cannot mean "after the last element", because −1 + 1 is 0, the first element.
        selection = .range(lower: lower, upper: last == -1 ? nil : last + 1, stride: stride)
    }
}

extension Int: MLTensorRangeExpression {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(.index(self)) }
}

extension Range: MLTensorRangeExpression where Bound == Int {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(.range(lower: lowerBound, upper: upperBound, stride: 1)) }
}

extension ClosedRange: MLTensorRangeExpression where Bound == Int {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(lower: lowerBound, through: upperBound) }
}

extension PartialRangeFrom: MLTensorRangeExpression where Bound == Int {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(.range(lower: lowerBound, upper: nil, stride: 1)) }
}

extension PartialRangeUpTo: MLTensorRangeExpression where Bound == Int {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(.range(lower: nil, upper: upperBound, stride: 1)) }
}

extension PartialRangeThrough: MLTensorRangeExpression where Bound == Int {
    public var _mlTensorRange: _MLTensorRange { _MLTensorRange(lower: nil, through: upperBound) }
}

extension MLTensorRangeExpression where Self == _MLTensorRange {
    /// Inserts a new axis of extent 1.
    public static var newAxis: any MLTensorRangeExpression { _MLTensorRange(.newAxis) }

    /// Removes an axis of extent 1.
    public static var squeezeAxis: any MLTensorRangeExpression { _MLTensorRange(.squeezeAxis) }

    /// Selects all elements of every axis that has no expression, like the literal `...`.
    public static var fillAll: any MLTensorRangeExpression { _MLTensorRange(.fillAll) }

    /// Selects one index of an axis, and removes the axis.
    public static func index(_ index: Int) -> any MLTensorRangeExpression { _MLTensorRange(.index(index)) }

    /// Selects every `stride`th index of a range.
    public static func range(_ range: Range<Int>, stride: Int = 1) -> any MLTensorRangeExpression {
        _MLTensorRange(.range(lower: range.lowerBound, upper: range.upperBound, stride: stride))
    }

    /// Selects every `stride`th index of a range.
    public static func closedRange(_ range: ClosedRange<Int>, stride: Int = 1) -> any MLTensorRangeExpression {
        _MLTensorRange(lower: range.lowerBound, through: range.upperBound, stride: stride)
    }

    /// Selects every `stride`th index of a range.
    public static func partialRangeFrom(_ range: PartialRangeFrom<Int>, stride: Int = 1) -> any MLTensorRangeExpression {
        _MLTensorRange(.range(lower: range.lowerBound, upper: nil, stride: stride))
    }

    /// Selects every `stride`th index of a range.
    public static func partialRangeUpTo(_ range: PartialRangeUpTo<Int>, stride: Int = 1) -> any MLTensorRangeExpression {
        _MLTensorRange(.range(lower: nil, upper: range.upperBound, stride: stride))
    }

    /// Selects every `stride`th index of a range.
    public static func partialRangeUpTo(_ range: PartialRangeThrough<Int>, stride: Int = 1) -> any MLTensorRangeExpression {
        _MLTensorRange(lower: nil, through: range.upperBound, stride: stride)
    }
}
