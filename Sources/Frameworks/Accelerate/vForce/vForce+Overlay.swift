import CVectors

extension vForce {
    /// The exponential eˣ of each element.
    public static func exp<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { exp(vector, result: &$0) }
    }

    /// The exponential eˣ of each element. The result must have as many elements as the operands.
    public static func exp<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorExp, vector, &result)
    }

    /// The value eˣ − 1 of each element, exact for small elements.
    public static func expm1<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { expm1(vector, result: &$0) }
    }

    /// The value eˣ − 1 of each element, exact for small elements. The result must have as many elements as the operands.
    public static func expm1<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorExpMinus1, vector, &result)
    }

    /// The exponential 2ˣ of each element.
    public static func exp2<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { exp2(vector, result: &$0) }
    }

    /// The exponential 2ˣ of each element. The result must have as many elements as the operands.
    public static func exp2<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorExp2, vector, &result)
    }

    /// Natural logarithms of a vector's elements.
    public static func log<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { log(vector, result: &$0) }
    }

    /// Natural logarithms of a vector's elements. The result must have as many elements as the operands.
    public static func log<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLog, vector, &result)
    }

    /// Natural logarithms of 1 + x, exact for small elements.
    public static func log1p<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { log1p(vector, result: &$0) }
    }

    /// Natural logarithms of 1 + x, exact for small elements. The result must have as many elements as the operands.
    public static func log1p<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLogOfPlus1, vector, &result)
    }

    /// Logarithms to the base 2.
    public static func log2<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { log2(vector, result: &$0) }
    }

    /// Logarithms to the base 2. The result must have as many elements as the operands.
    public static func log2<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLog2, vector, &result)
    }

    /// Logarithms to the base 10.
    public static func log10<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { log10(vector, result: &$0) }
    }

    /// Logarithms to the base 10. The result must have as many elements as the operands.
    public static func log10<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLog10, vector, &result)
    }

    /// Binary exponents, as floating-point numbers.
    public static func logb<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { logb(vector, result: &$0) }
    }

    /// Binary exponents, as floating-point numbers. The result must have as many elements as the operands.
    public static func logb<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorExponent, vector, &result)
    }

    /// Square roots.
    public static func sqrt<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { sqrt(vector, result: &$0) }
    }

    /// Square roots. The result must have as many elements as the operands.
    public static func sqrt<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSquareRoot, vector, &result)
    }

    /// The reciprocal square root 1/√x of each element.
    public static func rsqrt<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { rsqrt(vector, result: &$0) }
    }

    /// The reciprocal square root 1/√x of each element. The result must have as many elements as the operands.
    public static func rsqrt<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorInverseSquareRoot, vector, &result)
    }

    /// The reciprocal 1/x of each element.
    public static func reciprocal<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { reciprocal(vector, result: &$0) }
    }

    /// The reciprocal 1/x of each element. The result must have as many elements as the operands.
    public static func reciprocal<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorReciprocal, vector, &result)
    }

    /// Cube roots.
    public static func cbrt<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { cbrt(vector, result: &$0) }
    }

    /// Cube roots. The result must have as many elements as the operands.
    public static func cbrt<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCubeRoot, vector, &result)
    }

    /// The elements rounded down.
    public static func floor<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { floor(vector, result: &$0) }
    }

    /// The elements rounded down. The result must have as many elements as the operands.
    public static func floor<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorFloor, vector, &result)
    }

    /// The elements rounded up.
    public static func ceil<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { ceil(vector, result: &$0) }
    }

    /// The elements rounded up. The result must have as many elements as the operands.
    public static func ceil<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCeiling, vector, &result)
    }

    /// The elements rounded towards zero.
    public static func trunc<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// The elements rounded towards zero. The result must have as many elements as the operands.
    public static func trunc<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorTruncation, vector, &result)
    }

    /// The elements rounded to the nearest integer, and halves to even integers.
    public static func nearestInteger<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { nearestInteger(vector, result: &$0) }
    }

    /// The elements rounded to the nearest integer, and halves to even integers. The result must have as many elements as the operands.
    public static func nearestInteger<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorNearest, vector, &result)
    }
}
