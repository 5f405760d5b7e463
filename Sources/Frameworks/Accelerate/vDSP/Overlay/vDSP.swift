/// Functions on vectors. Operands are arrays, slices of arrays, and buffers of `Float`s or `Double`s. If the operands or the result have
/// different counts, the program stops. A result may be one of the operands.
public enum vDSP {
    /// The rounding of a floating-point number to an integer.
    public enum RoundingMode: Sendable {
        /// Truncates the fraction.
        case towardZero
        /// Rounds to the nearest integer, and halves to even integers.
        case towardNearestInteger
    }

    /// An order of elements.
    public enum SortOrder: Int32, Sendable {
        /// The smallest first.
        case ascending = 1
        /// The largest first.
        case descending = -1
    }

    /// The replacement of elements below a threshold.
    public enum ThresholdRule<T: AccelerateScalar>: Sendable {
        /// Elements below the threshold become the threshold.
        case clampToThreshold
        /// Elements below the threshold become 0.
        case zeroFill
        /// Elements below the threshold become the negative of this constant. All other elements become the constant.
        case signedConstant(T)
    }

    /// The shape of a window.
    public enum WindowSequence: Sendable {
        /// The Hann window, scaled to preserve the power of a signal.
        case hanningNormalized
        /// The Hann window with the largest value 1.
        case hanningDenormalized
        /// The Hamming window.
        case hamming
        /// The Blackman window.
        case blackman
    }

    /// The lengths that a transform supports.
    public enum Radix: Sendable {
        /// Powers of two.
        case radix2
        /// Powers of two, and three times powers of two.
        case radix3
        /// Powers of two, and five times powers of two.
        case radix5

        /// The value for the parameter `radix` of `vDSP_create_fftsetup`.
        public var fftRadix: FFTRadix {
            switch self {
            case .radix2: FFTRadix(kFFTRadix2)
            case .radix3: FFTRadix(kFFTRadix3)
            case .radix5: FFTRadix(kFFTRadix5)
            }
        }
    }

    /// The direction of a transform.
    public enum FourierTransformDirection: Sendable {
        /// The transform from a signal to its spectrum.
        case forward
        /// The transform from a spectrum to its signal.
        case inverse

        /// The value for the direction of the functions `vDSP_fft_…`.
        public var fftDirection: FFTDirection { FFTDirection(self == .forward ? kFFTDirection_Forward : kFFTDirection_Inverse) }

        /// The value for the direction of the functions `vDSP_DFT_…`.
        public var dftDirection: vDSP_DFT_Direction { self == .forward ? .FORWARD : .INVERSE }
    }
}
