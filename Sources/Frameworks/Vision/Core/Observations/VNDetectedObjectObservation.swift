/// The position of an object in an image.
open class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
    /// The object's bounding box, normalised to the upright image, origin at the lower left. For text, barcodes and objects of a Core ML model, it is
    /// normalised to the request's ``VNImageBasedRequest/regionOfInterest``.
    public let boundingBox: CGRect

    /// A mask over the whole image that shows which pixels belong to the object: 8-bit numbers from 0 to 255, top row first. It may be smaller than
    /// the image. `nil` if the request makes no mask. The mask is not archived.
    public let globalSegmentationMask: VNPixelBufferObservation?

    /// Creates an observation, for example as the input of a tracker. Its confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), boundingBox: boundingBox, confidence: 1)
    }

    /// Creates an observation of a given revision. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(Origin(revision: requestRevision), boundingBox: boundingBox, confidence: 1)
    }

    init(_ origin: Origin, boundingBox: CGRect, confidence: VNConfidence, globalSegmentationMask: VNPixelBufferObservation? = nil) {
        self.boundingBox = boundingBox.standardized
        self.globalSegmentationMask = globalSegmentationMask
        super.init(origin, confidence: confidence)
    }

    /// A copy with another uuid and the same bounding box.
    package func following(_ uuid: UUID) -> VNDetectedObjectObservation {
        VNDetectedObjectObservation(
            Origin(revision: requestRevision, timeRange: timeRange, uuid: uuid), boundingBox: boundingBox, confidence: confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let boundingBox: CGRect = coder.decodeContents(of: VNDetectedObjectObservation.self) else { return nil }
        self.boundingBox = boundingBox
        globalSegmentationMask = nil
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
