import CreateML

/// The values of a table's column in short.
package struct ColumnProfile: Sendable {
    /// The numbers of a column, but for those that are not finite.
    package struct Numbers: Sendable {
        package let histogram: Histogram
        package let mean: Double
        /// Of a part of the numbers, where there are many.
        package let median: Double
    }

    package let name: String
    package let type: MLDataValue.ValueType
    /// The number of rows.
    package let count: Int
    /// The text that makes texts of a column of numbers, as the rest of a sentence; `nil` for other columns.
    package let reasonForTexts: String?
    package private(set) var missing = 0
    /// The number of infinite values.
    package private(set) var infinite = 0
    /// The different values with their numbers, the most frequent first. Of lists and dictionaries there are none.
    package private(set) var values: [(value: String, count: Int)] = []
    /// Whether there are more different values than are counted: 65,535 texts or 1,000 numbers.
    package private(set) var hasMoreValues = false
    /// `nil` for other types.
    package private(set) var numbers: Numbers?
    /// Whether each number is one more than that of the row before.
    package private(set) var isRowNumber = false
    /// A value as rows have it here: the median, the most frequent text, or the first list or dictionary.
    package private(set) var typical = ""

    /// A feature with more texts than this is refused by the trainers.
    private static let maximumTextCount = 65_535
    private static let maximumNumberCount = 1_000
    private static let sample = 100_000
    private static let bins = 20

    package init(_ name: String, _ column: MLUntypedColumn) {
        (self.name, type, count, reasonForTexts) = (name, column.type, column.count, column.reasonForTexts)
        let cells = [MLDataValue](column)
        missing = cells.count { !$0.isValid }
        switch column.type {
        case .int, .double: addNumbers(cells)
        case .string:
            (values, hasMoreValues) = Self.tally(cells.lazy.compactMap(\.stringValue), Self.maximumTextCount) { $0 }
            typical = values.first?.value ?? ""
        default: typical = cells.first { $0.isValid }?.json ?? ""
        }
    }

    private mutating func addNumbers(_ cells: [MLDataValue]) {
        let all = cells.compactMap { $0.doubleValue ?? $0.intValue.map(Double.init) }
        infinite = all.count(where: \.isInfinite)
        missing += all.count(where: \.isNaN)
        if type == .int {
            let whole = cells.compactMap(\.intValue)
            (values, hasMoreValues) = Self.tally(whole, Self.maximumNumberCount) { String($0) }
            isRowNumber = whole.count == count && count > 1 && zip(whole, whole.dropFirst()).allSatisfy { $1 == $0 &+ 1 }
        } else {
            (values, hasMoreValues) = Self.tally(all.lazy.filter { !$0.isNaN }, Self.maximumNumberCount) { Self.text($0) }
        }
        let sound = all.filter(\.isFinite)
        guard let histogram = Histogram(sound, bins: bins(of: sound)) else { return }
        let step = (sound.count - 1) / Self.sample + 1
        let sorted = stride(from: 0, to: sound.count, by: step).map { sound[$0] }.sorted()
        let median = sorted[(sorted.count - 1) / 2]
        numbers = Numbers(histogram: histogram, mean: sound.reduce(0) { $0 + $1 / Double(sound.count) }, median: median)
        typical = type == .int ? String(Int(exactly: median) ?? 0) : Self.text(median)
    }

    /// Of a few whole numbers each has a bin of its own.
    private func bins(of numbers: [Double]) -> Int {
        guard type == .int, let low = numbers.min(), let high = numbers.max(), high - low < Double(Self.bins) else { return Self.bins }
        return Int(high - low) + 1
    }

    /// Counts values, of which it keeps no more than `most` different ones.
    private static func tally<Values: Sequence>(_ values: Values, _ most: Int, _ text: (Values.Element) -> String) -> (
        [(value: String, count: Int)], Bool
    ) where Values.Element: Hashable & Comparable {
        var (counts, hasMore) = ([Values.Element: Int](), false)
        for value in values {
            if counts.count < most || counts[value] != nil { counts[value, default: 0] += 1 } else { hasMore = true }
        }
        return (counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (text($0.key), $0.value) }, hasMore)
    }

    /// A number without a fraction of zero.
    private static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }
}

extension ColumnProfile {
    /// Whether all rows that have a value have the same.
    package var isConstant: Bool { values.count == 1 && !hasMoreValues }

    /// The rows of which a text in each says that it is a name of the row.
    private static let leastNamed = 20

    /// Whether it tells rows from each other, so that nothing follows from it for new rows.
    package var isIdentifier: Bool {
        guard count >= Self.leastNamed else { return false }
        return isRowNumber || type == .string && !hasMoreValues && values.count == count
    }

    /// The type in words.
    package var typeName: String {
        switch type {
        case .int: "whole number"
        case .double: "number"
        case .string: "text"
        case .sequence, .multiArray: "list"
        case .dictionary: "dictionary"
        case .invalid: "empty"
        }
    }
}
