/// The counted values of a table's column, and the doubts about learning that follow from the counts.
package struct ColumnFacts: Sendable {
    package let name: String
    package let type: MLDataValue.ValueType
    /// The number of rows.
    package let count: Int
    /// The reason why a column with mostly numbers has the type text, as the end of a message that begins with the column's name. `nil` for other
    /// columns.
    package let reasonForTexts: String?
    package private(set) var missing = 0
    /// The number of infinite values.
    package private(set) var infinite = 0
    private(set) var firstMissing = 0
    private(set) var firstInfinite = 0
    /// The distinct values with their counts, the most frequent first. Empty for lists and dictionaries.
    package private(set) var values: [(value: String, count: Int)] = []
    /// Whether there are more distinct values than the limit: 65,535 texts or 1,000 numbers. For numbers, counting ends at the limit.
    package private(set) var hasMoreValues = false
    /// Whether each number is one more than the number in the previous row.
    package private(set) var isRowNumber = false

    /// The maximum number of distinct texts of a feature. Trainers refuse columns with more.
    static let maximumTextCount = 65_535
    private static let maximumNumberCount = TableDoubt.maximumClassCount

    package init(_ name: String, _ column: MLUntypedColumn) {
        (self.name, type, count, reasonForTexts) = (name, column.type, column.count, column.reasonForTexts)
        let cells = column.values
        for (row, cell) in cells.enumerated() {
            switch cell {
            case .invalid: noteMissing(row)
            case .double(let value) where value.isNaN: noteMissing(row)
            case .double(let value) where value.isInfinite:
                if infinite == 0 { firstInfinite = row }
                infinite += 1
            default: break
            }
        }
        switch type {
        case .int:
            let whole = cells.lazy.compactMap(\.intValue)
            (values, hasMoreValues) = Self.tally(whole, Self.maximumNumberCount, stops: true) { String($0) }
            isRowNumber = missing == 0 && count > 1 && zip(whole, whole.dropFirst()).allSatisfy { $1 == $0 &+ 1 }
        case .double:
            let numbers = cells.lazy.compactMap(\.number).filter { !$0.isNaN }
            (values, hasMoreValues) = Self.tally(numbers, Self.maximumNumberCount, stops: true) { Self.text($0) }
        case .string: (values, hasMoreValues) = Self.tally(cells.lazy.compactMap(\.stringValue), Self.maximumTextCount, stops: false) { $0 }
        default: break
        }
    }

    private mutating func noteMissing(_ row: Int) {
        if missing == 0 { firstMissing = row }
        missing += 1
    }

    /// Counts values. At most `limit` distinct values are stored.
    ///
    /// - Parameter stops: whether counting ends when there are more than `limit`.
    private static func tally<Values: Sequence>(
        _ values: Values, _ limit: Int, stops: Bool, _ text: (Values.Element) -> String
    ) -> ([(value: String, count: Int)], Bool) where Values.Element: Hashable & Comparable {
        var (counts, hasMore) = ([Values.Element: Int](), false)
        for value in values {
            if counts.count < limit || counts[value] != nil {
                counts[value, default: 0] += 1
            } else {
                hasMore = true
                if stops { break }
            }
        }
        return (counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (text($0.key), $0.value) }, hasMore)
    }

    /// A number as text. An integer has no decimal point.
    package static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }
}

extension ColumnFacts {
    /// Whether all rows with a value have the same value.
    package var isConstant: Bool { values.count == 1 && !hasMoreValues }

    /// The minimum number of rows for a column to count as an identifier of rows.
    static let leastNamed = 20

    /// Whether the column only identifies the rows. It counts up by one, or has a different text in each row. An identifying column does not help
    /// to predict new rows.
    package var isIdentifier: Bool { count >= Self.leastNamed && (isRowNumber || namesRows) }

    private var namesRows: Bool { type == .string && !hasMoreValues && values.count == count }

    // MARK: Use as the target

    /// The reasons why the column is hard or impossible to predict.
    ///
    /// - Parameter leavesOutMissing: whether rows without a value are left out of the training.
    package func targetDoubts(asClass: Bool, leavesOutMissing: Bool) -> [TableDoubt] {
        guard missing < count else { return [.noTarget(name)] }
        let fits: [MLDataValue.ValueType] = asClass ? [.string, .int] : [.int, .double]
        guard fits.contains(type) else { return [asClass ? .noClasses(name, type) : .noNumbers(name, type)] + textDoubts }
        var doubts = leavesOutMissing ? [] : [missingTargets].compactMap { $0 }
        if isConstant { return doubts + [.oneValue(name, values[0].value)] }
        doubts += textDoubts
        if isRowNumber, isIdentifier { doubts.append(.numberedTarget(name)) }
        if !asClass, infinite > 0 { doubts.append(.infiniteTarget(name, first: firstInfinite)) }
        return doubts + (asClass ? classDoubts : [])
    }

    /// The doubt about a target that has no value in some rows; `nil` if every row has a value.
    package var missingTargets: TableDoubt? { missing == 0 ? nil : .missingTargets(name, missing, of: count, first: firstMissing) }

    private var classDoubts: [TableDoubt] {
        guard !hasMoreValues, values.count <= TableDoubt.maximumClassCount else {
            return [.tooManyClasses(name, hasMoreValues ? nil : values.count)]
        }
        if isIdentifier, namesRows { return [.rowNames(name)] }
        let share = Double(values[0].count) / Double(max(1, count - missing))
        return [.rareClasses(values), .overwhelming(values[0].value, share)].compactMap { $0 }
    }

    private var textDoubts: [TableDoubt] { reasonForTexts.map { [.textsAmongNumbers(name, $0)] } ?? [] }

    // MARK: Use as a feature

    /// The reasons why the column is of little or no use as a feature.
    package var featureDoubts: [TableDoubt] {
        if name.isEmpty { return [.unnamed] }
        guard missing < count else { return [.noValues(name)] }
        if isConstant, missing == 0 { return [.constant(name)] }
        if type == .string, hasMoreValues { return [.tooManyTexts(name)] + textDoubts }
        if isRowNumber, isIdentifier { return [.numberedRows(name)] }
        if isIdentifier, reasonForTexts == nil { return [.namedRows(name)] }
        let others: [TableDoubt?] = [.mostlyMissing(name, Double(missing) / Double(count)), .infinite(name, infinite)]
        return textDoubts + others.compactMap { $0 }
    }

    /// Whether the column is recommended as a feature.
    package var isAdvised: Bool {
        !name.isEmpty && missing < count && !(isConstant && missing == 0) && !isIdentifier && !(type == .string && hasMoreValues)
    }

    /// Whether it means something if the column's values correspond to those of the target. It does if each value occurs often, because two such
    /// columns do not correspond by chance.
    var mayNameTarget: Bool {
        [.string, .int].contains(type) && missing == 0 && !hasMoreValues && count >= Self.leastNamed
            && (2...TableDoubt.maximumClassCount).contains(values.count) && 2 * values.count <= count
    }
}

extension MLUntypedColumn {
    private static let shownText = 40

    /// The reason why a column with mostly numbers has the type text: its first value that is not a number. It is the end of a message that begins
    /// with the column's name. `nil` for other columns.
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
        return "holds texts because of '\(found.text.prefix(Self.shownText))' in \(TableRow.name(found.row))\(rest)"
    }
}
