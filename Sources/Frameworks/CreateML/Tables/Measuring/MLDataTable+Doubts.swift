extension MLDataTable {
    /// The number of rows of which a text in each row says that it is a name of the row.
    private static let leastNamed = 20

    /// Sentences about columns that say nothing of other rows.
    ///
    /// - Parameter features: the columns to learn from; all others than the target where `nil`.
    package func doubts(target: String, features: [String]?) -> [String] {
        (features ?? names.filter { $0 != target }).compactMap { name in
            guard let column = columns[name], rowCount > 1, column.isValid else { return nil }
            let values = column.values
            if values.allSatisfy({ $0 == values[0] }) { return "the column '\(name)' has one value only" }
            guard column.type == .string, rowCount >= Self.leastNamed, Set(values).count == rowCount else { return nil }
            return "the column '\(name)' has another text in every row, from which nothing follows for new rows"
        }
    }
}
