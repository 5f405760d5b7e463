import Foundation

/// A device that models can run on.
public protocol MLComputeDeviceProtocol: NSObjectProtocol {}

/// The processor.
public final class MLCPUComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {
    static let shared = MLCPUComputeDevice()

    public override var description: String { "CPU" }
}

/// A graphics processor; none is used on Linux.
public final class MLGPUComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {}

/// A neural engine; none exists on Linux.
public final class MLNeuralEngineComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {
    /// The number of cores: 0, as there is no neural engine on Linux.
    public var totalCoreCount: Int { 0 }
}

/// A device that models can run on.
public enum MLComputeDevice: Equatable, Hashable, CustomStringConvertible, Sendable {
    /// The processor.
    case cpu(MLCPUComputeDevice)
    /// A graphics processor; none is used on Linux.
    case gpu(MLGPUComputeDevice)
    /// A neural engine; none exists on Linux.
    case neuralEngine(MLNeuralEngineComputeDevice)

    public var description: String {
        switch self {
        case .cpu: "CPU"
        case .gpu: "GPU"
        case .neuralEngine: "Neural Engine"
        }
    }

    /// All devices of this machine on which models can run: the CPU.
    public static var allComputeDevices: [MLComputeDevice] { [.cpu(.shared)] }
}
