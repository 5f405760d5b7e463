import Foundation

/// The device that runs each part of a model, and the fraction of the time that each part takes. On Linux the device is the CPU.
public final class MLComputePlan: Sendable {
    /// The structure of the model.
    public let modelStructure: MLModelStructure
    private let weights: [Int: Double]

    /// The devices that could run a part, and the device that runs it.
    public struct DeviceUsage: Sendable {
        /// The devices that can compute the part: the CPU.
        public let supported: [MLComputeDevice]
        /// The device that will compute the part: the CPU.
        public let preferred: MLComputeDevice
    }

    /// The fraction of the whole function's time that an operation takes.
    public struct Cost: Sendable {
        /// The fraction of the time, 0…1. The weights of all operations of the function sum to 1.
        public let weight: Double
    }

    init(_ structure: MLModelStructure, functionName: String?) {
        modelStructure = structure
        guard case .program(let program) = structure,
            let function = program.functions[functionName ?? "main"] ?? program.functions.values.first
        else {
            weights = [:]
            return
        }
        weights = CostEstimate(function).weights
    }

    /// The plan of a model on disk.
    ///
    /// - Throws: `MLModelError` if the model cannot be read or run.
    public static func load(contentsOf url: URL, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        try await load(asset: MLModelAsset(url: url), configuration: configuration)
    }

    /// The plan of a model in memory.
    ///
    /// - Throws: `MLModelError` if the model cannot be run.
    public static func load(asset: MLModelAsset, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        try MLComputePlan(asset: asset, configuration: configuration)
    }

    /// Loads the plan of a model on disk while the caller waits.
    ///
    /// - Throws: `MLModelError` if the model cannot be read or run.
    package convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        try self.init(asset: MLModelAsset(url: url), configuration: configuration)
    }

    private convenience init(asset: MLModelAsset, configuration: MLModelConfiguration) throws {
        let model = try asset.makeModel(configuration: configuration)
        let functionName = model.configuration.functionName ?? asset.package.model.description?.defaultFunctionName.nonEmpty
        self.init(MLModelStructure(asset.package.model), functionName: functionName)
    }

    /// The fraction of its function's time that an operation takes. It is estimated from the number of multiplications and additions and
    /// from the bytes that are read and written. `nil` for constants, and for operations of functions other than the configuration's.
    public func estimatedCost(of operation: MLModelStructure.Program.Operation) -> Cost? {
        weights[operation.number].map { Cost(weight: $0) }
    }

    /// The device on which a layer runs: the CPU.
    public func deviceUsage(for layer: MLModelStructure.NeuralNetwork.Layer) -> DeviceUsage? { onCPU }

    /// The device on which an operation runs: the CPU. `nil` for constants, which no device computes.
    public func deviceUsage(for operation: MLModelStructure.Program.Operation) -> DeviceUsage? { operation.isComputed ? onCPU : nil }

    private var onCPU: DeviceUsage { DeviceUsage(supported: [.cpu(.shared)], preferred: .cpu(.shared)) }
}
