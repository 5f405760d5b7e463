import Foundation
import TabularData

/// The metrics of a recommender: how many of the items in the test data were recommended to their users.
public struct MLRecommenderMetrics: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// A table with a row for each user and each cutoff. The columns are the user, the `cutoff`, the `precision`, the `recall` and the `count`.
    ///
    /// The cutoff is the number of recommended items. The precision, 0…1, is the fraction of the recommended items that the user has in the test
    /// data. The recall, 0…1, is the fraction of the user's test items that were recommended. The count is the number of the user's test items.
    public let precisionRecall: MLDataTable
    /// Whether the items that users had rated in the training data were left out of the recommendations.
    public let excludingObserved: Bool
    /// The reason why there are no metrics; `nil` if there are metrics.
    public let error: (any Error)?

    /// Whether the metrics have no ``error``.
    public var isValid: Bool { error == nil }

    /// Metrics from a table with the columns of ``precisionRecall``.
    public init(precisionRecall: MLDataTable, excludingObserved: Bool) {
        (self.precisionRecall, self.excludingObserved, error) = (precisionRecall, excludingObserved, precisionRecall.error)
    }

    init(error: any Error, excludingObserved: Bool) {
        (precisionRecall, self.excludingObserved, self.error) = (MLDataTable(error: error), excludingObserved, error)
    }

    /// The table ``precisionRecall`` as a data frame.
    public var precisionRecallDataFrame: DataFrame {
        DataFrame(columns: precisionRecall.ordered.map { $1.dataFrameColumn(named: $0) })
    }

    public var description: String {
        if let error { return "no measurement: \(error.localizedDescription)" }
        func values(_ name: String) -> [MLDataValue] { (try? precisionRecall.column(name)).map { Array($0.values) } ?? [] }
        let cutoffs = values("cutoff").map { $0.intValue ?? 0 }
        let (precision, recall) = (values("precision").map { $0.number ?? .nan }, values("recall").map { $0.number ?? .nan })
        guard cutoffs.count == precision.count, cutoffs.count == recall.count else { return "\(precisionRecall)" }
        return Dictionary(grouping: cutoffs.indices) { cutoffs[$0] }.sorted { $0.key < $1.key }.map { cutoff, rows in
            let count = Double(rows.count)
            return String(
                format: "best %d: precision %.1f %%, recall %.1f %%", cutoff, rows.reduce(0) { $0 + precision[$1] } / count * 100,
                rows.reduce(0) { $0 + recall[$1] } / count * 100)
        }.joined(separator: "\n")
    }

    public var debugDescription: String { description }
}
