import CVectors

extension vDSP {
    /// The squares of magnitudes of complex numbers. As many numbers are processed as the result has elements.
    public static func squareMagnitudes<C: vDSP_FourierTransformable, R: AccelerateMutableBuffer>(_ splitComplex: C, result: inout R)
    where R.Element == C.Scalar {
        let count = result.count, parts = splitComplex.parts
        writing(&result, count: count) {
            C.Scalar.vectorKernels.quaternary(
                VectorProductPlusProduct, parts.real, 1, parts.real, 1, parts.imaginary, 1, parts.imaginary, 1, $0, 1, count)
        }
    }

    /// The magnitudes of complex numbers. As many numbers are processed as the result has elements.
    public static func absolute<C: vDSP_FourierTransformable, R: AccelerateMutableBuffer>(_ vector: C, result: inout R)
    where R.Element == C.Scalar {
        let count = result.count, parts = vector.parts
        writing(&result, count: count) { C.Scalar.vectorKernels.binary(VectorDistance, parts.real, 1, parts.imaginary, 1, $0, 1, count) }
    }

    /// The angles of complex numbers in radians, −π … π. As many numbers are processed as the result has elements.
    public static func phase<C: vDSP_FourierTransformable, R: AccelerateMutableBuffer>(_ splitComplex: C, result: inout R)
    where R.Element == C.Scalar {
        let count = result.count, parts = splitComplex.parts
        writing(&result, count: count) { C.Scalar.vectorKernels.pairFunction(VectorAngle, parts.imaginary, 1, parts.real, 1, $0, 1, count) }
    }

    /// Separates complex numbers into real and imaginary parts.
    public static func convert(interleavedComplexVector vector: [DSPComplex], toSplitComplexVector result: inout DSPSplitComplex) {
        vDSP_ctoz(vector, 2, &result, 1, vDSP_Length(vector.count))
    }

    /// Joins real and imaginary parts to complex numbers. As many numbers are processed as the result has elements.
    public static func convert(splitComplexVector vector: DSPSplitComplex, toInterleavedComplexVector result: inout [DSPComplex]) {
        withUnsafePointer(to: vector) { vDSP_ztoc($0, 1, &result, 2, vDSP_Length(result.count)) }
    }
}
