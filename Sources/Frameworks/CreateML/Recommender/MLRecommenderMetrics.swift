import Foundation
import TabularData

/// How many of the items that users chose were recommended to them.
public struct MLRecommenderMetrics: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// A row for each user and cutoff: the user, the `cutoff`, which is the number of items that were recommended, the `precision`, which is the part of
    /// them that the user chose, the `recall`, which is the part of the chosen items that was recommended, both 0…1, and the `count` of chosen items.
    public let precisionRecall: MLDataTable
    /// Whether items were left out that the users had rated in the training data.
    public let excludingObserved: Bool
    /// Why there are no metrics.
    public let error: (any Error)?

    /// Whether there is a measurement.
    public var isValid: Bool { error == nil }

    /// Metrics of a table with columns as those of ``precisionRecall``.
    public init(precisionRecall: MLDataTable, excludingObserved: Bool) {
        (self.precisionRecall, self.excludingObserved, error) = (precisionRecall, excludingObserved, precisionRecall.error)
    }

    init(error: any Error, excludingObserved: Bool) {
        (precisionRecall, self.excludingObserved, self.error) = (MLDataTable(error: error), excludingObserved, error)
    }

    /// The table as a data frame.
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
