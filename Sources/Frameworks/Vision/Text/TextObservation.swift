import VisionRuntime

/// A line of text.
public struct TextObservation: VisionObservation, FactualObservation, QuadrilateralProviding, Codable {
    let facts: ObservationFacts
    /// An upright box around each character, from left to right; `nil` if the request does not report them. Letters that touch each other have one
    /// common box. A letter that consists of several parts may have several boxes.
    public let characterBoxes: [RectangleObservation]?
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint

    init(_ finding: TextLineFinding, reportsCharacterBoxes: Bool, _ origin: inout ObservationOrigin) {
        let confidence = finding.quadrilateral.confidence
        facts = origin.facts(confidence: confidence)
        var boxes: [RectangleObservation] = []
        if reportsCharacterBoxes {
            for box in finding.characters {
                boxes.append(RectangleObservation(QuadrilateralFinding(box: box, confidence: confidence), &origin))
            }
        }
        characterBoxes = reportsCharacterBoxes ? boxes : nil
        let corners: [NormalizedPoint] = finding.quadrilateral.corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    }

    /// Converts a ``VNTextObservation``, with its identifier, confidence and time.
    public init(_ observation: VNTextObservation) {
        facts = ObservationFacts(observation)
        characterBoxes = observation.characterBoxes?.map { RectangleObservation($0) }
        let rectangle = RectangleObservation(observation)
        (topLeft, topRight) = (rectangle.topLeft, rectangle.topRight)
        (bottomRight, bottomLeft) = (rectangle.bottomRight, rectangle.bottomLeft)
    }

    var details: String { "\(topLeft), \(topRight), \(bottomRight), \(bottomLeft)" }
}
