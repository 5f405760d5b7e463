import Foundation

/// The scaling that gives the number columns of a table a common mean and deviation. A missing number becomes the mean of its column.
struct FeatureScaling: Sendable, Equatable {
    /// The mean of each number column; 0 for category columns.
    private(set) var mean: [Double] = []
    /// The reciprocal standard deviation of each number column; 1 for constant columns and category columns.
    private(set) var scale: [Double] = []

    /// - Parameter rescales: whether each number column is scaled to a standard deviation of 1. Its mean becomes zero in any case.
    init(_ table: LearningColumns, rescales: Bool) {
        let statistics = ParallelLoop.map(table.columns.count) { index -> (Double, Double) in
            guard case .numbers(let values) = table.columns[index] else { return (0, 1) }
            return Self.statistics(values, rescales)
        }
        mean = statistics.map(\.0)
        scale = statistics.map(\.1)
    }

    private static func statistics(_ values: [Double], _ rescales: Bool) -> (Double, Double) {
        var (sum, count) = (0.0, 0.0)
        for value in values where !value.isNaN {
            sum += value
            count += 1
        }
        guard count > 0 else { return (0, 1) }
        let mean = sum / count
        var squares = 0.0
        for value in values where !value.isNaN { squares += (value - mean) * (value - mean) }
        let deviation = (squares / count).squareRoot()
        return (mean, rescales && deviation > 1e-12 * max(abs(mean), 1e-100) ? 1 / deviation : 1)
    }

    /// The scaled table: each number minus the mean of its column, times the scale of the column.
    func apply(_ table: LearningColumns) -> LearningColumns {
        let columns = ParallelLoop.map(table.columns.count) { index -> LearningColumns.Column in
            guard case .numbers(let values) = table.columns[index] else { return table.columns[index] }
            return .numbers(values.map { $0.isNaN ? 0 : ($0 - mean[index]) * scale[index] })
        }
        return LearningColumns(columns, rows: table.rows)
    }
}
