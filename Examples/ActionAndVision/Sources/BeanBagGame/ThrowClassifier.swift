import CoreML
import Foundation
import Vision

/// Classifies the type of a throw from the player's poses.
struct ThrowClassifier {
    private let model: MLModel
    private let input: String
    /// The shape of the model's input: poses, then x, y and confidence, then joints.
    private let shape: [Int]

    /// - Throws: ``GameError`` if the model does not take poses and return a label, as Create ML's action classifiers do.
    init(model: MLModel) throws {
        let description = model.modelDescription
        guard let (name, feature) = description.inputDescriptionsByName.first(where: { $0.value.type == .multiArray }),
            let shape = feature.multiArrayConstraint?.shape.map(\.intValue), shape.count == 3, shape[1...] == [3, 18],
            description.predictedFeatureName != nil
        else { throw GameError.notAnActionClassifier }
        self.model = model
        input = name
        self.shape = shape
    }

    /// The most likely throw type. If there are too few poses, the input is padded with zeros.
    func classify(_ poses: [PlayerPose]) throws -> (type: ThrowType, confidence: Double) {
        let description = model.modelDescription
        let features = try MLDictionaryFeatureProvider(dictionary: [input: prepareInput(with: poses)])
        let output = try model.prediction(from: features)
        guard let name = description.predictedFeatureName, let label = output.featureValue(for: name)?.stringValue else {
            throw GameError.notAnActionClassifier
        }
        let probabilities = description.predictedProbabilitiesName.flatMap { output.featureValue(for: $0)?.dictionaryValue }
        return (ThrowType(label: label), probabilities?[label]?.doubleValue ?? 1)
    }

    /// A single multi-array of all poses.
    private func prepareInput(with poses: [PlayerPose]) throws -> MLMultiArray {
        let arrays = try poses.suffix(shape[0]).map { try $0.keypoints() }
        let missing = shape[0] - arrays.count
        guard missing > 0 else { return MLMultiArray(concatenating: arrays, axis: 0, dataType: .float32) }
        let empty = try MLMultiArray(shape: [missing, 3, 18].map { NSNumber(value: $0) }, dataType: .float32)
        for index in 0..<empty.count { empty[index] = 0 }
        return MLMultiArray(concatenating: arrays + [empty], axis: 0, dataType: .float32)
    }
}
