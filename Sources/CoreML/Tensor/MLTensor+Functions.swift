import CoreMLRuntime

/// Functions of each element. Integers become `Float` first where the result is no integer.
extension MLTensor {
    public func abs() -> MLTensor { storage.scalar.isFloatingPoint ? applying("abs") : pointwiseMax(self, -self) }
    public func acos() -> MLTensor { floating.applying("acos") }
    public func acosh() -> MLTensor { floating.applying("acosh") }
    public func asin() -> MLTensor { floating.applying("asin") }
    public func asinh() -> MLTensor { floating.applying("asinh") }
    public func atan() -> MLTensor { floating.applying("atan") }
    public func atanh() -> MLTensor { floating.applying("atanh") }
    public func ceil() -> MLTensor { storage.scalar.isFloatingPoint ? applying("ceil") : self }
    public func cos() -> MLTensor { floating.applying("cos") }
    public func cosh() -> MLTensor { floating.applying("cosh") }
    public func exp() -> MLTensor { floating.applying("exp") }
    public func exp2() -> MLTensor { floating.applying("exp2") }
    public func floor() -> MLTensor { storage.scalar.isFloatingPoint ? applying("floor") : self }

    /// The natural logarithm.
    public func log() -> MLTensor { floating.applying("log", ["epsilon": .float(0)]) }

    public func reciprocal() -> MLTensor { floating.applying("inverse", ["epsilon": .float(0)]) }

    /// The nearest whole number; halves go to the even one.
    public func round() -> MLTensor { storage.scalar.isFloatingPoint ? applying("round") : self }

    /// 1 / √x.
    public func rsqrt() -> MLTensor { floating.applying("rsqrt", ["epsilon": .float(0)]) }

    /// −1, 0 or 1.
    public func sign() -> MLTensor { applying("sign") }

    public func sin() -> MLTensor { floating.applying("sin") }
    public func sinh() -> MLTensor { floating.applying("sinh") }
    public func squareRoot() -> MLTensor { floating.applying("sqrt") }
    public func squared() -> MLTensor { self * self }
    public func tan() -> MLTensor { floating.applying("tan") }
    public func tanh() -> MLTensor { floating.applying("tanh") }

    /// Each element to the power of `exponent`.
    public func pow(_ exponent: some MLTensorScalar & Numeric) -> MLTensor { pow(MLTensor(exponent)) }

    /// Each element to the power of the exponent at its place, broadcast.
    public func pow(_ exponent: MLTensor) -> MLTensor { MLTensor.power(self, exponent) }

    /// Each element, moved to the nearer bound where it is outside.
    public func clamped(to bounds: ClosedRange<Float>) -> MLTensor {
        clamped(from: bounds.lowerBound).clamped(through: bounds.upperBound)
    }

    /// Each element, or the bound where it is less.
    public func clamped(to bounds: PartialRangeFrom<Float>) -> MLTensor { clamped(from: bounds.lowerBound) }

    /// Each element, or the bound where it is more.
    public func clamped(to bounds: PartialRangeThrough<Float>) -> MLTensor { clamped(through: bounds.upperBound) }

    private func clamped(from bound: Float) -> MLTensor {
        pointwiseMax(self, MLTensor(bound.rounded(storage.scalar.isFloatingPoint ? nil : .up)).converted(to: storage.scalar))
    }

    private func clamped(through bound: Float) -> MLTensor {
        pointwiseMin(self, MLTensor(bound.rounded(storage.scalar.isFloatingPoint ? nil : .down)).converted(to: storage.scalar))
    }

    /// Exponentials that sum to one along an axis.
    public func softmax(alongAxis axis: Int = -1) -> MLTensor {
        floating.applying("softmax", ["axis": .int(self.axis(axis, of: Swift.max(rank, 1)))])
    }
}

extension Float {
    /// Rounded by the rule; unchanged where there is none.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule?) -> Float { rule.map { rounded($0) } ?? self }
}
