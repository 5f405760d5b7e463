import CoreMLRuntime

/// Element-wise functions. A function with floating-point results first converts integers to `Float`.
extension MLTensor {
    /// The absolute value of each element.
    public func abs() -> MLTensor { storage.scalar.isFloatingPoint ? applying("abs") : pointwiseMax(self, -self) }
    /// The arc cosine of each element, in radians.
    public func acos() -> MLTensor { floating.applying("acos") }
    /// The inverse hyperbolic cosine of each element.
    public func acosh() -> MLTensor { floating.applying("acosh") }
    /// The arc sine of each element, in radians.
    public func asin() -> MLTensor { floating.applying("asin") }
    /// The inverse hyperbolic sine of each element.
    public func asinh() -> MLTensor { floating.applying("asinh") }
    /// The arc tangent of each element, in radians.
    public func atan() -> MLTensor { floating.applying("atan") }
    /// The inverse hyperbolic tangent of each element.
    public func atanh() -> MLTensor { floating.applying("atanh") }
    /// The elements rounded up to whole numbers.
    public func ceil() -> MLTensor { storage.scalar.isFloatingPoint ? applying("ceil") : self }
    /// The cosine of each element, an angle in radians.
    public func cos() -> MLTensor { floating.applying("cos") }
    /// The hyperbolic cosine of each element.
    public func cosh() -> MLTensor { floating.applying("cosh") }
    /// e to the power of each element.
    public func exp() -> MLTensor { floating.applying("exp") }
    /// 2 to the power of each element.
    public func exp2() -> MLTensor { floating.applying("exp2") }
    /// The elements rounded down to whole numbers.
    public func floor() -> MLTensor { storage.scalar.isFloatingPoint ? applying("floor") : self }

    /// The natural logarithm of each element.
    public func log() -> MLTensor { floating.applying("log", ["epsilon": .float(0)]) }

    /// The reciprocal 1/x of each element; infinity for zero.
    public func reciprocal() -> MLTensor { floating.applying("inverse", ["epsilon": .float(0)]) }

    /// The elements rounded to the nearest whole numbers. Halves are rounded to the nearest even number.
    public func round() -> MLTensor { storage.scalar.isFloatingPoint ? applying("round") : self }

    /// The reciprocal square root 1/√x of each element.
    public func rsqrt() -> MLTensor { floating.applying("rsqrt", ["epsilon": .float(0)]) }

    /// The sign of each element: −1, 0 or 1.
    public func sign() -> MLTensor { applying("sign") }

    /// The sine of each element, an angle in radians.
    public func sin() -> MLTensor { floating.applying("sin") }
    /// The hyperbolic sine of each element.
    public func sinh() -> MLTensor { floating.applying("sinh") }
    /// The square root of each element; NaN for a negative element.
    public func squareRoot() -> MLTensor { floating.applying("sqrt") }
    /// The square of each element.
    public func squared() -> MLTensor { self * self }
    /// The tangent of each element, an angle in radians.
    public func tan() -> MLTensor { floating.applying("tan") }
    /// The hyperbolic tangent of each element.
    public func tanh() -> MLTensor { floating.applying("tanh") }

    /// The elements raised to the power of `exponent`.
    public func pow(_ exponent: some MLTensorScalar & Numeric) -> MLTensor { pow(MLTensor(exponent)) }

    /// Raises each element to the power of the exponent at the same place, with broadcasting.
    public func pow(_ exponent: MLTensor) -> MLTensor { MLTensor.power(self, exponent) }

    /// The elements limited to a range. An element out of bounds becomes the nearer bound.
    public func clamped(to bounds: ClosedRange<Float>) -> MLTensor {
        clamped(from: bounds.lowerBound).clamped(through: bounds.upperBound)
    }

    /// The elements limited to a lower bound. Elements below the bound become the bound.
    public func clamped(to bounds: PartialRangeFrom<Float>) -> MLTensor { clamped(from: bounds.lowerBound) }

    /// The elements limited to an upper bound. Elements above the bound become the bound.
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
