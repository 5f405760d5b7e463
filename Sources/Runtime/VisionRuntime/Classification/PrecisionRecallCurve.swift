import Foundation
import Locks

/// A class's precision-recall curve: precision and recall at rising confidence thresholds, measured on a validation set.
package struct PrecisionRecallCurve: Sendable {
    package struct Point: Sendable, Equatable {
        /// The least confidence at which an image is classified as positive.
        package var threshold: Float
        /// The fraction of the positive images that are of the class.
        package var precision: Float
        /// The fraction of the class's images that are positive.
        package var recall: Float

        package init(threshold: Float, precision: Float, recall: Float) {
            self.threshold = threshold
            self.precision = precision
            self.recall = recall
        }
    }

    /// The points in the order of rising thresholds.
    package let points: [Point]

    /// A curve through points; `nil` without points, or if a number is not finite.
    package init?(_ points: [Point]) {
        let finite = points.allSatisfy { $0.threshold.isFinite && $0.precision.isFinite && $0.recall.isFinite }
        guard !points.isEmpty, finite else { return nil }
        self.points = points.sorted { $0.threshold < $1.threshold }
    }

    /// The point with the lowest threshold at which the precision is at least `precision`.
    package func point(reachingPrecision precision: Float) -> Point? {
        points.first { $0.precision >= precision }
    }

    /// The point with the highest threshold at which the recall is at least `recall`.
    package func point(reachingRecall recall: Float) -> Point? {
        points.last { $0.recall >= recall }
    }
}

/// The precision-recall curves that a model carries, by class. They are parsed on first use.
package final class PrecisionRecallCurves: Sendable {
    /// The key of a model's creator-defined metadata that holds the curves of all classes.
    package static let metadataKey = "osprey.precisionRecall"

    private let curves: Locked<Curves>

    private enum Curves {
        case encoded(String)
        case decoded([String: PrecisionRecallCurve])
    }

    /// - Parameter metadata: a JSON object whose values are lists of `[threshold, precision, recall]`. Classes with an invalid curve are left out.
    package init(metadata: String) {
        curves = Locked(.encoded(metadata))
    }

    package init(_ curves: [String: PrecisionRecallCurve]) {
        self.curves = Locked(.decoded(curves))
    }

    package subscript(identifier: String) -> PrecisionRecallCurve? {
        curves.withLock { curves in
            if case .encoded(let json) = curves {
                let rows = try? JSONDecoder().decode([String: [[Float]]].self, from: Data(json.utf8))
                curves = .decoded((rows ?? [:]).compactMapValues(PrecisionRecallCurve.init(rows:)))
            }
            guard case .decoded(let decoded) = curves else { return nil }
            return decoded[identifier]
        }
    }
}

extension PrecisionRecallCurve {
    package init?(encoded: Data) {
        guard let rows = try? JSONDecoder().decode([[Float]].self, from: encoded) else { return nil }
        self.init(rows: rows)
    }

    package var encoded: Data {
        (try? JSONEncoder().encode(points.map { [$0.threshold, $0.precision, $0.recall] })) ?? Data()
    }

    fileprivate init?(rows: [[Float]]) {
        guard rows.allSatisfy({ $0.count == 3 }) else { return nil }
        self.init(rows.map { Point(threshold: $0[0], precision: $0[1], recall: $0[2]) })
    }
}
