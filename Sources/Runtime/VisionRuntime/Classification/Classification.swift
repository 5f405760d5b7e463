import Foundation

/// A label of an image or of a part of it.
package struct Classification: Sendable {
    package let identifier: String
    package let confidence: Float
    /// The model's precision-recall curves; `nil` if the model carries none.
    package let curves: PrecisionRecallCurves?

    package init(identifier: String, confidence: Float, curves: PrecisionRecallCurves? = nil) {
        self.identifier = identifier
        self.confidence = confidence
        self.curves = curves
    }
}

extension Classification {
    package var curve: PrecisionRecallCurve? { curves?[identifier] }

    /// Whether the confidence is at least the lowest threshold at which the class's precision reaches `precision`. At this threshold, the
    /// class's recall must be at least `minimumRecall`.
    package func hasMinimumRecall(_ minimumRecall: Float, forPrecision precision: Float) -> Bool {
        guard let point = curve?.point(reachingPrecision: precision) else { return false }
        return confidence >= point.threshold && point.recall >= minimumRecall
    }

    /// Whether the confidence is at least the highest threshold at which the class's recall reaches `recall`. At this threshold, the
    /// class's precision must be at least `minimumPrecision`.
    package func hasMinimumPrecision(_ minimumPrecision: Float, forRecall recall: Float) -> Bool {
        guard let point = curve?.point(reachingRecall: recall) else { return false }
        return confidence >= point.threshold && point.precision >= minimumPrecision
    }
}

extension [Classification] {
    /// The labels sorted by descending confidence. The sort is stable, and NaN counts as 0.
    package var rankedByConfidence: [Classification] {
        let known = map { $0.confidence.isNaN ? Classification(identifier: $0.identifier, confidence: 0, curves: $0.curves) : $0 }
        return known.indices.sorted { (known[$1].confidence, $0) < (known[$0].confidence, $1) }.map { known[$0] }
    }
}

extension Classification: Hashable {
    /// Whether two labels and their confidences are equal. Curves belong to the model, and are not compared.
    package static func == (left: Classification, right: Classification) -> Bool {
        left.identifier == right.identifier && left.confidence == right.confidence
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
        hasher.combine(confidence)
    }
}

extension Classification: Codable {
    private enum Key: CodingKey {
        case identifier, confidence, precisionRecall
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let identifier = try container.decode(String.self, forKey: .identifier)
        let confidence = try container.decode(Float.self, forKey: .confidence)
        let curve = try container.decodeIfPresent(Data.self, forKey: .precisionRecall).flatMap { PrecisionRecallCurve(encoded: $0) }
        self.init(identifier: identifier, confidence: confidence, curves: curve.map { PrecisionRecallCurves([identifier: $0]) })
    }

    /// Encodes the label. Only the curve of its own class is encoded.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(confidence, forKey: .confidence)
        try container.encodeIfPresent(curve?.encoded, forKey: .precisionRecall)
    }
}
