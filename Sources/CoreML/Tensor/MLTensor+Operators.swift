import CoreMLRuntime

extension MLTensor {
    /// An operation of two operands in the type that they have in common, broadcast.
    private static func combine(_ kind: String, _ x: MLTensor, _ y: MLTensor) -> MLTensor {
        let operands = promoted([x, y])
        return result(kind, ["x": operands[0].argument, "y": operands[1].argument])
    }

    /// Arithmetic: of two Booleans as of the integers 0 and 1.
    private static func calculate(_ kind: String, _ x: MLTensor, _ y: MLTensor) -> MLTensor {
        guard x.storage.scalar == .bool, y.storage.scalar == .bool else { return combine(kind, x, y) }
        return combine(kind, x.converted(to: .int32), y.converted(to: .int32))
    }

    static func minimum(_ x: MLTensor, _ y: MLTensor) -> MLTensor { combine("minimum", x, y) }
    static func maximum(_ x: MLTensor, _ y: MLTensor) -> MLTensor { combine("maximum", x, y) }
    static func power(_ x: MLTensor, _ y: MLTensor) -> MLTensor { calculate("pow", x, y) }

    // MARK: Arithmetic

    public static func + (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("add", lhs, rhs) }
    public static func - (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("sub", lhs, rhs) }
    public static func * (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("mul", lhs, rhs) }

    /// Quotients; of integers rounded towards zero, and zero where the divisor is.
    public static func / (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("real_div", lhs, rhs) }

    /// Remainders, with the sign of the divisor.
    public static func % (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("mod", lhs, rhs) }

    public static func += (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs + rhs }
    public static func -= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs - rhs }
    public static func *= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs * rhs }
    public static func /= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs / rhs }
    public static func %= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs % rhs }

    public static prefix func - (operand: MLTensor) -> MLTensor {
        operand.storage.scalar.isFloatingPoint ? operand * MLTensor(Float(-1)) : MLTensor(Int8(0)) - operand
    }

    public static func + <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs + MLTensor(rhs) }
    public static func + <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) + rhs }
    public static func - <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs - MLTensor(rhs) }
    public static func - <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) - rhs }
    public static func * <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs * MLTensor(rhs) }
    public static func * <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) * rhs }
    public static func / <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs / MLTensor(rhs) }
    public static func / <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) / rhs }
    public static func % <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs % MLTensor(rhs) }
    public static func % <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) % rhs }

    // MARK: Comparison

    public static func .== (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("equal", lhs, rhs) }
    public static func .!= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("not_equal", lhs, rhs) }
    public static func .< (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("less", lhs, rhs) }
    public static func .<= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("less_equal", lhs, rhs) }
    public static func .> (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("greater", lhs, rhs) }
    public static func .>= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("greater_equal", lhs, rhs) }

    public static func .== <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .== MLTensor(rhs) }
    public static func .!= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .!= MLTensor(rhs) }
    public static func .< <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .< MLTensor(rhs) }
    public static func .<= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .<= MLTensor(rhs) }
    public static func .> <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .> MLTensor(rhs) }
    public static func .>= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .>= MLTensor(rhs) }

    // MARK: Logic

    public static func .& (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_and", lhs, rhs) }
    public static func .| (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_or", lhs, rhs) }
    public static func .^ (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_xor", lhs, rhs) }
    public static prefix func .! (operand: MLTensor) -> MLTensor { operand.applying("logical_not") }
}

/// The smaller of two tensors' elements, broadcast.
public func pointwiseMin(_ lhs: MLTensor, _ rhs: MLTensor) -> MLTensor { MLTensor.minimum(lhs, rhs) }

/// The smaller of a tensor's elements and a number.
public func pointwiseMin<Scalar: MLTensorScalar & Numeric>(_ lhs: MLTensor, _ rhs: Scalar) -> MLTensor { pointwiseMin(lhs, MLTensor(rhs)) }

/// The smaller of a number and a tensor's elements.
public func pointwiseMin<Scalar: MLTensorScalar & Numeric>(_ lhs: Scalar, _ rhs: MLTensor) -> MLTensor { pointwiseMin(MLTensor(lhs), rhs) }

/// The larger of two tensors' elements, broadcast.
public func pointwiseMax(_ lhs: MLTensor, _ rhs: MLTensor) -> MLTensor { MLTensor.maximum(lhs, rhs) }

/// The larger of a tensor's elements and a number.
public func pointwiseMax<Scalar: MLTensorScalar & Numeric>(_ lhs: MLTensor, _ rhs: Scalar) -> MLTensor { pointwiseMax(lhs, MLTensor(rhs)) }

/// The larger of a number and a tensor's elements.
public func pointwiseMax<Scalar: MLTensorScalar & Numeric>(_ lhs: Scalar, _ rhs: MLTensor) -> MLTensor { pointwiseMax(MLTensor(lhs), rhs) }
