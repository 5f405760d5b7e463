import Foundation

/// A function of two numbers, applied to the elements of `x` and `y` after broadcasting.
protocol BinaryFunction: OperationDefinition {
    static func apply(_ x: Float, _ y: Float) -> Float
    static func apply(_ x: Int32, _ y: Int32) -> Int32
}

/// A comparison of two numbers, applied to the elements of `x` and `y` after broadcasting.
protocol BinaryPredicate: OperationDefinition {
    static func holds(_ x: Float, _ y: Float) -> Bool
    static func holds(_ x: Int32, _ y: Int32) -> Bool
}

/// Walks two broadcast operands into `output`.
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
        } else {
            for index in 0..<count { results[index] = function(xs[index * xStep], ys[index * yStep]) }
        }
    }
}

/// `x` and `y` as one type: the type of `x`, or float32 where one of them is floating and the types differ.
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

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
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

/// Division; of integers rounded toward zero, and zero by zero.
enum Division: BinaryFunction {
    package static let kinds = ["real_div"]
    static func apply(_ x: Float, _ y: Float) -> Float { x / y }
    static func apply(_ x: Int32, _ y: Int32) -> Int32 { y == 0 ? 0 : x.dividedReportingOverflow(by: y).partialValue }
}

/// Division rounded down.
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

/// The remainder of a division rounded down: it has the sign of `y`.
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

/// The elements of `a` where `cond` is true and of `b` elsewhere, all three broadcast.
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
        let size = output.scalar.size
        let walk = StridedWalk(
            shape: output.shape,
            strides: [condition, a, b].map { Broadcasting.strides($0.shape, to: output.shape) } + [output.type.strides])
        let conditions = condition.elements(as: UInt8.self)
        walk.forEachRow { offsets in
            for index in 0..<walk.rowLength {
                let chosen = conditions[offsets[0] + index * walk.step(0)] != 0
                let source = chosen ? a.pointer : b.pointer
                let element = chosen ? offsets[1] + index * walk.step(1) : offsets[2] + index * walk.step(2)
                (output.pointer + (offsets[3] + index * walk.step(3)) * size)
                    .copyMemory(from: source + element * size, byteCount: size)
            }
        }
    }
}

let elementwiseBinary: [any OperationDefinition.Type] = [
    Addition.self, Subtraction.self, Multiplication.self, Division.self, FloorDivision.self, Modulo.self, Power.self, Maximum.self,
    Minimum.self, Equal.self, NotEqual.self, Less.self, LessOrEqual.self, Greater.self, GreaterOrEqual.self, LogicalAnd.self,
    LogicalOr.self, LogicalXor.self, Select.self,
]
