import CVectors

extension vDSP {
    /// The sums of products and a third operand: a · b + c.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer>(multiplication operands: (a: A, b: B), _ third: C)
        -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element
    {
        made(operands.a.count) { add(multiplication: operands, third, result: &$0) }
    }

    /// The sums of products and a third operand: a · b + c. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: B), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlus, operands.a, operands.b, third, &result)
    }

    /// The sums of products and a third operand: a · b + c.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer>(multiplication operands: (a: A, b: B), _ third: A.Element) -> [A
        .Element] where A.Element: AccelerateScalar, B.Element == A.Element
    {
        made(operands.a.count) { add(multiplication: operands, third, result: &$0) }
    }

    /// The sums of products and a third operand: a · b + c. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: B), _ third: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlus, operands.a, operands.b, third, &result)
    }

    /// The sums of products and a third operand: a · b + c.
    public static func add<A: AccelerateBuffer, C: AccelerateBuffer>(multiplication operands: (a: A, b: A.Element), _ third: C) -> [A
        .Element] where A.Element: AccelerateScalar, C.Element == A.Element
    {
        made(operands.a.count) { add(multiplication: operands, third, result: &$0) }
    }

    /// The sums of products and a third operand: a · b + c. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: A.Element), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlus, operands.a, operands.b, third, &result)
    }

    /// The sums of products and a third operand: a · b + c.
    public static func add<A: AccelerateBuffer>(multiplication operands: (a: A, b: A.Element), _ third: A.Element) -> [A.Element]
    where A.Element: AccelerateScalar {
        made(operands.a.count) { add(multiplication: operands, third, result: &$0) }
    }

    /// The sums of products and a third operand: a · b + c. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: A.Element), _ third: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlus, operands.a, operands.b, third, &result)
    }

    /// The differences of products and a third operand: a · b − c.
    public static func subtract<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer>(
        multiplication operands: (a: A, b: B), _ third: C
    ) -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element {
        made(operands.a.count) { subtract(multiplication: operands, third, result: &$0) }
    }

    /// The differences of products and a third operand: a · b − c. The result must have as many elements as the operands.
    public static func subtract<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: B), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductMinus, operands.a, operands.b, third, &result)
    }

    /// The differences of products and a third operand: a · b − c.
    public static func subtract<A: AccelerateBuffer, C: AccelerateBuffer>(multiplication operands: (a: A, b: A.Element), _ third: C) -> [A
        .Element] where A.Element: AccelerateScalar, C.Element == A.Element
    {
        made(operands.a.count) { subtract(multiplication: operands, third, result: &$0) }
    }

    /// The differences of products and a third operand: a · b − c. The result must have as many elements as the operands.
    public static func subtract<A: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication operands: (a: A, b: A.Element), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductMinus, operands.a, operands.b, third, &result)
    }

    /// The products of sums and a third operand: (a + b) · c.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer>(addition operands: (a: A, b: B), _ third: C)
        -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element
    {
        made(operands.a.count) { multiply(addition: operands, third, result: &$0) }
    }

    /// The products of sums and a third operand: (a + b) · c. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        addition operands: (a: A, b: B), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSumTimes, operands.a, operands.b, third, &result)
    }

    /// The products of sums and a third operand: (a + b) · c.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer>(addition operands: (a: A, b: B), _ third: A.Element) -> [A
        .Element] where A.Element: AccelerateScalar, B.Element == A.Element
    {
        made(operands.a.count) { multiply(addition: operands, third, result: &$0) }
    }

    /// The products of sums and a third operand: (a + b) · c. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        addition operands: (a: A, b: B), _ third: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSumTimes, operands.a, operands.b, third, &result)
    }

    /// The products of differences and a third operand: (a − b) · c.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer>(
        subtraction operands: (a: A, b: B), _ third: C
    ) -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element {
        made(operands.a.count) { multiply(subtraction: operands, third, result: &$0) }
    }

    /// The products of differences and a third operand: (a − b) · c. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        subtraction operands: (a: A, b: B), _ third: C, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorDifferenceTimes, operands.a, operands.b, third, &result)
    }

    /// The products of differences and a third operand: (a − b) · c.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer>(subtraction operands: (a: A, b: B), _ third: A.Element) -> [A
        .Element] where A.Element: AccelerateScalar, B.Element == A.Element
    {
        made(operands.a.count) { multiply(subtraction: operands, third, result: &$0) }
    }

    /// The products of differences and a third operand: (a − b) · c. The result must have as many elements as the operands.
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        subtraction operands: (a: A, b: B), _ third: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorDifferenceTimes, operands.a, operands.b, third, &result)
    }

    /// Vectors interpolated between two other vectors: first + fraction · (second − first).
    public static func linearInterpolate<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B, using fraction: A.Element) -> [A
        .Element] where A.Element: AccelerateScalar, B.Element == A.Element
    {
        made(first.count) { linearInterpolate(first, second, using: fraction, result: &$0) }
    }

    /// Vectors interpolated between two other vectors: first + fraction · (second − first). The result must have as many elements as the operands.
    public static func linearInterpolate<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ first: A, _ second: B, using fraction: A.Element, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorInterpolation, first, second, fraction, &result)
    }
}
