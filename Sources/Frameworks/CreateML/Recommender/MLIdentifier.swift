/// The identifier of a user or an item: an integer or a text.
public protocol MLIdentifier {
    /// The identifier as a value of a table.
    var identifierValue: MLDataValue { get }
}

extension Int: MLIdentifier {
    public var identifierValue: MLDataValue { .int(self) }
}

extension String: MLIdentifier {
    public var identifierValue: MLDataValue { .string(self) }
}

/// Distinct identifiers of users or items, in order of first appearance. They are all integers or all texts.
struct IdentifierList: Sendable {
    private(set) var values: [MLDataValue] = []
    private(set) var places: [MLDataValue: Int] = [:]
    let type: MLDataValue.ValueType

    init(type: MLDataValue.ValueType) { self.type = type }

    /// The index of an identifier. A new identifier is added.
    mutating func insert(_ value: MLDataValue) -> Int {
        if let place = places[value] { return place }
        places[value] = values.count
        values.append(value)
        return values.count - 1
    }

    /// A column with the identifiers at the given indices.
    func column(_ rows: [Int]) -> MLUntypedColumn { MLUntypedColumn(values: rows.map { values[$0] }, type: type) }
}
