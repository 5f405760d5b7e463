extension MLDataTable {
    /// An aggregation of a column's values in each group of rows, for `group`.
    public struct Aggregator: Sendable {
        /// An operation that turns the values of a group into one value.
        public enum Operations: Sendable {
            /// The least value.
            case min
            /// The greatest value.
            case max
            /// The sum of the values.
            case sum
            /// The mean of the values.
            case mean
            /// The standard deviation of the values, which are taken as a whole population.
            case stdev
            /// The variance of the values, which are taken as a whole population.
            case variance
            /// The number of values, missing values excluded.
            case count
            /// The number of distinct values.
            case distinctCount
            /// All values as a sequence.
            case sequenceMerge
            /// A value of the group, drawn at random.
            case randomlySelectOne
            /// A dictionary. The keys of the dictionary are the values of this column. The values are those of another column.
            case dictionaryMerge(valueColumn: String)
            /// The value of another column in the row where this column is smallest.
            case argmin(outputColumn: String)
            /// The value of another column in the row where this column is largest.
            case argmax(outputColumn: String)

            fileprivate var name: String {
                switch self {
                case .min: "min"
                case .max: "max"
                case .sum: "sum"
                case .mean: "mean"
                case .stdev: "stdev"
                case .variance: "variance"
                case .count: "count"
                case .distinctCount: "distinctCount"
                case .sequenceMerge: "sequenceMerge"
                case .randomlySelectOne: "randomlySelectOne"
                case .dictionaryMerge: "dictionaryMerge"
                case .argmin: "argmin"
                case .argmax: "argmax"
                }
            }
        }

        /// The operations. Each operation gives a column of the result.
        public var operations: [Operations]
        /// The column whose values are aggregated.
        public var columnName: String

        /// An aggregation of the column `columnNamed`, for `group`.
        public init(operations: Operations..., of columnNamed: String) {
            self.operations = operations
            columnName = columnNamed
        }
    }

    /// Groups the rows by the named columns. The result has one row for each distinct combination of their values, in order of first appearance.
    /// Each operation of an aggregator adds a column with the name `operation(column)`, such as `mean(price)`.
    public func group<S: Sequence>(columnsNamed: String..., aggregators: S) -> MLDataTable where S.Element == Aggregator {
        Self.catching {
            guard !columnsNamed.isEmpty else { throw MLCreateError.generic(reason: "a group needs the name of a column") }
            let keys = try keys(columnsNamed)
            var (order, rows): ([[MLDataValue]], [[MLDataValue]: [Int]]) = ([], [:])
            for (row, key) in keys.enumerated() {
                if rows[key] == nil { order.append(key) }
                rows[key, default: []].append(row)
            }
            var result: [(String, MLUntypedColumn)] = columnsNamed.enumerated().map { index, name in
                (name, MLUntypedColumn(order.map { $0[index] }))
            }
            for aggregator in aggregators {
                for operation in aggregator.operations {
                    let column = try column(aggregator.columnName)
                    let values = try order.map { try aggregate(operation, aggregator.columnName, column, rows[$0] ?? []) }
                    result.append(("\(operation.name)(\(aggregator.columnName))", MLUntypedColumn(values)))
                }
            }
            return try MLDataTable(ordered: result)
        }
    }

    private func aggregate(_ operation: Aggregator.Operations, _ name: String, _ column: MLUntypedColumn, _ rows: [Int]) throws
        -> MLDataValue
    {
        let present = rows.filter { column[$0].isValid }
        let values = present.map { column[$0] }
        func statistics() throws -> Statistics? {
            guard values.allSatisfy({ $0.number != nil }) else {
                throw MLCreateError.type(reason: "\(operation.name) needs numbers, which '\(name)' does not hold")
            }
            return Statistics(values.compactMap(\.number))
        }
        switch operation {
        case .count: return .int(values.count)
        case .distinctCount: return .int(Set(values).count)
        case .min: return values.min(by: MLDataValue.isBefore) ?? .invalid
        case .max: return values.max(by: MLDataValue.isBefore) ?? .invalid
        case .sum:
            _ = try statistics()
            return try values.dropFirst().reduce(values.first ?? .invalid) { try MLDataValue.calculate($0, .plus, $1) }
        case .mean: return try statistics().map { .double($0.mean) } ?? .invalid
        case .stdev: return try statistics().map { .double($0.deviation) } ?? .invalid
        case .variance: return try statistics().map { .double($0.variance) } ?? .invalid
        case .sequenceMerge: return .sequence(.init(values))
        case .randomlySelectOne: return values.randomElement() ?? .invalid
        case .dictionaryMerge(let valueColumn):
            let others = try self.column(valueColumn)
            return .dictionary(.init(Dictionary(present.map { (column[$0], others[$0]) }) { first, _ in first }))
        case .argmin(let outputColumn):
            let others = try self.column(outputColumn)
            return present.min { MLDataValue.isBefore(column[$0], column[$1]) }.map { others[$0] } ?? .invalid
        case .argmax(let outputColumn):
            let others = try self.column(outputColumn)
            return present.max { MLDataValue.isBefore(column[$0], column[$1]) }.map { others[$0] } ?? .invalid
        }
    }
}
