/// A column whose type is known only at run time.
public struct AnyColumn: RandomAccessCollection, CustomStringConvertible, CustomDebugStringConvertible, @unchecked Sendable {
    public typealias Element = Any?
    public typealias Index = Int

    /// The column's name.
    public var name: String
    /// The type of the values.
    public let wrappedElementType: Any.Type
    private var values: [Any?]

    /// A column without its type.
    public init<Wrapped>(_ column: Column<Wrapped>) {
        (name, wrappedElementType) = (column.name, Wrapped.self)
        values = column.map { $0 as Any? } as [Any?]
    }

    private init(name: String, type: Any.Type, values: [Any?]) { (self.name, wrappedElementType, self.values) = (name, type, values) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { values.count }
    /// The value of a row; `nil` where it is missing.
    public subscript(position: Int) -> Any? { values[position] }

    /// The number of missing values.
    public var missingCount: Int { values.count { $0 == nil } }
    /// Whether the value of a row is missing.
    public func isNil(at index: Int) -> Bool { values[index] == nil }

    /// The column with its type.
    ///
    /// - Precondition: it is a column of this type.
    public func assumingType<T>(_ type: T.Type) -> Column<T> {
        precondition(wrappedElementType == type, "the column '\(name)' holds \(wrappedElementType), not \(type)")
        return Column(name: name, contents: values.map { $0 as? T })
    }

    /// Adds the values of a column of the same type.
    ///
    /// - Precondition: it has the same type.
    public mutating func append(contentsOf other: AnyColumn) {
        precondition(wrappedElementType == other.wrappedElementType, "the columns called '\(name)' have different types")
        values += other.values
    }

    mutating func appendMissing(_ count: Int) { values += [Any?](repeating: nil, count: count) }

    func rows(_ indices: [Int]) -> AnyColumn { AnyColumn(name: name, type: wrappedElementType, values: indices.map { values[$0] }) }

    /// A column of missing values of the same type.
    func missing(_ count: Int) -> AnyColumn {
        AnyColumn(name: name, type: wrappedElementType, values: [Any?](repeating: nil, count: count))
    }

    /// The value as a text; empty where it is missing.
    func text(at index: Int) -> String { values[index].map { String(describing: $0) } ?? "" }

    /// The value of a row in a line of a table.
    func shown(at index: Int) -> String {
        isNil(at: index) ? "nil" : String(text(at: index).prefix(40).map { $0.isNewline ? " " : $0 })
    }

    public var description: String {
        let shown = values.prefix(10).map { $0.map { String(describing: $0) } ?? "nil" }.joined(separator: ", ")
        return "\(name): \(wrappedElementType) × \(count): \(shown)\(count > 10 ? ", …" : "")"
    }

    public var debugDescription: String { description }
}
