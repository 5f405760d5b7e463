import TabularData

/// A column of a table with a type that is known only at run time.
///
/// Operations run at once. If one fails, such as adding text to numbers, it does not throw: the column that it returns is not valid, and its
/// ``error`` says why. ``materialize()`` throws the error.
public struct MLUntypedColumn: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The values; a missing one is `.invalid`.
    private(set) var values: ColumnCells
    /// The type of all values, missing values excluded; `.invalid` if all are missing.
    public private(set) var type: MLDataValue.ValueType
    /// The reason why the operation that made the column failed; `nil` if it succeeded.
    public private(set) var error: (any Error)?

    /// Whether there is no ``error``.
    public var isValid: Bool { error == nil }
    /// The number of rows, missing values among them.
    public var count: Int { values.count }
    /// Whether there is no row.
    public var isEmpty: Bool { values.isEmpty }

    /// A column without rows.
    public init() { (values, type) = (.boxed([]), .invalid) }

    /// A column of these values. Integers among doubles become doubles. Other mixtures of types are an error.
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

    /// A column of these values.
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

    /// The whole numbers of the range, a row each.
    public init(_ range: Range<Int>) { self.init(values: range.map { .int($0) }, type: .int) }
    /// The whole numbers of the range, a row each.
    public init(_ range: ClosedRange<Int>) { self.init(values: range.map { .int($0) }, type: .int) }

    /// A column's numbers and texts as `Int`; missing where a value cannot be converted.
    public init(ints: MLUntypedColumn) { self = ints.converted(to: .int) }
    /// A column's values as `Double`. Texts are parsed; a value that is not a number is missing.
    public init(doubles: MLUntypedColumn) { self = doubles.converted(to: .double) }
    /// A column's values as texts.
    public init(strings: MLUntypedColumn) { self = strings.converted(to: .string) }
    /// A column's lists; missing where a value is not a list.
    public init(sequences: MLUntypedColumn) { self = sequences.converted(to: .sequence) }
    /// A column's dictionaries; missing where a value is not a dictionary.
    public init(dictionaries: MLUntypedColumn) { self = dictionaries.converted(to: .dictionary) }
    /// A column's arrays; missing where a value is not an array.
    public init(multiArrays: MLUntypedColumn) { self = multiArrays.converted(to: .multiArray) }

    /// - Precondition: `values` are of `type` or missing.
    init(values: [MLDataValue], type: MLDataValue.ValueType) { (self.values, self.type) = (.boxed(values), type) }

    /// - Precondition: `values` are of `type` or missing.
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

    /// The packed numbers or texts; `nil` if each cell is an `MLDataValue`.
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

    /// The column as a column of this type; `nil` if the values have another type. Integers are converted to `Double`.
    public func column<T: MLDataValueConvertible>(type: T.Type) -> MLDataColumn<T>? {
        let fits = self.type == T.dataValueType || self.type == .invalid || (self.type == .int && T.dataValueType == .double)
        return isValid && fits ? MLDataColumn(converted(to: T.dataValueType)) : nil
    }

    /// The column as a column of `Int`; `nil` if it has another type.
    public var ints: MLDataColumn<Int>? { column(type: Int.self) }
    /// The column as a column of `Double`; `nil` if it has another type. Integers are converted.
    public var doubles: MLDataColumn<Double>? { column(type: Double.self) }
    /// The column as a column of texts; `nil` if it has another type.
    public var strings: MLDataColumn<String>? { column(type: String.self) }
    /// The column as a column of lists; `nil` if it has another type.
    public var sequences: MLDataColumn<MLDataValue.SequenceType>? { column(type: MLDataValue.SequenceType.self) }
    /// The column as a column of dictionaries; `nil` if it has another type.
    public var dictionaries: MLDataColumn<MLDataValue.DictionaryType>? { column(type: MLDataValue.DictionaryType.self) }
    /// The column as a column of multi-arrays; `nil` if it has another type.
    public var multiArrays: MLDataColumn<MLDataValue.MultiArrayType>? { column(type: MLDataValue.MultiArrayType.self) }

    // MARK: Values

    /// The value of a row; `.invalid` where it is missing.
    ///
    /// - Precondition: the index is within the column.
    public subscript(index: Int) -> MLDataValue { values[index] }

    /// - Precondition: the range is within the column.
    public subscript(slice: Range<Int>) -> MLUntypedColumn { with(values.rows(slice)) }
    /// The rows of a range.
    public subscript<R: RangeExpression>(slice: R) -> MLUntypedColumn where R.Bound == Int { self[slice.relative(to: values.indices)] }

    /// The values where `mask` is not 0.
    public subscript(mask: MLUntypedColumn) -> MLUntypedColumn {
        Self.catching { rows(try mask.selectedRows(of: count)) }
    }
    /// The rows where `mask` is true.
    public subscript(mask: MLDataColumn<Bool>) -> MLUntypedColumn { self[mask.untyped] }

    /// Adds the rows of another column, which must have the same type.
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

    /// The results of `lazyTransform` for each value; missing where the value is missing or the result is `nil`.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T?) -> MLDataColumn<T> {
        mapMissing { $0.isValid ? lazyTransform($0) : nil }
    }

    /// The results of `lazyTransform` for each value; missing where the value is missing.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T) -> MLDataColumn<T> {
        mapMissing { $0.isValid ? lazyTransform($0) : nil }
    }

    /// The results of `lazyTransform` for each value, missing values included; missing where the result is `nil`.
    public func mapMissing<T: MLDataValueConvertible>(_ lazyTransform: @escaping (MLDataValue) -> T?) -> MLDataColumn<T> {
        if let error { return MLDataColumn(MLUntypedColumn(error: error)) }
        return MLDataColumn(MLUntypedColumn(values: values.map { lazyTransform($0)?.dataValue ?? .invalid }, type: T.dataValueType))
    }

    /// The values converted to another type. Numbers are converted to each other and to text, and text is parsed as numbers. A value that cannot be
    /// converted is missing.
    public func map<T: MLDataValueConvertible>(to type: T.Type) -> MLDataColumn<T> { MLDataColumn(converted(to: T.dataValueType)) }

    /// The rows that have a value.
    public func dropMissing() -> MLUntypedColumn { rows(values.indices.filter { values.isValid(at: $0) }) }

    /// The column with `value` where one was missing.
    public func fillMissing(with value: MLDataValue) -> MLUntypedColumn {
        guard isValid else { return self }
        return MLUntypedColumn(values.map { $0.isValid ? $0 : value })
    }

    /// The different values, in the order of their first rows.
    public func dropDuplicates() -> MLUntypedColumn {
        var seen: Set<MLDataValue> = []
        return rows(values.indices.filter { seen.insert(values[$0]).inserted })
    }

    /// The first rows, `maxLength` at most.
    public func prefix(_ maxLength: Int = 10) -> MLUntypedColumn { with(values.rows(0..<min(max(maxLength, 0), count))) }
    /// The last rows, `maxLength` at most.
    public func suffix(_ maxLength: Int = 10) -> MLUntypedColumn { with(values.rows(count - min(max(maxLength, 0), count)..<count)) }

    /// The values in order, missing values last.
    public func sort(byIncreasingOrder: Bool = true) -> MLUntypedColumn { rows(sortedRows(byIncreasingOrder)) }

    /// The column itself, as columns are values.
    public func copy() -> MLUntypedColumn { self }

    /// The column; throws its ``error``.
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

    /// The values of the rows with these indices; missing where the index is `nil`.
    func rows(_ rows: [Int?]) -> MLUntypedColumn { with(.boxed(rows.map { $0.map { values[$0] } ?? .invalid })) }
    func rows(_ rows: [Int]) -> MLUntypedColumn { with(values.rows(rows)) }

    /// The indices of the rows where this mask is not 0.
    ///
    /// - Parameter count: the number of rows of the masked column.
    func selectedRows(of count: Int) throws -> [Int] {
        if let error { throw error }
        guard type == .int || values.isEmpty else { throw MLCreateError.type(reason: "a mask is a column of whole numbers, not \(type)") }
        guard self.count == count else { throw MLCreateError.generic(reason: "the mask has \(self.count) rows instead of \(count)") }
        return values.indices.filter { values[$0].intValue ?? 0 != 0 }
    }

    /// The indices of the rows in sorted order; equal rows keep their order.
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
