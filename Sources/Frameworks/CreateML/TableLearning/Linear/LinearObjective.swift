import Foundation

/// The training objective of a linear model: the sum of all rows' losses, plus an L2 penalty. It also gives the gradient with respect to the
/// weights and offsets.
///
/// The rows are divided into parts, and the sums of the parts are added in order. The number of parts depends only on the number of rows. The same
/// table therefore gives the same bits on any number of cores.
final class LinearObjective: @unchecked Sendable {
    private let columns: [LearningColumns.Column]
    private let targets: [Double]
    private let loss: LinearLoss
    private let penalty: Double
    private let width: Int
    private let parts: Int

    private static let block = 512
    private static let maximumPartCount = 16

    /// - Parameters:
    ///   - table: scaled features without missing numbers.
    ///   - penalty: the factor of the L2 penalty. This penalty is the sum of the squared weights, without the offsets.
    init(_ table: LearningColumns, targets: [Double], _ loss: LinearLoss, penalty: Double) {
        columns = table.columns
        self.targets = targets
        self.loss = loss
        self.penalty = penalty
        width = table.width
        parts = max(1, min(Self.maximumPartCount, table.rows / Self.block))
    }

    var variables: Int { (width + 1) * loss.outputs }

    /// The value and the gradient at a point. A point has the weights and then the offset of each output, one output after another.
    func evaluate(_ point: [Double], _ gradient: inout [Double]) -> Double {
        let results = ParallelLoop.map(parts) { part(targets.count * $0 / parts..<targets.count * ($0 + 1) / parts, point) }
        var value = 0.0
        for index in gradient.indices { gradient[index] = 0 }
        for (loss, slopes) in results {
            value += loss
            for index in gradient.indices { gradient[index] += slopes[index] }
        }
        for output in 0..<loss.outputs {
            for index in output * (width + 1)..<output * (width + 1) + width {
                value += penalty * point[index] * point[index]
                gradient[index] += 2 * penalty * point[index]
            }
        }
        return value
    }

    private func part(_ rows: Range<Int>, _ point: [Double]) -> (Double, [Double]) {
        var (loss, gradient) = (0.0, [Double](repeating: 0, count: point.count))
        var sums = [Double](repeating: 0, count: Self.block * self.loss.outputs)
        gradient.withUnsafeMutableBufferPointer { gradient in
            sums.withUnsafeMutableBufferPointer { sums in
                targets.withUnsafeBufferPointer { targets in
                    guard let slopes = gradient.baseAddress, let sums = sums.baseAddress, let targets = targets.baseAddress else { return }
                    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.block) {
                        let count = min(Self.block, rows.upperBound - start)
                        forward(point, start, count, sums)
                        loss += self.loss.differentiate(sums, count: count, targets + start)
                        backward(start, count, sums, slopes)
                    }
                }
            }
        }
        return (loss, gradient)
    }

    /// Computes the weighted sums of `count` rows, from row `start` on, and writes them to `sums` in output-major order.
    private func forward(_ point: [Double], _ start: Int, _ count: Int, _ sums: UnsafeMutablePointer<Double>) {
        for output in 0..<loss.outputs {
            let own = sums + output * count
            own.update(repeating: point[output * (width + 1) + width], count: count)
            var place = output * (width + 1)
            for column in columns {
                switch column {
                case .numbers(let values):
                    let weight = point[place]
                    values.withUnsafeBufferPointer { values in
                        for row in 0..<count { own[row] += weight * values[start + row] }
                    }
                case .categories(let codes, _):
                    for row in 0..<count where codes[start + row] >= 0 { own[row] += point[place + Int(codes[start + row])] }
                }
                place += column.width
            }
        }
    }

    /// Adds the gradient of `count` rows, from row `start` on, to `gradient`. `changes` has the derivatives of the loss with respect to the weighted
    /// sums.
    private func backward(_ start: Int, _ count: Int, _ changes: UnsafePointer<Double>, _ gradient: UnsafeMutablePointer<Double>) {
        for output in 0..<loss.outputs {
            let own = changes + output * count
            var place = output * (width + 1)
            for column in columns {
                switch column {
                case .numbers(let values):
                    values.withUnsafeBufferPointer { values in
                        guard let base = values.baseAddress else { return }
                        gradient[place] += Self.product(own, base + start, count)
                    }
                case .categories(let codes, _):
                    for row in 0..<count where codes[start + row] >= 0 { gradient[place + Int(codes[start + row])] += own[row] }
                }
                place += column.width
            }
            for row in 0..<count { gradient[place] += own[row] }
        }
    }

    /// The dot product of two vectors of `count` numbers.
    private static func product(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
        var sum = SIMD4<Double>.zero
        var index = 0
        while index + 4 <= count {
            let left = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD4<Double>.self)
            sum += left * UnsafeRawPointer(b + index).loadUnaligned(as: SIMD4<Double>.self)
            index += 4
        }
        var total = sum.sum()
        while index < count {
            total += a[index] * b[index]
            index += 1
        }
        return total
    }

    /// The sum of each feature's squares over all rows. The last feature is the constant 1, whose weight is the offset.
    func squares() -> [Double] {
        columns.flatMap { column -> [Double] in
            switch column {
            case .numbers(let values): return [values.reduce(0) { $0 + $1 * $1 }]
            case .categories(let codes, let count):
                var counts = [Double](repeating: 0, count: count)
                for code in codes where code >= 0 { counts[Int(code)] += 1 }
                return counts
            }
        } + [Double(targets.count)]
    }

    /// The product of each pair of features, summed over all rows, as a lower triangle in row-major order. The last feature is the constant 1, whose
    /// weight is the offset.
    func products() -> [Double] {
        let size = width + 1
        let results = ParallelLoop.map(parts) { products(targets.count * $0 / parts..<targets.count * ($0 + 1) / parts) }
        var sum = [Double](repeating: 0, count: size * size)
        for result in results {
            for index in sum.indices { sum[index] += result[index] }
        }
        return sum
    }

    private func products(_ rows: Range<Int>) -> [Double] {
        let (size, block) = (width + 1, 256)
        var sums = [Double](repeating: 0, count: size * size)
        var dense = [Double](repeating: 0, count: size * block)
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: block) {
            let count = min(block, rows.upperBound - start)
            fill(&dense, start, count, block)
            dense.withUnsafeBufferPointer { dense in
                guard let base = dense.baseAddress else { return }
                for row in 0..<size {
                    for column in 0...row {
                        sums[row * size + column] += Self.product(base + row * block, base + column * block, count)
                    }
                }
            }
        }
        return sums
    }

    /// Writes the features of `count` rows, from row `start` on, to `dense`. The order is feature-major: all rows of one feature, then all rows of
    /// the next.
    private func fill(_ dense: inout [Double], _ start: Int, _ count: Int, _ block: Int) {
        var place = 0
        for column in columns {
            switch column {
            case .numbers(let values):
                for row in 0..<count { dense[place * block + row] = values[start + row] }
            case .categories(let codes, let categories):
                for index in place * block..<(place + categories) * block { dense[index] = 0 }
                for row in 0..<count where codes[start + row] >= 0 { dense[(place + Int(codes[start + row])) * block + row] = 1 }
            }
            place += column.width
        }
        for row in 0..<count { dense[place * block + row] = 1 }
    }
}
