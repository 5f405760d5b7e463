#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The types that kernels of our own and the shim of oneDNN share.

/// The type of a tensor's elements.
typedef enum {
    KernelElementFloat32 = 0,
    KernelElementBFloat16 = 1,
    KernelElementInt32 = 2,
    KernelElementInt8 = 3,
    KernelElementUInt8 = 4,
} KernelElement;

/// The maximum number of dimensions of a tensor.
enum { KERNEL_MAXIMUM_RANK = 6 };

/// Functions of a number x. Some have the parameters alpha and beta.
typedef enum {
    KernelFunctionReLU,
    KernelFunctionTanh,
    KernelFunctionELU,
    KernelFunctionSquare,
    KernelFunctionAbsolute,
    KernelFunctionSquareRoot,
    KernelFunctionLinear,
    KernelFunctionSoftplus,
    KernelFunctionLogistic,
    KernelFunctionExponential,
    KernelFunctionGELUTanh,
    KernelFunctionGELUErf,
    KernelFunctionSwish,
    KernelFunctionLogarithm,
    KernelFunctionClip,
    KernelFunctionPower,
    KernelFunctionRound,
    KernelFunctionHardSwish,
    // The following functions are not oneDNN's. Only `kernel_pointwise_run` supports them.
    /// x where x ≥ alpha, else 0.
    KernelFunctionThreshold,
    /// 1 / (x + alpha), and 1 / sqrt(x + alpha).
    KernelFunctionReciprocal,
    KernelFunctionReciprocalSquareRoot,
    KernelFunctionErf,
    KernelFunctionFloor,
    KernelFunctionCeiling,
    KernelFunctionSign,
    KernelFunctionSoftsign,
} KernelFunction;

/// Operations on two numbers x and y.
typedef enum {
    KernelOperationAdd,
    KernelOperationMultiply,
    KernelOperationMaximum,
    KernelOperationMinimum,
    KernelOperationDivide,
    KernelOperationSubtract,
    // The following operations are not oneDNN's. Only `kernel_pointwise_run` supports them.
    /// y − x and y / x.
    KernelOperationSubtractFrom,
    KernelOperationDivideInto,
    /// x where x ≥ 0, else x · y.
    KernelOperationLeak,
} KernelOperation;

/// The result of pooling for a window. An average either counts the padding as zeros or ignores it.
typedef enum { KernelPoolingMaximum, KernelPoolingAverageWithPadding, KernelPoolingAverageWithoutPadding } KernelPoolingKind;
