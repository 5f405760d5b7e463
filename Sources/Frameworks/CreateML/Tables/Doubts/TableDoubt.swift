import Foundation

/// A reason why a table or a column is hard or impossible to learn from.
///
/// This type has all such reasons. The trainers throw fatal reasons as errors. The command line and Studio show the other reasons as warnings.
package struct TableDoubt: Sendable, Equatable {
    /// The reason as a sentence without its full stop.
    package let text: String
    /// Whether the reason makes training impossible.
    package let isFatal: Bool

    private init(_ text: String, isFatal: Bool) { (self.text, self.isFatal) = (text, isFatal) }

    private static func fatal(_ text: String) -> TableDoubt { TableDoubt(text, isFatal: true) }
    private static func warning(_ text: String) -> TableDoubt { TableDoubt(text, isFatal: false) }

    /// The error that a trainer throws if this reason is fatal.
    var error: MLCreateError { .generic(reason: text) }

    /// The text as a sentence, with a capital and a full stop.
    package var sentence: String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

// MARK: The table

extension TableDoubt {
    static let noRows = fatal("the table has no rows: there is nothing to learn from")
    static let oneRow = fatal("the table has one row: there is nothing to learn from")
    static let noFeature = fatal("there is no column to learn from")
    static let oneColumn = fatal(
        "there is no column to learn from, as the table has only one column: the fields of a .csv are separated by commas, "
            + "those of a .tsv by tabs")
    static let onlyMissing = fatal("no column to learn from has a value")

    /// The minimum number of rows for the automatic split to set aside validation rows.
    private static let leastDivided = 50

    static func fewRows(_ count: Int) -> TableDoubt? {
        count >= leastDivided ? nil : warning("there are only \(count) rows; of fewer than \(leastDivided) none is set aside automatically")
    }
}

// MARK: The target

extension TableDoubt {
    static let maximumClassCount = 1_000
    private static let fewest = 10
    private static let listed = 5
    private static let overwhelming = 0.9

    static func noTarget(_ name: String) -> TableDoubt { fatal("\(quoted(name)) has no values: there is nothing to predict") }

    static func missingTargets(_ name: String, _ missing: Int, of count: Int, first: Int) -> TableDoubt {
        fatal("\(quoted(name)) has no value in \(missing) of \(count) rows, the first of them \(TableRow.name(first))")
    }

    static func noNumbers(_ name: String, _ type: MLDataValue.ValueType) -> TableDoubt {
        fatal("\(quoted(name)) holds \(type.plural), and only numbers are predicted as numbers")
    }

    static func noClasses(_ name: String, _ type: MLDataValue.ValueType) -> TableDoubt {
        fatal("\(quoted(name)) holds \(type.plural), and a class is a text or a whole number")
    }

    static func oneValue(_ name: String, _ value: String) -> TableDoubt {
        fatal("\(quoted(name)) has one value only, \(quoted(value)): there is nothing to predict")
    }

    static func infiniteTarget(_ name: String, first: Int) -> TableDoubt {
        fatal("\(quoted(name)) is infinite in \(TableRow.name(first)); a number to predict is finite")
    }

    /// - Parameter count: the number of distinct values; `nil` if not all values were counted.
    static func tooManyClasses(_ name: String, _ count: Int?) -> TableDoubt {
        let number = count.map(String.init) ?? "more than \(maximumClassCount)"
        return fatal("\(quoted(name)) has \(number) different values; a classifier has \(maximumClassCount) classes at most")
    }

    static func rowNames(_ name: String) -> TableDoubt {
        fatal("\(quoted(name)) has another text in every row: it names the rows, and is no class")
    }

    static func numberedTarget(_ name: String) -> TableDoubt {
        warning("\(quoted(name)) numbers the rows, and a row's number cannot be predicted")
    }

    /// - Parameter classes: the classes with their numbers of rows.
    static func rareClasses(_ classes: [(value: String, count: Int)]) -> TableDoubt? {
        let rare = classes.filter { $0.count < fewest }
        guard !rare.isEmpty else { return nil }
        let names = rare.prefix(listed).map { "\(quoted($0.value)) (\($0.count))" }.joined(separator: ", ")
        let rest = rare.count > listed ? " and \(rare.count - listed) more" : ""
        return warning("few rows are \(names)\(rest): at least \(fewest) per class are advised")
    }

    /// - Parameter share: the fraction of rows with this class.
    static func overwhelming(_ value: String, _ share: Double) -> TableDoubt? {
        guard share > overwhelming else { return nil }
        return warning("\(quoted(value)) is the class of \(percentage(share)) of the rows: who always says so is right as often")
    }
}

// MARK: A feature column

extension TableDoubt {
    static let unnamed = fatal("a column without a name cannot be learnt from")
    static let unnamedLeftOut = warning("a column without a name is left out")

    static func tooManyTexts(_ name: String) -> TableDoubt {
        fatal("\(quoted(name)) has more than \(ColumnFacts.maximumTextCount) different texts, more than a model can learn")
    }

    static func noValues(_ name: String) -> TableDoubt { warning("\(quoted(name)) has no values") }
    static func constant(_ name: String) -> TableDoubt { warning("\(quoted(name)) has one value only") }

    static func numberedRows(_ name: String) -> TableDoubt {
        warning("\(quoted(name)) numbers the rows, from which nothing follows for new rows")
    }

    static func namedRows(_ name: String) -> TableDoubt {
        warning("\(quoted(name)) has another text in every row, from which nothing follows for new rows")
    }

    static func mostlyMissing(_ name: String, _ share: Double) -> TableDoubt? {
        share < 0.5 ? nil : warning("\(quoted(name)) has no value in \(percentage(share)) of the rows")
    }

    static func infinite(_ name: String, _ count: Int) -> TableDoubt? {
        count == 0 ? nil : warning("\(quoted(name)) is infinite in \(count) \(count == 1 ? "row" : "rows"), and only trees learn from that")
    }

    /// - Parameter reason: the text of ``MLUntypedColumn/reasonForTexts``.
    static func textsAmongNumbers(_ name: String, _ reason: String) -> TableDoubt { warning("\(quoted(name)) \(reason)") }

    static func namesTarget(_ name: String, _ target: String) -> TableDoubt {
        warning(
            "\(quoted(name)) says the same as \(quoted(target)) in other words: each of its values goes with one of these, and the reverse. "
                + "Leave it out, if new rows do not have it")
    }
}

// MARK: Texts

extension TableDoubt {
    private static let shownText = 80

    /// The text, shortened for a sentence.
    package static func short(_ text: String) -> String { text.count > shownText ? text.prefix(shownText) + "…" : text }

    static func quoted(_ text: String) -> String { "'\(short(text))'" }

    private static func percentage(_ share: Double) -> String { "\(Int(share * 100)) %" }
}

extension MLDataValue.ValueType {
    /// The type in words.
    package var words: String {
        switch self {
        case .int: "whole number"
        case .double: "number"
        case .string: "text"
        case .sequence, .multiArray: "list"
        case .dictionary: "dictionary"
        case .invalid: "empty"
        }
    }

    var plural: String {
        switch self {
        case .dictionary: "dictionaries"
        case .invalid: "nothing"
        default: words + "s"
        }
    }
}

/// The names of rows in messages.
package enum TableRow {
    /// The number of a row, from 1, and its line number. The line number is that of a CSV file with a header and without line breaks in fields.
    ///
    /// - Parameter index: the index of the row, from 0.
    package static func name(_ index: Int) -> String { "row \(index + 1) (line \(index + 2))" }
}
