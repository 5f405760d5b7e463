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

    /// The network that `--model` names, for a request that has one of its own; `nil` where there is no such option.
    static func network(_ arguments: Arguments, workers: Int) throws -> MLModel? {
        let configuration = try configuration(arguments, workers: workers)
        return try arguments.string("--model").map { try MLModel(contentsOf: URL(fileURLWithPath: $0), configuration: configuration) }
    }

    /// `--crop`: how a picture becomes the model's input.
    static func crop(_ arguments: Arguments) throws -> VNImageCropAndScaleOption? {
        try arguments.choice("--crop", of: [("centerCrop", .centerCrop), ("scaleFit", .scaleFit), ("scaleFill", .scaleFill)])
    }
}
