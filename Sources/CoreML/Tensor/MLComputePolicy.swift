/// How tensors compute.
///
/// Osprey computes on the CPU. `.cpuOnly` means float32 throughout, as it does without a policy; the others allow matrix products of
/// bfloat16 factors with float32 sums where the processor has them, as `MLComputeUnits` do for models.
public struct MLComputePolicy: Sendable, Hashable, CustomStringConvertible {
    private let computeUnits: MLComputeUnits

    /// The policy of the running task.
    @TaskLocal static var current = MLComputePolicy.cpuOnly

    /// The policy that computes as a model with these compute units does.
    public init(_ computeUnits: MLComputeUnits) {
        self.computeUnits = computeUnits
    }

    /// Products may take bfloat16 factors, where the processor has them.
    public static var cpuAndGPU: MLComputePolicy { MLComputePolicy(.cpuAndGPU) }
    /// float32 throughout.
    public static var cpuOnly: MLComputePolicy { MLComputePolicy(.cpuOnly) }

    public var description: String { "MLComputePolicy(\(computeUnits))" }

    var allowsReducedPrecision: Bool { computeUnits != .cpuOnly }
}

/// Calls `body`, whose tensors compute by the policy.
public func withMLTensorComputePolicy<Result>(_ computePolicy: MLComputePolicy, _ body: () throws -> Result) rethrows -> Result {
    try MLComputePolicy.$current.withValue(computePolicy, operation: body)
}

/// Calls `body`, whose tensors compute by the policy.
public func withMLTensorComputePolicy<R>(_ computePolicy: MLComputePolicy, _ body: () async throws -> R) async rethrows -> R {
    try await MLComputePolicy.$current.withValue(computePolicy, operation: body)
}
