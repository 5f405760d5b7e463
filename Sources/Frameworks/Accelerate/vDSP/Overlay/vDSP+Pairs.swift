import CVectors

extension vDSP {
    /// The sums of two products: a · b + c · d.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer>(
        multiplication first: (a: A, b: B), multiplication second: (c: C, d: D)
    ) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element {
        made(first.a.count) { add(multiplication: first, multiplication: second, result: &$0) }
    }

    /// The sums of two products: a · b + c · d. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication first: (a: A, b: B), multiplication second: (c: C, d: D), result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlusProduct, first.a, first.b, second.c, second.d, &result)
    }

    /// The differences of two products: a · b − c · d.
    public static func subtract<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer>(
        multiplication first: (a: A, b: B), multiplication second: (c: C, d: D)
    ) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element {
        made(first.a.count) { subtract(multiplication: first, multiplication: second, result: &$0) }
    }

    /// The differences of two products: a · b − c · d. The result must have as many elements as the operands.
    public static func subtract<
        A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer
    >(
        multiplication first: (a: A, b: B), multiplication second: (c: C, d: D), result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductMinusProduct, first.a, first.b, second.c, second.d, &result)
    }

    /// The products of two sums: (a + b) · (c + d).
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer>(
        addition first: (a: A, b: B), addition second: (c: C, d: D)
    ) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element {
        made(first.a.count) { multiply(addition: first, addition: second, result: &$0) }
    }

    /// The products of two sums: (a + b) · (c + d). The result must have as many elements as the operands.
    public static func multiply<
        A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer
    >(
        addition first: (a: A, b: B), addition second: (c: C, d: D), result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSumTimesSum, first.a, first.b, second.c, second.d, &result)
    }

    /// The products of sums and differences: (a + b) · (c − d).
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer>(
        addition first: (a: A, b: B), subtraction second: (c: C, d: D)
    ) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element {
        made(first.a.count) { multiply(addition: first, subtraction: second, result: &$0) }
    }

    /// The products of sums and differences: (a + b) · (c − d). The result must have as many elements as the operands.
    public static func multiply<
        A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer
    >(
        addition first: (a: A, b: B), subtraction second: (c: C, d: D), result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorSumTimesDifference, first.a, first.b, second.c, second.d, &result)
    }

    /// The products of two differences: (a − b) · (c − d).
    public static func multiply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer>(
        subtraction first: (a: A, b: B), subtraction second: (c: C, d: D)
    ) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element {
        made(first.a.count) { multiply(subtraction: first, subtraction: second, result: &$0) }
    }

    /// The products of two differences: (a − b) · (c − d). The result must have as many elements as the operands.
    public static func multiply<
        A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer
    >(
        subtraction first: (a: A, b: B), subtraction second: (c: C, d: D), result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, C.Element == A.Element, D.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorDifferenceTimesDifference, first.a, first.b, second.c, second.d, &result)
    }

    /// The sums of two vectors, each multiplied by a number: a · b + c · d.
    public static func add<A: AccelerateBuffer, C: AccelerateBuffer>(
        multiplication first: (a: A, b: A.Element), multiplication second: (c: C, d: A.Element)
    ) -> [A.Element] where A.Element: AccelerateScalar, C.Element == A.Element {
        made(first.a.count) { add(multiplication: first, multiplication: second, result: &$0) }
    }

    /// The sums of two vectors, each multiplied by a number: a · b + c · d. The result must have as many elements as the operands.
    public static func add<A: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        multiplication first: (a: A, b: A.Element), multiplication second: (c: C, d: A.Element), result: inout R
    ) where A.Element: AccelerateScalar, C.Element == A.Element, R.Element == A.Element {
        A.Element.vectorKernels.apply(VectorProductPlusProduct, first.a, first.b, second.c, second.d, &result)
    }
}

extension VectorKernels {
    fileprivate func apply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorQuaternary, _ a: A, _ b: B, _ c: C, _ d: D, _ result: inout R
    ) where A.Element == T, B.Element == T, C.Element == T, D.Element == T, R.Element == T {
        for count in [b.count, c.count, d.count] { checkCounts(a.count, count) }
        reading(a) { a, count in
            reading(b) { b, _ in
                reading(c) { c, _ in
                    reading(d) { d, _ in writing(&result, count: count) { quaternary(operation, a, 1, b, 1, c, 1, d, 1, $0, 1, count) } }
                }
            }
        }
    }

    fileprivate func apply<A: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorQuaternary, _ a: A, _ b: T, _ c: C, _ d: T, _ result: inout R
    ) where A.Element == T, C.Element == T, R.Element == T {
        checkCounts(a.count, c.count)
        withUnsafePointer(to: b) { b in
            withUnsafePointer(to: d) { d in
                reading(a) { a, count in
                    reading(c) { c, _ in writing(&result, count: count) { quaternary(operation, a, 1, b, 0, c, 1, d, 0, $0, 1, count) } }
                }
            }
        }
    }
}
