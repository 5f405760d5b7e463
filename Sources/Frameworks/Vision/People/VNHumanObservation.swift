import VisionRuntime

/// The position of a person in an image.
open class VNHumanObservation: VNDetectedObjectObservation, @unchecked Sendable {
    /// Whether the box encloses only head and upper body.
    public let upperBodyOnly: Bool

    /// Creates an observation of a whole person from a bounding box, normalised, origin at the lower left. The confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), HumanFinding(boundingBox: boundingBox, confidence: 1, isUpperBodyOnly: false))
    }

    /// Creates an observation of a whole person of a given revision from a bounding box. The confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(Origin(revision: requestRevision), HumanFinding(boundingBox: boundingBox, confidence: 1, isUpperBodyOnly: false))
    }

    init(_ origin: Origin, _ human: HumanFinding) {
        upperBodyOnly = human.isUpperBodyOnly
        super.init(origin, boundingBox: human.boundingBox, confidence: human.confidence)
    }

    private struct Contents: Codable {
        let upperBodyOnly: Bool
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNHumanObservation.self) else { return nil }
        upperBodyOnly = contents.upperBodyOnly
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(upperBodyOnly: upperBodyOnly), of: VNHumanObservation.self)
    }

    open override var description: String { super.description + (upperBodyOnly ? " upper body" : " whole body") }
}
