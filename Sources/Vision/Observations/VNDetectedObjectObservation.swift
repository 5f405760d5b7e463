/// Where in an image an object is.
open class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
    /// The object's bounding box, normalised to the upright image, origin at the lower left.
    public let boundingBox: CGRect

    /// An observation that a program makes itself, as what a tracker is to follow. Its confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), boundingBox: boundingBox, confidence: 1)
    }

    /// An observation of a certain revision. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(Origin(revision: requestRevision), boundingBox: boundingBox, confidence: 1)
    }

    init(_ origin: Origin, boundingBox: CGRect, confidence: VNConfidence) {
        self.boundingBox = boundingBox.standardized
        super.init(origin, confidence: confidence)
    }

    public required init?(coder: NSCoder) {
        guard let boundingBox: CGRect = coder.decodeContents(of: VNDetectedObjectObservation.self) else { return nil }
        self.boundingBox = boundingBox
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: boundingBox, of: VNDetectedObjectObservation.self)
    }

    open override var description: String {
        let box = [boundingBox.origin.x, boundingBox.origin.y, boundingBox.size.width, boundingBox.size.height]
        return super.description + " boundingBox \(box)"
    }
}
