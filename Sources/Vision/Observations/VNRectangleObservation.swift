/// A four-sided area, which perspective may have distorted. Its points are normalised to the upright image, origin at the lower left.
open class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
    public let topLeft: CGPoint
    public let topRight: CGPoint
    public let bottomLeft: CGPoint
    public let bottomRight: CGPoint

    /// An area with the given corners. Its bounding box encloses them; its confidence is 1.
    public convenience init(requestRevision: Int, topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint) {
        self.init(
            Origin(revision: requestRevision), topLeft: topLeft, bottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight,
            confidence: 1)
    }

    init(
        _ origin: Origin, topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint, confidence: VNConfidence
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
        let left = min(topLeft.x, bottomLeft.x, bottomRight.x, topRight.x)
        let right = max(topLeft.x, bottomLeft.x, bottomRight.x, topRight.x)
        let bottom = min(topLeft.y, bottomLeft.y, bottomRight.y, topRight.y)
        let top = max(topLeft.y, bottomLeft.y, bottomRight.y, topRight.y)
        super.init(origin, boundingBox: CGRect(x: left, y: bottom, width: right - left, height: top - bottom), confidence: confidence)
    }

    public required init?(coder: NSCoder) {
        topLeft = coder.decodeCorner("topLeft")
        topRight = coder.decodeCorner("topRight")
        bottomLeft = coder.decodeCorner("bottomLeft")
        bottomRight = coder.decodeCorner("bottomRight")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(corner: topLeft, "topLeft")
        coder.encode(corner: topRight, "topRight")
        coder.encode(corner: bottomLeft, "bottomLeft")
        coder.encode(corner: bottomRight, "bottomRight")
    }
}

extension NSCoder {
    fileprivate func decodeCorner(_ name: String) -> CGPoint {
        CGPoint(x: decodeDouble(forKey: name + ".x"), y: decodeDouble(forKey: name + ".y"))
    }

    fileprivate func encode(corner: CGPoint, _ name: String) {
        encode(Double(corner.x), forKey: name + ".x")
        encode(Double(corner.y), forKey: name + ".y")
    }
}
