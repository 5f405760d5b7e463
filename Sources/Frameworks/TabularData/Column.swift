/// A named column of values of one type. Values may be missing.
public struct Column<WrappedElement>: RandomAccessCollection, MutableCollection, CustomStringConvertible, CustomDebugStringConvertible {
    public typealias Element = WrappedElement?
    public typealias Index = Int

    /// The column's name.
    public var name: String
    private(set) var values: [WrappedElement?]

    /// A column of the given values. A missing value is `nil`.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement? {
        (self.name, values) = (name, Array(contents))
    }

    /// A column of the given values. No value is missing.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement {
        (self.name, values) = (name, contents.map { $0 })
    }

    /// A column without values.
    ///
    /// - Parameter capacity: the number of values to reserve memory for.
    public init(name: String, capacity: Int) {
        (self.name, values) = (name, [])
        values.reserveCapacity(Swift.max(capacity, 0))
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { values.count }

    /// The value of a row; `nil` if it is missing.
    public subscript(position: Int) -> WrappedElement? {
        get { values[position] }
        set { values[position] = newValue }
    }

    /// The type of the values.
    public var wrappedElementType: Any.Type { WrappedElement.self }
    /// The number of missing values.
    public var missingCount: Int { values.count { $0 == nil } }

    /// Adds a value. `nil` is a missing value.
    public mutating func append(_ element: WrappedElement?) { values.append(element) }
    /// Adds values.
    public mutating func append<S: Sequence>(contentsOf sequence: S) where S.Element == WrappedElement? { values += sequence }
    /// Removes a value.
    ///
    /// - Precondition: the index is within the column.
    public mutating func remove(at index: Int) { values.remove(at: index) }

    /// Applies a closure to each value, including missing values.
    public func map<T>(_ transform: (WrappedElement?) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try values.map(transform))
    }

    /// Applies a closure to each value that is not missing. Missing values stay missing.
    public func mapNonNil<T>(_ transform: (WrappedElement) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try values.map { try $0.flatMap(transform) })
    }

    /// The column with `value` in place of missing values.
    public func filled(with value: WrappedElement) -> Column<WrappedElement> {
        Column(name: name, contents: values.map { $0 ?? value })
    }

    /// A type-erased copy of the column, whose type is known only at run time.
    public func eraseToAnyColumn() -> AnyColumn { AnyColumn(self) }

    public var description: String { eraseToAnyColumn().description }
    public var debugDescription: String { description }
}

extension Column where WrappedElement: Hashable {
    /// The distinct values that are not missing, in order of first occurrence.
    public func distinct() -> Column<WrappedElement> {
        var seen: Set<WrappedElement> = []
        return Column(name: name, contents: values.filter { $0.map { seen.insert($0).inserted } ?? false })
    }
}

extension Column where WrappedElement: Comparable {
    /// The minimum; `nil` if all values are missing.
    public func min() -> WrappedElement? { values.compactMap { $0 }.min() }
    /// The maximum; `nil` if all values are missing.
    public func max() -> WrappedElement? { values.compactMap { $0 }.max() }
}

extension Column where WrappedElement: BinaryFloatingPoint {
    /// The sum of the values that are not missing; 0 if all values are missing.
    public func sum() -> WrappedElement { values.reduce(0) { $0 + ($1 ?? 0) } }

    /// The mean of the values that are not missing; `nil` if all values are missing.
    public func mean() -> WrappedElement? {
        let count = values.count - missingCount
        return count == 0 ? nil : sum() / WrappedElement(count)
    }

    /// The standard deviation of the values that are not missing; `nil` if there are too few.
    ///
    /// - Parameter deltaDegreesOfFreedom: the number that is subtracted from the number of values in the divisor; 1 for a sample, or 0 for
    ///   a population.
    public func standardDeviation(deltaDegreesOfFreedom: Int = 1) -> WrappedElement? {
        let count = values.count - missingCount - deltaDegreesOfFreedom
        guard count > 0, let mean = mean() else { return nil }
        let squares = values.reduce(WrappedElement(0)) { total, value in
            value.map { total + ($0 - mean) * ($0 - mean) } ?? total
        }
        return (squares / WrappedElement(count)).squareRoot()
    }
}
