import Foundation
import VisionRuntime

/// The position of a person in an image.
public struct HumanObservation: VisionObservation, FactualObservation, BoundingBoxProviding, Codable {
    let facts: ObservationFacts
    /// Whether the box encloses only head and upper body.
    public let isUpperBodyOnly: Bool
    public let boundingBox: NormalizedRect

    init(_ finding: HumanFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        isUpperBodyOnly = finding.isUpperBodyOnly
        boundingBox = NormalizedRect(normalizedRect: finding.boundingBox)
    }

    /// Creates an observation of a whole person. Its confidence is 1.
    ///
    /// - Parameter revision: the revision of ``DetectHumanRectanglesRequest`` to record as the origin of the observation; `nil` for no request.
    public init(boundingBox: NormalizedRect, revision: DetectHumanRectanglesRequest.Revision? = nil) {
        facts = ObservationFacts(
            uuid: UUID(), confidence: 1, timeRange: nil, descriptor: revision.map { .detectHumanRectanglesRequest($0) })
        isUpperBodyOnly = false
        self.boundingBox = boundingBox
    }

    /// Converts a ``VNHumanObservation``, with its identifier, confidence and time.
    public init(_ observation: VNHumanObservation) {
        facts = ObservationFacts(observation)
        isUpperBodyOnly = observation.upperBodyOnly
        boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    }

    var details: String { "boundingBox \(boundingBox)" + (isUpperBodyOnly ? " upper body" : " whole body") }
}
