/// Operators that work row by row. A comparison gives 1 or 0, or a missing value if one of its values is missing. The result is not valid if the
/// columns have different lengths, or if the types of the values do not suit the operator.
extension MLUntypedColumn {
    /// Combines two columns of equal length with `operation`, value by value. The values of the result have the type `type`, if it is given.
    private static func combine(
        _ a: MLUntypedColumn, _ b: MLUntypedColumn, _ type: MLDataValue.ValueType? = nil,
        _ operation: (MLDataValue, MLDataValue) throws -> MLDataValue
    ) -> MLUntypedColumn {
        catching {
            if let error = a.error ?? b.error { throw error }
            guard a.count == b.count else { throw MLCreateError.generic(reason: "the columns have \(a.count) and \(b.count) rows") }
            let values = try zip(a.values, b.values).map(operation)
            return type.map { MLUntypedColumn(values: values, type: $0) } ?? MLUntypedColumn(values)
        }
    }

    static func compare(_ a: MLUntypedColumn, _ comparison: MLDataValue.Comparison, _ b: MLUntypedColumn) -> MLUntypedColumn {
        combine(a, b, .int) { try MLDataValue.compare($0, comparison, $1) }
    }

    static func calculate(_ a: MLUntypedColumn, _ arithmetic: MLDataValue.Arithmetic, _ b: MLUntypedColumn) -> MLUntypedColumn {
        combine(a, b) { try MLDataValue.calculate($0, arithmetic, $1) }
    }

    /// Combines two columns of Booleans with `decide`. Every number except 0 is true. The result is 1 where `decide` returns `true`, and 0
    /// elsewhere.
    static func decide(_ a: MLUntypedColumn, _ b: MLUntypedColumn, _ decide: (Bool, Bool) -> Bool) -> MLUntypedColumn {
        combine(a, b, .int) { x, y in
            guard x.isValid, y.isValid else { return .invalid }
            guard let x = x.number, let y = y.number else { throw MLCreateError.type(reason: "texts are neither true nor false") }
            return .int(decide(x != 0, y != 0) ? 1 : 0)
        }
    }

    /// A column that repeats a value. It has the number of rows of `other`.
    static func repeated(_ value: any MLDataValueConvertible, like other: MLUntypedColumn) -> MLUntypedColumn {
        MLUntypedColumn(repeating: value.dataValue, count: other.count)
    }
}

extension MLUntypedColumn {
    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .equal, b) }
    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        compare(a, .equal, repeated(b, like: a))
    }
    /// Compares row by row whether the values are equal. Where a value is missing, the result is missing.
    public static func == (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        compare(repeated(a, like: b), .equal, b)
    }

    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .notEqual, b) }
    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        compare(a, .notEqual, repeated(b, like: a))
    }
    /// Compares row by row whether the values differ. Where a value is missing, the result is missing.
    public static func != (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        compare(repeated(a, like: b), .notEqual, b)
    }

    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .greater, b) }
    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        compare(a, .greater, repeated(b, like: a))
    }
    /// Compares row by row whether the left value is greater. Where a value is missing, the result is missing.
    public static func > (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        compare(repeated(a, like: b), .greater, b)
    }

    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .less, b) }
    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn { compare(a, .less, repeated(b, like: a)) }
    /// Compares row by row whether the left value is less than the right value. Where a value is missing, the result is missing.
    public static func < (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn { compare(repeated(a, like: b), .less, b) }

    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .greaterOrEqual, b) }
    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        compare(a, .greaterOrEqual, repeated(b, like: a))
    }
    /// Compares row by row whether the left value is greater or equal. Where a value is missing, the result is missing.
    public static func >= (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        compare(repeated(a, like: b), .greaterOrEqual, b)
    }

    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { compare(a, .lessOrEqual, b) }
    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        compare(a, .lessOrEqual, repeated(b, like: a))
    }
    /// Compares row by row whether the left value is less than or equal to the right value. Where a value is missing, the result is missing.
    public static func <= (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        compare(repeated(a, like: b), .lessOrEqual, b)
    }

    /// Adds row by row. Where a value is missing, the sum is missing. The column is not valid if the values are not numbers.
    public static func + (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { calculate(a, .plus, b) }
    /// Adds row by row. Where a value is missing, the sum is missing. The column is not valid if the values are not numbers.
    public static func + (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        calculate(a, .plus, repeated(b, like: a))
    }
    /// Adds row by row. Where a value is missing, the sum is missing. The column is not valid if the values are not numbers.
    public static func + (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        calculate(repeated(a, like: b), .plus, b)
    }

    /// Subtracts row by row. Where a value is missing, the difference is missing. The column is not valid if the values are not numbers.
    public static func - (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { calculate(a, .minus, b) }
    /// Subtracts row by row. Where a value is missing, the difference is missing. The column is not valid if the values are not numbers.
    public static func - (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        calculate(a, .minus, repeated(b, like: a))
    }
    /// Subtracts row by row. Where a value is missing, the difference is missing. The column is not valid if the values are not numbers.
    public static func - (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        calculate(repeated(a, like: b), .minus, b)
    }

    /// Multiplies row by row. Where a value is missing, the product is missing. The column is not valid if the values are not numbers.
    public static func * (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { calculate(a, .times, b) }
    /// Multiplies row by row. Where a value is missing, the product is missing. The column is not valid if the values are not numbers.
    public static func * (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        calculate(a, .times, repeated(b, like: a))
    }
    /// Multiplies row by row. Where a value is missing, the product is missing. The column is not valid if the values are not numbers.
    public static func * (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        calculate(repeated(a, like: b), .times, b)
    }

    /// Divides row by row. Where a value is missing, the quotient is missing. The column is not valid if the values are not numbers.
    public static func / (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { calculate(a, .divided, b) }
    /// Divides row by row. Where a value is missing, the quotient is missing. The column is not valid if the values are not numbers.
    public static func / (a: MLUntypedColumn, b: any MLDataValueConvertible) -> MLUntypedColumn {
        calculate(a, .divided, repeated(b, like: a))
    }
    /// Divides row by row. Where a value is missing, the quotient is missing. The column is not valid if the values are not numbers.
    public static func / (a: any MLDataValueConvertible, b: MLUntypedColumn) -> MLUntypedColumn {
        calculate(repeated(a, like: b), .divided, b)
    }

    /// Whether both values of a row are true (not 0). Where a value is missing, the result is missing.
    public static func && (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { decide(a, b) { $0 && $1 } }
    /// Whether at least one of the two values of a row is true (not 0). Where a value is missing, the result is missing.
    public static func || (a: MLUntypedColumn, b: MLUntypedColumn) -> MLUntypedColumn { decide(a, b) { $0 || $1 } }
}
