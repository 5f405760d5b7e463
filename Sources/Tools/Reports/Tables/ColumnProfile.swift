import CreateML

/// A summary of the values of a table's column: counts, a histogram and a typical value.
@dynamicMemberLookup
package struct ColumnProfile: Sendable {
    /// The finite numbers of a column.
    package struct Numbers: Sendable {
        package let histogram: Histogram
        package let mean: Double
        /// The median. For many numbers, the median is computed from a part of them.
        package let median: Double
    }

    package let facts: ColumnFacts
    /// The numbers; `nil` for a column of another type.
    package private(set) var numbers: Numbers?
    /// A typical value of the column: the median, the most frequent text, or the first list or dictionary.
    package private(set) var typical = ""

    private static let sample = 100_000
    private static let bins = 20

    package init(_ name: String, _ column: MLUntypedColumn) { self.init(ColumnFacts(name, column), column) }

    init(_ facts: ColumnFacts, _ column: MLUntypedColumn) {
        self.facts = facts
        switch facts.type {
        case .int, .double: addNumbers([MLDataValue](column).compactMap { $0.doubleValue ?? $0.intValue.map(Double.init) })
        case .string: typical = facts.values.first?.value ?? ""
        default: typical = [MLDataValue](column).first { $0.isValid }?.json ?? ""
        }
    }

    package subscript<Value>(dynamicMember path: KeyPath<ColumnFacts, Value>) -> Value { facts[keyPath: path] }

    private mutating func addNumbers(_ all: [Double]) {
        let sound = all.filter(\.isFinite)
        guard let histogram = Histogram(sound, bins: bins(of: sound)) else { return }
        let step = (sound.count - 1) / Self.sample + 1
        let sorted = stride(from: 0, to: sound.count, by: step).map { sound[$0] }.sorted()
        let median = sorted[(sorted.count - 1) / 2]
        numbers = Numbers(histogram: histogram, mean: sound.reduce(0) { $0 + $1 / Double(sound.count) }, median: median)
        typical = facts.type == .int ? String(Int(exactly: median) ?? 0) : ColumnFacts.text(median)
    }

    /// The number of bins. Each whole number has its own bin if the range of the numbers is small.
    private func bins(of numbers: [Double]) -> Int {
        guard facts.type == .int, let low = numbers.min(), let high = numbers.max(), high - low < Double(Self.bins) else {
            return Self.bins
        }
        return Int(high - low) + 1
    }
}
