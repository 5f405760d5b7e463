import VisionRuntime

/// Scores of the visual quality of an image.
public struct ImageAestheticsScoresObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// Whether the image is a utility image, such as a receipt. A utility image may have a high score, but is not worth remembering.
    public let isUtility: Bool
    /// A rating of how good the image looks: -1 is worst, 1 is best.
    public let overallScore: Float

    init(_ scores: ImageScores, _ origin: inout ObservationOrigin) throws {
        let scores = try AestheticsScores(scores)
        facts = origin.facts(confidence: 1)
        isUtility = scores.isUtility
        overallScore = scores.overall
    }

    /// Converts a ``VNImageAestheticsScoresObservation``, with its identifier, confidence and time.
    public init(_ observation: VNImageAestheticsScoresObservation) {
        facts = ObservationFacts(observation)
        isUtility = observation.isUtility
        overallScore = observation.overallScore
    }

    var details: String { "\(overallScore)" + (isUtility ? ", a note" : "") }
}
