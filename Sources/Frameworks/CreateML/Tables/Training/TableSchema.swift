/// The feature columns of a table, and the target column.
struct TableSchema: Sendable, Equatable {
    let features: [TableFeature]
    let target: String

    /// - Parameter columns: the feature columns; all columns except the target if `nil`.
    /// - Throws: `MLCreateError` for a table with fewer than two rows, and for columns that are missing or cannot be used.
    init(_ table: MLDataTable, target: String, features columns: [String]?) throws {
        _ = try table.column(target)
        guard table.rowCount > 1 else { throw (table.rowCount == 0 ? TableDoubt.noRows : .oneRow).error }
        let names = columns ?? table.names.filter { $0 != target && !$0.isEmpty }
        guard !names.isEmpty else { throw (table.names.count == 1 ? TableDoubt.oneColumn : .noFeature).error }
        guard !names.contains("") else { throw TableDoubt.unnamed.error }
        guard !names.contains(target) else {
            throw MLCreateError.generic(reason: "the target column '\(target)' is among the columns to learn from")
        }
        guard Set(names).count == names.count else { throw MLCreateError.generic(reason: "a column to learn from is named twice") }
        self.target = target
        features = try names.map { try TableFeature($0, try table.column($0)) }
        guard try names.contains(where: { try table.column($0).hasValue }) else { throw TableDoubt.onlyMissing.error }
    }

    /// Converts the rows of a table to features.
    ///
    /// - Throws: `MLCreateError` if a column is missing or has values of another type.
    func encode(_ table: MLDataTable) throws -> LearningColumns {
        if let error = table.error { throw error }
        var columns: [LearningColumns.Column] = []
        for feature in features { columns += try feature.encode(try table.column(feature.name)) }
        return LearningColumns(columns, rows: table.rowCount)
    }

    /// The name of each value in the feature vector.
    var valueNames: [String] {
        features.flatMap { feature in
            switch feature.kind {
            case .number: [feature.name]
            case .text(let categories): categories.map { "\(feature.name)=\($0)" }
            case .dictionary(let keys): keys.map { "\(feature.name)[\($0)]" }
            case .vector(let count): (0..<count).map { "\(feature.name)[\($0)]" }
            }
        }
    }
}

extension MLUntypedColumn {
    /// Whether at least one row has a value.
    var hasValue: Bool {
        values.contains { value in
            if case .double(let number) = value { !number.isNaN } else { value.isValid }
        }
    }
}
