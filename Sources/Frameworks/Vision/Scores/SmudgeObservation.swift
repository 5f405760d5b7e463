import VisionRuntime

/// The result of ``DetectLensSmudgeRequest``. The confidence is the probability, from 0 to 1, that the lens was smudged when the image was taken.
public struct SmudgeObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts

    init(_ scores: ImageScores, _ origin: inout ObservationOrigin) throws {
        facts = origin.facts(confidence: try scores.score("smudge", in: 0...1))
    }

    var details: String { confidence > 0.5 ? "smudged" : "clean" }
}
