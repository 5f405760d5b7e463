import Foundation

/// The processors that a model may use.
///
/// Osprey computes on the CPU. `.cpuOnly` computes in float32 throughout. The other cases allow bfloat16 where Core ML would compute in float16.
/// The processor must support bfloat16, and the outputs must keep the accuracy of float16. The accuracy is measured when the model is loaded.
/// Values that an ML Program declares as float32 are computed in float32 in all cases.
public enum MLComputeUnits: Int, Sendable {
    /// Computes in float32 throughout.
    case cpuOnly = 0
    /// Allows bfloat16 factors in convolutions and matrix products, if the processor supports them.
    case cpuAndGPU = 1
    /// Allows bfloat16 factors in convolutions and matrix products, if the processor supports them.
    case all = 2
    /// Allows bfloat16 factors in convolutions and matrix products, if the processor supports them.
    case cpuAndNeuralEngine = 3
}

/// The settings with which a model is loaded.
open class MLModelConfiguration: NSObject, NSCopying {
    /// A name for messages and profiles.
    public var modelDisplayName: String?
    /// Whether products may compute in reduced precision; `.all` by default.
    public var computeUnits: MLComputeUnits = .all
    /// Whether speed has priority over accuracy. If so, all products that can take bfloat16 factors take them, however large the errors of the
    /// outputs become. If not, the errors are limited to those of float16; see ``computeUnits``. Sums are float32 in any case.
    public var allowLowPrecisionAccumulationOnGPU = false
    /// Values that override the model's own parameters.
    public var parameters: [MLParameterKey: Any]?
    /// Hints about how the model will be called. They have no effect. Every model keeps the execution plans for the input shapes that it has used
    /// most recently.
    public var optimizationHints = MLOptimizationHints()
    /// The function of an ML Program to run; `nil` for its default.
    public var functionName: String?

    /// The number of threads of each prediction; `nil` for all cores. Callers that run several predictions at the same time set this number.
    package var threadsPerPrediction: Int?

    /// Whether the model simulates a processor with bfloat16 products, in rounding and in measuring. It serves to study the errors.
    package var simulatesReducedPrecision = false

    public override init() {}

    public func copy(with zone: NSZone? = nil) -> Any { copied }

    /// A copy of this configuration. It is faster than casting the result of `copy()`: a cast from `Any` searches for protocol conformances.
    var copied: MLModelConfiguration {
        let copy = MLModelConfiguration()
        copy.modelDisplayName = modelDisplayName
        copy.computeUnits = computeUnits
        copy.allowLowPrecisionAccumulationOnGPU = allowLowPrecisionAccumulationOnGPU
        copy.parameters = parameters
        copy.optimizationHints = optimizationHints
        copy.functionName = functionName
        copy.threadsPerPrediction = threadsPerPrediction
        copy.simulatesReducedPrecision = simulatesReducedPrecision
        return copy
    }
}

/// Hints about how the model will be called.
public struct MLOptimizationHints: Equatable, Sendable {
    /// The frequency with which the shapes of the inputs change.
    public enum ReshapeFrequency: Int, Sendable {
        /// Shapes change often.
        case frequent = 0
        /// Shapes rarely change.
        case infrequent = 1
    }

    /// The choice between fast loading and fast predictions.
    public enum SpecializationStrategy: Int, Sendable {
        /// Loads without extra effort.
        case `default` = 0
        /// Allows longer loading for faster predictions.
        case fastPrediction = 1
    }

    /// The frequency with which the shapes of the inputs change.
    public var reshapeFrequency = ReshapeFrequency.frequent
    /// The choice between fast loading and fast predictions.
    public var specializationStrategy = SpecializationStrategy.default

    /// The default hints: shapes change often, and loading takes no extra effort.
    public init() {}
}

/// The options of a single prediction.
open class MLPredictionOptions: NSObject {
    /// Whether the prediction is computed in float32 on the CPU.
    public var usesCPUOnly = false
    /// Multi-arrays and pixel buffers, by output name, that receive the outputs.
    public var outputBackings: [String: Any] = [:]

    public override init() {}
}
