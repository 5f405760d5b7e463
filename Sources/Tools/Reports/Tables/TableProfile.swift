import CreateML
import JSON

/// A summary of the columns of a table, with the problems of learning from them.
package struct TableProfile: Sendable {
    package let facts: TableFacts
    package let columns: [ColumnProfile]
    /// The texts of the first rows, by column.
    private let first: [[String]]

    private static let shownRows = 5
    private static let shownColumns = 60

    package init(_ table: MLDataTable) {
        facts = TableFacts(table)
        columns = facts.columns.map { ColumnProfile($0, table[$0.name]) }
        first = table.prefix(Self.shownRows).rows.map { row in
            row.values.prefix(Self.shownColumns).map { $0.isValid ? TableDoubt.short($0.stringValue ?? $0.json) : "" }
        }
    }

    package var rowCount: Int { facts.rowCount }

    private static let usualTargets: Set = ["target", "label", "y", "outcome"]

    /// The column that a user most likely wants to predict. It has a typical name, such as `label`, or is the last possible column.
    package var usualTarget: ColumnProfile? {
        let possible = columns.filter { column in
            [true, false].contains { !column.facts.targetDoubts(asClass: $0, leavesOutMissing: true).contains(where: \.isFatal) }
        }
        return possible.first { Self.usualTargets.contains($0.name.lowercased()) } ?? possible.last
    }

    /// The profile for the page.
    package var json: JSON {
        [
            "rows": .integer(rowCount), "columns": .array(columns.map(json)),
            "first": .array(first.map { .array($0.map { .string($0) }) }), "doubts": facts.doubts.json,
            "target": usualTarget.map { .string($0.name) } ?? .null,
            "trainers": .array(TableTrainers.kinds.map { name, kind in kind.json(name) }),
        ]
    }

    private static let listed = 6

    private func json(_ column: ColumnProfile) -> JSON {
        let facts = column.facts
        func asTarget(_ isClass: Bool) -> JSON { facts.targetDoubts(asClass: isClass, leavesOutMissing: true).json }
        var members: [(String, JSON)] = [
            ("name", .string(facts.name)), ("type", .string(facts.type.words)), ("missing", .integer(facts.missing)),
            ("different", .integer(facts.values.count)), ("hasMore", .bool(facts.hasMoreValues)),
            (
                "values",
                .array(
                    facts.values.prefix(Self.listed).map { ["value": .string(TableDoubt.short($0.value)), "count": .integer($0.count)] })
            ),
            ("asClass", asTarget(true)), ("asNumber", asTarget(false)), ("asFeature", facts.featureDoubts.json),
            ("withMissing", [facts.missingTargets].compactMap { $0 }.json), ("isAdvised", .bool(facts.isAdvised)),
            ("names", .array(targets(namedBy: facts.name))),
        ]
        if let numbers = column.numbers {
            members += [
                ("low", .number(numbers.histogram.low)), ("high", .number(numbers.histogram.high)), ("mean", .number(numbers.mean)),
                ("median", .number(numbers.median)), ("bins", .array(numbers.histogram.counts.map { .integer($0) })),
            ]
        }
        return .object(members)
    }

    /// The columns whose values correspond one to one to the values of the column `name`. Each has a warning about it.
    private func targets(namedBy name: String) -> [JSON] {
        facts.columns.compactMap { column in
            facts.namesTarget(name, column.name).map { ["target": .string(column.name), "doubts": [$0].json] }
        }
    }
}

extension [TableDoubt] {
    fileprivate var json: JSON { .array(map { ["text": .string($0.sentence), "isFatal": .bool($0.isFatal)] }) }
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
