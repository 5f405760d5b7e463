import CVectors

extension vForce {
    /// The bases raised to the power of their exponents.
    public static func pow<A: AccelerateBuffer, B: AccelerateBuffer>(bases first: A, exponents second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { pow(bases: first, exponents: second, result: &$0) }
    }

    /// The bases raised to the power of their exponents. The result must have as many elements as the operands.
    public static func pow<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        bases first: A, exponents second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorPower, first, second, &result)
    }

    /// The angles of points in radians, −π … π.
    public static func atan2<A: AccelerateBuffer, B: AccelerateBuffer>(x first: A, y second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { atan2(x: first, y: second, result: &$0) }
    }

    /// Angles of points in radians, −π … π. The result must have as many elements as the operands.
    public static func atan2<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(x first: A, y second: B, result: inout R)
    where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorAngle, second, first, &result)
    }

    /// The magnitudes of elements with the signs of other elements.
    public static func copysign<A: AccelerateBuffer, B: AccelerateBuffer>(magnitudes first: A, signs second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { copysign(magnitudes: first, signs: second, result: &$0) }
    }

    /// Magnitudes with the signs of other elements. The result must have as many elements as the operands.
    public static func copysign<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        magnitudes first: A, signs second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorCopySign, first, second, &result)
    }

    /// The remainders of divisions with truncated quotients. They have the signs of the dividends.
    public static func truncatingRemainder<A: AccelerateBuffer, B: AccelerateBuffer>(dividends first: A, divisors second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { truncatingRemainder(dividends: first, divisors: second, result: &$0) }
    }

    /// The remainders of divisions with truncated quotients. They have the signs of the dividends. The result must have as many elements as
    /// the operands.
    public static func truncatingRemainder<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        dividends first: A, divisors second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorTruncatingRemainder, first, second, &result)
    }

    /// The remainders of divisions with quotients that are rounded to the nearest integer.
    public static func remainder<A: AccelerateBuffer, B: AccelerateBuffer>(dividends first: A, divisors second: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(first.count) { remainder(dividends: first, divisors: second, result: &$0) }
    }

    /// The remainders of divisions with quotients that are rounded to the nearest integer. The result must have as many elements as the
    /// operands.
    public static func remainder<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        dividends first: A, divisors second: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorNearestRemainder, first, second, &result)
    }
}
