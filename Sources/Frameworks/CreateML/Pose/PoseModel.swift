import CoreML
import Foundation

/// A Core ML model that classifies a window of poses, made by Osprey or by another tool. Its input is an array [frames, 3, joints]. Its outputs are
/// a label and the probabilities of all labels.
package struct PoseModel: Sendable {
    let model: MLModel
    let skeleton: PoseSkeleton
    /// The number of frames in a window.
    package let window: Int
    /// The frame rate that the model was trained for, in frames per second; `nil` if the model has no such metadata.
    package let frameRate: Double?
    private let input: String
    private let label: String
    private let probabilities: String

    /// The key of the frame rate in the model's creator-defined metadata.
    static let frameRateKey = "targetFrameRate"

    /// Wraps a model that classifies poses of a body (18 joints) or a hand (21 joints).
    ///
    /// - Throws: `MLCreateError.generic` if the model has other inputs or outputs.
    package init(_ model: MLModel) throws {
        let description = model.modelDescription
        for (name, input) in description.inputDescriptionsByName {
            guard let shape = input.multiArrayConstraint?.shape.map(\.intValue), shape.count == 3, shape[1] == 3, shape[0] > 0,
                let skeleton = [PoseSkeleton.body, .hand].first(where: { $0.count == shape[2] }),
                description.inputDescriptionsByName.count == 1, let label = description.predictedFeatureName,
                let probabilities = description.predictedProbabilitiesName
            else { continue }
            let frameRate = description.creatorMetadata[Self.frameRateKey].flatMap(Double.init)
            self.init(model, skeleton, shape[0], frameRate, name, label, probabilities)
            return
        }
        throw MLCreateError.generic(
            reason: "the model does not classify poses: it has no input of the shape [frames, 3, 18] or [frames, 3, 21]")
    }

    init(_ model: MLModel, _ skeleton: PoseSkeleton, window: Int) {
        self.init(model, skeleton, window, nil, PoseNetwork.inputName, PoseExport.labelName, PoseExport.probabilitiesName)
    }

    private init(
        _ model: MLModel, _ skeleton: PoseSkeleton, _ window: Int, _ frameRate: Double?, _ input: String, _ label: String,
        _ probabilities: String
    ) {
        (self.model, self.skeleton, self.window, self.frameRate) = (model, skeleton, window, frameRate)
        (self.input, self.label, self.probabilities) = (input, label, probabilities)
    }

    /// Predicts the labels of a window. The most probable label comes first. A short window is padded with frames without joints.
    func results(for frames: ArraySlice<[Float]>) throws -> [(label: String, confidence: Double)] {
        let array = try MLMultiArray(extents: [window, 3, skeleton.count], dataType: .float32)
        let values = PoseWindows.values(frames, size: window, skeleton)
        array.withUnsafeMutableBufferPointer(ofType: Float.self) { pointer, _ in _ = pointer.update(fromContentsOf: values) }
        let features = try MLDictionaryFeatureProvider(dictionary: [input: MLFeatureValue(multiArray: array)])
        let outputs = try model.prediction(from: features)
        guard let all = outputs.featureValue(for: probabilities)?.dictionaryValue else {
            throw MLCreateError.generic(reason: "the model gives no probabilities")
        }
        return all.map { ("\($0.key)", $0.value.doubleValue) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    func answers(for sequences: [PoseSequence]) throws -> [PoseAnswer] {
        try sequences.flatMap { sequence in
            try PoseWindows.consecutive(sequence.frames.count, size: window).map { range in
                let results = try results(for: sequence.frames[range])
                return PoseAnswer(
                    name: sequence.name, frames: range, label: sequence.label, answer: results.first?.label ?? "",
                    confidence: results.first?.confidence ?? 0,
                    ownConfidence: results.first { $0.label == sequence.label }?.confidence ?? 0, poses: Array(sequence.frames[range]),
                    skeleton: skeleton)
            }
        }
    }

    /// Predicts the label of every window of a source.
    ///
    /// - Parameter frameRate: the frame rate at which files are read if the model does not contain a frame rate.
    /// - Returns: the predictions, and the sequences that could not be read.
    /// - Throws: `MLCreateError` if the source cannot be read, or if a label has no files.
    package func answers(for source: PoseSource, frameRate other: Double) throws -> (answers: [PoseAnswer], skipped: [SkippedSequence]) {
        let data = try source.sequences(frameRate: frameRate ?? other, skeleton)
        return (try answers(for: data.sequences), data.skipped)
    }
}
