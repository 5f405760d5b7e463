/// The precision in which tensor operations compute.
///
/// Osprey computes on the CPU. `.cpuOnly` means float32 throughout, and is the default. If the processor supports it, the other policies
/// allow matrix products of bfloat16 factors with float32 sums, as `MLComputeUnits` do for models.
public struct MLComputePolicy: Sendable, Hashable, CustomStringConvertible {
    private let computeUnits: MLComputeUnits

    /// The policy of the running task.
    @TaskLocal static var current = MLComputePolicy.cpuOnly

    /// The policy with the same precision as a model with these compute units.
    public init(_ computeUnits: MLComputeUnits) {
        self.computeUnits = computeUnits
    }

    /// The policy that allows products with bfloat16 factors, if the processor supports them.
    public static var cpuAndGPU: MLComputePolicy { MLComputePolicy(.cpuAndGPU) }
    /// The policy that computes in float32 throughout.
    public static var cpuOnly: MLComputePolicy { MLComputePolicy(.cpuOnly) }

    public var description: String { "MLComputePolicy(\(computeUnits))" }

    var allowsReducedPrecision: Bool { computeUnits != .cpuOnly }
}

/// Calls `body`. Tensor operations inside `body` compute with the given policy.
public func withMLTensorComputePolicy<Result>(_ computePolicy: MLComputePolicy, _ body: () throws -> Result) rethrows -> Result {
    try MLComputePolicy.$current.withValue(computePolicy, operation: body)
}

/// Calls `body`. Tensor operations inside `body` compute with the given policy.
public func withMLTensorComputePolicy<R>(_ computePolicy: MLComputePolicy, _ body: () async throws -> R) async rethrows -> R {
    try await MLComputePolicy.$current.withValue(computePolicy, operation: body)
}
