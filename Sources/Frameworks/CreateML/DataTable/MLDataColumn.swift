/// A column of a table.
///
/// Operations run at once. If one fails, it does not throw: the column that it returns is not valid, and its ``error`` says why.
public struct MLDataColumn<Element: MLDataValueConvertible>: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The values as cells of a table.
    let untyped: MLUntypedColumn

    /// - Precondition: the values are of the element's type or missing.
    init(_ untyped: MLUntypedColumn) { self.untyped = untyped }

    /// A column without rows.
    public init() { self.init(MLUntypedColumn(values: [], type: Element.dataValueType)) }
    /// A column of these values.
    public init<S: Sequence>(_ source: S) where Element == S.Element { self.init(MLUntypedColumn(source)) }
    /// A column with the same value in `count` rows. It has no rows if `count` is negative.
    public init(repeating repeatedValue: Element, count: Int) {
        self.init(
            MLUntypedColumn(values: .init(repeating: repeatedValue.dataValue, count: Swift.max(count, 0)), type: Element.dataValueType))
    }
    /// A column with the same value in `count` rows. It has no rows if `count` is negative.
    public init(repeating repeatedValue: MLDataValue, count: Int) {
        let value = repeatedValue.converted(to: Element.dataValueType)
        self.init(MLUntypedColumn(values: .init(repeating: value, count: Swift.max(count, 0)), type: Element.dataValueType))
    }

    /// The number of rows, missing values among them.
    public var count: Int { untyped.count }
    /// Whether there is no row.
    public var isEmpty: Bool { untyped.isEmpty }
    /// The reason why the operation that made the column failed; `nil` if it succeeded.
    public var error: (any Error)? { untyped.error }
    /// Whether there is no ``error``.
    public var isValid: Bool { untyped.isValid }

    /// The value of a row; `nil` if it is missing.
    ///
    /// - Precondition: the index is within the column.
    public func element(at index: Int) -> Element? { Element(from: untyped.values[index]) }

    /// The value of a row; an empty value if it is missing.
    public subscript(index: Int) -> Element { element(at: index) ?? Element() }

    public subscript(slice: Range<Int>) -> MLDataColumn<Element> { Self(untyped[slice]) }
    public subscript<R: RangeExpression>(slice: R) -> MLDataColumn<Element> where R.Bound == Int { Self(untyped[slice]) }

    /// The values where `mask` is not 0.
    public subscript(mask: MLUntypedColumn) -> MLDataColumn<Element> { Self(untyped[mask]) }
    public subscript(mask: MLDataColumn<Bool>) -> MLDataColumn<Element> { Self(untyped[mask]) }

    /// Adds the rows of another column, which must have the same type.
    public mutating func append(contentsOf newColumn: MLDataColumn<Element>) {
        var column = untyped
        column.append(contentsOf: newColumn.untyped)
        self = Self(column)
    }

    /// The results of `lazyTransform` for each value; missing where the value is missing or the result is `nil`.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element) -> T?) -> MLDataColumn<T> {
        mapMissing { $0.flatMap(lazyTransform) }
    }

    /// The results of `lazyTransform` for each value; missing where the value is missing.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element) -> T) -> MLDataColumn<T> {
        mapMissing { $0.map(lazyTransform) }
    }

    /// The results of `lazyTransform` for each value or, for a missing value, for `nil`; missing where the result is `nil`.
    public func mapMissing<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element?) -> T?) -> MLDataColumn<T> {
        untyped.mapMissing { lazyTransform(Element(from: $0)) }
    }

    /// The values converted to another type; missing where they cannot be converted.
    public func map<T: MLDataValueConvertible>(to type: T.Type) -> MLDataColumn<T> { untyped.map(to: type) }

    /// The rows that have a value.
    public func dropMissing() -> MLDataColumn<Element> { Self(untyped.dropMissing()) }
    /// The column with `value` where one was missing.
    public func fillMissing(with value: Element) -> MLDataColumn<Element> { Self(untyped.fillMissing(with: value.dataValue)) }
    /// The different values, in the order of their first rows.
    public func dropDuplicates() -> MLDataColumn<Element> { Self(untyped.dropDuplicates()) }
    /// The first rows, `maxLength` at most.
    public func prefix(_ maxLength: Int = 10) -> MLDataColumn<Element> { Self(untyped.prefix(maxLength)) }
    /// The last rows, `maxLength` at most.
    public func suffix(_ maxLength: Int = 10) -> MLDataColumn<Element> { Self(untyped.suffix(maxLength)) }
    /// The values in order, missing ones last.
    public func sort(byIncreasingOrder: Bool = true) -> MLDataColumn<Element> { Self(untyped.sort(byIncreasingOrder: byIncreasingOrder)) }
    /// The column itself, as columns are values.
    public func copy() -> MLDataColumn<Element> { self }

    /// The column; throws its ``error``.
    public func materialize() throws -> MLDataColumn<Element> { Self(try untyped.materialize()) }

    public var description: String { untyped.description }
    public var debugDescription: String { untyped.description }

    /// The values without the missing ones.
    var elements: [Element] { untyped.values.compactMap { Element(from: $0) } }
}

