import CVectors

/// An integer type that the conversion functions support: signed or unsigned, with 8, 16 or 32 bits.
public protocol AccelerateInteger: FixedWidthInteger, Sendable {
    /// The loops over vectors of this type.
    static var integerKernels: IntegerKernels<Self> { get }
}

/// Loops that convert vectors of one integer type.
public struct IntegerKernels<T>: Sendable {
    let fromFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<T>, Int, Bool) -> Void
    let fromDouble: @Sendable (UnsafePointer<Double>, UnsafeMutablePointer<T>, Int, Bool) -> Void
    let toFloat: @Sendable (UnsafePointer<T>, UnsafeMutablePointer<Float>, Int) -> Void
    let toDouble: @Sendable (UnsafePointer<T>, UnsafeMutablePointer<Double>, Int) -> Void
}

extension Int8: AccelerateInteger {
    /// The loops over vectors of `Int8`s.
    public static let integerKernels = IntegerKernels<Int8>(
        fromFloat: { vector_convert_f32_i8($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_i8($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_i8_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_i8_f64($0, 1, $1, 1, $2) })
}

extension UInt8: AccelerateInteger {
    /// The loops over vectors of `UInt8`s.
    public static let integerKernels = IntegerKernels<UInt8>(
        fromFloat: { vector_convert_f32_u8($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_u8($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_u8_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_u8_f64($0, 1, $1, 1, $2) })
}

extension Int16: AccelerateInteger {
    /// The loops over vectors of `Int16`s.
    public static let integerKernels = IntegerKernels<Int16>(
        fromFloat: { vector_convert_f32_i16($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_i16($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_i16_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_i16_f64($0, 1, $1, 1, $2) })
}

extension UInt16: AccelerateInteger {
    /// The loops over vectors of `UInt16`s.
    public static let integerKernels = IntegerKernels<UInt16>(
        fromFloat: { vector_convert_f32_u16($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_u16($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_u16_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_u16_f64($0, 1, $1, 1, $2) })
}

extension Int32: AccelerateInteger {
    /// The loops over vectors of `Int32`s.
    public static let integerKernels = IntegerKernels<Int32>(
        fromFloat: { vector_convert_f32_i32($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_i32($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_i32_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_i32_f64($0, 1, $1, 1, $2) })
}

extension UInt32: AccelerateInteger {
    /// The loops over vectors of `UInt32`s.
    public static let integerKernels = IntegerKernels<UInt32>(
        fromFloat: { vector_convert_f32_u32($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        fromDouble: { vector_convert_f64_u32($0, 1, $1, 1, $2, $3 ? 1 : 0) },
        toFloat: { vector_convert_u32_f32($0, 1, $1, 1, $2) },
        toDouble: { vector_convert_u32_f64($0, 1, $1, 1, $2) })
}
