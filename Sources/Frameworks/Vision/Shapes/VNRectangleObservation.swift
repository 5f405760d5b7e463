import VisionRuntime

/// A four-sided area, which perspective may have distorted. The points have normalised coordinates in the upright image, origin at the
/// lower left. The points of text and barcodes are normalised to the request's ``VNImageBasedRequest/regionOfInterest``.
open class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
    /// The corner at the top left, normalised to the upright image, origin at the lower left. For a barcode, it is the top left corner in the code's
    /// own orientation.
    public let topLeft: CGPoint
    /// The corner at the top right, normalised to the upright image, origin at the lower left. For a barcode, it is the top right corner in the
    /// code's own orientation.
    public let topRight: CGPoint
    /// The corner at the bottom left, normalised to the upright image, origin at the lower left. For a barcode, it is the bottom left corner in the
    /// code's own orientation.
    public let bottomLeft: CGPoint
    /// The corner at the bottom right, normalised to the upright image, origin at the lower left. For a barcode, it is the bottom right corner in the
    /// code's own orientation.
    public let bottomRight: CGPoint

    /// Creates an area from its corners. The bounding box encloses the corners. The confidence is 1.
    public convenience init(requestRevision: Int, topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint) {
        self.init(
            Origin(revision: requestRevision), topLeft: topLeft, bottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight,
            confidence: 1)
    }

    /// Creates an area from its corners, in the older order: clockwise. The bounding box encloses the corners. The confidence is 1.
    public convenience init(requestRevision: Int, topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
        self.init(
            requestRevision: requestRevision, topLeft: topLeft, bottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight)
    }

    /// Creates an upright rectangle, normalised, origin at the lower left. Its confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), QuadrilateralFinding(box: boundingBox.standardized, confidence: 1))
    }

    /// Creates an upright rectangle of a given revision. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(Origin(revision: requestRevision), QuadrilateralFinding(box: boundingBox.standardized, confidence: 1))
    }

    init(
        _ origin: Origin, topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint, confidence: VNConfidence,
        globalSegmentationMask: VNPixelBufferObservation? = nil
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
        let left = min(topLeft.x, bottomLeft.x, bottomRight.x, topRight.x)
        let right = max(topLeft.x, bottomLeft.x, bottomRight.x, topRight.x)
        let bottom = min(topLeft.y, bottomLeft.y, bottomRight.y, topRight.y)
        let top = max(topLeft.y, bottomLeft.y, bottomRight.y, topRight.y)
        super.init(
            origin, boundingBox: CGRect(x: left, y: bottom, width: right - left, height: top - bottom), confidence: confidence,
            globalSegmentationMask: globalSegmentationMask)
    }

    convenience init(_ origin: Origin, _ finding: QuadrilateralFinding, globalSegmentationMask: VNPixelBufferObservation? = nil) {
        let corners = finding.corners
        self.init(
            origin, topLeft: corners[0], bottomLeft: corners[3], bottomRight: corners[2], topRight: corners[1],
            confidence: finding.confidence, globalSegmentationMask: globalSegmentationMask)
    }

    private struct Contents: Codable {
        let topLeft: CGPoint
        let topRight: CGPoint
        let bottomLeft: CGPoint
        let bottomRight: CGPoint
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNRectangleObservation.self) else { return nil }
        (topLeft, topRight) = (contents.topLeft, contents.topRight)
        (bottomLeft, bottomRight) = (contents.bottomLeft, contents.bottomRight)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft, bottomRight: bottomRight)
        coder.encode(contents: contents, of: VNRectangleObservation.self)
    }
}
