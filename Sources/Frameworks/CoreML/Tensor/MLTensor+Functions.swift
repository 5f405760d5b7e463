import CoreMLRuntime

/// Element-wise functions. A function with floating-point results first converts integers to `Float`.
extension MLTensor {
    /// Each element's absolute value.
    public func abs() -> MLTensor { storage.scalar.isFloatingPoint ? applying("abs") : pointwiseMax(self, -self) }
    /// Each element's arc cosine, in radians.
    public func acos() -> MLTensor { floating.applying("acos") }
    /// Each element's inverse hyperbolic cosine.
    public func acosh() -> MLTensor { floating.applying("acosh") }
    /// Each element's arc sine, in radians.
    public func asin() -> MLTensor { floating.applying("asin") }
    /// Each element's inverse hyperbolic sine.
    public func asinh() -> MLTensor { floating.applying("asinh") }
    /// Each element's arc tangent, in radians.
    public func atan() -> MLTensor { floating.applying("atan") }
    /// Each element's inverse hyperbolic tangent.
    public func atanh() -> MLTensor { floating.applying("atanh") }
    /// Each element rounded up to a whole number.
    public func ceil() -> MLTensor { storage.scalar.isFloatingPoint ? applying("ceil") : self }
    /// The cosine of each element, an angle in radians.
    public func cos() -> MLTensor { floating.applying("cos") }
    /// Each element's hyperbolic cosine.
    public func cosh() -> MLTensor { floating.applying("cosh") }
    /// e to the power of each element.
    public func exp() -> MLTensor { floating.applying("exp") }
    /// 2 to the power of each element.
    public func exp2() -> MLTensor { floating.applying("exp2") }
    /// Each element rounded down to a whole number.
    public func floor() -> MLTensor { storage.scalar.isFloatingPoint ? applying("floor") : self }

    /// Each element's natural logarithm.
    public func log() -> MLTensor { floating.applying("log", ["epsilon": .float(0)]) }

    /// The reciprocal 1/x of each element; infinity for zero.
    public func reciprocal() -> MLTensor { floating.applying("inverse", ["epsilon": .float(0)]) }

    /// Each element rounded to the nearest whole number. Halves are rounded to the even one.
    public func round() -> MLTensor { storage.scalar.isFloatingPoint ? applying("round") : self }

    /// The reciprocal square root 1/√x of each element.
    public func rsqrt() -> MLTensor { floating.applying("rsqrt", ["epsilon": .float(0)]) }

    /// Each element's sign: −1, 0 or 1.
    public func sign() -> MLTensor { applying("sign") }

    /// The sine of each element, an angle in radians.
    public func sin() -> MLTensor { floating.applying("sin") }
    /// Each element's hyperbolic sine.
    public func sinh() -> MLTensor { floating.applying("sinh") }
    /// Each element's square root; NaN for a negative element.
    public func squareRoot() -> MLTensor { floating.applying("sqrt") }
    /// Each element times itself.
    public func squared() -> MLTensor { self * self }
    /// The tangent of each element, an angle in radians.
    public func tan() -> MLTensor { floating.applying("tan") }
    /// Each element's hyperbolic tangent.
    public func tanh() -> MLTensor { floating.applying("tanh") }

    /// Each element to the power of `exponent`.
    public func pow(_ exponent: some MLTensorScalar & Numeric) -> MLTensor { pow(MLTensor(exponent)) }

    /// Raises each element to the power of the exponent at the same place, with broadcasting.
    public func pow(_ exponent: MLTensor) -> MLTensor { MLTensor.power(self, exponent) }

    /// Each element, or the nearer bound if the element is out of bounds.
    public func clamped(to bounds: ClosedRange<Float>) -> MLTensor {
        clamped(from: bounds.lowerBound).clamped(through: bounds.upperBound)
    }

    /// Each element, or the bound if the element is less.
    public func clamped(to bounds: PartialRangeFrom<Float>) -> MLTensor { clamped(from: bounds.lowerBound) }

    /// Each element, or the bound if the element is greater.
    public func clamped(to bounds: PartialRangeThrough<Float>) -> MLTensor { clamped(through: bounds.upperBound) }

    private func clamped(from bound: Float) -> MLTensor {
        pointwiseMax(self, MLTensor(bound.rounded(storage.scalar.isFloatingPoint ? nil : .up)).converted(to: storage.scalar))
    }

    private func clamped(through bound: Float) -> MLTensor {
        pointwiseMin(self, MLTensor(bound.rounded(storage.scalar.isFloatingPoint ? nil : .down)).converted(to: storage.scalar))
    }

    /// The softmax function: exponentials that sum to 1 along an axis.
    public func softmax(alongAxis axis: Int = -1) -> MLTensor {
        floating.applying("softmax", ["axis": .int(self.axis(axis, of: Swift.max(rank, 1)))])
    }
}

extension Float {
    /// The number, rounded by a rule. If the rule is `nil`, the number is unchanged.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule?) -> Float { rule.map { rounded($0) } ?? self }
}
