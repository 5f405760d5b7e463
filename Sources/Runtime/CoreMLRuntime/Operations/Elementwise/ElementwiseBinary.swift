import Foundation

/// A function of two numbers. It is applied to the elements of `x` and `y`, with broadcasting.
protocol BinaryFunction: OperationDefinition {
    static func apply(_ x: Float, _ y: Float) -> Float
    static func apply(_ x: Int32, _ y: Int32) -> Int32
}

/// A comparison of two numbers. It is applied to the elements of `x` and `y`, with broadcasting.
protocol BinaryPredicate: OperationDefinition {
    static func holds(_ x: Float, _ y: Float) -> Bool
    static func holds(_ x: Int32, _ y: Int32) -> Bool
}

/// Applies a function to the elements of two broadcast operands, and writes the results to `output`.
@inline(__always)
func mapBroadcast<Operand, Result>(
    _ x: Tensor, _ y: Tensor, _ output: Tensor, _ function: (Operand, Operand) -> Result
) {
    let walk = StridedWalk(
        shape: output.shape,
        strides: [Broadcasting.strides(x.shape, to: output.shape), Broadcasting.strides(y.shape, to: output.shape), output.type.strides])
    let xs = x.pointer.assumingMemoryBound(to: Operand.self)
    let ys = y.pointer.assumingMemoryBound(to: Operand.self)
    let results = output.pointer.assumingMemoryBound(to: Result.self)
    let (count, xStep, yStep) = (walk.rowLength, walk.step(0), walk.step(1))
    walk.forEachRow { offsets in
        let (xs, ys, results) = (xs + offsets[0], ys + offsets[1], results + offsets[2])
        if xStep == 1 && yStep == 1 {
            for index in 0..<count { results[index] = function(xs[index], ys[index]) }
        } else if xStep == 1 && yStep == 0 {
            let y = ys[0]
            for index in 0..<count { results[index] = function(xs[index], y) }
        } else if xStep == 0 && yStep == 1 {
            let x = xs[0]
            for index in 0..<count { results[index] = function(x, ys[index]) }
        } else {
            for index in 0..<count { results[index] = function(xs[index &* xStep], ys[index &* yStep]) }
        }
    }
}

/// The promoted type of `x` and `y`. This is the floating-point type if only one of them is floating-point, or else the wider type.
private func commonScalar(_ call: OperationCall) throws -> ScalarType {
    let (x, y) = (try call.type("x").scalar, try call.type("y").scalar)
    if x == y { return x }
    if x.isFloatingPoint != y.isFloatingPoint { return x.isFloatingPoint ? x : y }
    return x.size >= y.size ? x : y
}

extension BinaryFunction {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(try commonScalar(call), try call.broadcastShape([call.shape("x"), call.shape("y")]))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws { try computeElements(call, outputs) }

    fileprivate static func computeElements(_ call: OperationCall, _ outputs: [Tensor]) throws {
        let (x, y, output) = (try call.tensor("x"), try call.tensor("y"), outputs[0])
        if output.scalar.fitsInt32 {
            let result = output.scalar == .int32 ? output : Tensor(uninitialized: TensorType(.int32, output.shape))
            mapBroadcast(x.converted(to: .int32), y.converted(to: .int32), result) { (x: Int32, y: Int32) -> Int32 in apply(x, y) }
            if result !== output { result.convert(into: output) }
        } else {
            let result = output.scalar == .float32 ? output : Tensor(uninitialized: .float32(output.shape))
            mapBroadcast(x.converted(to: .float32), y.converted(to: .float32), result) { (x: Float, y: Float) -> Float in apply(x, y) }
            if result !== output { result.convert(into: output) }
        }
    }
}

extension BinaryPredicate {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [TensorType(.bool, try call.broadcastShape([call.shape("x"), call.shape("y")]))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, y) = (try call.tensor("x"), try call.tensor("y"))
        if x.scalar.fitsInt32 && y.scalar.fitsInt32 {
            mapBroadcast(x.converted(to: .int32), y.converted(to: .int32), outputs[0]) { (x: Int32, y: Int32) -> Bool in holds(x, y) }
        } else {
            mapBroadcast(x.converted(to: .float32), y.converted(to: .float32), outputs[0]) { (x: Float, y: Float) -> Bool in holds(x, y) }
        }
    }
}

