/// The name of a user or an item: a whole number or a text.
public protocol MLIdentifier {
    /// The name as a value of a table.
    var identifierValue: MLDataValue { get }
}

extension Int: MLIdentifier {
    public var identifierValue: MLDataValue { .int(self) }
}

extension String: MLIdentifier {
    public var identifierValue: MLDataValue { .string(self) }
}

/// Different names of users or items, in the order of their first appearance. They are all whole numbers or all texts.
struct IdentifierList: Sendable {
    private(set) var values: [MLDataValue] = []
    private(set) var places: [MLDataValue: Int] = [:]
    let type: MLDataValue.ValueType

    init(type: MLDataValue.ValueType) { self.type = type }

    /// The index of a name. A new name is added.
    mutating func insert(_ value: MLDataValue) -> Int {
        if let place = places[value] { return place }
        places[value] = values.count
        values.append(value)
        return values.count - 1
    }

    /// A column of the names with these indices.
    func column(_ rows: [Int]) -> MLUntypedColumn { MLUntypedColumn(values: rows.map { values[$0] }, type: type) }
}
