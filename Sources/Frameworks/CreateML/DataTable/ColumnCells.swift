import TabularData

/// The cells of a column, as `MLDataValue`s (`boxed`) or as packed numbers or texts (`packed`). Columns that are read from a file are packed.
enum ColumnCells: RandomAccessCollection, MutableCollection, Sendable {
    case boxed([MLDataValue])
    case packed(PackedColumn)

    var startIndex: Int { 0 }
    var endIndex: Int {
        switch self {
        case .boxed(let values): values.count
        case .packed(let packed): packed.count
        }
    }

    /// The cell at an index. Setting a cell unpacks the whole column.
    subscript(index: Int) -> MLDataValue {
        get {
            switch self {
            case .boxed(let values): values[index]
            case .packed(.numbers(let numbers, _)) where PackedColumn.isMissing(numbers[index]): .invalid
            case .packed(.numbers(let numbers, isWhole: true)): .int(Int(numbers[index]))
            case .packed(.numbers(let numbers, isWhole: false)): .double(numbers[index])
            case .packed(.texts(let codes, let pool)): codes[index] < 0 ? .invalid : .string(pool[Int(codes[index])])
            }
        }
        set {
            var values = Array(self)
            if case .boxed(let own) = self { values = own }
            self = .boxed([])
            values[index] = newValue
            self = .boxed(values)
        }
    }

    func isValid(at index: Int) -> Bool {
        switch self {
        case .boxed(let values): values[index].isValid
        case .packed(let packed): !packed.isMissing(at: index)
        }
    }

    var missingCount: Int {
        switch self {
        case .boxed(let values): values.count { !$0.isValid }
        case .packed(let packed): packed.missingCount
        }
    }

    /// The cells of the rows with these indices.
    func rows(_ rows: [Int]) -> ColumnCells {
        switch self {
        case .boxed(let values): .boxed(rows.map { values[$0] })
        case .packed(let packed): .packed(packed.rows(rows))
        }
    }

    /// The cells of a range.
    func rows(_ range: Range<Int>) -> ColumnCells {
        switch self {
        case .boxed(let values): .boxed(Array(values[range]))
        case .packed(let packed): .packed(packed.rows(range))
        }
    }

    /// The cells as numbers; NaN for cells that are not numbers.
    var numbers: [Double] {
        switch self {
        case .boxed(let values): values.map { $0.number ?? .nan }
        case .packed(.numbers(let numbers, _)): numbers
        case .packed(.texts(let codes, _)): [Double](repeating: .nan, count: codes.count)
        }
    }

    /// The set of different texts. A missing text counts as an empty text.
    var differentTexts: Set<String> {
        guard case .packed(.texts(let codes, let pool)) = self else { return Set(lazy.map { $0.stringValue ?? "" }) }
        // After a selection of rows, the pool may have texts that no cell uses.
        var isUsed = [Bool](repeating: false, count: pool.count)
        var hasMissing = false
        for code in codes { if code < 0 { hasMissing = true } else { isUsed[Int(code)] = true } }
        var texts = Set(isUsed.indices.lazy.filter { isUsed[$0] }.map { pool[$0] })
        if hasMissing { texts.insert("") }
        return texts
    }

    /// The code of each cell's text in the dictionary `numbers`, or −1 if the dictionary does not have the text.
    ///
    /// - Parameter missing: the code for a missing text.
    /// - Returns: `nil` for cells that are not packed texts.
    func codes(_ numbers: [String: Int32], missing: Int32 = -1) -> [Int32]? {
        guard case .packed(.texts(let codes, let pool)) = self else { return nil }
        let own = (0..<pool.count).map { numbers[pool[$0]] ?? -1 }
        return codes.map { $0 < 0 ? missing : own[Int($0)] }
    }
}