enum Addition: BinaryFunction {
    package static let kinds = ["add"]
    static func apply(_ x: Float, _ y: Float) -> Float { x + y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { x &+ y }
}

enum Subtraction: BinaryFunction {
    package static let kinds = ["sub"]
    static func apply(_ x: Float, _ y: Float) -> Float { x - y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { x &- y }
}

enum Multiplication: BinaryFunction {
    package static let kinds = ["mul"]
    static func apply(_ x: Float, _ y: Float) -> Float { x * y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { x &* y }
}

/// Division. Quotients of integers are rounded towards zero, and are zero for a division by zero.
enum Division: BinaryFunction {
    package static let kinds = ["real_div"]
    static func apply(_ x: Float, _ y: Float) -> Float { x / y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { y == 0 ? 0 : x.dividedReportingOverflow(by: y).partialValue }
}

/// Division with the quotient rounded down.
enum FloorDivision: BinaryFunction {
    package static let kinds = ["floor_div"]
    static func apply(_ x: Float, _ y: Float) -> Float { (x / y).rounded(.down) }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 {
        guard y != 0 else { return 0 }
        guard y != -1 else { return 0 &- x }
        let quotient = x.dividedReportingOverflow(by: y).partialValue
        return (x % y != 0) && ((x < 0) != (y < 0)) ? quotient &- 1 : quotient
    }
}

/// The remainder of a division that rounds down. It has the sign of `y`.
enum Modulo: BinaryFunction {
    package static let kinds = ["mod"]
    static func apply(_ x: Float, _ y: Float) -> Float {
        let remainder = fmod(x, y)
        return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder
    }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 {
        guard y != 0, y != -1 else { return 0 }
        let remainder = x % y
        return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder
    }
}

enum Power: BinaryFunction {
    package static let kinds = ["pow"]
    static func apply(_ x: Float, _ y: Float) -> Float { pow(x, y) }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { Int32(truncatingAndClamping: pow(Double(x), Double(y))) }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (x, y, output) = (try call.tensor("x"), try call.tensor("y"), outputs[0])
        guard [x, y, output].allSatisfy({ $0.scalar == .float32 }), y.count == 1, x.count == output.count else {
            return try computeElements(call, outputs)
        }
        let (bases, powers, exponent) = (UnsafePointer(x.floatPointer), output.floatPointer, y.floatPointer[0])
        ParallelLoop.run(output.count, threads: Threads.limit) { range in
            if exponent == 3 {
                for index in range { powers[index] = bases[index] * bases[index] * bases[index] }
            } else {
                for index in range { powers[index] = pow(bases[index], exponent) }
            }
        }
    }
}

enum Maximum: BinaryFunction {
    package static let kinds = ["maximum"]
    static func apply(_ x: Float, _ y: Float) -> Float { x > y ? x : y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { max(x, y) }
}

enum Minimum: BinaryFunction {
    package static let kinds = ["minimum"]
    static func apply(_ x: Float, _ y: Float) -> Float { x < y ? x : y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { min(x, y) }
}

enum Equal: BinaryPredicate {
    package static let kinds = ["equal"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x == y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x == y }
}

enum NotEqual: BinaryPredicate {
    package static let kinds = ["not_equal"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x != y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x != y }
}

enum Less: BinaryPredicate {
    package static let kinds = ["less"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x < y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x < y }
}

enum LessOrEqual: BinaryPredicate {
    package static let kinds = ["less_equal"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x <= y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x <= y }
}

enum Greater: BinaryPredicate {
    package static let kinds = ["greater"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x > y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x > y }
}

enum GreaterOrEqual: BinaryPredicate {
    package static let kinds = ["greater_equal"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x >= y }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x >= y }
}

enum LogicalAnd: BinaryPredicate {
    package static let kinds = ["logical_and"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x != 0 && y != 0 }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x != 0 && y != 0 }
}

enum LogicalOr: BinaryPredicate {
    package static let kinds = ["logical_or"]
    static func holds(_ x: Float, _ y: Float) -> Bool { x != 0 || y != 0 }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { x != 0 || y != 0 }
}

enum LogicalXor: BinaryPredicate {
    package static let kinds = ["logical_xor"]
    static func holds(_ x: Float, _ y: Float) -> Bool { (x != 0) != (y != 0) }
    static func holds(_ x: Int32, _ y: Int32) -> Bool { (x != 0) != (y != 0) }
}

/// The elements of `a` where `cond` is true, and those of `b` elsewhere. All three are broadcast.
enum Select: OperationDefinition {
    package static let kinds = ["select"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.broadcastShape([call.shape("cond"), call.shape("a"), call.shape("b")])
        return [TensorType(try call.type("a").scalar, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let output = outputs[0]
        let condition = try call.tensor("cond").converted(to: .bool)
        let (a, b) = (try call.tensor("a"), try call.tensor("b").converted(to: output.scalar))
        switch output.scalar.size {
        case 1: choose(condition, a, b, output, UInt8.self)
        case 2: choose(condition, a, b, output, UInt16.self)
        case 4: choose(condition, a, b, output, UInt32.self)
        default: choose(condition, a, b, output, UInt64.self)
        }
    }

    private static func choose<Element: BitwiseCopyable>(
        _ condition: Tensor, _ a: Tensor, _ b: Tensor, _ output: Tensor, _: Element.Type
    ) {
        defer { withExtendedLifetime((condition, b)) {} }
        let walk = StridedWalk(
            shape: output.shape,
            strides: [condition, a, b].map { Broadcasting.strides($0.shape, to: output.shape) } + [output.type.strides])
        let (conditionStep, aStep, bStep) = (walk.step(0), walk.step(1), walk.step(2))
        let conditions = UnsafePointer(condition.pointer.assumingMemoryBound(to: UInt8.self))
        let first = UnsafePointer(a.pointer.assumingMemoryBound(to: Element.self))
        let second = UnsafePointer(b.pointer.assumingMemoryBound(to: Element.self))
        let results = output.pointer.assumingMemoryBound(to: Element.self)
        walk.divided { rows, elements in
            let (start, count) = (elements.lowerBound, elements.count)
            walk.forEachRow(in: rows) { offsets in
                let conditions = conditions + (offsets[0] + start * conditionStep)
                let (first, second) = (first + (offsets[1] + start * aStep), second + (offsets[2] + start * bStep))
                let results = results + (offsets[3] + start)
                if conditionStep == 0 {
                    if conditions[0] != 0 {
                        copyLine(first, aStep, into: results, 1, count)
                    } else {
                        copyLine(second, bStep, into: results, 1, count)
                    }
                    return
                }
                // Both are read whatever the condition is, so that the compiler can vectorise the selection.
                switch (conditionStep, aStep, bStep) {
                case (1, 1, 1):
                    for index in 0..<count {
                        let (x, y) = (first[index], second[index])
                        results[index] = conditions[index] != 0 ? x : y
                    }
                case (1, 1, 0):
                    let y = second[0]
                    for index in 0..<count {
                        let x = first[index]
                        results[index] = conditions[index] != 0 ? x : y
                    }
                case (1, 0, 1):
                    let x = first[0]
                    for index in 0..<count {
                        let y = second[index]
                        results[index] = conditions[index] != 0 ? x : y
                    }
                case (1, 0, 0):
                    let (x, y) = (first[0], second[0])
                    for index in 0..<count { results[index] = conditions[index] != 0 ? x : y }
                default:
                    for index in 0..<count {
                        let (x, y) = (first[index &* aStep], second[index &* bStep])
                        results[index] = conditions[index &* conditionStep] != 0 ? x : y
                    }
                }
            }
        }
    }
}

let elementwiseBinary: [any OperationDefinition.Type] = [
    Addition.self, Subtraction.self, Multiplication.self, Division.self, FloorDivision.self, Modulo.self, Power.self, Maximum.self,
    Minimum.self, Equal.self, NotEqual.self, Less.self, LessOrEqual.self, Greater.self, GreaterOrEqual.self, LogicalAnd.self,
    LogicalOr.self, LogicalXor.self, Select.self,
]
