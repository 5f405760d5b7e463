import CVectors

/// Exponential, logarithmic and trigonometric functions on vectors. Operands are arrays, slices of arrays, and buffers of `Float`s or
/// `Double`s. If the operands or the result have different counts, the program stops. A result may be one of the operands.
public enum vForce {
    /// Computes the sines and cosines of angles in radians. Both results must have as many elements as the vector of angles.
    public static func sincos<A: AccelerateBuffer, R: AccelerateMutableBuffer, S: AccelerateMutableBuffer>(
        _ vector: A, sinResult: inout R, cosResult: inout S
    ) where A.Element: AccelerateScalar, R.Element == A.Element, S.Element == A.Element {
        let kernels = A.Element.vectorKernels
        kernels.apply(VectorSin, vector, &sinResult)
        kernels.apply(VectorCos, vector, &cosResult)
    }
}
