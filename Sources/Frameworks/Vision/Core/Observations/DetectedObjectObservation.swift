/// Where in an image an object is.
public struct DetectedObjectObservation: VisionObservation, FactualObservation, BoundingBoxProviding, Codable {
    let facts: ObservationFacts
    public var boundingBox: NormalizedRect

    /// An observation that a program makes itself, for example for a tracker to follow. Its confidence is 1.
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
