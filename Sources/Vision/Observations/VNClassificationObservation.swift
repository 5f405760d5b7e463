/// A name for what an image shows.
open class VNClassificationObservation: VNObservation, @unchecked Sendable {
    /// The name of the class, as the model gives it.
    public let identifier: String

    private let curves: PrecisionRecallCurves?

    init(_ origin: Origin, identifier: String, confidence: VNConfidence, curves: PrecisionRecallCurves? = nil) {
        self.identifier = identifier
        self.curves = curves
        super.init(origin, confidence: confidence)
    }

    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.identifier = identifier as String
        let curve = (coder.decodeObject(of: NSData.self, forKey: "precisionRecall") as Data?).flatMap { PrecisionRecallCurve(encoded: $0) }
        curves = curve.map { PrecisionRecallCurves([identifier as String: $0]) }
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(identifier as NSString, forKey: "identifier")
        if let curve {
            coder.encode(curve.encoded as NSData, forKey: "precisionRecall")
        }
    }

    private var curve: PrecisionRecallCurve? { curves?[identifier] }

    /// Whether the model carries this class's precision and recall at different thresholds; without them the two functions below are
    /// always `false`.
    public var hasPrecisionRecallCurve: Bool { curve != nil }

    /// Whether the observation passes at the operating point of a precision, and that point has at least a recall.
    ///
    /// The operating point is the lowest threshold at which the class reaches `precision`; the observation passes where its confidence
    /// reaches that threshold. `hasMinimumRecall(0.01, forPrecision: 0.9)` keeps what is right nine times out of ten.
    public func hasMinimumRecall(_ minimumRecall: Float, forPrecision precision: Float) -> Bool {
        guard let point = curve?.point(reachingPrecision: precision) else { return false }
        return confidence >= point.threshold && point.recall >= minimumRecall
    }

    /// Whether the observation passes at the operating point of a recall, and that point has at least a precision.
    ///
    /// The operating point is the highest threshold at which the class still reaches `recall`; the observation passes where its confidence
    /// reaches that threshold. `hasMinimumPrecision(0.1, forRecall: 0.8)` misses no more than two in ten.
    public func hasMinimumPrecision(_ minimumPrecision: Float, forRecall recall: Float) -> Bool {
        guard let point = curve?.point(reachingRecall: recall) else { return false }
        return confidence >= point.threshold && point.precision >= minimumPrecision
    }

    open override var description: String { super.description + " \"\(identifier)\"" }
}
