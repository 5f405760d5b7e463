import Foundation

/// The metrics as tables.
extension MLClassifierMetrics {
    private enum Column {
        static let label = "True Label"
        static let answer = "Predicted"
        static let count = "Count"
        static let name = "Class"
        static let precision = "Precision"
        static let recall = "Recall"
    }

    /// The confusion matrix as a table, with the columns `True Label`, `Predicted` and `Count`. Each row has the number of examples with that label
    /// and that prediction. Pairs that never occurred are left out.
    public var confusion: MLDataTable {
        var rows: [(label: String, answer: String, count: Int)] = []
        for (row, label) in labels.enumerated() {
            for (column, answer) in labels.enumerated() where confusionCounts[row][column] > 0 {
                rows.append((label, answer, confusionCounts[row][column]))
            }
        }
        return table([
            (Column.label, MLUntypedColumn(rows.map(\.label))), (Column.answer, MLUntypedColumn(rows.map(\.answer))),
            (Column.count, MLUntypedColumn(rows.map(\.count))),
        ])
    }

    /// The precision and the recall of each label, in the columns `Class`, `Precision` and `Recall`. An undefined value, such as the precision of a
    /// label that was never predicted, is NaN.
    public var precisionRecall: MLDataTable {
        table([
            (Column.name, MLUntypedColumn(labels)), (Column.precision, MLUntypedColumn(labels.map(precision(of:)))),
            (Column.recall, MLUntypedColumn(labels.map(recall(of:)))),
        ])
    }

    private func table(_ columns: [(String, MLUntypedColumn)]) -> MLDataTable {
        if let error { return MLDataTable(error: error) }
        return MLDataTable.catching { try MLDataTable(ordered: columns) }
    }

    /// Metrics from a table in the form of ``confusion``. All other values are computed from this table. The metrics are not valid if the table has
    /// another form.
    public init(classificationError: Double, confusion: MLDataTable, precisionRecall: MLDataTable) {
        do {
            try self.init(confusion, labels: Self.column(precisionRecall, Column.name, String.self))
        } catch {
            self.init(error: error)
        }
    }

    private init(_ confusion: MLDataTable, labels: [String]) throws {
        let rows = try Self.column(confusion, Column.label, String.self)
        let answers = try Self.column(confusion, Column.answer, String.self)
        let counts = try Self.column(confusion, Column.count, Int.self)
        let all = Set(labels + rows + answers).sorted()
        let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.element, $0.offset) })
        var matrix = [[Int]](repeating: [Int](repeating: 0, count: all.count), count: all.count)
        for ((row, answer), count) in zip(zip(rows, answers), counts) {
            guard let place = places[row], let column = places[answer] else { continue }
            let (sum, overflow) = matrix[place][column].addingReportingOverflow(count)
            guard count >= 0, count < 1 << 53, !overflow else { throw MLCreateError.generic(reason: "\(count) examples cannot be counted") }
            matrix[place][column] = sum
        }
        self.init(labels: all, confusionCounts: matrix)
    }

    /// Evaluates the predictions in a table.
    ///
    /// - Throws: `MLCreateError` if a column is missing, or if a value is not one of `classes`.
    public static func __evaluation(
        on table: MLDataTable, labelColumn: String, predictionColumn: String, classes: [String]
    ) throws -> MLClassifierMetrics {
        let (labels, answers) = (try table.column(labelColumn), try table.column(predictionColumn))
        let pairs = try (0..<table.size.rows).map { row -> (label: String, answer: String) in
            for value in [labels[row], answers[row]] where !classes.contains(value.description) {
                throw MLCreateError.generic(reason: "\(TableRow.name(row)) holds '\(value)', which is none of the classes")
            }
            return (labels[row].description, answers[row].description)
        }
        return MLClassifierMetrics(pairs)
    }

    private static func column<T: MLDataValueConvertible>(_ table: MLDataTable, _ name: String, _ type: T.Type) throws -> [T] {
        guard let column = try table.column(name).column(type: type) else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(try table.column(name).type), not \(T.dataValueType)")
        }
        return Array(column)
    }
}
