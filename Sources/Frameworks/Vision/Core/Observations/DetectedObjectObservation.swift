/// The position of an object in an image.
public struct DetectedObjectObservation: VisionObservation, FactualObservation, BoundingBoxProviding, Codable {
    let facts: ObservationFacts
    public var boundingBox: NormalizedRect

    /// Creates an observation, for example as the input of a tracker. Its confidence is 1.
    public init(boundingBox: NormalizedRect) {
        facts = ObservationFacts()
        self.boundingBox = boundingBox
    }

    /// Converts a ``VNDetectedObjectObservation``, with its identifier, confidence and time.
    public init(_ observation: VNDetectedObjectObservation) {
        facts = ObservationFacts(observation)
        boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    }

    init(_ facts: ObservationFacts, boundingBox: NormalizedRect) {
        self.facts = facts
        self.boundingBox = boundingBox
    }

    var details: String { "boundingBox \(boundingBox)" }
}
