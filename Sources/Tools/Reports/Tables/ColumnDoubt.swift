import CreateML
import JSON

/// A sentence about a column that says nothing, or cannot be used.
package struct ColumnDoubt: Sendable, Equatable {
    package let text: String
    /// Whether nothing can be trained so.
    package let isFatal: Bool

    init(_ text: String, isFatal: Bool = false) { (self.text, self.isFatal) = (text, isFatal) }

    var json: JSON { ["text": .string(text), "isFatal": .bool(isFatal)] }
}

extension ColumnProfile {
    private static let maximumClassCount = 1_000
    private static let fewest = 10
    private static let listed = 5
    private static let overwhelming = 0.9

    private var shownName: String { "'\(TableProfile.short(name))'" }

    private func doubt(_ what: String, isFatal: Bool = false) -> ColumnDoubt { ColumnDoubt("\(shownName) \(what).", isFatal: isFatal) }

    private var textDoubts: [ColumnDoubt] { reasonForTexts.map { [doubt($0)] } ?? [] }

    // MARK: Target

    /// Why the column is hard or impossible to predict.
    package func targetDoubts(asClass: Bool, rows: Int) -> [ColumnDoubt] {
        guard missing < count else { return [doubt("has no values", isFatal: true)] }
        let fits: [MLDataValue.ValueType] = asClass ? [.string, .int] : [.int, .double]
        guard fits.contains(type) else {
            let wanted = asClass ? "a class is a text or a whole number" : "only numbers are predicted as numbers"
            return [doubt("holds \(typeName)s; \(wanted)", isFatal: true)] + textDoubts
        }
        if isConstant {
            return [doubt("has one value only, '\(TableProfile.short(values[0].value))': there is nothing to predict", isFatal: true)]
        }
        var doubts = textDoubts
        if missing > 0 { doubts.append(doubt("has no value in \(missing) of \(count) rows, from which nothing can be learnt")) }
        if isRowNumber, isIdentifier { doubts.append(doubt("numbers the rows, which follows from nothing")) }
        if !asClass, infinite > 0 { doubts.append(doubt("is infinite in \(infinite) rows; a number to predict is finite", isFatal: true)) }
        return doubts + (asClass ? classDoubts(rows) : [])
    }

    private func classDoubts(_ rows: Int) -> [ColumnDoubt] {
        guard !hasMoreValues, values.count <= Self.maximumClassCount else {
            let number = hasMoreValues ? "more than \(values.count)" : String(values.count)
            return [doubt("has \(number) different values; a classifier has \(Self.maximumClassCount) classes at most", isFatal: true)]
        }
        if type == .string, isIdentifier, reasonForTexts == nil {
            return [doubt("has another text in every row: it names the rows, and is no class")]
        }
        var doubts: [ColumnDoubt] = []
        let rare = values.filter { $0.count < Self.fewest }
        if !rare.isEmpty {
            let names = rare.prefix(Self.listed).map { "'\(TableProfile.short($0.value))' (\($0.count))" }.joined(separator: ", ")
            let rest = rare.count > Self.listed ? " and \(rare.count - Self.listed) more" : ""
            doubts.append(ColumnDoubt("Few rows are \(names)\(rest): \(Self.fewest) of each class are a beginning."))
        }
        let share = Double(values[0].count) / Double(max(1, count - missing))
        if share > Self.overwhelming {
            let name = TableProfile.short(values[0].value)
            doubts.append(
                ColumnDoubt("'\(name)' is the class of \(HTML.percentage(share)) of the rows: who always says so is right as often."))
        }
        return doubts
    }

    // MARK: Feature

    /// Why the column is of little or no use to predict another.
    package var featureDoubts: [ColumnDoubt] {
        if name.isEmpty { return [ColumnDoubt("A column without a name cannot be learnt from.", isFatal: true)] }
        guard missing < count else { return [doubt("has no values")] }
        if isConstant, missing == 0 { return [doubt("has one value only")] }
        if type == .string, hasMoreValues {
            return [doubt("has more than \(values.count) different texts, more than a model can learn", isFatal: true)] + textDoubts
        }
        if isRowNumber, isIdentifier { return [doubt("numbers the rows, from which nothing follows for new rows")] }
        if isIdentifier, reasonForTexts == nil {
            return [doubt("has another text in every row, from which nothing follows for new rows")]
        }
        var doubts = textDoubts
        if 2 * missing >= count { doubts.append(doubt("has no value in \(HTML.percentage(Double(missing) / Double(count))) of the rows")) }
        if infinite > 0 { doubts.append(doubt("is infinite in \(infinite) rows, which only trees learn from")) }
        return doubts
    }

    /// Whether it is worth learning from.
    package var isAdvised: Bool {
        !name.isEmpty && missing < count && !(isConstant && missing == 0) && !isIdentifier && !(type == .string && hasMoreValues)
    }
}
