/// Creates a setup for transforms of at most 2 to the power of log2n complex or real numbers. Returns `nil` if the radix is unknown or
/// there is not enough memory. Several threads may use the setup at the same time.
public func vDSP_create_fftsetup(_ log2n: vDSP_Length, _ radix: FFTRadix) -> FFTSetup? {
    FourierSetup<Float>(log2n: log2n, radix: radix)?.retained
}

/// Frees a setup.
public func vDSP_destroy_fftsetup(_ setup: FFTSetup?) { FourierSetup<Float>.release(setup) }

/// Transforms 2 to the power of log2n complex numbers in place: Σ c[n] exp(∓2π i n k / count). The inverse is not divided by the count.
public func vDSP_fft_zip(
    _ setup: FFTSetup, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(c), strideC, parts(c), strideC, count: 1 << Int(log2n), isReal: false, direction: direction)
}

/// Transforms 2 to the power of log2n complex numbers: Σ c[n] exp(∓2π i n k / count). The inverse is not divided by the count.
public func vDSP_fft_zop(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: 1 << Int(log2n), isReal: false, direction: direction)
}

/// Transforms 2 to the power of log2n real numbers in place. The even elements are given as real parts, and the odd elements as imaginary parts.
/// The spectrum is packed into half as many complex numbers. The first complex number holds the real values at frequency 0 and at the Nyquist
/// frequency.
///
/// The forward result is twice the transform, and the inverse is not divided by the count. A transform followed by its inverse therefore
/// multiplies by twice the count.
public func vDSP_fft_zrip(
    _ setup: FFTSetup, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(c), strideC, parts(c), strideC, count: realCount(log2n), isReal: true, direction: direction)
}

/// Transforms 2 to the power of log2n real numbers. The even elements are given as real parts, and the odd elements as imaginary parts. The
/// spectrum is packed into half as many complex numbers. The first complex number holds the real values at frequency 0 and at the Nyquist
/// frequency.
///
/// The forward result is twice the transform, and the inverse is not divided by the count. A transform followed by its inverse therefore
/// multiplies by twice the count.
public func vDSP_fft_zrop(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: realCount(log2n), isReal: true, direction: direction)
}

/// Transforms 2 to the power of log2n complex numbers in place: Σ c[n] exp(∓2π i n k / count). The inverse is not divided by the count. The
/// buffer is not used.
public func vDSP_fft_zipt(
    _ setup: FFTSetup, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ buffer: UnsafePointer<DSPSplitComplex>,
    _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(c), strideC, parts(c), strideC, count: 1 << Int(log2n), isReal: false, direction: direction)
}

/// Transforms 2 to the power of log2n complex numbers: Σ c[n] exp(∓2π i n k / count). The inverse is not divided by the count.
/// The buffer is not used.
public func vDSP_fft_zopt(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ buffer: UnsafePointer<DSPSplitComplex>, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: 1 << Int(log2n), isReal: false, direction: direction)
}

/// Transforms 2 to the power of log2n real numbers in place. The buffer is not used. The even elements are given as real parts, and the odd
/// elements as imaginary parts. The spectrum is packed into half as many complex numbers. The first complex number holds the real values at
/// frequency 0 and at the Nyquist frequency.
///
/// The forward result is twice the transform, and the inverse is not divided by the count. A transform followed by its inverse therefore
/// multiplies by twice the count.
public func vDSP_fft_zript(
    _ setup: FFTSetup, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ buffer: UnsafePointer<DSPSplitComplex>,
    _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(c), strideC, parts(c), strideC, count: realCount(log2n), isReal: true, direction: direction)
}

/// Transforms 2 to the power of log2n real numbers. The buffer is not used. The even elements are given as real parts, and the odd elements as
/// imaginary parts. The spectrum is packed into half as many complex numbers. The first complex number holds the real values at frequency 0 and at
/// the Nyquist frequency.
///
/// The forward result is twice the transform, and the inverse is not divided by the count. A transform followed by its inverse therefore
/// multiplies by twice the count.
public func vDSP_fft_zropt(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ buffer: UnsafePointer<DSPSplitComplex>, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: realCount(log2n), isReal: true, direction: direction)
}

/// Transforms 3 times 2 to the power of log2n complex numbers. The setup must have radix 3. The inverse is not divided by the count.
public func vDSP_fft3_zop(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: 3 << Int(log2n), isReal: false, direction: direction)
}

/// Transforms 5 times 2 to the power of log2n complex numbers. The setup must have radix 5. The inverse is not divided by the count.
public func vDSP_fft5_zop(
    _ setup: FFTSetup, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ log2n: vDSP_Length, _ direction: FFTDirection
) {
    FourierSetup<Float>.at(setup).run(
        parts(a), strideA, parts(c), strideC, count: 5 << Int(log2n), isReal: false, direction: direction)
}

private func parts(_ split: UnsafePointer<DSPSplitComplex>) -> Parts<Float> {
    Parts(real: split.pointee.realp, imaginary: split.pointee.imagp)
}

private func realCount(_ log2n: vDSP_Length) -> Int {
    precondition(log2n > 0, "A real transform is of two numbers at least.")
    return 1 << (Int(log2n) - 1)
}
