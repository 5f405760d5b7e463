/// A column whose type is known only at run time.
public struct AnyColumn: RandomAccessCollection, CustomStringConvertible, CustomDebugStringConvertible, @unchecked Sendable {
    public typealias Element = Any?
    public typealias Index = Int

    /// The column's name.
    public var name: String
    private var values: any ColumnValues

    /// A type-erased copy of a column.
    public init<Wrapped>(_ column: Column<Wrapped>) { (name, values) = (column.name, TypedValues(values: column.values)) }

    /// A column of packed numbers or texts.
    package init(name: String, _ packed: PackedColumn) { (self.name, values) = (name, PackedValues(packed: packed)) }

    private init(name: String, _ values: any ColumnValues) { (self.name, self.values) = (name, values) }

    /// The type of the values that are not missing.
    public var wrappedElementType: Any.Type { values.type }
    public var startIndex: Int { 0 }
    public var endIndex: Int { values.count }
    /// The value of a row; `nil` if it is missing.
    public subscript(position: Int) -> Any? { values.value(at: position) }

    /// The number of missing values.
    public var missingCount: Int { values.missingCount }
    /// Whether the value of a row is missing.
    public func isNil(at index: Int) -> Bool { values.isMissing(at: index) }

    /// The packed numbers or texts; `nil` if the column does not store its values in packed form.
    package var packed: PackedColumn? { (values as? PackedValues)?.packed }

    /// The column with a static type.
    ///
    /// - Precondition: the values have this type.
    public func assumingType<T>(_ type: T.Type) -> Column<T> {
        precondition(wrappedElementType == type, "the column '\(name)' holds \(wrappedElementType), not \(type)")
        return Column(name: name, contents: (values as? TypedValues<T>)?.values ?? map { $0 as? T })
    }

    /// Adds the values of another column.
    ///
    /// - Precondition: both columns have the same type.
    public mutating func append(contentsOf other: AnyColumn) {
        precondition(wrappedElementType == other.wrappedElementType, "the columns called '\(name)' have different types")
        values = values.appending(other.values)
    }

    mutating func appendMissing(_ count: Int) { values = values.appending(values.missing(count)) }

    func rows(_ indices: [Int]) -> AnyColumn { AnyColumn(name: name, values.rows(indices)) }

    /// A column of `count` missing values, with the same name and type.
    func missing(_ count: Int) -> AnyColumn { AnyColumn(name: name, values.missing(count)) }

    /// The value of a row as text; empty if it is missing.
    func text(at index: Int) -> String { values.value(at: index).map { String(describing: $0) } ?? "" }

    /// The value of a row as text in a printed table.
    func shown(at index: Int) -> String {
        isNil(at: index) ? "nil" : String(text(at: index).prefix(40).map { $0.isNewline ? " " : $0 })
    }

    public var description: String {
        let shown = prefix(10).map { $0.map { String(describing: $0) } ?? "nil" }.joined(separator: ", ")
        return "\(name): \(wrappedElementType) × \(count): \(shown)\(count > 10 ? ", …" : "")"
    }

    public var debugDescription: String { description }
}

/// The storage of a column's values, for any type.
private protocol ColumnValues {
    var type: Any.Type { get }
    var count: Int { get }
    var missingCount: Int { get }
    func value(at index: Int) -> Any?
    func isMissing(at index: Int) -> Bool
    func rows(_ indices: [Int]) -> any ColumnValues
    /// A storage of `count` missing values of the same type.
    func missing(_ count: Int) -> any ColumnValues
    /// - Precondition: the other values have the same type.
    func appending(_ other: any ColumnValues) -> any ColumnValues
}

private struct TypedValues<Wrapped>: ColumnValues {
    var values: [Wrapped?]

    var type: Any.Type { Wrapped.self }
    var count: Int { values.count }
    var missingCount: Int { values.count { $0 == nil } }
    func value(at index: Int) -> Any? { values[index] }
    func isMissing(at index: Int) -> Bool { values[index] == nil }
    func rows(_ indices: [Int]) -> any ColumnValues { TypedValues(values: indices.map { values[$0] }) }
    func missing(_ count: Int) -> any ColumnValues { TypedValues(values: [Wrapped?](repeating: nil, count: count)) }

    func appending(_ other: any ColumnValues) -> any ColumnValues {
        let added = (other as? TypedValues<Wrapped>)?.values ?? (0..<other.count).map { other.value(at: $0) as? Wrapped }
        return TypedValues(values: values + added)
    }
}

private struct PackedValues: ColumnValues {
    var packed: PackedColumn

    var type: Any.Type {
        switch packed {
        case .numbers(_, let isWhole): isWhole ? Int.self : Double.self
        case .texts: String.self
        }
    }
    var count: Int { packed.count }
    var missingCount: Int { packed.missingCount }
    func isMissing(at index: Int) -> Bool { packed.isMissing(at: index) }
    func rows(_ indices: [Int]) -> any ColumnValues { PackedValues(packed: packed.rows(indices)) }

    func value(at index: Int) -> Any? {
        switch packed {
        case .numbers(let numbers, _) where PackedColumn.isMissing(numbers[index]): nil
        case .numbers(let numbers, isWhole: true): Int(numbers[index])
        case .numbers(let numbers, _): numbers[index]
        case .texts(let codes, let pool): codes[index] < 0 ? nil : pool[Int(codes[index])]
        }
    }

    func missing(_ count: Int) -> any ColumnValues {
        switch packed {
        case .numbers(_, let isWhole):
            PackedValues(packed: .numbers([Double](repeating: PackedColumn.missing, count: count), isWhole: isWhole))
        case .texts: PackedValues(packed: .texts([Int32](repeating: -1, count: count), .none))
        }
    }

    func appending(_ other: any ColumnValues) -> any ColumnValues {
        switch (packed, (other as? PackedValues)?.packed) {
        case (.numbers(let own, let isWhole), .numbers(let added, _)): PackedValues(packed: .numbers(own + added, isWhole: isWhole))
        case (.numbers(_, isWhole: true), _): typed(Int.self).appending(other)
        case (.numbers, _): typed(Double.self).appending(other)
        case (.texts, _): typed(String.self).appending(other)
        }
    }

    private func typed<Value>(_ type: Value.Type) -> TypedValues<Value> {
        TypedValues(values: (0..<count).map { value(at: $0) as? Value })
    }
}
