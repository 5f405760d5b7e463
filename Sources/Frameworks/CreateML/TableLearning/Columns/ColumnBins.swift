/// The bins that a column's values are divided into. Trees are trained on bins instead of values.
enum ColumnBins: Sendable, Equatable {
    /// Bins of numbers. Bin `b` has the values above `edges[b - 1]`, up to and including `edges[b]`. The bin after the last edge has the values
    /// above all edges. One more bin has the missing values.
    case numbers(edges: [Double])
    /// A bin for each category, and one for unknown categories.
    case categories(count: Int)

    /// The maximum number of edges. They give at most 255 bins of values. With the bin of missing values, there are 256, so that a bin's number
    /// fits into a byte.
    static let maximumEdgeCount = 254

    /// The number of bins.
    var count: Int {
        switch self {
        case .numbers(let edges): edges.count + 2
        case .categories(let count): count + 1
        }
    }

    /// The bin of missing numbers or unknown categories.
    var missing: Int { count - 1 }

    /// Makes the bins of a column.
    ///
    /// - Parameter selection: the rows whose values are used; all rows if `nil`.
    init(_ column: LearningColumns.Column, _ selection: [UInt32]? = nil) {
        switch column {
        case .numbers(let values): self = .numbers(edges: Self.edges(values, selection))
        case .categories(_, let count): self = .categories(count: count)
        }
    }

    /// The maximum number of values that quantiles are computed from. It keeps sorting fast.
    private static let sample = 50_000

    /// The edges between bins. Usually, each distinct value has its own bin. If there are too many values, each bin has about the same number of
    /// rows instead.
    private static func edges(_ values: [Double], _ selection: [UInt32]?) -> [Double] {
        let rows = selection?.count ?? values.count
        let step = max(1, rows / sample)
        var present: [Double] = []
        present.reserveCapacity(rows / step + 1)
        for row in stride(from: 0, to: rows, by: step) {
            let value = values[selection.map { Int($0[row]) } ?? row]
            if !value.isNaN { present.append(value) }
        }
        present.sort()
        var (distinct, counts): ([Double], [Int]) = ([], [])
        for value in present {
            if value == distinct.last {
                counts[counts.count - 1] += 1
            } else {
                distinct.append(value)
                counts.append(1)
            }
        }
        guard distinct.count > 1 else { return [] }
        if distinct.count <= maximumEdgeCount + 1 { return zip(distinct, distinct.dropFirst()).map(middle) }
        return quantiles(distinct, counts, of: present.count)
    }

    /// The edges of bins that have about the same number of rows. A value that many rows have gets its own bin. The remaining values are
    /// distributed evenly over the remaining bins.
    private static func quantiles(_ distinct: [Double], _ counts: [Int], of total: Int) -> [Double] {
        var edges: [Double] = []
        var (rest, filled) = (total, 0)
        for index in 0..<distinct.count - 1 {
            filled += counts[index]
            rest -= counts[index]
            let remaining = maximumEdgeCount - edges.count
            guard remaining > 0 else { break }
            let wanted = Double(rest + filled) / Double(remaining + 1)
            let isHeavy = Double(counts[index + 1]) >= wanted && Double(filled) >= wanted / 2
            if Double(filled) >= wanted || isHeavy {
                edges.append(middle(distinct[index], distinct[index + 1]))
                filled = 0
            }
        }
        return edges
    }

    /// The edge between the bins of two values. It is the midpoint, or `low` if no `Double` lies between the values.
    private static func middle(_ low: Double, _ high: Double) -> Double {
        let middle = low / 2 + high / 2
        return middle.isFinite && middle >= low && middle < high ? middle : low
    }

    /// The bin of a value, which is the number of edges below it. A missing value (NaN) has the last bin.
    @inline(__always)
    static func bin(of value: Double, _ edges: UnsafeBufferPointer<Double>) -> Int {
        if value.isNaN { return edges.count + 1 }
        var (low, count) = (0, edges.count)
        while count > 0 {
            let half = count / 2
            let isAbove = edges[low + half] < value
            low = isAbove ? low + half + 1 : low
            count = isAbove ? count - half - 1 : half
        }
        return low
    }
}
