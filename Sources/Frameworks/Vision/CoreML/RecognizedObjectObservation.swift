import VisionRuntime

/// A detected object with its labels.
public struct RecognizedObjectObservation: VisionObservation, FactualObservation, BoundingBoxProviding, Codable {
    let facts: ObservationFacts
    /// All labels of the model, the most probable first. The observation's confidence is the confidence of the first label.
    public let labels: [ClassificationObservation]
    public let boundingBox: NormalizedRect

    init(_ object: RecognizedObject, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: object.labels.first?.confidence ?? 1)
        labels = object.labels.map { ClassificationObservation($0, &origin) }
        boundingBox = NormalizedRect(normalizedRect: object.boundingBox.standardized)
    }

    /// Converts a ``VNRecognizedObjectObservation``, with its identifier, confidence and time.
    public init(_ observation: VNRecognizedObjectObservation) {
        facts = ObservationFacts(observation)
        labels = observation.labels.map { ClassificationObservation($0) }
        boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    }

    var details: String { "boundingBox \(boundingBox)" + (labels.first.map { " \"\($0.identifier)\"" } ?? "") }
}
