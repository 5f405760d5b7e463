extension MLDataValue {
    enum Arithmetic: String {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
    }

    enum Comparison: String {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// Whether the first value sorts before the second. Numbers sort by size, then follow texts, then other values. Missing values are last.
    static func isBefore(_ a: MLDataValue, _ b: MLDataValue) -> Bool {
        switch (a, b) {
        case (.int(let a), .int(let b)): a < b
        case (.string(let a), .string(let b)): a < b
        default:
            if let x = a.number, let y = b.number {
                x < y || (!x.isNaN && y.isNaN)
            } else if a.order != b.order {
                a.order < b.order
            } else {
                a.order == 2 && a.description < b.description
            }
        }
    }

    private var order: Int {
        switch self {
        case .int, .double: 0
        case .string: 1
        case .sequence, .dictionary, .multiArray: 2
        case .invalid: 3
        }
    }

    /// The result of a comparison: 1 if it holds, or else 0. The result is missing if one of the values is missing.
    ///
    /// - Throws: `MLCreateError.type` if the types of the values have no such comparison.
    static func compare(_ a: MLDataValue, _ comparison: Comparison, _ b: MLDataValue) throws -> MLDataValue {
        guard a.isValid, b.isValid else { return .invalid }
        let isTrue: Bool
        switch comparison {
        case .equal, .notEqual:
            let isSame = if let x = a.number, let y = b.number, a.type != b.type { x == y } else { a == b }
            isTrue = isSame == (comparison == .equal)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            if case .string(let x) = a, case .string(let y) = b {
                isTrue = holds(x, comparison, y)
            } else if case .int(let x) = a, case .int(let y) = b {
                isTrue = holds(x, comparison, y)
            } else if let x = a.number, let y = b.number {
                isTrue = holds(x, comparison, y)
            } else {
                throw MLCreateError.type(reason: "\(a.type) \(comparison.rawValue) \(b.type) means nothing")
            }
        }
        return .int(isTrue ? 1 : 0)
    }

    private static func holds<Value: Comparable>(_ a: Value, _ comparison: Comparison, _ b: Value) -> Bool {
        switch comparison {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }

    /// The result of a calculation. It is missing if a value is missing, or if an integer is divided by 0.
    ///
    /// - Throws: `MLCreateError.type` for values that are not numbers, and `MLCreateError.generic` if an integer overflows.
    static func calculate(_ a: MLDataValue, _ arithmetic: Arithmetic, _ b: MLDataValue) throws -> MLDataValue {
        guard a.isValid, b.isValid else { return .invalid }
        if case .int(let x) = a, case .int(let y) = b {
            let (value, overflow): (Int, Bool)
            switch arithmetic {
            case .plus: (value, overflow) = x.addingReportingOverflow(y)
            case .minus: (value, overflow) = x.subtractingReportingOverflow(y)
            case .times: (value, overflow) = x.multipliedReportingOverflow(by: y)
            case .divided:
                guard y != 0 else { return .invalid }
                (value, overflow) = x.dividedReportingOverflow(by: y)
            }
            guard !overflow else { throw MLCreateError.generic(reason: "\(x) \(arithmetic.rawValue) \(y) is too large a number") }
            return .int(value)
        }
        if let x = a.number, let y = b.number {
            switch arithmetic {
            case .plus: return .double(x + y)
            case .minus: return .double(x - y)
            case .times: return .double(x * y)
            case .divided: return .double(x / y)
            }
        }
        if case .string(let x) = a, case .string(let y) = b, arithmetic == .plus { return .string(x + y) }
        throw MLCreateError.type(reason: "\(a.type) \(arithmetic.rawValue) \(b.type) means nothing")
    }
}
