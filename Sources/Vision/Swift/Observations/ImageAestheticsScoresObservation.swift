import VisionRuntime

/// How well an image is made.
public struct ImageAestheticsScoresObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// Whether the image is only a note: it need not look bad, but nobody will want to remember it.
    public let isUtility: Bool
    /// From -1 to 1; the better the image is made, the higher.
    public let overallScore: Float

    init(_ scores: ImageScores, _ origin: inout ObservationOrigin) throws {
        let scores = try AestheticsScores(scores)
        facts = origin.facts(confidence: 1)
        isUtility = scores.isUtility
        overallScore = scores.overall
    }

    /// The same finding as a ``VNImageAestheticsScoresObservation`` has it.
    public init(_ observation: VNImageAestheticsScoresObservation) {
        facts = ObservationFacts(observation)
        isUtility = observation.isUtility
        overallScore = observation.overallScore
    }

    var details: String { "\(overallScore)" + (isUtility ? ", a note" : "") }
}
