import CVectors

extension vDSP {
    /// The sums of neighbouring elements in a sliding window. The result has `usingWindowLength - 1` elements fewer than the vector.
    public static func slidingWindowSum<A: AccelerateBuffer>(_ vector: A, usingWindowLength length: Int) -> [A.Element]
    where A.Element: AccelerateScalar {
        precondition(length >= 1 && length <= vector.count, "A window of \(length) elements does not fit into \(vector.count).")
        return reading(vector) { vector, count in
            (0...count - length).map { A.Element.vectorKernels.sum(VectorTermElement, vector + $0, 1, length) }
        }
    }

    /// The correlation with a filter: result[n] = Σ vector[n + i] · kernel[i]. The result has `kernel.count - 1` elements fewer than the vector.
    public static func correlate<A: AccelerateBuffer, B: AccelerateBuffer>(_ vector: A, withKernel kernel: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(resultCount(vector.count, kernel.count)) { correlate(vector, withKernel: kernel, result: &$0) }
    }

    /// The correlation with a filter: result[n] = Σ vector[n + i] · kernel[i]. The result has `kernel.count - 1` elements fewer than the vector.
    public static func correlate<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, withKernel kernel: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        filter(vector, kernel, isReversed: false, &result)
    }

    /// The convolution with a filter, which is the correlation with the reversed filter.
    public static func convolve<A: AccelerateBuffer, B: AccelerateBuffer>(_ vector: A, withKernel kernel: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == A.Element {
        made(resultCount(vector.count, kernel.count)) { convolve(vector, withKernel: kernel, result: &$0) }
    }

    /// The convolution with a filter, which is the correlation with the reversed filter.
    public static func convolve<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, withKernel kernel: B, result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        filter(vector, kernel, isReversed: true, &result)
    }

    /// The decibels of powers relative to a reference: 10 log₁₀(power / zeroReference).
    public static func powerToDecibels<A: AccelerateBuffer>(_ power: A, zeroReference: A.Element) -> [A.Element]
    where A.Element: AccelerateScalar {
        decibels(power, zeroReference, 10)
    }

    /// The decibels of amplitudes: 20 log₁₀(a / z) for an amplitude a and the reference value z.
    public static func amplitudeToDecibels<A: AccelerateBuffer>(_ amplitude: A, zeroReference: A.Element) -> [A.Element]
    where A.Element: AccelerateScalar {
        decibels(amplitude, zeroReference, 20)
    }

    /// Values of a polynomial. The coefficient of the highest power comes first.
    public static func evaluatePolynomial<A: AccelerateBuffer, B: AccelerateBuffer>(
        usingCoefficients coefficients: A, withVariables variables: B
    ) -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element {
        coefficients.withUnsafeBufferPointer { coefficients in
            variables.withUnsafeBufferPointer { variables in variables.map { x in coefficients.reduce(0) { $0 * x + $1 } } }
        }
    }

    private static func decibels<A: AccelerateBuffer>(_ vector: A, _ reference: A.Element, _ factor: A.Element) -> [A.Element]
    where A.Element: AccelerateScalar {
        vDSP.multiply(factor, vForce.log10(vDSP.divide(vector, reference)))
    }

    private static func resultCount(_ count: Int, _ kernelCount: Int) -> Int {
        precondition(kernelCount >= 1 && kernelCount <= count, "A filter of \(kernelCount) elements does not fit into \(count).")
        return count - kernelCount + 1
    }

    private static func filter<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ vector: A, _ kernel: B, isReversed: Bool, _ result: inout R
    ) where A.Element: AccelerateScalar, B.Element == A.Element, R.Element == A.Element {
        let count = resultCount(vector.count, kernel.count)
        reading(vector) { vector, _ in
            reading(kernel) { kernel, length in
                writing(&result, count: count) {
                    Accelerate.correlate(vector, 1, isReversed ? kernel + (length - 1) : kernel, isReversed ? -1 : 1, $0, 1, count, length)
                }
            }
        }
    }
}
