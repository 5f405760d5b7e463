import Foundation

/// The columns of a table of pictures or videos.
package struct MediaColumns: Sendable {
    var media: String
    var label: String
    var startTime: String?
    var endTime: String?
}

/// Labelled pictures or videos that can be listed.
package enum MediaSource: Sendable {
    case directories(URL)
    case files(URL)
    case annotated(URL, file: URL, MediaColumns)
    case table(MLDataTable, MediaColumns)
    case none

    /// A table with a row for each file: the path in the column `name`, and the label. If the source has start and end times, they are included, in
    /// seconds.
    ///
    /// - Throws: `MLCreateError` if the files cannot be listed.
    func table(_ name: String) throws -> MLDataTable {
        switch self {
        case .directories, .files:
            let files = try filesByLabel(name).sorted { $0.key < $1.key }.flatMap { label, urls in urls.map { ($0.path, label) } }
            return try MLDataTable(
                ordered: [(name, MLUntypedColumn(files.map(\.0))), (PoseColumns.label, MLUntypedColumn(files.map(\.1)))])
        case .annotated(let folder, let file, let columns):
            let table = try Self.renamed(MLDataTable(contentsOf: file), columns, name)
            let paths = try table.column(name).values.map { value -> MLDataValue in
                value.stringValue.map { .string(folder.file($0).path) } ?? .invalid
            }
            var result = table
            result[name] = MLUntypedColumn(values: paths, type: .string)
            return result
        case .table(let table, let columns): return try Self.renamed(table, columns, name)
        case .none:
            return try MLDataTable(
                ordered: [
                    (name, MLUntypedColumn(values: [], type: .string)), (PoseColumns.label, MLUntypedColumn(values: [], type: .string)),
                ])
        }
    }

    private static func renamed(_ table: MLDataTable, _ columns: MediaColumns, _ name: String) throws -> MLDataTable {
        let names = [(columns.media, name), (columns.label, PoseColumns.label)]
        let times = [(columns.startTime, PoseColumns.startTime), (columns.endTime, PoseColumns.endTime)]
        let all = names + times.compactMap { from, to in from.map { ($0, to) } }
        return try MLDataTable(ordered: all.map { ($1, try table.column($0)) })
    }

    /// - Throws: `MLCreateError` if the files cannot be listed.
    func filesByLabel(_ name: String) throws -> [String: [URL]] {
        switch self {
        case .directories(let folder):
            let labels = try folder.folderContents().filter(\.isFolder)
            guard !labels.isEmpty else {
                throw MLCreateError.generic(reason: "\(folder.path) has no folders: one for each label is wanted")
            }
            return Dictionary(
                try labels.map { ($0.lastPathComponent, try $0.folderContents().filter { !$0.isFolder }) }
            ) { first, _ in first }
        case .files(let folder):
            let files = try folder.folderContents().filter { !$0.isFolder }
            return Dictionary(grouping: files) { String($0.lastPathComponent.prefix { $0 != "." }) }
        case .annotated, .table, .none:
            let table = try table(name)
            let (files, labels) = (try table.column(name), try table.column(PoseColumns.label))
            let rows = (0..<table.size.rows).filter { files[$0].isValid && labels[$0].isValid }
            return Dictionary(grouping: rows) { labels[$0].description }
                .mapValues { $0.map { URL(fileURLWithPath: files[$0].description) } }
        }
    }
}
