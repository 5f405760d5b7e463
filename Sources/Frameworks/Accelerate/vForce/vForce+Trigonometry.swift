import CVectors

extension vForce {
    /// Sines of angles in radians.
    public static func sin<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { sin(vector, result: &$0) }
    }

    /// Sines of angles in radians. The result must have as many elements as the operands.
    public static func sin<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSin, vector, &result)
    }

    /// Cosines of angles in radians.
    public static func cos<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { cos(vector, result: &$0) }
    }

    /// Cosines of angles in radians. The result must have as many elements as the operands.
    public static func cos<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCos, vector, &result)
    }

    /// Tangents of angles in radians.
    public static func tan<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { tan(vector, result: &$0) }
    }

    /// Tangents of angles in radians. The result must have as many elements as the operands.
    public static func tan<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorTan, vector, &result)
    }

    /// Sines of π x.
    public static func sinPi<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { sinPi(vector, result: &$0) }
    }

    /// Sines of π x. The result must have as many elements as the operands.
    public static func sinPi<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSinOfPi, vector, &result)
    }

    /// Cosines of π x.
    public static func cosPi<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { cosPi(vector, result: &$0) }
    }

    /// Cosines of π x. The result must have as many elements as the operands.
    public static func cosPi<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCosOfPi, vector, &result)
    }

    /// Tangents of π x.
    public static func tanPi<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { tanPi(vector, result: &$0) }
    }

    /// Tangents of π x. The result must have as many elements as the operands.
    public static func tanPi<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorTanOfPi, vector, &result)
    }

    /// Arc sines in radians.
    public static func asin<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { asin(vector, result: &$0) }
    }

    /// Arc sines in radians. The result must have as many elements as the operands.
    public static func asin<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArcsin, vector, &result)
    }

    /// Arc cosines in radians.
    public static func acos<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { acos(vector, result: &$0) }
    }

    /// Arc cosines in radians. The result must have as many elements as the operands.
    public static func acos<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArccos, vector, &result)
    }

    /// Arc tangents in radians.
    public static func atan<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { atan(vector, result: &$0) }
    }

    /// Arc tangents in radians. The result must have as many elements as the operands.
    public static func atan<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArctan, vector, &result)
    }

    /// Hyperbolic sines.
    public static func sinh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { sinh(vector, result: &$0) }
    }

    /// Hyperbolic sines. The result must have as many elements as the operands.
    public static func sinh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSinh, vector, &result)
    }

    /// Hyperbolic cosines.
    public static func cosh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { cosh(vector, result: &$0) }
    }

    /// Hyperbolic cosines. The result must have as many elements as the operands.
    public static func cosh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCosh, vector, &result)
    }

    /// Hyperbolic tangents.
    public static func tanh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { tanh(vector, result: &$0) }
    }

    /// Hyperbolic tangents. The result must have as many elements as the operands.
    public static func tanh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorTanh, vector, &result)
    }

    /// Inverse hyperbolic sines.
    public static func asinh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { asinh(vector, result: &$0) }
    }

    /// Inverse hyperbolic sines. The result must have as many elements as the operands.
    public static func asinh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArsinh, vector, &result)
    }

    /// Inverse hyperbolic cosines.
    public static func acosh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { acosh(vector, result: &$0) }
    }

    /// Inverse hyperbolic cosines. The result must have as many elements as the operands.
    public static func acosh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArcosh, vector, &result)
    }

    /// Inverse hyperbolic tangents.
    public static func atanh<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { atanh(vector, result: &$0) }
    }

    /// Inverse hyperbolic tangents. The result must have as many elements as the operands.
    public static func atanh<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorArtanh, vector, &result)
    }
}
