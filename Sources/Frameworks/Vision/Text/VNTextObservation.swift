import VisionRuntime

/// A line of text.
open class VNTextObservation: VNRectangleObservation, @unchecked Sendable {
    /// An upright box around each character, from left to right; `nil` if the request does not report them. Letters that touch each other have one
    /// common box. A letter that consists of several parts may have several boxes.
    public let characterBoxes: [VNRectangleObservation]?

    init(_ origin: Origin, _ finding: TextLineFinding, reportsCharacterBoxes: Bool) {
        let quadrilateral = finding.quadrilateral
        characterBoxes =
            reportsCharacterBoxes
            ? finding.characters.map { box in
                VNRectangleObservation(origin, QuadrilateralFinding(box: box, confidence: quadrilateral.confidence))
            } : nil
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
