import VisionRuntime

/// A line of text. The top left corner is at the top of the line's first letter, if the line's direction was recognised. A line that is upside down may
/// have the corners of an upright line.
open class VNTextObservation: VNRectangleObservation, @unchecked Sendable {
    /// An upright box around each character, from the beginning of the line to its end; `nil` if the request does not report them. Spaces have no box.
    /// In other scripts than Latin, Greek and Cyrillic, a box may be around a part of a character or several characters, or there may be no boxes.
    public let characterBoxes: [VNRectangleObservation]?

    init(_ origin: Origin, _ finding: TextLineFinding) {
        let quadrilateral = finding.quadrilateral
        characterBoxes = finding.characters?.map { box in
            VNRectangleObservation(origin, QuadrilateralFinding(box: box, confidence: quadrilateral.confidence))
        }
        let corners = quadrilateral.corners
        super.init(
            origin, topLeft: corners[0], bottomLeft: corners[3], bottomRight: corners[2], topRight: corners[1],
            confidence: quadrilateral.confidence)
    }

    private struct Contents: Codable {
        let boxes: [CGRect]?
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNTextObservation.self),
            let rectangle = VNRectangleObservation(coder: coder)
        else { return nil }
        let origin = Origin(revision: rectangle.requestRevision, timeRange: rectangle.timeRange)
        characterBoxes = contents.boxes?.map { box in
            VNRectangleObservation(origin, QuadrilateralFinding(box: box, confidence: rectangle.confidence))
        }
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(boxes: characterBoxes?.map(\.boundingBox)), of: VNTextObservation.self)
    }
}
