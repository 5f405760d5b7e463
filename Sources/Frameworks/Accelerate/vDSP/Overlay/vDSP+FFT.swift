/// Complex numbers in two vectors, as the input of Fourier transforms. `DSPSplitComplex` and `DSPDoubleSplitComplex` conform.
public protocol vDSP_FourierTransformable {
    /// The type of the real and imaginary parts.
    associatedtype Scalar: AccelerateScalar

    /// The real parts.
    var realp: UnsafeMutablePointer<Scalar> { get }
    /// The imaginary parts.
    var imagp: UnsafeMutablePointer<Scalar> { get }
}

extension DSPSplitComplex: vDSP_FourierTransformable {}
extension DSPDoubleSplitComplex: vDSP_FourierTransformable {}

extension vDSP_FourierTransformable {
    var parts: Parts<Scalar> { Parts(real: realp, imaginary: imagp) }
}

/// A number type for transforms of arrays. `Float` and `Double` conform.
public protocol vDSP_FloatingPointDiscreteFourierTransformable: AccelerateScalar {}

extension Float: vDSP_FloatingPointDiscreteFourierTransformable {}
extension Double: vDSP_FloatingPointDiscreteFourierTransformable {}

extension vDSP {
    /// Fast Fourier transforms of 2 to the power of log2n real numbers.
    ///
    /// The even elements are given as real parts, and the odd elements as imaginary parts. The spectrum is packed into half as many complex
    /// numbers. The first complex number holds the real values at frequency 0 and at the Nyquist frequency. The forward result is twice the
    /// transform. A transform followed by its inverse multiplies by twice the count.
    public final class FFT<T: vDSP_FourierTransformable>: Sendable {
        private let setup: FourierSetup<T.Scalar>
        private let count: Int

        /// Creates a transform. Returns `nil` if log2n is 0 or there is not enough memory.
        public init?(log2n: vDSP_Length, radix: Radix, ofType: T.Type) {
            guard log2n > 0, let setup = FourierSetup<T.Scalar>(log2n: log2n, radix: radix.fftRadix) else { return nil }
            self.setup = setup
            count = 1 << (Int(log2n) - 1)
        }

        /// Transforms the even and odd elements of a signal to its packed spectrum.
        public func forward(input: T, output: inout T) { transform(input: input, output: &output, direction: .forward) }

        /// Transforms a packed spectrum to the even and odd elements of its signal.
        public func inverse(input: T, output: inout T) { transform(input: input, output: &output, direction: .inverse) }

        /// Transforms in the given direction.
        public func transform(input: T, output: inout T, direction: FourierTransformDirection) {
            setup.run(input.parts, 1, output.parts, 1, count: count, isReal: true, direction: direction.fftDirection)
        }
    }

    /// The type of numbers that a transform of arrays processes.
    public enum DFTTransformType: Sendable {
        /// Complex numbers.
        case complexComplex
        /// Real numbers. The even elements are given as real parts, and the odd elements as imaginary parts. The spectrum is packed like
        /// the spectra of `vDSP.FFT`.
        case complexReal
    }

    /// Discrete Fourier transforms of arrays. The count must have no prime factors other than 2, 3 and 5. The inverse is not divided by the
    /// count.
    public final class DFT<T: vDSP_FloatingPointDiscreteFourierTransformable>: Sendable {
        private let transform: FourierTransform<T>

        /// Creates a transform. Returns `nil` if the count has prime factors other than 2, 3 and 5. For real numbers, the count must also be even.
        /// The previous transform is ignored.
        public init?(
            previous: DFT? = nil, count: Int, direction: FourierTransformDirection, transformType: DFTTransformType, ofType: T.Type
        ) {
            let isReal = transformType == .complexReal
            guard let transform = FourierTransform<T>(length: count, isReal: isReal, direction: direction.dftDirection) else { return nil }
            self.transform = transform
        }

        /// The transform of real and imaginary parts.
        public func transform<A: AccelerateBuffer, B: AccelerateBuffer>(real: A, imaginary: B) -> (real: [T], imaginary: [T])
        where A.Element == T, B.Element == T {
            var outputReal = [T](repeating: 0, count: transform.count), outputImaginary = outputReal
            transform(inputReal: real, inputImaginary: imaginary, outputReal: &outputReal, outputImaginary: &outputImaginary)
            return (outputReal, outputImaginary)
        }

        /// Transforms real and imaginary parts. All vectors must have `count` elements, or half as many if the numbers are real.
        public func transform<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer, S: AccelerateMutableBuffer>(
            inputReal: A, inputImaginary: B, outputReal: inout R, outputImaginary: inout S
        ) where A.Element == T, B.Element == T, R.Element == T, S.Element == T {
            let count = transform.count
            checkCounts(inputReal.count, count)
            checkCounts(inputImaginary.count, count)
            reading(inputReal) { real, _ in
                reading(inputImaginary) { imaginary, _ in
                    let from = Parts(real: UnsafeMutablePointer(mutating: real), imaginary: UnsafeMutablePointer(mutating: imaginary))
                    writing(&outputReal, count: count) { outputReal in
                        writing(&outputImaginary, count: count) { transform.run(from, Parts(real: outputReal, imaginary: $0)) }
                    }
                }
            }
        }
    }
}
