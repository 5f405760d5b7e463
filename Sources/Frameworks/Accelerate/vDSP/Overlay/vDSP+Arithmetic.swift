import CVectors

extension vDSP {
    /// The sums of two vectors' elements.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { add(first, second, result: &$0) }
    }

    /// The sums of two vectors' elements. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(_ first: A, _ second: B, result: inout R)
    where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSum, first, second, &result)
    }

    /// The sums of a number and a vector's elements.
    public static func add<A: AccelerateBuffer>(_ scalar: A.Element, _ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { add(scalar, vector, result: &$0) }
    }

    /// The sums of a number and a vector's elements. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ scalar: A.Element, _ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSum, scalar, vector, &result)
    }

    /// The differences of two vectors' elements: first − second.
    public static func subtract<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { subtract(first, second, result: &$0) }
    }

    /// The differences of two vectors' elements: first − second. The result must have as many elements as the operands.
    public static func subtract<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorDifference, first, second, &result)
    }

    /// The products of two vectors' elements.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { multiply(first, second, result: &$0) }
    }

    /// The products of two vectors' elements. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProduct, first, second, &result)
    }

    /// The products of a number and a vector's elements.
    public static func multiply<A: AccelerateBuffer>(_ scalar: A.Element, _ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { multiply(scalar, vector, result: &$0) }
    }

    /// The products of a number and a vector's elements. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ scalar: A.Element, _ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProduct, scalar, vector, &result)
    }

    /// The quotients of two vectors' elements: first / second.
    public static func divide<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { divide(first, second, result: &$0) }
    }

    /// The quotients of two vectors' elements: first / second. The result must have as many elements as the operands.
    public static func divide<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorQuotient, first, second, &result)
    }

    /// The quotients of a vector's elements and a number: vector / scalar.
    public static func divide<A: AccelerateBuffer>(_ vector: A, _ scalar: A.Element) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { divide(vector, scalar, result: &$0) }
    }

    /// The quotients of a vector's elements and a number: vector / scalar. The result must have as many elements as the operands.
    public static func divide<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, _ scalar: A.Element, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorQuotient, vector, scalar, &result)
    }

    /// The quotients of a number and a vector's elements: scalar / vector.
    public static func divide<A: AccelerateBuffer>(_ scalar: A.Element, _ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { divide(scalar, vector, result: &$0) }
    }

    /// The quotients of a number and a vector's elements: scalar / vector. The result must have as many elements as the operands.
    public static func divide<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ scalar: A.Element, _ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorQuotient, scalar, vector, &result)
    }

    /// The larger element of each pair of elements of two vectors.
    public static func maximum<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { maximum(first, second, result: &$0) }
    }

    /// The larger element of each pair of elements of two vectors. The result must have as many elements as the operands.
    public static func maximum<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorLarger, first, second, &result)
    }

    /// The smaller element of each pair of elements of two vectors.
    public static func minimum<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { minimum(first, second, result: &$0) }
    }

    /// The smaller element of each pair of elements of two vectors. The result must have as many elements as the operands.
    public static func minimum<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSmaller, first, second, &result)
    }

    /// The distances of points from the origin: √(first² + second²).
    public static func hypot<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { hypot(first, second, result: &$0) }
    }

    /// The distances of points from the origin: √(first² + second²). The result must have as many elements as the operands.
    public static func hypot<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(_ first: A, _ second: B, result: inout R)
    where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorDistance, first, second, &result)
    }

    /// The magnitudes of a vector's elements.
    public static func absolute<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { absolute(vector, result: &$0) }
    }

    /// The magnitudes of a vector's elements. The result must have as many elements as the operands.
    public static func absolute<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorMagnitude, vector, &result)
    }

    /// The negatives of a vector's elements.
    public static func negative<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { negative(vector, result: &$0) }
    }

    /// The negatives of a vector's elements. The result must have as many elements as the operands.
    public static func negative<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorNegative, vector, &result)
    }

    /// The negative magnitudes of a vector's elements.
    public static func negativeAbsolute<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { negativeAbsolute(vector, result: &$0) }
    }

    /// The negative magnitudes of a vector's elements. The result must have as many elements as the operands.
    public static func negativeAbsolute<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorNegativeMagnitude, vector, &result)
    }

    /// The squares of a vector's elements.
    public static func square<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { square(vector, result: &$0) }
    }

    /// The squares of a vector's elements. The result must have as many elements as the operands.
    public static func square<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSquare, vector, &result)
    }

    /// The squares of a vector's elements, with the signs of the elements.
    public static func signedSquare<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { signedSquare(vector, result: &$0) }
    }

    /// The squares of a vector's elements, with the signs of the elements. The result must have as many elements as the operands.
    public static func signedSquare<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSignedSquare, vector, &result)
    }

    /// The fractional parts of a vector's elements, with the signs of the elements.
    public static func trunc<A: AccelerateBuffer>(_ vector: A) -> [A.Element] where A.Element: AccelerateScalar {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// The fractional parts of a vector's elements, with the signs of the elements. The result must have as many elements as the operands.
    public static func trunc<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ vector: A, result: inout R)
    where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorFraction, vector, &result)
    }
}
