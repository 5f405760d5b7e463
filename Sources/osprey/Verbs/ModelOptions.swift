import CoreML
import Foundation
import Vision

/// The options that several verbs share about how a model runs.
enum ModelOptions {
    /// `--compute-units`, and as many threads a prediction as leave every worker a core.
    static func configuration(_ arguments: Arguments, workers: Int = 1) throws -> MLModelConfiguration {
        let configuration = MLModelConfiguration()
        let choices: [(String, MLComputeUnits)] = [
            ("all", .all), ("cpuOnly", .cpuOnly), ("cpuAndGPU", .cpuAndGPU), ("cpuAndNeuralEngine", .cpuAndNeuralEngine),
        ]
        if let units = try arguments.choice("--compute-units", of: choices) { configuration.computeUnits = units }
        if workers > 1 { configuration.threadsPerPrediction = 1 }
        return configuration
    }

    /// `--crop`: how a picture becomes the model's input.
    static func crop(_ arguments: Arguments) throws -> VNImageCropAndScaleOption? {
        try arguments.choice("--crop", of: [("centerCrop", .centerCrop), ("scaleFit", .scaleFit), ("scaleFill", .scaleFill)])
    }
}
