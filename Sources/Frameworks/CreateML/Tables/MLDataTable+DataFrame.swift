import TabularData

extension MLDataTable {
    /// Osprey's addition: converts a data frame to a table. Booleans become 0 and 1.
    ///
    /// - Throws: `MLCreateError.type` if a column has a type that tables do not have.
    public init(_ frame: DataFrame) throws {
        try self.init(ordered: frame.columns.map { ($0.name, try MLUntypedColumn($0)) })
    }
}

extension MLUntypedColumn {
    /// Osprey's addition: converts a column of a data frame.
    ///
    /// - Throws: `MLCreateError.type` if the column has a type that tables do not have.
    public init(_ column: AnyColumn) throws {
        if let packed = column.packed {
            self.init(packed, hasValue: packed.missingCount < packed.count)
            return
        }
        self.init(
            values: try column.map { value -> MLDataValue in
                switch value {
                case nil: .invalid
                case let value as Int: .int(value)
                case let value as Bool: .int(value ? 1 : 0)
                case let value as Double: .double(value)
                case let value as Float: .double(Double(value))
                case let value as String: .string(value)
                case let value as [Double]: .sequence(.init(value))
                case let value as [Int]: .sequence(.init(value))
                case let value as [String: Double]:
                    .dictionary(.init(Dictionary(uniqueKeysWithValues: value.map { (.string($0), .double($1)) })))
                default:
                    throw MLCreateError.type(
                        reason: "the column '\(column.name)' holds \(column.wrappedElementType), which tables do not have")
                }
            }, type: Self.type(of: column))
    }

    private static func type(of column: AnyColumn) -> MLDataValue.ValueType {
        guard column.missingCount < column.count else { return .invalid }
        switch column.wrappedElementType {
        case is Int.Type, is Bool.Type: return .int
        case is Double.Type, is Float.Type: return .double
        case is String.Type: return .string
        case is [String: Double].Type: return .dictionary
        default: return .sequence
        }
    }

    /// The column as a column of a data frame. Its values are integers, texts or doubles. Other values become missing.
    func dataFrameColumn(named name: String) -> AnyColumn {
        switch type {
        case .int: Column(name: name, contents: values.map(\.intValue)).eraseToAnyColumn()
        case .string: Column(name: name, contents: values.map(\.stringValue)).eraseToAnyColumn()
        default: Column(name: name, contents: values.map(\.number)).eraseToAnyColumn()
        }
    }
}

extension MLTabularModel {
    /// Predicts the target for the rows of a data frame. The resulting column has the name of the target.
    ///
    /// - Throws: `MLCreateError` if a feature column is missing or has values of another type.
    public func predictions(from data: DataFrame) throws -> AnyColumn {
        try trained.predictions(from: MLDataTable(data)).dataFrameColumn(named: targetColumn)
    }
}

extension MLTabularRegressor {
    /// Evaluates the model on a data frame that it was not trained on. The metrics are not valid if the data frame cannot be used.
    public func evaluation(on labeledData: DataFrame) -> MLRegressorMetrics {
        do {
            return try evaluation(on: MLDataTable(labeledData))
        } catch {
            return MLRegressorMetrics(error: error)
        }
    }
}

extension MLTabularClassifier {
    /// Evaluates the model on a data frame that it was not trained on. The metrics are not valid if the data frame cannot be used.
    public func evaluation(on labeledData: DataFrame) -> MLClassifierMetrics {
        do {
            return try evaluation(on: MLDataTable(labeledData))
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }
}
