import Foundation

/// The columns of a table of sensor values.
package struct ActivityColumns: Codable, Sendable, Equatable {
    package var features: [String]
    /// The column of labels; `nil` if the rows have no labels.
    package var label: String?
    /// The column that names each row's recording; `nil` if the table is a single recording.
    package var recording: String?

    package init(features: [String], label: String?, recording: String?) {
        (self.features, self.label, self.recording) = (features, label, recording)
    }

    /// The default name of the label column. `recording` is the default name of the recording column.
    static let label = "label"
    static let recording = "recordingFile"

    /// The names that a feature column cannot have, because other inputs and outputs of the model have them.
    private static let taken: Set<String> = [
        ActivityExport.labelName, ActivityExport.probabilitiesName, ActivityExport.stateInName, ActivityExport.stateOutName,
    ]

    /// - Throws: `MLCreateError.generic` if there is no feature column, a column is named twice, or the model uses a name for something else.
    func check() throws {
        guard !features.isEmpty else { throw MLCreateError.generic(reason: "there is no feature column to learn from") }
        var seen: Set<String> = []
        for feature in features {
            guard seen.insert(feature).inserted else {
                throw MLCreateError.generic(reason: "the feature column '\(feature)' is named twice")
            }
            guard feature != label, feature != recording else {
                let use = feature == label ? "label column" : "recording column"
                throw MLCreateError.generic(reason: "the column '\(feature)' is among the feature columns, and it is the \(use)")
            }
            guard !feature.isEmpty, !Self.taken.contains(feature), !feature.hasPrefix(ActivityNetwork.prefix) else {
                throw MLCreateError.generic(reason: "a feature column cannot be called '\(feature)', which the model uses otherwise")
            }
        }
    }
}

/// The usable recordings, and a warning for each recording that cannot be used.
package struct ActivityRecordings: Sendable {
    package var recordings: [ActivityRecording] = []
    var skipped: [(warning: String, labels: [String])] = []

    package init() {}

    package var warnings: [String] { skipped.map(\.warning) }

    /// The recordings of a table, in the order of their first rows. The rows of a recording are in the order of the table.
    ///
    /// - Parameter name: the name of the recording if the table has no recording column.
    /// - Throws: `MLCreateError` for columns that are missing or of another type, and for a row that belongs to no recording.
    package init(_ table: MLDataTable, _ columns: ActivityColumns, name: String = "the table") throws {
        let features = try columns.features.map { try Self.numbers(table, $0) }
        let labels = try columns.label.map { try Self.texts(table, $0) }
        for (name, rows) in try Self.groups(table, columns.recording, name: name) {
            let own = rows.map { labels?[$0] }
            do {
                let values = try zip(columns.features, features).map { column, values in
                    try rows.map { row in
                        guard let value = values[row] else { throw Self.fault(table, column, row) }
                        return value
                    }
                }
                guard !rows.isEmpty else { throw MLCreateError.generic(reason: "it has no rows") }
                recordings.append(ActivityRecording(name: name, features: values, rowLabels: own))
            } catch let error as MLCreateError {
                skip(name, own.compactMap { $0 }, error)
            }
        }
    }

    /// Adds a warning that a recording cannot be used.
    mutating func skip(_ name: String, _ labels: [String], _ error: MLCreateError) {
        skipped.append(("\(name) was skipped: \(error.failureReason ?? "")", Set(labels).sorted()))
    }

    package mutating func append(_ other: ActivityRecordings) {
        recordings += other.recordings
        skipped += other.skipped
    }

    /// - Throws: `MLCreateError.generic` if there are no recordings, or if all recordings of a label were skipped.
    func requireEveryLabel() throws {
        let readable = Set(recordings.flatMap(\.labels))
        for item in skipped {
            guard let label = item.labels.first(where: { !readable.contains($0) }) else { continue }
            throw MLCreateError.generic(reason: "the label '\(label)' has no usable recording: \(item.warning)")
        }
        guard !recordings.isEmpty else {
            throw MLCreateError.generic(reason: skipped.first.map { "no recording can be used: \($0.warning)" } ?? "the table has no rows")
        }
    }

    // MARK: Columns

    /// The values of a column in single precision; `nil` if a value is missing or not finite.
    private static func numbers(_ table: MLDataTable, _ name: String) throws -> [Float?] {
        let column = try table.column(name)
        guard [.int, .double, .invalid].contains(column.type) else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(column.type), not numbers")
        }
        return column.values.map { value in value.number.map { Float($0) }.flatMap { $0.isFinite ? $0 : nil } }
    }

    private static func fault(_ table: MLDataTable, _ name: String, _ row: Int) -> MLCreateError {
        let value = table[name][row]
        return .generic(reason: "the column '\(name)' has \(value.isValid ? "\(value)" : "no value") in \(TableRow.name(row))")
    }

    private static func texts(_ table: MLDataTable, _ name: String) throws -> [String?] {
        let column = try table.column(name)
        guard [.int, .string, .invalid].contains(column.type) else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(column.type); labels and recordings are texts or whole numbers")
        }
        return column.values.map { $0.isValid ? $0.description : nil }
    }

    /// The row indices of each recording, ordered by the recordings' first rows. Without a recording column, all rows form one recording.
    static func groups(_ table: MLDataTable, _ column: String?, name: String = "the table") throws -> [(name: String, rows: [Int])] {
        guard let column else { return [(name, Array(0..<table.rowCount))] }
        var (places, groups): ([String: Int], [(name: String, rows: [Int])]) = ([:], [])
        for (row, text) in try texts(table, column).enumerated() {
            guard let text else { throw MLCreateError.generic(reason: "the column '\(column)' has no value in \(TableRow.name(row))") }
            let place = places[text] ?? groups.count
            if place == groups.count {
                places[text] = place
                groups.append((text, []))
            }
            groups[place].rows.append(row)
        }
        return groups
    }

    // MARK: Back to a table

    /// A table with the rows of all recordings. Its columns are the features, the label and the recording's name.
    static func table(_ recordings: [ActivityRecording], _ columns: ActivityColumns) throws -> MLDataTable {
        let features = columns.features.enumerated().map { index, name in
            (name, MLUntypedColumn(recordings.flatMap { $0.features[index].map(Double.init) }))
        }
        let labels = recordings.flatMap { $0.rowLabels.map { $0.map { MLDataValue.string($0) } ?? .invalid } }
        let names = recordings.flatMap { [String](repeating: $0.name, count: $0.count) }
        return try MLDataTable(
            ordered: features + [
                (columns.label ?? ActivityColumns.label, MLUntypedColumn(values: labels, type: .string)),
                (columns.recording ?? ActivityColumns.recording, MLUntypedColumn(names)),
            ])
    }
}
