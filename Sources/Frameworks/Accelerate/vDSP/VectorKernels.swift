import CVectors

/// A number type of the generic functions of `vDSP` and `vForce`. `Float` and `Double` conform.
public protocol AccelerateScalar: BinaryFloatingPoint, Sendable {
    /// The loops over vectors of this type.
    static var vectorKernels: VectorKernels<Self> { get }
}

/// Loops over vectors of one number type. A vector is given by a pointer to its first element and a stride.
public struct VectorKernels<T>: Sendable {
    typealias Vector = UnsafePointer<T>
    typealias Result = UnsafeMutablePointer<T>

    let fill: @Sendable (T, Result, Int, Int) -> Void
    let ramp: @Sendable (T, T, Result, Int, Int) -> Void
    let unary: @Sendable (VectorUnary, Vector, Int, Result, Int, Int) -> Void
    let binary: @Sendable (VectorBinary, Vector, Int, Vector, Int, Result, Int, Int) -> Void
    let ternary: @Sendable (VectorTernary, Vector, Int, Vector, Int, Vector, Int, Result, Int, Int) -> Void
    let quaternary: @Sendable (VectorQuaternary, Vector, Int, Vector, Int, Vector, Int, Vector, Int, Result, Int, Int) -> Void
    let sum: @Sendable (VectorTerm, Vector, Int, Int) -> T
    let sumOfPairs: @Sendable (VectorPairTerm, Vector, Int, Vector, Int, Int) -> T
    let extreme: @Sendable (VectorExtreme, Vector, Int, Int) -> T
    let extremeIndex: @Sendable (VectorExtreme, Vector, Int, Int, UnsafeMutablePointer<Int>) -> T
    let function: @Sendable (VectorFunction, Vector, Int, Result, Int, Int) -> Void
    let pairFunction: @Sendable (VectorPairFunction, Vector, Int, Vector, Int, Result, Int, Int) -> Void
    let transpose: @Sendable (Vector, Result, Int, Int) -> Void
    let sort: @Sendable (Result, Int, Int32) -> Int32
    let fourier: FourierKernels<T>
}

/// Fourier transforms of one number type.
struct FourierKernels<T>: Sendable {
    let create: @Sendable (Int) -> OpaquePointer?
    let destroy: @Sendable (OpaquePointer) -> Void
    let run: @Sendable (OpaquePointer, UnsafePointer<T>, UnsafePointer<T>, UnsafeMutablePointer<T>, UnsafeMutablePointer<T>) -> Int32
    let unfold: @Sendable (OpaquePointer, UnsafeMutablePointer<T>, UnsafeMutablePointer<T>) -> Void
    let fold: @Sendable (OpaquePointer, UnsafeMutablePointer<T>, UnsafeMutablePointer<T>) -> Void
}

extension Float: AccelerateScalar {
    /// The loops over vectors of `Float`s.
    public static let vectorKernels = VectorKernels<Float>(
        fill: { vector_fill_f32($0, $1, $2, $3) },
        ramp: { vector_ramp_f32($0, $1, $2, $3, $4) },
        unary: { vector_unary_f32($0, $1, $2, $3, $4, $5) },
        binary: { vector_binary_f32($0, $1, $2, $3, $4, $5, $6, $7) },
        ternary: { vector_ternary_f32($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
        quaternary: { vector_quaternary_f32($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) },
        sum: { vector_sum_f32($0, $1, $2, $3) },
        sumOfPairs: { vector_sum_of_pairs_f32($0, $1, $2, $3, $4, $5) },
        extreme: { vector_extreme_f32($0, $1, $2, $3) },
        extremeIndex: { vector_extreme_index_f32($0, $1, $2, $3, $4) },
        function: { vector_function_f32($0, $1, $2, $3, $4, $5) },
        pairFunction: { vector_pair_function_f32($0, $1, $2, $3, $4, $5, $6, $7) },
        transpose: { vector_transpose_f32($0, $1, $2, $3) },
        sort: { vector_sort_f32($0, $1, $2) },
        fourier: FourierKernels(
            create: { fourier_create_f32($0) },
            destroy: { fourier_destroy_f32($0) },
            run: { fourier_run_f32($0, $1, $2, $3, $4) },
            unfold: { fourier_unfold_f32($0, $1, $2) },
            fold: { fourier_fold_f32($0, $1, $2) }))
}

extension Double: AccelerateScalar {
    /// The loops over vectors of `Double`s.
    public static let vectorKernels = VectorKernels<Double>(
        fill: { vector_fill_f64($0, $1, $2, $3) },
        ramp: { vector_ramp_f64($0, $1, $2, $3, $4) },
        unary: { vector_unary_f64($0, $1, $2, $3, $4, $5) },
        binary: { vector_binary_f64($0, $1, $2, $3, $4, $5, $6, $7) },
        ternary: { vector_ternary_f64($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
        quaternary: { vector_quaternary_f64($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) },
        sum: { vector_sum_f64($0, $1, $2, $3) },
        sumOfPairs: { vector_sum_of_pairs_f64($0, $1, $2, $3, $4, $5) },
        extreme: { vector_extreme_f64($0, $1, $2, $3) },
        extremeIndex: { vector_extreme_index_f64($0, $1, $2, $3, $4) },
        function: { vector_function_f64($0, $1, $2, $3, $4, $5) },
        pairFunction: { vector_pair_function_f64($0, $1, $2, $3, $4, $5, $6, $7) },
        transpose: { vector_transpose_f64($0, $1, $2, $3) },
        sort: { vector_sort_f64($0, $1, $2) },
        fourier: FourierKernels(
            create: { fourier_create_f64($0) },
            destroy: { fourier_destroy_f64($0) },
            run: { fourier_run_f64($0, $1, $2, $3, $4) },
            unfold: { fourier_unfold_f64($0, $1, $2) },
            fold: { fourier_fold_f64($0, $1, $2) }))
}

func kernelForm(_ parts: UnsafePointer<DSPSplitComplex>, _ stride: Int) -> VectorComplex_f32 {
    VectorComplex_f32(real: parts.pointee.realp, imaginary: parts.pointee.imagp, stride: stride)
}

func kernelForm(_ parts: UnsafePointer<DSPDoubleSplitComplex>, _ stride: Int) -> VectorComplex_f64 {
    VectorComplex_f64(real: parts.pointee.realp, imaginary: parts.pointee.imagp, stride: stride)
}

/// Converts the count argument of a `vForce` function. A negative count becomes 0.
func elementCount(_ n: UnsafePointer<Int32>) -> Int { Swift.max(0, Int(n.pointee)) }
