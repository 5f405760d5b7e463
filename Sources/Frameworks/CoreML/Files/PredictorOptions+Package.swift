import CoreMLRuntime
import CoreMLSpecification

extension PredictorOptions {
    /// Makes the options for loading the model of `package`.
    init(_ package: ModelPackage, _ configuration: MLModelConfiguration) {
        self.init()
        allowsReducedPrecision = configuration.computeUnits != .cpuOnly
        measuresPrecision = !configuration.allowLowPrecisionAccumulationOnGPU
        if configuration.simulatesReducedPrecision, !reducedPrecision.isReduced { reducedPrecision.rounding = .bfloat16 }
        if allowsReducedPrecision, measuresPrecision, reducedPrecision.isReduced {
            precisionReport = PrecisionReport(known: PrecisionFile.choices(of: package))
        }
        threads = configuration.threadsPerPrediction
        weights = package.weights
        memoryLimit = MemoryLimit(modelByteCount: ModelFile.byteCount(package))
        functionName = configuration.functionName
        customParts = .app
        readFeaturePrint = { try FeaturePrintModel.read($0) }
        folder = package.location?.deletingLastPathComponent()
    }
}
