import CVectors

/// Exponential, logarithmic and trigonometric functions on vectors. Operands are arrays, slices of arrays, and buffers of `Float`s or
/// `Double`s. If the operands or the result have different counts, the program stops. A result may be one of the operands.
public enum vForce {
    /// Sines and cosines of angles in radians. The results have the count of the angles.
    public static func sincos<A: AccelerateBuffer, R: AccelerateMutableBuffer, S: AccelerateMutableBuffer>(
        _ vector: A, sinResult: inout R, cosResult: inout S
    ) where A.Element: AccelerateScalar, R.Element == A.Element, S.Element == A.Element {
        let kernels = A.Element.vectorKernels
        kernels.apply(VectorSin, vector, &sinResult)
        kernels.apply(VectorCos, vector, &cosResult)
    }
}
