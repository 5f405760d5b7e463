import CoreML
import Foundation

/// The predicted label of a window of a recording, and its true label.
package struct ActivityAnswer: Sendable {
    package var recording: String
    package var rows: Range<Int>
    /// The window's true label; `nil` if at least half of the rows have no label.
    package var label: String?
    package var answer: String
    /// The probability of the predicted label, 0…1. `ownConfidence` is the probability of the true label.
    package var confidence: Double
    package var ownConfidence: Double
    /// The values of each feature in the window, as `values[feature][row]`.
    package var values: [[Float]]
}

extension MLClassifierMetrics {
    /// The metrics of the windows that have a label.
    package init(_ answers: [ActivityAnswer]) {
        self.init(answers.compactMap { answer in answer.label.map { ($0, answer.answer) } })
    }
}

/// A Core ML model that classifies windows of sensor values, made by Osprey or by another tool. The inputs are an array for each feature, all of
/// the same length, and the state. The outputs are a label, the probabilities of all labels, and the new state.
package struct ActivityModel: Sendable {
    let model: MLModel
    /// The names of the inputs with sensor values.
    package let features: [String]
    /// The number of rows of a window.
    package let window: Int
    private let probabilities: String

    /// - Returns: `nil` if the model is not an activity classifier. A model is one if it has `stateIn`, `stateOut`, probabilities, and feature
    ///   arrays of one length.
    package init?(_ model: MLModel) {
        let description = model.modelDescription
        var inputs = description.inputDescriptionsByName
        guard inputs.removeValue(forKey: ActivityExport.stateInName) != nil,
            description.outputDescriptionsByName[ActivityExport.stateOutName] != nil,
            let probabilities = description.predictedProbabilitiesName
        else { return nil }
        let shapes = Set(inputs.values.map { $0.multiArrayConstraint?.shape.map(\.intValue) })
        guard shapes.count == 1, let shape = shapes.first ?? nil, shape.count == 1, shape[0] > 0 else { return nil }
        (self.model, features, window, self.probabilities) = (model, inputs.keys.sorted(), shape[0], probabilities)
    }

    init(_ model: MLModel, features: [String], window: Int) {
        (self.model, self.features, self.window, probabilities) = (model, features, window, ActivityExport.probabilitiesName)
    }

    /// The predictions for all windows of the recordings, one recording after the other. Within a recording, the state after a window is an input
    /// for the next window.
    ///
    /// - Throws: `MLCreateError` if the model has no probabilities, and any error of the model's prediction.
    package func answers(for recordings: [ActivityRecording]) throws -> [ActivityAnswer] {
        let results = ParallelLoop.map(recordings.count) { index in Result { try answers(for: recordings[index]) } }
        return try results.flatMap { try $0.get() }
    }

    private func answers(for recording: ActivityRecording) throws -> [ActivityAnswer] {
        var state: MLFeatureValue?
        return try recording.windows(window).map { rows in
            var inputs: [String: MLFeatureValue] = [:]
            try recording.withWindow(rows, window) { index, values in
                inputs[features[index]] = MLFeatureValue(multiArray: try MLMultiArray(values.map(Double.init)))
            }
            inputs[ActivityExport.stateInName] = state
            let outputs = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
            state = outputs.featureValue(for: ActivityExport.stateOutName)
            guard let all = outputs.featureValue(for: probabilities)?.dictionaryValue else {
                throw MLCreateError.generic(reason: "the model gives no probabilities")
            }
            let results = all.map { (label: "\($0.key)", confidence: $0.value.doubleValue) }
            let best = results.max { ($0.confidence, $1.label) < ($1.confidence, $0.label) }
            let label = recording.label(of: rows)
            return ActivityAnswer(
                recording: recording.name, rows: rows, label: label, answer: best?.label ?? "", confidence: best?.confidence ?? 0,
                ownConfidence: results.first { $0.label == label }?.confidence ?? 0, values: recording.features.map { Array($0[rows]) })
        }
    }
}
