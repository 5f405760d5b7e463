import CoreMLRuntime

extension MLTensor {
    /// Promotes two operands to a common type, broadcasts them and applies an operation.
    private static func combine(_ kind: String, _ x: MLTensor, _ y: MLTensor) -> MLTensor {
        let operands = promoted([x, y])
        return result(kind, ["x": operands[0].argument, "y": operands[1].argument])
    }

    /// Applies an arithmetic operation. If both operands are Boolean, they count as the integers 0 and 1.
    private static func calculate(_ kind: String, _ x: MLTensor, _ y: MLTensor) -> MLTensor {
        guard x.storage.scalar == .bool, y.storage.scalar == .bool else { return combine(kind, x, y) }
        return combine(kind, x.converted(to: .int32), y.converted(to: .int32))
    }

    static func minimum(_ x: MLTensor, _ y: MLTensor) -> MLTensor { combine("minimum", x, y) }
    static func maximum(_ x: MLTensor, _ y: MLTensor) -> MLTensor { combine("maximum", x, y) }
    static func power(_ x: MLTensor, _ y: MLTensor) -> MLTensor { calculate("pow", x, y) }

    // MARK: Arithmetic

    /// Adds the elements in their promoted type, with broadcasting.
    public static func + (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("add", lhs, rhs) }
    /// Subtracts the elements in their promoted type, with broadcasting.
    public static func - (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("sub", lhs, rhs) }
    /// Multiplies the elements in their promoted type, with broadcasting.
    public static func * (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("mul", lhs, rhs) }

    /// Divides element by element in the promoted type, with broadcasting. Integer quotients are rounded towards zero. Integer division by
    /// zero gives zero.
    public static func / (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("real_div", lhs, rhs) }

    /// The remainder of the element-wise division in the promoted type, with broadcasting. It has the sign of the divisor.
    public static func % (lhs: MLTensor, rhs: MLTensor) -> MLTensor { calculate("mod", lhs, rhs) }

