import Foundation

/// A matrix with a row of features for each example, and the indices of each example's classes. An example has exactly one class. In a multi-label
/// matrix, it may have any number of classes.
struct FeatureMatrix: Sendable {
    let columns: Int
    /// The features, in row-major order.
    private(set) var values: [Float] = []
    private(set) var labels: [[Int]] = []

    init(columns: Int) { self.columns = columns }

    var rows: Int { labels.count }

    mutating func append(_ row: [Float], labels: [Int]) {
        precondition(row.count == columns, "a row has a value for every column")
        values += row
        self.labels.append(labels)
    }

    subscript(row: Int) -> ArraySlice<Float> { values[row * columns..<(row + 1) * columns] }

    /// A digest of the rows and their labels. Equal rows with equal labels have equal digests.
    var digest: ContentDigest {
        var digest = ContentDigest()
        values.withUnsafeBytes { digest.add(Data($0)) }
        for row in labels {
            digest.add(row.count)
            for label in row { digest.add(label) }
        }
        return digest
    }

    /// The mean of each column, and the reciprocal of its standard deviation (1 for a constant column).
    func statistics() -> FeatureStatistics {
        var (sum, squares) = ([Double](repeating: 0, count: columns), [Double](repeating: 0, count: columns))
        values.withUnsafeBufferPointer { values in
            for row in 0..<rows {
                for column in 0..<columns { sum[column] += Double(values[row * columns + column]) }
            }
            for column in 0..<columns { sum[column] /= Double(max(rows, 1)) }
            for row in 0..<rows {
                for column in 0..<columns {
                    let difference = Double(values[row * columns + column]) - sum[column]
                    squares[column] += difference * difference
                }
            }
        }
        let scale = squares.map { square -> Float in
            let deviation = (square / Double(max(rows, 1))).squareRoot()
            return deviation > 1e-12 ? Float(1 / deviation) : 1
        }
        return FeatureStatistics(mean: sum.map { Float($0) }, scale: scale)
    }

    /// The standardised matrix: each value minus the mean of its column, times the scale of the column.
    func standardized(_ statistics: FeatureStatistics) -> FeatureMatrix {
        var result = self
        result.values.withUnsafeMutableBufferPointer { values in
            for row in 0..<rows {
                for column in 0..<columns {
                    let index = row * columns + column
                    values[index] = (values[index] - statistics.mean[column]) * statistics.scale[column]
                }
            }
        }
        return result
    }
}

/// The mean and the scale of each column, for standardisation.
struct FeatureStatistics: Sendable, Equatable {
    var mean: [Float]
    /// The reciprocal of each column's standard deviation; 1 for a constant column.
    var scale: [Float]
}
