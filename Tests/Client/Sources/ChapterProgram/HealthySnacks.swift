// swift-format-ignore-file
// Laid out as in print.
import CoreML
import CoreVideo
import Foundation

// The code that Xcode generates for HealthySnacks.mlmodel, but for where the model is: an app has it in its bundle.

class HealthySnacksInput: MLFeatureProvider {
    var image: CVPixelBuffer

    var featureNames: Set<String> {
        get {
            return ["image"]
        }
    }

    func featureValue(for featureName: String) -> MLFeatureValue? {
        if featureName == "image" {
            return MLFeatureValue(pixelBuffer: image)
        }
        return nil
    }

    init(image: CVPixelBuffer) {
        self.image = image
    }
}

class HealthySnacksOutput: MLFeatureProvider {
    private let provider: MLFeatureProvider

    lazy var labelProbability: [String: Double] = {
        [unowned self] in return self.provider.featureValue(for: "labelProbability")!.dictionaryValue as! [String: Double]
    }()

    lazy var label: String = {
        [unowned self] in return self.provider.featureValue(for: "label")!.stringValue
    }()

    var featureNames: Set<String> {
        return self.provider.featureNames
    }

    func featureValue(for featureName: String) -> MLFeatureValue? {
        return self.provider.featureValue(for: featureName)
    }

    init(features: MLFeatureProvider) {
        self.provider = features
    }
}

class HealthySnacks {
    var model: MLModel

    nonisolated(unsafe) static var urlOfModelInThisBundle = URL(fileURLWithPath: "HealthySnacks.mlmodelc")

    init(contentsOf url: URL) throws {
        self.model = try MLModel(contentsOf: url)
    }

    convenience init() {
        try! self.init(contentsOf: type(of: self).urlOfModelInThisBundle)
    }

    func prediction(input: HealthySnacksInput) throws -> HealthySnacksOutput {
        return try self.prediction(input: input, options: MLPredictionOptions())
    }

    func prediction(input: HealthySnacksInput, options: MLPredictionOptions) throws -> HealthySnacksOutput {
        let outFeatures = try model.prediction(from: input, options: options)
        return HealthySnacksOutput(features: outFeatures)
    }

    func prediction(image: CVPixelBuffer) throws -> HealthySnacksOutput {
        let input_ = HealthySnacksInput(image: image)
        return try self.prediction(input: input_)
    }
}

typealias MultiSnacks = HealthySnacks
