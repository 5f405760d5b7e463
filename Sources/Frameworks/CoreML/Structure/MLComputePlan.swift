import Foundation

/// The device that runs each part of a model, and each part's share of the time. On Linux the device is the CPU.
public final class MLComputePlan: Sendable {
    /// The structure of the model.
    public let modelStructure: MLModelStructure
    private let weights: [Int: Double]

    /// The devices that could run a part, and the device that runs it.
    public struct DeviceUsage: Sendable {
        /// The devices that can compute it: the CPU.
        public let supported: [MLComputeDevice]
        /// The device that will compute it: the CPU.
        public let preferred: MLComputeDevice
    }

    /// An operation's share of the time of the whole function.
    public struct Cost: Sendable {
        /// 0…1; the weights of all operations of the function sum to 1.
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
    /// - Throws: `MLModelError` where the model cannot be read or run.
    public static func load(contentsOf url: URL, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        try await load(asset: MLModelAsset(url: url), configuration: configuration)
    }

    /// The plan of a model in memory.
    ///
    /// - Throws: `MLModelError` where the model cannot be run.
    public static func load(asset: MLModelAsset, configuration: MLModelConfiguration) async throws -> MLComputePlan {
        try MLComputePlan(asset: asset, configuration: configuration)
    }

    /// The same for a caller that waits.
    package convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        try self.init(asset: MLModelAsset(url: url), configuration: configuration)
    }

    private convenience init(asset: MLModelAsset, configuration: MLModelConfiguration) throws {
        let model = try asset.makeModel(configuration: configuration)
        let functionName = model.configuration.functionName ?? asset.package.model.description?.defaultFunctionName.nonEmpty
        self.init(MLModelStructure(asset.package.model), functionName: functionName)
    }

    /// An estimate from the multiplications and additions of the operation and the bytes that it reads and writes. `nil` for constants and
    /// for operations of functions other than the configuration's.
    public func estimatedCost(of operation: MLModelStructure.Program.Operation) -> Cost? {
        weights[operation.number].map { Cost(weight: $0) }
    }

    /// Where a layer runs: on the CPU.
    public func deviceUsage(for layer: MLModelStructure.NeuralNetwork.Layer) -> DeviceUsage? { onCPU }

    /// `nil` for constants, which no device computes.
    public func deviceUsage(for operation: MLModelStructure.Program.Operation) -> DeviceUsage? { operation.isComputed ? onCPU : nil }

    private var onCPU: DeviceUsage { DeviceUsage(supported: [.cpu(.shared)], preferred: .cpu(.shared)) }
}
