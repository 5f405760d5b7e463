import CoreMLRuntime
import CoreMLSpecification

extension PredictorOptions {
    /// Makes the options for loading the model of `package`.
    init(_ package: ModelPackage, _ configuration: MLModelConfiguration) {
        self.init()
        allowsReducedPrecision = configuration.computeUnits != .cpuOnly
        threads = configuration.threadsPerPrediction
        weights = package.weights
        memoryLimit = MemoryLimit(modelByteCount: ModelFile.byteCount(package))
        functionName = configuration.functionName
        customParts = .app
        readFeaturePrint = { try FeaturePrintModel.read($0) }
        folder = package.location?.deletingLastPathComponent()
    }
}