extension MLDataColumn where Element == Int {
    /// Another column's numbers and texts as whole numbers; missing where a value cannot be converted.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: Int.self) }

    /// The sum of the values; `nil` if there is no value, or the sum is too large.
    public func sum() -> Int? {
        guard !elements.isEmpty else { return nil }
        var total = 0
        for element in elements {
            let (sum, overflow) = total.addingReportingOverflow(element)
            guard !overflow else { return nil }
            total = sum
        }
        return total
    }

    /// The least value; `nil` if there is none.
    public func min() -> Int? { elements.min() }
    /// The greatest value; `nil` if there is none.
    public func max() -> Int? { elements.max() }
    /// The mean of the values, missing values excluded; `nil` if there is none.
    public func mean() -> Double? { Statistics(elements.map(Double.init))?.mean }

    /// The standard deviation of the values as a whole population.
    public func stdev() -> Double? { Statistics(elements.map(Double.init))?.deviation }

    /// The standard deviation of the values as a whole population.
    @available(*, deprecated, renamed: "stdev")
    public func std() -> Double? { stdev() }
}

extension MLDataColumn where Element == Double {
    /// Another column's numbers and texts as `Double`; missing where a value cannot be converted.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: Double.self) }

    /// The sum of the values; `nil` if there is no value.
    public func sum() -> Double? { elements.isEmpty ? nil : elements.reduce(0, +) }
    /// The least value; `nil` if there is none.
    public func min() -> Double? { elements.min() }
    /// The greatest value; `nil` if there is none.
    public func max() -> Double? { elements.max() }
    /// The mean of the values, missing values excluded; `nil` if there is none.
    public func mean() -> Double? { Statistics(elements)?.mean }

    /// The standard deviation of the values as a whole population.
    public func stdev() -> Double? { Statistics(elements)?.deviation }

    /// The standard deviation of the values as a whole population.
    @available(*, deprecated, renamed: "stdev")
    public func std() -> Double? { stdev() }
}

extension MLDataColumn where Element == String {
    /// Another column's values as texts; missing where a value is missing.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: String.self) }
}

/// The mean and the population variance of some numbers.
struct Statistics {
    let mean: Double
    let variance: Double
    var deviation: Double { variance.squareRoot() }

    /// - Returns: `nil` if there are no numbers.
    init?(_ numbers: [Double]) {
        guard !numbers.isEmpty else { return nil }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        self.mean = mean
        variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    }
}

extension Array where Element: MLDataValueConvertible {
    /// The values of a column; empty ones where they are missing.
    public init(_ column: MLDataColumn<Element>) { self = (0..<column.count).map { column[$0] } }
}
