/// The training objective of a maximum-entropy model: the sum of the cross-entropies of sparse rows and of an L2 penalty. It also gives the
/// gradient.
///
/// A point has the weights in feature-major order, followed by the offsets. Each number of the gradient is summed by one thread, in the order of
/// the rows. The same rows therefore give the same bits on any number of cores.
final class MaximumEntropyObjective: @unchecked Sendable {
    private let rows: SparseRows
    private let columns: SparseRows
    private let targets: [Double]
    private let loss: LinearLoss
    private let penalty: Double
    private let rowParts: [Range<Int>]
    private let columnParts: [Range<Int>]

    private static let parts = 16
    private static let fewestShared = 20_000

    /// - Parameters:
    ///   - targets: the index of each row's class.
    ///   - penalty: the factor of the L2 penalty. This penalty is half the sum of the squared weights, without the offsets.
    init(_ rows: SparseRows, targets: [Double], classes: Int, penalty: Double) {
        self.rows = rows
        columns = rows.transposed
        self.targets = targets
        loss = classes == 2 ? .logistic : .softmax(classes: classes)
        self.penalty = penalty
        let parts = rows.columns.count < Self.fewestShared ? 1 : Self.parts
        rowParts = rows.parts(parts)
        columnParts = columns.parts(parts)
    }

    var outputs: Int { loss.outputs }
    var variables: Int { (rows.width + 1) * outputs }

    func evaluate(_ point: [Double], _ gradient: inout [Double]) -> Double {
        let outputs = outputs
        var slopes = [Double](repeating: 0, count: rows.count * outputs)
        let losses = slopes.withUnsafeMutableBufferPointer { slopes in
            nonisolated(unsafe) let slopes = slopes
            return ParallelLoop.map(rowParts.count) { differentiate(rowParts[$0], point, slopes) }
        }
        let squares = gradient.withUnsafeMutableBufferPointer { gradient in
            nonisolated(unsafe) let gradient = gradient
            return ParallelLoop.map(columnParts.count) { collect(columnParts[$0], point, slopes, gradient) }
        }
        let offsets = rows.width * outputs
        for output in 0..<outputs { gradient[offsets + output] = 0 }
        for row in 0..<rows.count {
            for output in 0..<outputs { gradient[offsets + output] += slopes[row * outputs + output] }
        }
        return losses.reduce(0, +) + 0.5 * penalty * squares.reduce(0, +)
    }

    /// Writes the derivatives of the losses of a range of rows to `slopes`. They are derivatives with respect to the rows' weighted sums.
    ///
    /// - Returns: the sum of the losses.
    private func differentiate(_ range: Range<Int>, _ point: [Double], _ slopes: UnsafeMutableBufferPointer<Double>) -> Double {
        let outputs = outputs
        var total = 0.0
        point.withUnsafeBufferPointer { point in
            rows.columns.withUnsafeBufferPointer { columns in
                rows.values.withUnsafeBufferPointer { values in
                    targets.withUnsafeBufferPointer { targets in
                        guard let sums = slopes.baseAddress, let targets = targets.baseAddress else { return }
                        for row in range {
                            let own = sums + row * outputs
                            for output in 0..<outputs { own[output] = point[rows.width * outputs + output] }
                            for index in rows.starts[row]..<rows.starts[row + 1] {
                                let (value, place) = (Double(values[index]), Int(columns[index]) * outputs)
                                for output in 0..<outputs { own[output] += value * point[place + output] }
                            }
                            total += loss.differentiate(own, count: 1, targets + row)
                        }
                    }
                }
            }
        }
        return total
    }

    /// Computes the gradient with respect to the weights of a range of features.
    ///
    /// - Returns: the sum of the squared weights.
    private func collect(
        _ range: Range<Int>, _ point: [Double], _ slopes: [Double], _ gradient: UnsafeMutableBufferPointer<Double>
    ) -> Double {
        let outputs = outputs
        var squares = 0.0
        point.withUnsafeBufferPointer { point in
            columns.columns.withUnsafeBufferPointer { places in
                columns.values.withUnsafeBufferPointer { values in
                    slopes.withUnsafeBufferPointer { slopes in
                        for column in range {
                            let start = column * outputs
                            for output in 0..<outputs {
                                gradient[start + output] = penalty * point[start + output]
                                squares += point[start + output] * point[start + output]
                            }
                            for index in columns.starts[column]..<columns.starts[column + 1] {
                                let (value, place) = (Double(values[index]), Int(places[index]) * outputs)
                                for output in 0..<outputs { gradient[start + output] += value * slopes[place + output] }
                            }
                        }
                    }
                }
            }
        }
        return squares
    }
}
