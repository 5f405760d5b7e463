import TabularData

/// A column of a table whose type is known only at run time.
///
/// Operations run immediately. An operation that fails, such as adding text to numbers, does not throw. The returned column is then not valid, and
/// its ``error`` is the reason. ``materialize()`` throws the error.
public struct MLUntypedColumn: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The values. A missing value is `.invalid`.
    private(set) var values: ColumnCells
    /// The type of the values, ignoring missing values; `.invalid` if all values are missing.
    public private(set) var type: MLDataValue.ValueType
    /// The reason why the operation that made the column failed; `nil` if it succeeded.
    public private(set) var error: (any Error)?

    /// Whether the column has no ``error``.
    public var isValid: Bool { error == nil }
    /// The number of rows, including rows with a missing value.
    public var count: Int { values.count }
    /// Whether the column has no rows.
    public var isEmpty: Bool { values.isEmpty }

    /// A column without rows.
    public init() { (values, type) = (.boxed([]), .invalid) }

    /// A column with the elements of a sequence. If integers and doubles are mixed, the integers become doubles. Another mixture of types makes the
    /// column invalid.
    public init<S: Sequence>(_ source: S) where S.Element == MLDataValue {
        let values = Array(source)
        let types = Set(values.map(\.type)).subtracting([.invalid])
        if types == [.int, .double] {
            self.init(values: values.map { $0.converted(to: .double) }, type: .double)
        } else if types.count > 1 {
            let names = types.map(\.description).sorted().joined(separator: " and ")
            self.init(error: MLCreateError.type(reason: "a column cannot hold \(names)"))
        } else {
            self.init(values: values, type: types.first ?? .invalid)
        }
    }

    /// A column with the elements of a sequence.
    public init<S: Sequence>(_ source: S) where S.Element: MLDataValueConvertible {
        self.init(values: source.map(\.dataValue), type: S.Element.dataValueType)
    }

    /// A column with the same value in `count` rows. It has no rows if `count` is negative.
    public init(repeating repeatedValue: MLDataValue, count: Int) {
        self.init(values: [MLDataValue](repeating: repeatedValue, count: max(count, 0)), type: repeatedValue.type)
    }

    /// A column with the same value in `count` rows. It has no rows if `count` is negative.
    public init<T: MLDataValueConvertible>(repeating repeatedValue: T, count: Int) {
        self.init(repeating: repeatedValue.dataValue, count: count)
    }

    /// A column with the integers of a range, one in each row.
    public init(_ range: Range<Int>) { self.init(values: range.map { .int($0) }, type: .int) }
    /// A column with the integers of a range, one in each row.
    public init(_ range: ClosedRange<Int>) { self.init(values: range.map { .int($0) }, type: .int) }

    /// Converts a column's numbers and texts to integers. The result is missing where a value cannot be converted.
    public init(ints: MLUntypedColumn) { self = ints.converted(to: .int) }
    /// Converts a column's values to `Double`. Texts are parsed. The result is missing where a value is not a number.
    public init(doubles: MLUntypedColumn) { self = doubles.converted(to: .double) }
    /// Converts a column's values to texts.
    public init(strings: MLUntypedColumn) { self = strings.converted(to: .string) }
    /// Converts a column's values to sequences. The result is missing where a value is neither a sequence nor a multi-array.
    public init(sequences: MLUntypedColumn) { self = sequences.converted(to: .sequence) }
    /// A column's dictionaries. The result is missing where a value is not a dictionary.
    public init(dictionaries: MLUntypedColumn) { self = dictionaries.converted(to: .dictionary) }
    /// Converts a column's values to multi-arrays. The result is missing where a value is neither a multi-array nor a sequence of numbers.
    public init(multiArrays: MLUntypedColumn) { self = multiArrays.converted(to: .multiArray) }

    /// - Precondition: each of the `values` is missing or of `type`.
    init(values: [MLDataValue], type: MLDataValue.ValueType) { (self.values, self.type) = (.boxed(values), type) }

    /// - Precondition: each of the `values` is missing or of `type`.
    init(values: ColumnCells, type: MLDataValue.ValueType) { (self.values, self.type) = (values, type) }

    /// A column of packed numbers or texts.
    ///
    /// - Parameter hasValue: whether at least one row has a value.
    init(_ packed: PackedColumn, hasValue: Bool) {
        values = .packed(packed)
        switch packed {
        case _ where !hasValue: type = .invalid
        case .numbers(_, let isWhole): type = isWhole ? .int : .double
        case .texts: type = .string
        }
    }

    /// The packed numbers or texts; `nil` if the column stores an `MLDataValue` for each cell.
    var packed: PackedColumn? { if case .packed(let packed) = values { packed } else { nil } }

    init(error: any Error) {
        self.init()
        self.error = error
    }

    /// The column that `make` returns, or a column with the error that it throws.
    static func catching(_ make: () throws -> MLUntypedColumn) -> MLUntypedColumn {
        do { return try make() } catch { return MLUntypedColumn(error: error) }
    }

    func converted(to type: MLDataValue.ValueType) -> MLUntypedColumn {
        guard isValid, type != self.type else { return self }
        return MLUntypedColumn(values: values.map { $0.converted(to: type) }, type: type)
    }

    // MARK: Typed columns

    /// The column with the static type `T`; `nil` if the values have another type. Integers are converted to `Double`.
    public func column<T: MLDataValueConvertible>(type: T.Type) -> MLDataColumn<T>? {
        let fits = self.type == T.dataValueType || self.type == .invalid || (self.type == .int && T.dataValueType == .double)
        return isValid && fits ? MLDataColumn(converted(to: T.dataValueType)) : nil
    }

    /// The column with the element type `Int`; `nil` if the values have another type.
    public var ints: MLDataColumn<Int>? { column(type: Int.self) }
    /// The column with the element type `Double`; `nil` if the values are not numbers. Integers are converted.
    public var doubles: MLDataColumn<Double>? { column(type: Double.self) }
    /// The column with the element type `String`; `nil` if the values have another type.
    public var strings: MLDataColumn<String>? { column(type: String.self) }
    /// The column as a column of sequences; `nil` if the values have another type.
    public var sequences: MLDataColumn<MLDataValue.SequenceType>? { column(type: MLDataValue.SequenceType.self) }
    /// The column as a column of dictionaries; `nil` if the values have another type.
    public var dictionaries: MLDataColumn<MLDataValue.DictionaryType>? { column(type: MLDataValue.DictionaryType.self) }
    /// The column as a column of multi-arrays; `nil` if the values have another type.
    public var multiArrays: MLDataColumn<MLDataValue.MultiArrayType>? { column(type: MLDataValue.MultiArrayType.self) }

    // MARK: Values

    /// The value of a row; `.invalid` if it is missing.
    ///
    /// - Precondition: the index is within the column.
    public subscript(index: Int) -> MLDataValue { values[index] }

    /// - Precondition: the range is within the column.
    public subscript(slice: Range<Int>) -> MLUntypedColumn { with(values.rows(slice)) }
    /// The rows of a range.
    public subscript<R: RangeExpression>(slice: R) -> MLUntypedColumn where R.Bound == Int { self[slice.relative(to: values.indices)] }

    /// The rows where `mask` is not 0.
    public subscript(mask: MLUntypedColumn) -> MLUntypedColumn {
        Self.catching { rows(try mask.selectedRows(of: count)) }
    }
    /// The rows where `mask` is true.
    public subscript(mask: MLDataColumn<Bool>) -> MLUntypedColumn { self[mask.untyped] }

    /// Adds the rows of another column. The column becomes invalid if the types cannot be mixed.
    public mutating func append(contentsOf newColumn: MLUntypedColumn) {
        guard isValid else { return }
        if let error = newColumn.error {
            self = MLUntypedColumn(error: error)
        } else if type == newColumn.type || newColumn.type == .invalid {
            values = .boxed(Array(values) + Array(newColumn.values))
        } else {
            self = MLUntypedColumn(Array(values) + Array(newColumn.values))
        }
    }

    /// Applies `lazyTransform` to each value. The result is missing where the value is missing or `lazyTransform` returns `nil`.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T?) -> MLDataColumn<T> {
        mapMissing { $0.isValid ? lazyTransform($0) : nil }
    }

    /// Applies `lazyTransform` to each value. The result is missing where the value is missing.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T) -> MLDataColumn<T> {
        mapMissing { $0.isValid ? lazyTransform($0) : nil }
    }

    /// Applies `lazyTransform` to each value, including missing values. The result is missing where `lazyTransform` returns `nil`.
    public func mapMissing<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T?) -> MLDataColumn<T> {
        if let error { return MLDataColumn(MLUntypedColumn(error: error)) }
        return MLDataColumn(MLUntypedColumn(values: values.map { lazyTransform($0)?.dataValue ?? .invalid }, type: T.dataValueType))
    }

    /// Converts the values to another type. Numbers can become other numbers or text. Text is parsed as numbers. The result is missing where a
    /// value cannot be converted.
    public func map<T: MLDataValueConvertible>(to type: T.Type) -> MLDataColumn<T> { MLDataColumn(converted(to: T.dataValueType)) }

    /// The column without the rows whose value is missing.
    public func dropMissing() -> MLUntypedColumn { rows(values.indices.filter { values.isValid(at: $0) }) }

    /// The column with `value` in place of missing values.
    public func fillMissing(with value: MLDataValue) -> MLUntypedColumn {
        guard isValid else { return self }
        return MLUntypedColumn(values.map { $0.isValid ? $0 : value })
    }

    /// The distinct values, in order of first appearance.
    public func dropDuplicates() -> MLUntypedColumn {
        var seen: Set<MLDataValue> = []
        return rows(values.indices.filter { seen.insert(values[$0]).inserted })
    }

    /// The first rows, at most `maxLength`.
    public func prefix(_ maxLength: Int = 10) -> MLUntypedColumn { with(values.rows(0..<min(max(maxLength, 0), count))) }
    /// The last rows, at most `maxLength`.
    public func suffix(_ maxLength: Int = 10) -> MLUntypedColumn { with(values.rows(count - min(max(maxLength, 0), count)..<count)) }

    /// The sorted values. Missing values come last.
    public func sort(byIncreasingOrder: Bool = true) -> MLUntypedColumn { rows(sortedRows(byIncreasingOrder)) }

    /// The column itself. A copy is not needed, because columns are values.
    public func copy() -> MLUntypedColumn { self }

    /// Returns the column, or throws its ``error``.
    public func materialize() throws -> MLUntypedColumn {
        if let error { throw error }
        return self
    }

    public var description: String {
        if let error { return "not valid: \(error)" }
        return "\(type) × \(count): " + values.prefix(10).map(\.description).joined(separator: ", ") + (count > 10 ? ", …" : "")
    }

    public var debugDescription: String { description }

    // MARK: Rows

    private func with(_ cells: ColumnCells) -> MLUntypedColumn { isValid ? MLUntypedColumn(values: cells, type: type) : self }

    /// The values of the rows with these indices. The result is missing where an index is `nil`.
    func rows(_ rows: [Int?]) -> MLUntypedColumn { with(.boxed(rows.map { $0.map { values[$0] } ?? .invalid })) }
    func rows(_ rows: [Int]) -> MLUntypedColumn { with(values.rows(rows)) }

    /// The indices of the rows where this column, used as a mask, is not 0.
    ///
    /// - Parameter count: the number of rows of the masked column.
    func selectedRows(of count: Int) throws -> [Int] {
        if let error { throw error }
        guard type == .int || values.isEmpty else { throw MLCreateError.type(reason: "a mask is a column of whole numbers, not \(type)") }
        guard self.count == count else { throw MLCreateError.generic(reason: "the mask has \(self.count) rows instead of \(count)") }
        return values.indices.filter { values[$0].intValue ?? 0 != 0 }
    }

    /// The indices of the rows in sorted order. Rows with equal values keep their order. Missing values come last.
    func sortedRows(_ byIncreasingOrder: Bool) -> [Int] {
        values.indices.sorted { a, b in
            let (x, y) = (values[a], values[b])
            if x.isValid != y.isValid { return x.isValid }
            if MLDataValue.isBefore(x, y) { return byIncreasingOrder }
            if MLDataValue.isBefore(y, x) { return !byIncreasingOrder }
            return a < b
        }
    }
}

extension Array where Element == MLDataValue {
    /// The values of a column. A missing value is `.invalid`.
    public init(_ untypedColumn: MLUntypedColumn) { self = untypedColumn.values.map { $0 } }
}
