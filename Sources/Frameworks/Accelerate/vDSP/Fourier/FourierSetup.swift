import CVectors

/// The setup that `vDSP_create_fftsetup` creates: a pointer to an object.
public typealias FFTSetup = OpaquePointer
/// The setup that `vDSP_create_fftsetupD` creates: a pointer to an object.
public typealias FFTSetupD = OpaquePointer
/// The direction of a transform: `kFFTDirection_Forward` or `kFFTDirection_Inverse`.
public typealias FFTDirection = Int32
/// The radix of a setup, which determines the supported lengths: `kFFTRadix2`, `kFFTRadix3` or `kFFTRadix5`.
public typealias FFTRadix = Int32

/// The transform from a signal to its spectrum.
public let kFFTDirection_Forward = 1
/// The transform from a spectrum to its signal.
public let kFFTDirection_Inverse = -1
/// The transform from a signal to its spectrum.
public let FFT_FORWARD = 1
/// The transform from a spectrum to its signal.
public let FFT_INVERSE = -1
/// Transforms of 2ⁿ elements.
public let kFFTRadix2 = 0
/// Transforms of 2ⁿ and of 3 · 2ⁿ elements.
public let kFFTRadix3 = 1
/// Transforms of 2ⁿ and of 5 · 2ⁿ elements.
public let kFFTRadix5 = 2
/// Transforms of 2ⁿ elements.
public let FFT_RADIX2 = 0
/// Transforms of 2ⁿ and of 3 · 2ⁿ elements.
public let FFT_RADIX3 = 1
/// Transforms of 2ⁿ and of 5 · 2ⁿ elements.
public let FFT_RADIX5 = 2

/// The Fourier transform of a fixed number of complex numbers.
final class FourierPlan<T: AccelerateScalar>: Sendable {
    // The plan is never changed after its creation.
    private nonisolated(unsafe) let handle: OpaquePointer
    let count: Int

    init?(count: Int) {
        guard let handle = T.vectorKernels.fourier.create(count) else { return nil }
        self.handle = handle
        self.count = count
    }

    deinit { T.vectorKernels.fourier.destroy(handle) }

    /// Transforms contiguous vectors. The results may be in the same memory as the operands. The inverse transform is not divided by
    /// `count`.
    func run(_ from: Parts<T>, _ to: Parts<T>, isInverse: Bool) {
        let kernels = T.vectorKernels.fourier
        // If real and imaginary parts are exchanged, the forward transform computes the inverse.
        let result =
            isInverse
            ? kernels.run(handle, from.imaginary, from.real, to.imaginary, to.real)
            : kernels.run(handle, from.real, from.imaginary, to.real, to.imaginary)
        precondition(result == 0, "There is no memory for a transform of \(count) numbers.")
    }

    /// Transforms a real vector to its packed spectrum, or back. The vector has twice `count` elements and is given by its even and odd
    /// elements. The forward result is twice the spectrum. The inverse result is the vector multiplied by its number of elements.
    func runReal(_ from: Parts<T>, _ to: Parts<T>, isInverse: Bool) {
        let kernels = T.vectorKernels.fourier
        if isInverse {
            if from.real != to.real {
                to.real.update(from: from.real, count: count)
                to.imaginary.update(from: from.imaginary, count: count)
            }
            kernels.fold(handle, to.real, to.imaginary)
            run(to, to, isInverse: true)
        } else {
            run(from, to, isInverse: false)
            kernels.unfold(handle, to.real, to.imaginary)
        }
    }
}

/// The real and imaginary parts of a complex vector, contiguous or with a stride.
struct Parts<T> {
    var real: UnsafeMutablePointer<T>
    var imaginary: UnsafeMutablePointer<T>
}

/// The transforms of all supported lengths: powers of two up to a limit, also multiplied by 3 or 5 depending on the radix.
final class FourierSetup<T: AccelerateScalar>: Sendable {
    private let plans: [Int: FourierPlan<T>]

    init?(log2n: vDSP_Length, radix: FFTRadix) {
        guard log2n < 40, let factors = [kFFTRadix2: [1], kFFTRadix3: [1, 3], kFFTRadix5: [1, 5]][Int(radix)] else { return nil }
        var plans: [Int: FourierPlan<T>] = [:]
        for factor in factors {
            for exponent in 0...Int(log2n) {
                let count = factor << exponent
                guard let plan = FourierPlan<T>(count: count) else { return nil }
                plans[count] = plan
            }
        }
        self.plans = plans
    }

    /// The transform of `count` complex numbers. The setup must support this length.
    func plan(_ count: Int) -> FourierPlan<T> {
        guard let plan = plans[count] else { preconditionFailure("The setup is not for transforms of \(count) numbers.") }
        return plan
    }

    /// A pointer that retains the object until `release`.
    var retained: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    static func at(_ pointer: OpaquePointer) -> FourierSetup { Unmanaged.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue() }

    static func release(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<FourierSetup>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    /// Transforms vectors with strides. If `isReal` is `true`, the vectors hold the even and odd elements of a real vector with twice
    /// `count` elements.
    func run(_ from: Parts<T>, _ fromStride: Int, _ to: Parts<T>, _ toStride: Int, count: Int, isReal: Bool, direction: FFTDirection) {
        let plan = plan(count), isInverse = direction == FFTDirection(kFFTDirection_Inverse)
        if fromStride == 1 && toStride == 1 {
            return isReal ? plan.runReal(from, to, isInverse: isInverse) : plan.run(from, to, isInverse: isInverse)
        }
        withUnsafeTemporaryAllocation(of: T.self, capacity: 2 * count) { room in
            let dense = Parts(real: room.baseAddress!, imaginary: room.baseAddress! + count)
            let unary = T.vectorKernels.unary
            unary(VectorCopy, from.real, fromStride, dense.real, 1, count)
            unary(VectorCopy, from.imaginary, fromStride, dense.imaginary, 1, count)
            isReal ? plan.runReal(dense, dense, isInverse: isInverse) : plan.run(dense, dense, isInverse: isInverse)
            unary(VectorCopy, dense.real, 1, to.real, toStride, count)
            unary(VectorCopy, dense.imaginary, 1, to.imaginary, toStride, count)
        }
    }
}
