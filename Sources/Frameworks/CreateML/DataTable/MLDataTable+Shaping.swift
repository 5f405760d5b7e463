extension MLDataTable {
    /// The type of the value that `pack` makes of several columns.
    public enum PackType: Sendable, Equatable, Hashable {
        /// A list, in the order of the columns.
        case sequence
        /// A dictionary whose keys are the names of the columns.
        case dictionary
    }

    /// Makes a row for each element of the sequences in a column, with the element in a new column `to`. A dictionary counts as a sequence of
    /// key–value pairs. An empty or missing sequence or dictionary gives one row, whose new value is missing.
    public func expand(columnNamed: String, to: String) -> MLDataTable {
        Self.catching {
            let column = try column(columnNamed)
            var (rows, values): ([Int], [MLDataValue]) = ([], [])
            for row in 0..<column.count {
                let elements: [MLDataValue]
                switch column[row] {
                case .sequence(let sequence): elements = Array(sequence)
                case .dictionary(let dictionary): elements = dictionary.sorted.map { .sequence([$0.key, $0.value]) }
                case .invalid: elements = []
                default: throw MLCreateError.type(reason: "the column '\(columnNamed)' holds \(column.type), which has no elements")
                }
                for value in elements.isEmpty ? [.invalid] : elements {
                    rows.append(row)
                    values.append(value)
                }
            }
            var table = self.rows(rows)
            table.removeColumn(named: columnNamed)
            return try MLDataTable(ordered: table.ordered + [(to, MLUntypedColumn(values))])
        }
    }

    /// Merges the rows that differ only in one column. The values of that column become a sequence in the new column `to`. This is the reverse of
    /// `expand`.
    public func condense(columnNamed: String, to: String) -> MLDataTable {
        Self.catching {
            let column = try column(columnNamed)
            let others = names.filter { $0 != columnNamed }
            var (first, members): ([Int], [[MLDataValue]: [MLDataValue]]) = ([], [:])
            let keys = try keys(others)
            for (row, key) in keys.enumerated() {
                if members[key] == nil { first.append(row) }
                members[key, default: []] += column[row].isValid ? [column[row]] : []
            }
            let values = first.map { MLDataValue.sequence(.init(members[keys[$0]] ?? [])) }
            return try MLDataTable(ordered: others.map { ($0, try self.column($0).rows(first)) } + [(to, MLUntypedColumn(values))])
        }
    }

    /// Packs several columns, or all columns if no name is given, into one column. `filling` replaces missing values. If `filling` is missing, too,
    /// a dictionary has no entry for a missing value.
    public func pack(
        columnsNamed: String..., to: String, type: PackType = .sequence, filling: MLDataValue = MLDataValue.invalid
    ) -> MLDataTable {
        Self.catching {
            let packed = columnsNamed.isEmpty ? names : columnsNamed
            let columns = try packed.map { try column($0) }
            let values = (0..<rowCount).map { row -> MLDataValue in
                let cells = columns.map { $0[row].isValid ? $0[row] : filling }
                guard type == .dictionary else { return .sequence(.init(cells)) }
                let pairs = zip(packed, cells).filter { $1.isValid }.map { (MLDataValue.string($0), $1) }
                return .dictionary(.init(Dictionary(pairs) { first, _ in first }))
            }
            let kept = ordered.filter { !packed.contains($0.0) }
            return try MLDataTable(
                ordered: kept + [(to, MLUntypedColumn(values: values, type: type == .sequence ? .sequence : .dictionary))])
        }
    }

    /// Replaces a column of sequences or multi-arrays by columns `name.0`, `name.1`, …, and a column of dictionaries by columns `name.key`.
    ///
    /// - Parameters:
    ///   - valueTypes: the types of the new columns; `nil` to use the types of the values.
    ///   - indexSubset: the indices of the elements to take from sequences; `nil` for all.
    ///   - keySubset: the keys to take from dictionaries; `nil` for all.
    public func unpack(
        columnNamed: String, valueTypes: [MLDataValue.ValueType]? = nil, indexSubset: [Int]? = nil, keySubset: [String]? = nil
    ) -> MLDataTable {
        Self.catching {
            let column = try column(columnNamed)
            var made: [(String, [MLDataValue])]
            switch column.type {
            case .sequence, .multiArray:
                let sequences = MLUntypedColumn(sequences: column).values.map { $0.sequenceValue }
                let indices = indexSubset ?? Array(0..<(sequences.compactMap { $0?.count }.max() ?? 0))
                made = indices.map { index in
                    ("\(columnNamed).\(index)", sequences.map { $0.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .invalid })
                }
            case .dictionary:
                let dictionaries = column.values.map { $0.dictionaryValue }
                let all = Set(dictionaries.flatMap { $0?.map(\.key) ?? [] }).sorted(by: MLDataValue.isBefore)
                let keys = keySubset.map { $0.map { MLDataValue.string($0) } } ?? all
                made = keys.map { key in ("\(columnNamed).\(key)", dictionaries.map { $0?[key] ?? .invalid }) }
            case let type: throw MLCreateError.type(reason: "the column '\(columnNamed)' holds \(type), which has no elements")
            }
            if let valueTypes, valueTypes.count != made.count {
                throw MLCreateError.generic(reason: "\(made.count) columns cannot have \(valueTypes.count) types")
            }
            let columns = made.enumerated().map { index, part in
                let column = MLUntypedColumn(part.1)
                return (part.0, valueTypes.map { column.converted(to: $0[index]) } ?? column)
            }
            return try MLDataTable(ordered: ordered.filter { $0.0 != columnNamed } + columns)
        }
    }
}
