import VisionRuntime

/// A name for what an image shows.
open class VNClassificationObservation: VNObservation, @unchecked Sendable {
    /// The observation without its origin.
    let classification: Classification

    /// The name of the class, as the model gives it.
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

    /// Whether the model carries a precision-recall curve for this class. Without it, the two functions below are always `false`.
    public var hasPrecisionRecallCurve: Bool { classification.curve != nil }

    /// Whether the observation passes at the operating point for `precision`, and the recall there is at least `minimumRecall`.
    ///
    /// The operating point is the lowest threshold at which the class reaches `precision`. The observation passes if its confidence reaches that
    /// threshold. `hasMinimumRecall(0.01, forPrecision: 0.9)` keeps observations of which nine in ten are right.
    public func hasMinimumRecall(_ minimumRecall: Float, forPrecision precision: Float) -> Bool {
        classification.hasMinimumRecall(minimumRecall, forPrecision: precision)
    }

    /// Whether the observation passes at the operating point for `recall`, and the precision there is at least `minimumPrecision`.
    ///
    /// The operating point is the highest threshold at which the class still reaches `recall`. The observation passes if its confidence reaches that
    /// threshold. `hasMinimumPrecision(0.1, forRecall: 0.8)` misses no more than two in ten.
    public func hasMinimumPrecision(_ minimumPrecision: Float, forRecall recall: Float) -> Bool {
        classification.hasMinimumPrecision(minimumPrecision, forRecall: recall)
    }

    open override var description: String { super.description + " \"\(identifier)\"" }
}
