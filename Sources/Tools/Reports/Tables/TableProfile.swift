import CreateML
import JSON

/// The columns of a table in short, with what stands in the way of learning from it.
package struct TableProfile: Sendable {
    package let rowCount: Int
    package let columns: [ColumnProfile]
    /// The texts of the first rows, by column.
    private let first: [[String]]

    private static let shownRows = 5
    private static let shownColumns = 60
    private static let shownText = 80

    package init(_ table: MLDataTable) {
        rowCount = table.size.rows
        columns = table.columnNames.map { ColumnProfile($0, table[$0]) }
        first = table.prefix(Self.shownRows).rows.map { row in
            row.values.prefix(Self.shownColumns).map { $0.isValid ? Self.short($0.stringValue ?? $0.json) : "" }
        }
    }

    package static func short(_ text: String) -> String { text.count > shownText ? text.prefix(shownText) + "…" : text }

    private static let usualTargets: Set = ["target", "label", "y", "outcome"]

    /// The column that is most often predicted: one with a name that says so, or the last that can be.
    package var usualTarget: ColumnProfile? {
        let possible = columns.filter { column in
            [true, false].contains { isClass in !column.targetDoubts(asClass: isClass, rows: rowCount).contains(where: \.isFatal) }
        }
        return possible.first { Self.usualTargets.contains($0.name.lowercased()) } ?? possible.last
    }

    /// Doubts that no choice of columns removes.
    package var doubts: [ColumnDoubt] {
        if rowCount < 2 {
            return [ColumnDoubt("The table has \(rowCount == 0 ? "no rows" : "one row"): there is nothing to learn from.", isFatal: true)]
        }
        if columns.count < 2 {
            return [
                ColumnDoubt(
                    "There is only one column. The fields of a .csv are separated by commas, those of a .tsv by tabs.", isFatal: true)
            ]
        }
        return rowCount < 50 ? [ColumnDoubt("There are only \(rowCount) rows; of fewer than 50 none is set aside automatically.")] : []
    }

    /// For the page.
    package var json: JSON {
        [
            "rows": .integer(rowCount), "columns": .array(columns.map { $0.json(rows: rowCount) }),
            "first": .array(first.map { .array($0.map { .string($0) }) }), "doubts": .array(doubts.map(\.json)),
            "target": usualTarget.map { .string($0.name) } ?? .null,
            "trainers": .array(TableTrainers.kinds.map { name, kind in kind.json(name) }),
        ]
    }
}

extension ColumnProfile {
    private static let listed = 6

    func json(rows: Int) -> JSON {
        var members: [(String, JSON)] = [
            ("name", .string(name)), ("type", .string(typeName)), ("missing", .integer(missing)),
            ("different", .integer(values.count)), ("hasMore", .bool(hasMoreValues)),
            (
                "values",
                .array(values.prefix(Self.listed).map { ["value": .string(TableProfile.short($0.value)), "count": .integer($0.count)] })
            ),
            ("asClass", .array(targetDoubts(asClass: true, rows: rows).map(\.json))),
            ("asNumber", .array(targetDoubts(asClass: false, rows: rows).map(\.json))),
            ("asFeature", .array(featureDoubts.map(\.json))), ("isAdvised", .bool(isAdvised)),
        ]
        if let numbers {
            members += [
                ("low", .number(numbers.histogram.low)), ("high", .number(numbers.histogram.high)), ("mean", .number(numbers.mean)),
                ("median", .number(numbers.median)), ("bins", .array(numbers.histogram.counts.map { .integer($0) })),
            ]
        }
        return .object(members)
    }
}

extension TableTrainers.Kind {
    fileprivate func json(_ name: String) -> JSON {
        let defaults = defaults
        func shown(_ value: Int?) -> JSON { value.map { .integer($0) } ?? "automatic" }
        return [
            "name": .string(name), "title": .string(title), "numbers": .bool(predictsNumbers), "classes": .bool(predictsClasses),
            "iterations": hasIterations ? shown(defaults.iterations) : .null, "depth": hasDepth ? shown(defaults.depth) : .null,
            "stepSize": defaults.stepSize.map { .number($0) } ?? .null, "counts": self == .boosted || self == .forest ? "Trees" : "Steps",
        ]
    }
}