    /// Adds the elements of `rhs`, with broadcasting.
    public static func += (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs + rhs }
    /// Subtracts the elements of `rhs`, with broadcasting.
    public static func -= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs - rhs }
    /// Multiplies by the elements of `rhs`, with broadcasting.
    public static func *= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs * rhs }
    /// Divides by the elements of `rhs`, as `/` does.
    public static func /= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs / rhs }
    /// Takes the remainders by the elements of `rhs`, as `%` does.
    public static func %= (lhs: inout MLTensor, rhs: MLTensor) { lhs = lhs % rhs }

    /// The elements with their signs changed.
    public static prefix func - (operand: MLTensor) -> MLTensor {
        operand.storage.scalar.isFloatingPoint ? operand * MLTensor(Float(-1)) : MLTensor(Int8(0)) - operand
    }

    /// Adds the elements in their promoted type, with broadcasting.
    public static func + <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs + MLTensor(rhs) }
    /// Adds the elements in their promoted type, with broadcasting.
    public static func + <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) + rhs }
    /// Subtracts the elements in their promoted type, with broadcasting.
    public static func - <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs - MLTensor(rhs) }
    /// Subtracts the elements in their promoted type, with broadcasting.
    public static func - <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) - rhs }
    /// Multiplies the elements in their promoted type, with broadcasting.
    public static func * <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs * MLTensor(rhs) }
    /// Multiplies the elements in their promoted type, with broadcasting.
    public static func * <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) * rhs }
    /// Divides element by element in the promoted type, with broadcasting. Integer quotients are rounded towards zero. Integer division by
    /// zero gives zero.
    public static func / <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs / MLTensor(rhs) }
    /// Divides element by element in the promoted type, with broadcasting. Integer quotients are rounded towards zero. Integer division by
    /// zero gives zero.
    public static func / <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) / rhs }
    /// The remainder of the element-wise division in the promoted type, with broadcasting. It has the sign of the divisor.
    public static func % <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs % MLTensor(rhs) }
    /// The remainder of the element-wise division in the promoted type, with broadcasting. It has the sign of the divisor.
    public static func % <Scalar: MLTensorScalar & Numeric>(lhs: Scalar, rhs: MLTensor) -> MLTensor { MLTensor(lhs) % rhs }

    // MARK: Comparison

    /// Whether the elements are equal: a Boolean for each, with broadcasting.
    public static func .== (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("equal", lhs, rhs) }
    /// Whether the elements differ: a Boolean for each, with broadcasting.
    public static func .!= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("not_equal", lhs, rhs) }
    /// Whether the left element is smaller than the right element: a Boolean for each pair, with broadcasting.
    public static func .< (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("less", lhs, rhs) }
    /// Whether the left element is smaller or equal: a Boolean for each, with broadcasting.
    public static func .<= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("less_equal", lhs, rhs) }
    /// Whether the left element is larger than the right element: a Boolean for each pair, with broadcasting.
    public static func .> (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("greater", lhs, rhs) }
    /// Whether the left element is larger or equal: a Boolean for each, with broadcasting.
    public static func .>= (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("greater_equal", lhs, rhs) }

    /// Whether the elements equal a number: a Boolean for each.
    public static func .== <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .== MLTensor(rhs) }
    /// Whether the elements differ from a number: a Boolean for each.
    public static func .!= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .!= MLTensor(rhs) }
    /// Whether the elements are smaller than a number: a Boolean for each.
    public static func .< <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .< MLTensor(rhs) }
    /// Whether the elements are smaller than or equal to a number: a Boolean for each.
    public static func .<= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .<= MLTensor(rhs) }
    /// Whether the elements are larger than a number: a Boolean for each.
    public static func .> <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .> MLTensor(rhs) }
    /// Whether the elements are larger than or equal to a number: a Boolean for each.
    public static func .>= <Scalar: MLTensorScalar & Numeric>(lhs: MLTensor, rhs: Scalar) -> MLTensor { lhs .>= MLTensor(rhs) }

    // MARK: Logic

    /// Whether both Boolean elements are true, with broadcasting.
    public static func .& (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_and", lhs, rhs) }
    /// Whether at least one of the two Boolean elements is true, with broadcasting.
    public static func .| (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_or", lhs, rhs) }
    /// Whether exactly one of the two Boolean elements is true, with broadcasting.
    public static func .^ (lhs: MLTensor, rhs: MLTensor) -> MLTensor { combine("logical_xor", lhs, rhs) }
    /// The negation of each Boolean element.
    public static prefix func .! (operand: MLTensor) -> MLTensor { operand.applying("logical_not") }
}

/// The smaller of two tensors' elements, with broadcasting.
public func pointwiseMin(_ lhs: MLTensor, _ rhs: MLTensor) -> MLTensor { MLTensor.minimum(lhs, rhs) }

/// The smaller of a tensor's elements and a number.
public func pointwiseMin<Scalar: MLTensorScalar & Numeric>(_ lhs: MLTensor, _ rhs: Scalar) -> MLTensor { pointwiseMin(lhs, MLTensor(rhs)) }

/// The smaller of a number and a tensor's elements.
public func pointwiseMin<Scalar: MLTensorScalar & Numeric>(_ lhs: Scalar, _ rhs: MLTensor) -> MLTensor { pointwiseMin(MLTensor(lhs), rhs) }

/// The larger of two tensors' elements, with broadcasting.
public func pointwiseMax(_ lhs: MLTensor, _ rhs: MLTensor) -> MLTensor { MLTensor.maximum(lhs, rhs) }

/// The larger of a tensor's elements and a number.
public func pointwiseMax<Scalar: MLTensorScalar & Numeric>(_ lhs: MLTensor, _ rhs: Scalar) -> MLTensor { pointwiseMax(lhs, MLTensor(rhs)) }

/// The larger of a number and a tensor's elements.
public func pointwiseMax<Scalar: MLTensorScalar & Numeric>(_ lhs: Scalar, _ rhs: MLTensor) -> MLTensor { pointwiseMax(MLTensor(lhs), rhs) }
