/// A number of elements.
public typealias vDSP_Length = UInt
/// The distance between two successive elements of a vector. It is negative if the vector is read backwards.
public typealias vDSP_Stride = Int

/// A complex number of two `Float`s.
public struct DSPComplex: Hashable, Sendable {
    /// The real part.
    public var real: Float
    /// The imaginary part.
    public var imag: Float

    /// The number 0.
    public init() { self.init(real: 0, imag: 0) }

    /// A complex number.
    public init(real: Float, imag: Float) {
        self.real = real
        self.imag = imag
    }
}

/// A complex number of two `Double`s.
public struct DSPDoubleComplex: Hashable, Sendable {
    /// The real part.
    public var real: Double
    /// The imaginary part.
    public var imag: Double

    /// The number 0.
    public init() { self.init(real: 0, imag: 0) }

    /// A complex number.
    public init(real: Double, imag: Double) {
        self.real = real
        self.imag = imag
    }
}

/// Complex numbers of `Float`s in two vectors. The memory belongs to the caller.
public struct DSPSplitComplex {
    /// The real parts.
    public var realp: UnsafeMutablePointer<Float>
    /// The imaginary parts.
    public var imagp: UnsafeMutablePointer<Float>

    /// Complex numbers in the given memory.
    public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
        self.realp = realp
        self.imagp = imagp
    }
}

/// Complex numbers of `Double`s in two vectors. The memory belongs to the caller.
public struct DSPDoubleSplitComplex {
    /// The real parts.
    public var realp: UnsafeMutablePointer<Double>
    /// The imaginary parts.
    public var imagp: UnsafeMutablePointer<Double>

    /// Complex numbers in the given memory.
    public init(realp: UnsafeMutablePointer<Double>, imagp: UnsafeMutablePointer<Double>) {
        self.realp = realp
        self.imagp = imagp
    }
}

/// The flag for computing only the first half of a window.
public let vDSP_HALF_WINDOW = 1
/// The flag for a Hann window whose largest value is 1.
public let vDSP_HANN_DENORM = 0
/// The flag for a Hann window that is scaled to preserve a signal's power.
public let vDSP_HANN_NORM = 2
