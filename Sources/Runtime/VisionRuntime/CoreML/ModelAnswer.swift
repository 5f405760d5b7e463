import CoreML
import CoreMLRuntime

/// The meaning of a model's outputs.
package struct ModelAnswer: Sendable {
    private enum Meaning: Sendable {
        /// A classifier: the index of the output with the probabilities, and the precision-recall curves of the classes.
        case classes(output: Int, curves: PrecisionRecallCurves?)
        /// A detector that ends in non-maximum suppression: the indices of the two outputs with one row of confidences and one row of coordinates per
        /// object.
        case objects(confidences: Int, coordinates: Int, labels: [String])
        /// Anything else: all outputs, in the order of the model.
        case features([String])
    }

    private let meaning: Meaning

    /// The labels that a classifier or detector may return, in the model's order.
    package let identifiers: [String]

    init(of model: MLModel) {
        let description = model.modelDescription
        if let detector = model.detector {
            identifiers = detector.labels
            meaning = .objects(confidences: detector.confidences, coordinates: detector.coordinates, labels: detector.labels)
        } else if let name = description.predictedProbabilitiesName,
            let output = description.outputs.firstIndex(where: { $0.name == name })
        {
            identifiers = description.labels
            let curves = description.creatorMetadata[PrecisionRecallCurves.metadataKey].map(PrecisionRecallCurves.init(metadata:))
            meaning = .classes(output: output, curves: curves)
        } else {
            identifiers = []
            meaning = .features(description.outputs.map(\.name))
        }
    }

    /// - Throws: `operationFailed` if an output is missing or does not have the form of the model's kind.
    func findings(in outputs: PredictionResult, crop: CropAndScale) throws -> [CoreModelFinding] {
        switch meaning {
        case .classes(let output, let curves):
            return try Self.ranked(outputs.raw[output]).map { identifier, confidence in
                .classification(Classification(identifier: identifier, confidence: confidence, curves: curves))
            }
        case .objects(let confidences, let coordinates, let labels):
            let rows = try DetectedRows(confidences: outputs.raw[confidences], coordinates: outputs.raw[coordinates], labels: labels)
            return rows.objects(crop: crop).map { .object($0) }
        case .features(let names):
            return names.compactMap { name in
                outputs.featureValue(for: name).map { value in
                    value.imageBufferValue.map { .picture($0, name: name) } ?? .feature(value, name: name)
                }
            }
        }
    }

    /// A classifier's names, the most probable first.
    private static func ranked(_ value: PredictorValue?) throws -> [(String, Float)] {
        switch value {
        case .probabilities(let probabilities):
            let values = probabilities.values.map { Float($0) }
            switch probabilities.labels {
            case .strings(let labels): return Array(zip(labels, values)).rankedByConfidence
            case .int64s(let labels): return zip(labels, values).map { (String($0), $1) }.rankedByConfidence
            }
        // Dictionaries have no order. Sorting by name keeps equal probabilities in the same order every time.
        case .stringDictionary(let values): return values.sorted { $0.key < $1.key }.map { ($0.key, Float($0.value)) }.rankedByConfidence
        case .int64Dictionary(let values):
            return values.sorted { $0.key < $1.key }.map { (String($0.key), Float($0.value)) }.rankedByConfidence
        default: throw VisionFailure(.operationFailed, "the classifier gave no probabilities")
        }
    }
}

extension [(String, Float)] {
    /// Sorted by descending confidence. The sort is stable, and not-a-number counts as 0.
    package var rankedByConfidence: [(String, Float)] {
        let ranks = indices.map { index in
            (confidence: self[index].1.isNaN ? 0 : self[index].1, index: index)
        }
        return ranks.sorted { ($1.confidence, $0.index) < ($0.confidence, $1.index) }.map { (self[$0.index].0, $0.confidence) }
    }
}
