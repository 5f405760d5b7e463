import CoreML
import CoreMedia
import Foundation

/// A Core ML model that classifies windows of sound, made by Osprey or by another tool.
package struct SoundModel: Sendable {
    package let model: MLModel
    /// The name of the input: an array of samples.
    private let input: String
    private let probabilities: String
    /// The number of samples of a window.
    package let sampleCount: Int
    /// The number of samples per second.
    package let sampleRate: Double
    /// The labels, sorted.
    package let labels: [String]

    /// The name of the input of Apple's classifiers of sounds.
    package static let inputName = "audioSamples"
    private static let rateKey = "sampleRate"
    private static let standardRate = 16_000.0
    private static let longestSeconds = 60.0

    /// Whether a model takes samples of sound, judged by the name of its input or by the sample rate in its metadata.
    package static func fits(_ model: MLModel) -> Bool {
        let description = model.modelDescription
        return description.inputDescriptionsByName[inputName]?.multiArrayConstraint != nil || rate(of: description) != nil
    }

    private static func rate(of description: MLModelDescription) -> Double? {
        let metadata = description.metadata[.creatorDefinedKey] as? [String: String]
        return metadata?[rateKey].flatMap { Double($0) }.flatMap { $0 >= 100 && $0 <= 1_000_000 ? $0 : nil }
    }

    /// - Throws: ``SNError`` `invalidModel` if the model is not a classifier with an array of samples as its only required input.
    package init(_ model: MLModel) throws {
        let description = model.modelDescription
        let inputs = description.inputDescriptionsByName.values.filter { !$0.isOptional }
        guard inputs.count == 1, let shape = inputs[0].multiArrayConstraint?.shape.map(\.intValue), shape.count == 1, shape[0] > 0 else {
            throw SNError(.invalidModel, "a classifier of sounds has one input, an array of samples; the model has others")
        }
        let labels = description.labels
        guard let probabilities = description.predictedProbabilitiesName, labels.count > 0 else {
            throw SNError(.invalidModel, "the model is not a classifier with probabilities")
        }
        (self.model, self.probabilities, self.labels) = (model, probabilities, labels.sorted())
        (input, sampleCount) = (inputs[0].name, shape[0])
        sampleRate = Self.rate(of: description) ?? Self.standardRate
        guard windowSeconds <= Self.longestSeconds else {
            throw SNError(.invalidModel, "the model reads \(sampleCount) samples at a time, more than \(Int(Self.longestSeconds)) seconds")
        }
    }

    package var windowSeconds: Double { Double(sampleCount) / sampleRate }

    var windowDuration: CMTime { CMTime(value: Int64(sampleCount), timescale: Int32(sampleRate)) }

    /// The probability of each label for a window of samples.
    ///
    /// - Throws: ``SNError`` `operationFailed` if a sample is not a finite number, or the prediction fails.
    package func classify(_ window: ArraySlice<Float>) throws -> [String: Double] {
        guard window.allSatisfy(\.isFinite) else { throw SNError(.operationFailed, "the sound has samples that are not finite numbers") }
        let outputs: any MLFeatureProvider
        do {
            let samples = MLMultiArray(MLShapedArray<Float>(scalars: window, shape: [window.count]))
            outputs = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input: MLFeatureValue(multiArray: samples)]))
        } catch {
            throw SNError(.operationFailed, "the sound cannot be classified: \(error.localizedDescription)")
        }
        guard let all = outputs.featureValue(for: probabilities)?.dictionaryValue else {
            throw SNError(.operationFailed, "the model gives no probabilities")
        }
        return Dictionary(all.map { ("\($0.key)", $0.value.doubleValue) }) { first, _ in first }
    }
}
