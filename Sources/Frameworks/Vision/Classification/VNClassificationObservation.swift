import VisionRuntime

/// A label for the content of an image, with its confidence.
open class VNClassificationObservation: VNObservation, @unchecked Sendable {
    /// The label, its confidence and the precision-recall curves.
    let classification: Classification

    /// The class's label in the model.
    public var identifier: String { classification.identifier }

    init(_ origin: Origin, _ classification: Classification) {
        self.classification = classification
        super.init(origin, confidence: classification.confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Classification = coder.decodeContents(of: VNClassificationObservation.self) else { return nil }
        classification = contents
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: classification, of: VNClassificationObservation.self)
    }

    /// Whether the model has a precision-recall curve for this class. Without a curve, ``hasMinimumRecall(_:forPrecision:)`` and
    /// ``hasMinimumPrecision(_:forRecall:)`` always return `false`.
    public var hasPrecisionRecallCurve: Bool { classification.curve != nil }

    /// Whether the confidence reaches the threshold for `precision`, and the class's recall at that threshold is at least `minimumRecall`.
    ///
    /// The threshold is the lowest confidence at which the class has a precision of at least `precision`. For example, about nine tenths of the
    /// observations that satisfy `hasMinimumRecall(0.01, forPrecision: 0.9)` are correct.
    public func hasMinimumRecall(_ minimumRecall: Float, forPrecision precision: Float) -> Bool {
        classification.hasMinimumRecall(minimumRecall, forPrecision: precision)
    }

    /// Whether the confidence reaches the threshold for `recall`, and the class's precision at that threshold is at least `minimumPrecision`.
    ///
    /// The threshold is the highest confidence at which the class has a recall of at least `recall`. For example, about eight tenths of the images of
    /// the class satisfy `hasMinimumPrecision(0.1, forRecall: 0.8)`.
    public func hasMinimumPrecision(_ minimumPrecision: Float, forRecall recall: Float) -> Bool {
        classification.hasMinimumPrecision(minimumPrecision, forRecall: recall)
    }

    open override var description: String { super.description + " \"\(identifier)\"" }
}
