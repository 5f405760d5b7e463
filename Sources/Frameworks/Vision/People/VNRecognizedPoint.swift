/// A detected point with its confidence. A point that was not detected lies at the origin, with a confidence of 0.
open class VNDetectedPoint: VNPoint, @unchecked Sendable {
    /// The confidence, from 0 to 1.
    public let confidence: VNConfidence

    init(x: Double, y: Double, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(x: x, y: y)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "confidence") else { return nil }
        confidence = coder.decodeFloat(forKey: "confidence")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(confidence, forKey: "confidence")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }

    open override var description: String { super.description + " confidence \(confidence)" }
}

/// A detected point with its name.
open class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
    /// The name of the joint or landmark.
    public let identifier: VNRecognizedPointKey

    init(x: Double, y: Double, confidence: VNConfidence, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(x: x, y: y, confidence: confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.identifier = VNRecognizedPointKey(rawValue: String(describing: identifier))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: identifier.rawValue), forKey: "identifier")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }

    open override var description: String { identifier.rawValue + " " + super.description }
}
