import CoreMLRuntime

extension MLTensor {
    /// Normally distributed random numbers. The same seed gives the same numbers.
    public init<Scalar>(
        randomNormal shape: [Int], mean: Scalar = 0.0, standardDeviation: Scalar = 1.0, seed: UInt64? = nil,
        scalarType: Scalar.Type = Scalar.self
    ) where Scalar: MLTensorScalar, Scalar: BinaryFloatingPoint {
        let numbers = MLTensor.random(
            "random_normal", shape, ["mean": .float(Float(mean)), "stddev": .float(Float(standardDeviation))], seed)
        self = numbers.converted(to: ScalarType(scalarType))
    }

    /// Uniform random numbers from the lower bound up to but not including the upper bound. The same seed gives the same numbers.
    public init<Scalar>(
        randomUniform shape: [Int], in bounds: Range<Scalar> = 0..<1, seed: UInt64? = nil, scalarType: Scalar.Type = Scalar.self
    ) where Scalar: MLTensorScalar, Scalar: BinaryFloatingPoint {
        MLTensor.require(!bounds.isEmpty, "There is no number in \(bounds).")
        let (low, high) = (Float(bounds.lowerBound), Float(bounds.upperBound))
        let numbers = MLTensor.random("random_uniform", shape, ["low": .float(low), "high": .float(high)], seed)
        // Rounding to the scalar type may reach the upper bound.
        self = pointwiseMin(numbers.converted(to: ScalarType(scalarType)), MLTensor(bounds.upperBound.nextDown, scalarType: scalarType))
    }

    /// Uniform random whole numbers within the bounds. The same seed gives the same numbers.
    public init<Scalar>(
        randomUniform shape: [Int], in bounds: ClosedRange<Scalar>, seed: UInt64? = nil, scalarType: Scalar.Type = Scalar.self
    ) where Scalar: MLTensorScalar, Scalar: BinaryInteger {
        let (low, high) = (Float(bounds.lowerBound), Float(bounds.upperBound) + 1)
        let numbers = MLTensor.random("random_uniform", shape, ["low": .float(low), "high": .float(high)], seed).floor()
        let whole = numbers.converted(to: ScalarType(scalarType))
        self = pointwiseMin(whole, MLTensor(bounds.upperBound, scalarType: scalarType))
    }

    private static func random(_ kind: String, _ shape: [Int], _ arguments: [String: Argument], _ seed: UInt64?) -> MLTensor {
        var arguments = arguments
        arguments["shape"] = .ints(shape)
        if let seed {
            // The operation replaces a negative seed by a random seed from the system.
            let number = Tensor(uninitialized: TensorType(.int64, []))
            number.elements(as: Int64.self)[0] = Int64(truncatingIfNeeded: seed & UInt64(Int64.max))
            arguments["seed"] = .tensor(number)
        }
        return result(kind, arguments)
    }
}
