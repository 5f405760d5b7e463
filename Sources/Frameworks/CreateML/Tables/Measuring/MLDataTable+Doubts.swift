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
            guard column.type == .string, rowCount >= Self.leastNamed, Set(values).count == rowCount, column.reasonForTexts == nil else {
                return nil
            }
            return "the column '\(name)' has another text in every row, from which nothing follows for new rows"
        }
    }

    /// Sentences about columns that hold texts although most of these are numbers. Rows are counted as `MLUntypedColumn.reasonForTexts` does.
    ///
    /// - Parameter features: the columns to learn from; all where `nil`.
    package func textDoubts(target: String, features: [String]?) -> [String] {
        let used = features.map { $0 + [target] } ?? names
        return used.compactMap { name -> String? in
            guard let reason = columns[name]?.reasonForTexts else { return nil }
            return "'\(name)' \(reason)"
        }
    }
}

extension MLUntypedColumn {
    private static let shownText = 40

    /// The text that makes texts of a column most of whose values are numbers, as the rest of a sentence about the column; `nil` for other columns.
    /// Rows are counted as in a spreadsheet, where the names of the columns are in row 1.
    package var reasonForTexts: String? {
        guard isValid, type == .string else { return nil }
        var first: (row: Int, text: String)?
        var (numbers, texts) = (0, 0)
        for (row, value) in values.enumerated() {
            guard let text = value.stringValue else { continue }
            if Double(text) == nil {
                texts += 1
                if first == nil { first = (row: row, text: text) }
            } else {
                numbers += 1
            }
        }
        guard let found = first, numbers > texts else { return nil }
        let rest = texts == 1 ? "" : texts == 2 ? " and another text" : " and \(texts - 1) other texts"
        return "holds texts because of '\(found.text.prefix(Self.shownText))' in row \(found.row + 2)\(rest)"
    }
}
