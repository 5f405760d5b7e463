import CoreML
import Foundation
import Reports
import Vision

/// The options of several verbs for running a model.
enum ModelOptions {
    /// The help of `--compute-units`.
    static let computeUnitsHelp = "cpuOnly: float32; all (where not given): as exact as float16; fastest: all in bfloat16"

    /// The configuration from `--compute-units`. If there are several workers, each prediction uses one thread.
    static func configuration(_ arguments: Arguments, workers: Int = 1) throws -> MLModelConfiguration {
        var options = DetectionOptions(computeUnits: try computeUnits(arguments), workers: workers)
        options.allowsLowPrecision = allowsLowPrecision(arguments)
        return options.configuration
    }

    /// The options from `--compute-units`, `--model`, `--crop` and `--threshold`, for verbs that analyze pictures.
    static func detection(_ arguments: Arguments, workers: Int = 1) throws -> DetectionOptions {
        let (model, crop) = (arguments.string("--model").map { URL(fileURLWithPath: $0) }, try crop(arguments))
        if crop != nil, model == nil {
            throw UsageError("--crop needs --model: Osprey's own models see a photo as they saw those of their training")
        }
        var options = DetectionOptions(
            model: model, crop: crop, computeUnits: try computeUnits(arguments), workers: workers,
            threshold: Float(try arguments.number("--threshold", in: 0...1) ?? 0))
        options.allowsLowPrecision = allowsLowPrecision(arguments)
        return options
    }

    private static func allowsLowPrecision(_ arguments: Arguments) -> Bool { arguments.string("--compute-units") == "fastest" }

    private static func computeUnits(_ arguments: Arguments) throws -> MLComputeUnits? {
        try arguments.choice(
            "--compute-units",
            of: [
                ("all", .all), ("cpuOnly", .cpuOnly), ("cpuAndGPU", .cpuAndGPU), ("cpuAndNeuralEngine", .cpuAndNeuralEngine),
                ("fastest", .all),
            ])
    }

    /// The value of `--crop`, which says how a picture is fitted to the model's input.
    static func crop(_ arguments: Arguments) throws -> VNImageCropAndScaleOption? {
        try arguments.choice("--crop", of: [("centerCrop", .centerCrop), ("scaleFit", .scaleFit), ("scaleFill", .scaleFill)])
    }
}
