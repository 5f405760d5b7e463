import VisionRuntime

/// The probability that the lens was smudged when an image was taken, as the observation's confidence, from 0 to 1.
public struct SmudgeObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts

    init(_ scores: ImageScores, _ origin: inout ObservationOrigin) throws {
        facts = origin.facts(confidence: try scores.score("smudge", in: 0...1))
    }

    var details: String { confidence > 0.5 ? "smudged" : "clean" }
}
