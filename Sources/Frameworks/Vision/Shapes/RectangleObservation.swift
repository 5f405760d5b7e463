import CoreGraphics
import VisionRuntime

/// A four-sided area, which perspective may have distorted.
public struct RectangleObservation: VisionObservation, FactualObservation, QuadrilateralProviding, Codable {
    let facts: ObservationFacts
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint

    /// Creates an area, for example as the input of a tracker. Its confidence is 1.
    public init(topLeft: NormalizedPoint, topRight: NormalizedPoint, bottomRight: NormalizedPoint, bottomLeft: NormalizedPoint) {
        facts = ObservationFacts()
        (self.topLeft, self.topRight) = (topLeft, topRight)
        (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
    }

    init(_ finding: QuadrilateralFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        let corners: [NormalizedPoint] = finding.corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    }

    /// Converts a ``VNRectangleObservation``, with its identifier, confidence and time.
    public init(_ observation: VNRectangleObservation) {
        facts = ObservationFacts(observation)
        topLeft = NormalizedPoint(normalizedPoint: observation.topLeft)
        topRight = NormalizedPoint(normalizedPoint: observation.topRight)
        bottomRight = NormalizedPoint(normalizedPoint: observation.bottomRight)
        bottomLeft = NormalizedPoint(normalizedPoint: observation.bottomLeft)
    }

    /// Creates an observation from its corners, which are given clockwise from the top left.
    init(_ facts: ObservationFacts, corners: [CGPoint]) {
        let points = corners.map { NormalizedPoint(normalizedPoint: $0) }
        self.facts = facts
        (topLeft, topRight, bottomRight, bottomLeft) = (points[0], points[1], points[2], points[3])
    }

    var details: String { "\(topLeft), \(topRight), \(bottomRight), \(bottomLeft)" }
}
