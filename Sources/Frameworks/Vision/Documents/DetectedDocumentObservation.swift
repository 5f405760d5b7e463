import VisionRuntime

/// A sheet of paper, a card or the like.
public struct DetectedDocumentObservation: VisionObservation, FactualObservation, QuadrilateralProviding, Codable {
    let facts: ObservationFacts
    /// A mask over the whole image that shows which pixels belong to the document: 8-bit numbers from 0 to 255. It may be smaller than the image.
    public let globalSegmentationMask: PixelBufferObservation
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint

    init(_ finding: DocumentFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.quadrilateral.confidence)
        globalSegmentationMask = PixelBufferObservation(finding.mask, &origin)
        let corners: [NormalizedPoint] = finding.quadrilateral.corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    }

    /// Converts an observation of ``VNDetectDocumentSegmentationRequest``. `nil` if the observation has no mask.
    public init?(_ observation: VNRectangleObservation) {
        guard let mask = observation.globalSegmentationMask.flatMap({ PixelBufferObservation($0) }) else { return nil }
        facts = ObservationFacts(observation)
        globalSegmentationMask = mask
        let rectangle = RectangleObservation(observation)
        (topLeft, topRight) = (rectangle.topLeft, rectangle.topRight)
        (bottomRight, bottomLeft) = (rectangle.bottomRight, rectangle.bottomLeft)
    }

    var details: String { "\(topLeft), \(topRight), \(bottomRight), \(bottomLeft)" }
}
