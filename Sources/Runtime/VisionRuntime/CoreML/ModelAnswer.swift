import CoreML
import CoreMLRuntime

/// The meaning of a model's outputs.
package struct ModelAnswer: Sendable {
    private enum Meaning: Sendable {
        /// A classifier: the index of the output with the probabilities, and the precision-recall curves of the classes.
        case classes(output: Int, curves: PrecisionRecallCurves?)
        /// A detector that ends in non-maximum suppression. The indices are those of two outputs, which have a row of confidences or of
        /// coordinates for each object.
        case objects(confidences: Int, coordinates: Int, labels: [String])
        /// Any other model: all its outputs, in the order of the model.
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

    /// - Throws: `operationFailed` if an output is missing or does not have the form that this type of model requires.
    func findings(in outputs: PredictionResult, crop: CropAndScale) throws -> [CoreModelFinding] {
        switch meaning {
        case .classes(let output, let curves):
            return try Self.classifications(outputs.raw[output], curves).rankedByConfidence.map { .classification($0) }
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

    /// The classes of a classifier, in the model's order.
    private static func classifications(_ value: PredictorValue?, _ curves: PrecisionRecallCurves?) throws -> [Classification] {
        func classification(_ identifier: String, _ probability: Double) -> Classification {
            Classification(identifier: identifier, confidence: Float(probability), curves: curves)
        }
        switch value {
        case .probabilities(let probabilities):
            switch probabilities.labels {
            case .strings(let labels): return zip(labels, probabilities.values).map(classification)
            case .int64s(let labels): return zip(labels, probabilities.values).map { classification(String($0), $1) }
            }
        // Dictionaries have no order. Sorting by name keeps equal probabilities in the same order every time.
        case .stringDictionary(let values): return values.sorted { $0.key < $1.key }.map { classification($0.key, $0.value) }
        case .int64Dictionary(let values): return values.sorted { $0.key < $1.key }.map { classification(String($0.key), $0.value) }
        default: throw VisionFailure(.operationFailed, "the classifier gave no probabilities")
        }
    }
}
