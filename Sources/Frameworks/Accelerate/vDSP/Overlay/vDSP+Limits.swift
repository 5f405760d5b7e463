import CVectors

extension vDSP {
    /// Elements limited to a range.
    public static func clip<A: AccelerateBuffer>(_ vector: A, to bounds: ClosedRange<A.Element>) -> [A.Element]
    where A.Element: AccelerateScalar {
        made(vector.count) { clip(vector, to: bounds, result: &$0) }
    }

    /// Elements limited to a range.
    public static func clip<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, to bounds: ClosedRange<A.Element>, result: inout R
    ) where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorClip, vector, bounds.lowerBound, bounds.upperBound, &result)
    }

    /// Elements moved out of a range. Elements inside the range move to a bound: negative ones to the lower bound, all others to the upper bound.
    public static func invertedClip<A: AccelerateBuffer>(_ vector: A, to bounds: ClosedRange<A.Element>) -> [A.Element]
    where A.Element: AccelerateScalar {
        made(vector.count) { invertedClip(vector, to: bounds, result: &$0) }
    }

    /// Elements moved out of a range. Elements inside the range move to a bound: negative ones to the lower bound, all others to the upper bound.
    public static func invertedClip<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, to bounds: ClosedRange<A.Element>, result: inout R
    ) where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorInvertedClip, vector, bounds.lowerBound, bounds.upperBound, &result)
    }

    /// A vector with the elements below `lowerBound` replaced according to `rule`. With `signedConstant`, all other elements become the constant.
    public static func threshold<A: AccelerateBuffer>(
        _ vector: A, to lowerBound: A.Element, with rule: ThresholdRule<A.Element>
    ) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { threshold(vector, to: lowerBound, with: rule, result: &$0) }
    }

    /// A vector with the elements below `lowerBound` replaced according to `rule`. With `signedConstant`, all other elements become the constant.
    public static func threshold<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, to lowerBound: A.Element, with rule: ThresholdRule<A.Element>, result: inout R
    ) where A.Element: AccelerateScalar, R.Element == A.Element {
        let kernels = A.Element.vectorKernels
        switch rule {
        case .clampToThreshold: kernels.apply(VectorThreshold, vector, lowerBound, &result)
        case .zeroFill: kernels.apply(VectorThresholdOrZero, vector, lowerBound, &result)
        case .signedConstant(let constant): kernels.apply(VectorLimit, vector, lowerBound, constant, &result)
        }
    }

    /// A constant for each element that is at least a limit, and the negative constant for each other element.
    public static func limit<A: AccelerateBuffer>(
        _ vector: A, limit: A.Element, withOutputConstant constant: A.Element
    ) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { vDSP.limit(vector, limit: limit, withOutputConstant: constant, result: &$0) }
    }

    /// A constant for each element that is at least a limit, and the negative constant for each other element.
    public static func limit<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, limit: A.Element, withOutputConstant constant: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLimit, vector, limit, constant, &result)
    }
}
