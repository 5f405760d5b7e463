/// A column of a table, with values of one type.
///
/// Operations run immediately. An operation that fails does not throw. The returned column is then not valid, and its ``error`` is the reason.
public struct MLDataColumn<Element: MLDataValueConvertible>: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The column's values, without their static type.
    let untyped: MLUntypedColumn

    /// - Precondition: each value is missing or of the type `Element`.
    init(_ untyped: MLUntypedColumn) { self.untyped = untyped }

    /// A column without rows.
    public init() { self.init(MLUntypedColumn(values: [], type: Element.dataValueType)) }
    /// A column with the elements of a sequence.
    public init<S: Sequence>(_ source: S) where Element == S.Element { self.init(MLUntypedColumn(source)) }
    /// A column with the same value in `count` rows. It has no rows if `count` is negative.
    public init(repeating repeatedValue: Element, count: Int) {
        self.init(
            MLUntypedColumn(values: .init(repeating: repeatedValue.dataValue, count: Swift.max(count, 0)), type: Element.dataValueType))
    }
    /// A column with the same value in `count` rows, converted to `Element`. It has no rows if `count` is negative.
    public init(repeating repeatedValue: MLDataValue, count: Int) {
        let value = repeatedValue.converted(to: Element.dataValueType)
        self.init(MLUntypedColumn(values: .init(repeating: value, count: Swift.max(count, 0)), type: Element.dataValueType))
    }

    /// The number of rows, including rows with a missing value.
    public var count: Int { untyped.count }
    /// Whether the column has no rows.
    public var isEmpty: Bool { untyped.isEmpty }
    /// The reason why the operation that made the column failed; `nil` if it succeeded.
    public var error: (any Error)? { untyped.error }
    /// Whether the column has no ``error``.
    public var isValid: Bool { untyped.isValid }

    /// The value of a row; `nil` if it is missing.
    ///
    /// - Precondition: the index is within the column.
    public func element(at index: Int) -> Element? { Element(from: untyped.values[index]) }

    /// The value of a row; an empty value, such as 0 or an empty text, if it is missing.
    public subscript(index: Int) -> Element { element(at: index) ?? Element() }

    public subscript(slice: Range<Int>) -> MLDataColumn<Element> { Self(untyped[slice]) }
    public subscript<R: RangeExpression>(slice: R) -> MLDataColumn<Element> where R.Bound == Int { Self(untyped[slice]) }

    /// The rows where `mask` is not 0.
    public subscript(mask: MLUntypedColumn) -> MLDataColumn<Element> { Self(untyped[mask]) }
    public subscript(mask: MLDataColumn<Bool>) -> MLDataColumn<Element> { Self(untyped[mask]) }

    /// Adds the rows of another column, which must have the same type.
    public mutating func append(contentsOf newColumn: MLDataColumn<Element>) {
        var column = untyped
        column.append(contentsOf: newColumn.untyped)
        self = Self(column)
    }

    /// Applies `lazyTransform` to each value. The result is missing where the value is missing or `lazyTransform` returns `nil`.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element) -> T?) -> MLDataColumn<T> {
        mapMissing { $0.flatMap(lazyTransform) }
    }

    /// Applies `lazyTransform` to each value. The result is missing where the value is missing.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element) -> T) -> MLDataColumn<T> {
        mapMissing { $0.map(lazyTransform) }
    }

    /// Applies `lazyTransform` to each value, with `nil` for a missing value. The result is missing where `lazyTransform` returns `nil`.
    public func mapMissing<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Element?) -> T?) -> MLDataColumn<T> {
        untyped.mapMissing { lazyTransform(Element(from: $0)) }
    }

    /// Converts the values to another type. The result is missing where a value cannot be converted.
    public func map<T: MLDataValueConvertible>(to type: T.Type) -> MLDataColumn<T> { untyped.map(to: type) }

    /// The column without the rows whose value is missing.
    public func dropMissing() -> MLDataColumn<Element> { Self(untyped.dropMissing()) }
    /// The column with `value` in place of missing values.
    public func fillMissing(with value: Element) -> MLDataColumn<Element> { Self(untyped.fillMissing(with: value.dataValue)) }
    /// The different values, in the order of their first rows.
    public func dropDuplicates() -> MLDataColumn<Element> { Self(untyped.dropDuplicates()) }
    /// The first rows, at most `maxLength`.
    public func prefix(_ maxLength: Int = 10) -> MLDataColumn<Element> { Self(untyped.prefix(maxLength)) }
    /// The last rows, at most `maxLength`.
    public func suffix(_ maxLength: Int = 10) -> MLDataColumn<Element> { Self(untyped.suffix(maxLength)) }
    /// The sorted values. Missing values come last.
    public func sort(byIncreasingOrder: Bool = true) -> MLDataColumn<Element> { Self(untyped.sort(byIncreasingOrder: byIncreasingOrder)) }
    /// The column itself. A copy is not needed, because columns are values.
    public func copy() -> MLDataColumn<Element> { self }

    /// Returns the column, or throws its ``error``.
    public func materialize() throws -> MLDataColumn<Element> { Self(try untyped.materialize()) }

    public var description: String { untyped.description }
    public var debugDescription: String { untyped.description }

    /// The values that are not missing.
    var elements: [Element] { untyped.values.compactMap { Element(from: $0) } }
}

extension MLDataColumn where Element == Int {
    /// Converts another column's numbers and texts to integers. The result is missing where a value cannot be converted.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: Int.self) }

    /// The sum of the values; `nil` if all values are missing, or if the sum overflows.
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

    /// The least value; `nil` if all values are missing.
    public func min() -> Int? { elements.min() }
    /// The greatest value; `nil` if all values are missing.
    public func max() -> Int? { elements.max() }
    /// The mean of the values, without missing values; `nil` if all values are missing.
    public func mean() -> Double? { Statistics(elements.map(Double.init))?.mean }

    /// The population standard deviation of the values; `nil` if all values are missing.
    public func stdev() -> Double? { Statistics(elements.map(Double.init))?.deviation }

    /// The population standard deviation of the values; `nil` if all values are missing.
    @available(*, deprecated, renamed: "stdev")
    public func std() -> Double? { stdev() }
}

extension MLDataColumn where Element == Double {
    /// Converts another column's numbers and texts to `Double`. The result is missing where a value cannot be converted.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: Double.self) }

    /// The sum of the values; `nil` if all values are missing.
    public func sum() -> Double? { elements.isEmpty ? nil : elements.reduce(0, +) }
    /// The least value; `nil` if all values are missing.
    public func min() -> Double? { elements.min() }
    /// The greatest value; `nil` if all values are missing.
    public func max() -> Double? { elements.max() }
    /// The mean of the values, without missing values; `nil` if all values are missing.
    public func mean() -> Double? { Statistics(elements)?.mean }

    /// The population standard deviation of the values; `nil` if all values are missing.
    public func stdev() -> Double? { Statistics(elements)?.deviation }

    /// The population standard deviation of the values; `nil` if all values are missing.
    @available(*, deprecated, renamed: "stdev")
    public func std() -> Double? { stdev() }
}

extension MLDataColumn where Element == String {
    /// Converts another column's values to texts. The result is missing where a value is missing.
    public init<T: MLDataValueConvertible>(column: MLDataColumn<T>) { self = column.map(to: String.self) }
}

/// The mean and the population variance of numbers.
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
    /// The values of a column. A missing value becomes an empty value, such as 0 or an empty text.
    public init(_ column: MLDataColumn<Element>) { self = (0..<column.count).map { column[$0] } }
}
