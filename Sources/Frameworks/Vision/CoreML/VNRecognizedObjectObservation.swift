import VisionRuntime

/// A detected object with its labels.
open class VNRecognizedObjectObservation: VNDetectedObjectObservation, @unchecked Sendable {
    /// All labels of the model, the most probable first.
    public let labels: [VNClassificationObservation]

    /// Creates an object without labels from its bounding box, normalised, origin at the lower left. Its confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), boundingBox: boundingBox, labels: [])
    }

    /// Creates an object of a given revision without labels. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(Origin(revision: requestRevision), boundingBox: boundingBox, labels: [])
    }

    /// Creates an observation from its labels.
    ///
    /// - Parameter labels: in descending order of confidence. The observation gets the confidence of the first label.
    init(_ origin: Origin, boundingBox: CGRect, labels: [VNClassificationObservation]) {
        self.labels = labels
        super.init(origin, boundingBox: boundingBox, confidence: labels.first?.confidence ?? 1)
    }

    convenience init(_ origin: Origin, _ object: RecognizedObject) {
        self.init(
            origin, boundingBox: object.boundingBox, labels: object.labels.map { VNClassificationObservation(origin, $0) })
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        let classes = [NSArray.self, VNClassificationObservation.self]
        guard let labels = coder.decodeObject(of: classes, forKey: "labels") as? [VNClassificationObservation] else { return nil }
        self.labels = labels
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(labels as NSArray, forKey: "labels")
    }

    open override var description: String {
        super.description + (labels.first.map { " \"\($0.identifier)\"" } ?? "")
    }
}
