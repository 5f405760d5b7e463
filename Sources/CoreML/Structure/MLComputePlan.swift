import Foundation

/// Which device runs each part of a model. On Linux that is the CPU.
public final class MLComputePlan: Sendable {
    public let modelStructure: MLModelStructure

    /// The devices that could run a part, and the one that does.
    public struct DeviceUsage: Sendable {
        public let supported: [MLComputeDevice]
        public let preferred: MLComputeDevice
    }

    /// An operation's share of the whole program's time.
    public struct Cost: Sendable {
        public let weight: Double
    }

    init(_ structure: MLModelStructure) {
        modelStructure = structure
    }

    /// The plan of a model on disk.
    ///
    /// - Throws: `MLModelError` where the model cannot be read or run.
    public static func load(contentsOf url: URL, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        _ = try MLModel(contentsOf: url, configuration: configuration)
        return MLComputePlan(try await MLModelStructure.load(contentsOf: url))
    }

    /// The plan of a model in memory.
    ///
    /// - Throws: `MLModelError` where the model cannot be run.
    public static func load(asset: MLModelAsset, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        _ = try asset.makeModel(configuration: configuration)
        return MLComputePlan(try await MLModelStructure.load(asset: asset))
    }

    /// Nil: costs are not estimated.
    public func estimatedCost(of operation: MLModelStructure.Program.Operation) -> Cost? { nil }

    public func deviceUsage(for layer: MLModelStructure.NeuralNetwork.Layer) -> DeviceUsage? { onCPU }

    /// Nil for constants, which no device computes.
    public func deviceUsage(for operation: MLModelStructure.Program.Operation) -> DeviceUsage? {
        operation.operatorName == "const" ? nil : onCPU
    }

    private var onCPU: DeviceUsage { DeviceUsage(supported: [.cpu(.shared)], preferred: .cpu(.shared)) }
}
