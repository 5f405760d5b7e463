import COneDNN
import CThreads

// The numbers by which the graph's functions and operations are known to our kernels and to oneDNN's shim.

extension ElementFunction {
    var code: KernelFunction {
        switch self {
        case .relu: KernelFunctionReLU
        case .tanh: KernelFunctionTanh
        case .elu: KernelFunctionELU
        case .square: KernelFunctionSquare
        case .absolute: KernelFunctionAbsolute
        case .squareRoot: KernelFunctionSquareRoot
        case .linear: KernelFunctionLinear
        case .softplus: KernelFunctionSoftplus
        case .logistic: KernelFunctionLogistic
        case .exponential: KernelFunctionExponential
        case .geluTanh: KernelFunctionGELUTanh
        case .geluErf: KernelFunctionGELUErf
        case .swish: KernelFunctionSwish
        case .logarithm: KernelFunctionLogarithm
        case .clip: KernelFunctionClip
        case .power: KernelFunctionPower
        case .round: KernelFunctionRound
        case .hardSwish: KernelFunctionHardSwish
        case .threshold: KernelFunctionThreshold
        case .reciprocal: KernelFunctionReciprocal
        case .reciprocalSquareRoot: KernelFunctionReciprocalSquareRoot
        case .erf: KernelFunctionErf
        case .floor: KernelFunctionFloor
        case .ceiling: KernelFunctionCeiling
        case .sign: KernelFunctionSign
        case .softsign: KernelFunctionSoftsign
        }
    }

    /// Whether oneDNN's primitives have the function.
    var isInLibrary: Bool { code.rawValue <= KernelFunctionHardSwish.rawValue }
}

extension ElementOperation {
    var code: KernelOperation {
        switch self {
        case .add: KernelOperationAdd
        case .multiply: KernelOperationMultiply
        case .maximum: KernelOperationMaximum
        case .minimum: KernelOperationMinimum
        case .divide: KernelOperationDivide
        case .subtract: KernelOperationSubtract
        case .subtractFrom: KernelOperationSubtractFrom
        case .divideInto: KernelOperationDivideInto
        case .leak: KernelOperationLeak
        }
    }

    /// Whether oneDNN's primitives have the operation.
    var isInLibrary: Bool { code.rawValue <= KernelOperationSubtract.rawValue }
}

extension PoolingKind {
    var code: KernelPoolingKind {
        switch self {
        case .maximum: KernelPoolingMaximum
        case .averageWithPadding: KernelPoolingAverageWithPadding
        case .averageWithoutPadding: KernelPoolingAverageWithoutPadding
        }
    }
}

extension ResamplingKind {
    var code: onednn_resampling_kind {
        switch self {
        case .nearest: ONEDNN_RESAMPLE_NEAREST
        case .linear: ONEDNN_RESAMPLE_LINEAR
        }
    }
}

extension Layout {
    /// The maximum number of dimensions of a tensor in a kernel.
    static let maximumRank = Int(KERNEL_MAXIMUM_RANK)
}
