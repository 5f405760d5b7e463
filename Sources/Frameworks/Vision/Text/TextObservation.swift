import VisionRuntime

/// A line of text. The top left corner is at the top of the line's first letter, if the line's direction was recognised. A line that is upside down may
/// have the corners of an upright line.
public struct TextObservation: VisionObservation, FactualObservation, QuadrilateralProviding, Codable {
    let facts: ObservationFacts
    /// An upright box around each character, from the beginning of the line to its end; `nil` if the request does not report them. Spaces have no box.
    /// In other scripts than Latin, Greek and Cyrillic, a box may be around a part of a character or several characters, or there may be no boxes.
    public let characterBoxes: [RectangleObservation]?
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint

    init(_ finding: TextLineFinding, _ origin: inout ObservationOrigin) {
        let confidence = finding.quadrilateral.confidence
        facts = origin.facts(confidence: confidence)
        characterBoxes = finding.characters?.map { box in
            RectangleObservation(QuadrilateralFinding(box: box, confidence: confidence), &origin)
        }
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
