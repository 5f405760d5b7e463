/// A linear model: weighted sums of a table's unscaled features.
struct LinearTableModel: Sendable, Equatable {
    /// The weights of the features for each output. A category column has a weight for each category.
    var weights: [[Double]]
    /// The offset of each output.
    var offsets: [Double]
    /// The number that replaces missing numbers in each column.
    let fill: [Double]

    /// A model for unscaled features, from weights that were learnt for scaled features.
    ///
    /// - Parameter point: for each output, the weights and then the offset.
    init(_ point: [Double], outputs: Int, _ columns: [LearningColumns.Column], _ scaling: FeatureScaling) {
        let width = columns.reduce(0) { $0 + $1.width }
        (weights, offsets, fill) = ([], [], scaling.mean)
        for output in 0..<outputs {
            let start = output * (width + 1)
            var (row, offset) = (Array(point[start..<start + width]), point[start + width])
            var place = 0
            for (index, column) in columns.enumerated() {
                if case .numbers = column {
                    row[place] *= scaling.scale[index]
                    offset -= row[place] * scaling.mean[index]
                }
                place += column.width
            }
            weights.append(row)
            offsets.append(offset)
        }
    }

    init(weights: [[Double]], offsets: [Double], fill: [Double]) { (self.weights, self.offsets, self.fill) = (weights, offsets, fill) }

    /// The weighted sums in row-major order, with a number for each output.
    func scores(_ table: LearningColumns) -> [Double] {
        let outputs = offsets.count
        var scores = [Double](repeating: 0, count: table.rows * outputs)
        scores.withUnsafeMutableBufferPointer { scores in
            nonisolated(unsafe) let scores = scores
            ParallelLoop.ranges(of: table.rows) { range in
                for row in range {
                    for output in 0..<outputs { scores[row * outputs + output] = offsets[output] }
                }
                var place = 0
                for (index, column) in table.columns.enumerated() {
                    for output in 0..<outputs {
                        add(column, index, weights[output], place, range) { scores[$0 * outputs + output] += $1 }
                    }
                    place += column.width
                }
            }
        }
        return scores
    }

    @inline(__always)
    private func add(
        _ column: LearningColumns.Column, _ index: Int, _ weights: [Double], _ place: Int, _ range: Range<Int>,
        _ body: (Int, Double) -> Void
    ) {
        switch column {
        case .numbers(let values):
            let (weight, fill) = (weights[place], fill[index])
            for row in range { body(row, weight * (values[row].isNaN ? fill : values[row])) }
        case .categories(let codes, let count):
            for row in range where codes[row] >= 0 && Int(codes[row]) < count { body(row, weights[place + Int(codes[row])]) }
        }
    }
}
