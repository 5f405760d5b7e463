/// Comparisons, row by row. Where a value is missing, the result is missing. If the columns have different lengths, the resulting column is
/// not valid.
extension MLDataColumn {
    private static func compare(_ a: Self, _ comparison: MLDataValue.Comparison, _ b: Self) -> MLDataColumn<Bool> {
        MLDataColumn<Bool>(MLUntypedColumn.compare(a.untyped, comparison, b.untyped))
    }

    private static func compare(_ a: Self, _ comparison: MLDataValue.Comparison, _ b: Element) -> MLDataColumn<Bool> {
        MLDataColumn<Bool>(MLUntypedColumn.compare(a.untyped, comparison, MLUntypedColumn.repeated(b, like: a.untyped)))
    }

    private static func compare(_ a: Element, _ comparison: MLDataValue.Comparison, _ b: Self) -> MLDataColumn<Bool> {
        MLDataColumn<Bool>(MLUntypedColumn.compare(MLUntypedColumn.repeated(a, like: b.untyped), comparison, b.untyped))
    }

    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .equal, b) }
    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .equal, b) }
    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .equal, b) }

    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .notEqual, b) }
    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .notEqual, b) }
    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .notEqual, b) }

    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .greater, b) }
    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .greater, b) }
    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .greater, b) }

    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .less, b) }
    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .less, b) }
    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .less, b) }

    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .greaterOrEqual, b) }
    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .greaterOrEqual, b) }
    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .greaterOrEqual, b) }

    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: MLDataColumn<Element>, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .lessOrEqual, b) }
    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: MLDataColumn<Element>, b: Element) -> MLDataColumn<Bool> { compare(a, .lessOrEqual, b) }
    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: Element, b: MLDataColumn<Element>) -> MLDataColumn<Bool> { compare(a, .lessOrEqual, b) }
}

extension MLDataColumn where Element == Bool {
    /// Tells row by row whether both values are true. Where a value is missing, the result is missing.
    public static func && (a: MLDataColumn<Bool>, b: MLDataColumn<Bool>) -> MLDataColumn<Bool> {
        MLDataColumn(MLUntypedColumn.decide(a.untyped, b.untyped) { $0 && $1 })
    }
    /// Tells row by row whether at least one of the two values is true. Where a value is missing, the result is missing.
    public static func || (a: MLDataColumn<Bool>, b: MLDataColumn<Bool>) -> MLDataColumn<Bool> {
        MLDataColumn(MLUntypedColumn.decide(a.untyped, b.untyped) { $0 || $1 })
    }
}

extension MLDataColumn {
    fileprivate static func calculate(_ a: Self, _ arithmetic: MLDataValue.Arithmetic, _ b: Self) -> Self {
        Self(MLUntypedColumn.calculate(a.untyped, arithmetic, b.untyped).converted(to: Element.dataValueType))
    }

    fileprivate static func repeated(_ value: Element, like other: Self) -> Self { Self(repeating: value, count: other.count) }
}

/// Arithmetic on integers. A division drops the remainder. The result is missing where the divisor is 0. If a result overflows, the column is not
/// valid.
extension MLDataColumn where Element == Int {
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: MLDataColumn<Int>, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(a, .plus, b) }
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: Int, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(repeated(a, like: b), .plus, b) }
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: MLDataColumn<Int>, b: Int) -> MLDataColumn<Int> { calculate(a, .plus, repeated(b, like: a)) }

    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: MLDataColumn<Int>, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(a, .minus, b) }
    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: Int, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(repeated(a, like: b), .minus, b) }
    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: MLDataColumn<Int>, b: Int) -> MLDataColumn<Int> { calculate(a, .minus, repeated(b, like: a)) }

    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: MLDataColumn<Int>, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(a, .times, b) }
    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: Int, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(repeated(a, like: b), .times, b) }
    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: MLDataColumn<Int>, b: Int) -> MLDataColumn<Int> { calculate(a, .times, repeated(b, like: a)) }

    /// Divides row by row. The quotient is missing where a value is missing or the divisor is 0.
    public static func / (a: MLDataColumn<Int>, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(a, .divided, b) }
    /// Divides row by row. The quotient is missing where a value is missing or the divisor is 0.
    public static func / (a: Int, b: MLDataColumn<Int>) -> MLDataColumn<Int> { calculate(repeated(a, like: b), .divided, b) }
    /// Divides row by row. The quotient is missing where a value is missing or the divisor is 0.
    public static func / (a: MLDataColumn<Int>, b: Int) -> MLDataColumn<Int> { calculate(a, .divided, repeated(b, like: a)) }
}

extension MLDataColumn where Element == Double {
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: MLDataColumn<Double>, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(a, .plus, b) }
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: Double, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(repeated(a, like: b), .plus, b) }
    /// Adds row by row. The sum is missing where a value is missing.
    public static func + (a: MLDataColumn<Double>, b: Double) -> MLDataColumn<Double> { calculate(a, .plus, repeated(b, like: a)) }

    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: MLDataColumn<Double>, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(a, .minus, b) }
    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: Double, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(repeated(a, like: b), .minus, b) }
    /// Subtracts row by row. The difference is missing where a value is missing.
    public static func - (a: MLDataColumn<Double>, b: Double) -> MLDataColumn<Double> { calculate(a, .minus, repeated(b, like: a)) }

    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: MLDataColumn<Double>, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(a, .times, b) }
    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: Double, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(repeated(a, like: b), .times, b) }
    /// Multiplies row by row. The product is missing where a value is missing.
    public static func * (a: MLDataColumn<Double>, b: Double) -> MLDataColumn<Double> { calculate(a, .times, repeated(b, like: a)) }

    /// Divides row by row. The quotient is missing where a value is missing.
    public static func / (a: MLDataColumn<Double>, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(a, .divided, b) }
    /// Divides row by row. The quotient is missing where a value is missing.
    public static func / (a: Double, b: MLDataColumn<Double>) -> MLDataColumn<Double> { calculate(repeated(a, like: b), .divided, b) }
    /// Divides row by row. The quotient is missing where a value is missing.
    public static func / (a: MLDataColumn<Double>, b: Double) -> MLDataColumn<Double> { calculate(a, .divided, repeated(b, like: a)) }
}
