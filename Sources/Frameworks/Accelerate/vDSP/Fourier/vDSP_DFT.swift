/// The setup that the functions `vDSP_DFT_…_CreateSetup` create: a pointer to an object.
public typealias vDSP_DFT_Setup = OpaquePointer
/// The setup that the functions `vDSP_DFT_…_CreateSetupD` create: a pointer to an object.
public typealias vDSP_DFT_SetupD = OpaquePointer

/// The direction of a transform.
public enum vDSP_DFT_Direction: Int32, Sendable {
    /// The transform from a signal to its spectrum.
    case FORWARD = 1
    /// The transform from a spectrum to its signal.
    case INVERSE = -1
}

/// The transform from a signal to its spectrum.
public let vDSP_DFT_FORWARD = vDSP_DFT_Direction.FORWARD
/// The transform from a spectrum to its signal.
public let vDSP_DFT_INVERSE = vDSP_DFT_Direction.INVERSE

/// A Fourier transform of one length in one direction.
final class FourierTransform<T: AccelerateScalar>: Sendable {
    private let plan: FourierPlan<T>
    private let isReal: Bool
    private let isInverse: Bool

    /// The number of elements of each vector. For a transform of real numbers it is half the length.
    var count: Int { plan.count }

    init?(length: Int, isReal: Bool, direction: vDSP_DFT_Direction) {
        guard length > 0, !isReal || length % 2 == 0, let plan = FourierPlan<T>(count: isReal ? length / 2 : length) else { return nil }
        self.plan = plan
        self.isReal = isReal
        isInverse = direction == .INVERSE
    }

    func run(_ from: Parts<T>, _ to: Parts<T>) {
        isReal ? plan.runReal(from, to, isInverse: isInverse) : plan.run(from, to, isInverse: isInverse)
    }

    var retained: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    static func at(_ pointer: OpaquePointer) -> FourierTransform { Unmanaged.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue() }

    static func release(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<FourierTransform>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    static func run(
        _ setup: OpaquePointer, _ real: UnsafePointer<T>, _ imaginary: UnsafePointer<T>, _ outReal: UnsafeMutablePointer<T>,
        _ outImaginary: UnsafeMutablePointer<T>
    ) {
        let from = Parts(real: UnsafeMutablePointer(mutating: real), imaginary: UnsafeMutablePointer(mutating: imaginary))
        at(setup).run(from, Parts(real: outReal, imaginary: outImaginary))
    }
}

/// Creates a transform of complex numbers. Returns `nil` if the length has prime factors other than 2, 3 and 5. The previous setup is
/// ignored. The inverse transform is not divided by the length.
public func vDSP_DFT_zop_CreateSetup(
    _ previous: vDSP_DFT_Setup?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_Setup? {
    FourierTransform<Float>(length: Int(bitPattern: length), isReal: false, direction: direction)?.retained
}

/// Creates a transform of real numbers. Returns `nil` if the length is odd, or has prime factors other than 2, 3 and 5. A signal is given as two
/// arrays: the even elements and the odd elements. Spectra are packed and scaled as for `vDSP_fft_zrop`.
public func vDSP_DFT_zrop_CreateSetup(
    _ previous: vDSP_DFT_Setup?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_Setup? {
    FourierTransform<Float>(length: Int(bitPattern: length), isReal: true, direction: direction)?.retained
}

/// Transforms the real and imaginary parts of a vector. The results may be in the same memory as the operands.
public func vDSP_DFT_Execute(
    _ setup: vDSP_DFT_Setup, _ inputReal: UnsafePointer<Float>, _ inputImaginary: UnsafePointer<Float>,
    _ outputReal: UnsafeMutablePointer<Float>, _ outputImaginary: UnsafeMutablePointer<Float>
) {
    FourierTransform<Float>.run(setup, inputReal, inputImaginary, outputReal, outputImaginary)
}

/// Frees a transform.
public func vDSP_DFT_DestroySetup(_ setup: vDSP_DFT_Setup?) { FourierTransform<Float>.release(setup) }

/// Creates a transform of complex numbers. Returns `nil` if the length has prime factors other than 2, 3 and 5. The previous setup is
/// ignored. The inverse transform is not divided by the length.
public func vDSP_DFT_zop_CreateSetupD(
    _ previous: vDSP_DFT_SetupD?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_SetupD? {
    FourierTransform<Double>(length: Int(bitPattern: length), isReal: false, direction: direction)?.retained
}

/// Creates a transform of real numbers. Returns `nil` if the length is odd, or has prime factors other than 2, 3 and 5. A signal is given as two
/// arrays: the even elements and the odd elements. Spectra are packed and scaled as for `vDSP_fft_zrop`.
public func vDSP_DFT_zrop_CreateSetupD(
    _ previous: vDSP_DFT_SetupD?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_SetupD? {
    FourierTransform<Double>(length: Int(bitPattern: length), isReal: true, direction: direction)?.retained
}

/// Transforms the real and imaginary parts of a vector. The results may be in the same memory as the operands.
public func vDSP_DFT_ExecuteD(
    _ setup: vDSP_DFT_SetupD, _ inputReal: UnsafePointer<Double>, _ inputImaginary: UnsafePointer<Double>,
    _ outputReal: UnsafeMutablePointer<Double>, _ outputImaginary: UnsafeMutablePointer<Double>
) {
    FourierTransform<Double>.run(setup, inputReal, inputImaginary, outputReal, outputImaginary)
}

/// Frees a transform.
public func vDSP_DFT_DestroySetupD(_ setup: vDSP_DFT_SetupD?) { FourierTransform<Double>.release(setup) }
