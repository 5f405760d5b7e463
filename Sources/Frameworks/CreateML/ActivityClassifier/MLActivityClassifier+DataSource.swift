import Foundation
import TabularData

extension MLActivityClassifier {
    /// The forms of training data. Files are tables with a row for each moment: `.csv` or `.tsv` with a header, `.json` or `.jsonl`.
    public enum DataSource: Sendable {
        /// A folder with a subfolder of files for each label: `walking/1.csv`, `running/1.csv`. Each file is a recording.
        case labeledDirectories(at: URL)
        /// A folder with a file for each recording, and an annotation file that gives labels to spans of time.
        ///
        /// An annotation is a row of the annotation file. The recording column has the name of a recording's file, and the label column has a
        /// label. The label is given to each row of the recording whose time, in `timeStampColumn`, is not before the start and not after the end.
        /// Where annotations overlap, the last one applies.
        case directoryWithDataAndAnnotation(
            at: URL, annotationFileName: String, timeStampColumn: String, labelStartTimeColumn: String, labelEndTimeColumn: String)
        /// A data frame with columns of sensor values, labels and recordings.
        case dataFrame(DataFrame)
        /// Osprey's addition: a table with columns of sensor values, labels and recordings.
        case table(MLDataTable)
        /// Osprey's addition: the files of each label. Each file is a recording.
        case filesByLabel([String: [URL]])

        /// The recordings that can be used. A recording is skipped if its file cannot be read, or if a number is missing or not finite.
        ///
        /// - Throws: `MLCreateError` if the whole source cannot be read, or a column is missing or has another type.
        package func recordings(_ columns: ActivityColumns) throws -> ActivityRecordings {
            switch self {
            case .table(let table): return try ActivityRecordings(table, columns)
            case .dataFrame(let frame): return try ActivityRecordings(MLDataTable(frame), columns)
            case .filesByLabel(let files): return try Self.recordings(files, columns)
            case .labeledDirectories(let folder):
                let labels = try folder.folderContents().filter(\.isFolder)
                guard !labels.isEmpty else {
                    throw MLCreateError.generic(reason: "\(folder.path) has no folders: one for each label is wanted")
                }
                let files = try labels.map { ($0.lastPathComponent, try Self.tables(in: $0)) }
                return try Self.recordings(Dictionary(files) { first, _ in first }, columns)
            case .directoryWithDataAndAnnotation(let folder, let file, let time, let start, let end):
                let annotations = AnnotatedRecordings(folder: folder, time: time, start: start, end: end)
                return try annotations.read(file, columns)
            }
        }

        private static func tables(in folder: URL) throws -> [URL] {
            try folder.folderContents().filter { MLDataTable.fileExtensions.contains($0.pathExtension.lowercased()) }
        }

        private static func recordings(_ files: [String: [URL]], _ columns: ActivityColumns) throws -> ActivityRecordings {
            var all = ActivityRecordings()
            for (label, files) in files.sorted(by: { $0.key < $1.key }) {
                guard !files.isEmpty else {
                    throw MLCreateError.generic(
                        reason: "the label '\(label)' has no files (.\(MLDataTable.fileExtensions.joined(separator: ", .")))")
                }
                for file in files {
                    do {
                        var table = try MLDataTable(file: file)
                        let name = columns.label ?? ActivityColumns.label
                        table[name] = MLUntypedColumn(repeating: label, count: table.rowCount)
                        let own = ActivityColumns(features: columns.features, label: name, recording: nil)
                        all.append(try ActivityRecordings(table, own, name: file.path))
                    } catch let error as MLCreateError {
                        all.skip(file.path, [label], error)
                    }
                }
            }
            return all
        }

        // MARK: Tables

        /// The recordings as a table: the feature columns, the label and the recording.
        ///
        /// - Throws: `MLCreateError` if the data cannot be read, or a label has no usable recording.
        public func labeledSensorData(
            featureColumns: [String], labelColumn: String? = nil, recordingFileColumn: String? = nil
        ) throws -> MLDataTable {
            let columns = ActivityColumns(
                features: featureColumns, label: labelColumn ?? ActivityColumns.label,
                recording: recordingFileColumn ?? ActivityColumns.recording)
            let data = try recordings(columns)
            try data.requireEveryLabel()
            return try ActivityRecordings.table(data.recordings, columns)
        }

        /// The recordings as a data frame, with the columns of ``labeledSensorData(featureColumns:labelColumn:recordingFileColumn:)``.
        ///
        /// - Throws: `MLCreateError` if the data cannot be read, or a label has no usable recording.
        public func gatherAnnotatedFeatures(
            featureColumns: [String], labelColumn: String, recordingFileColumn: String? = nil
        ) throws -> DataFrame {
            let table = try labeledSensorData(
                featureColumns: featureColumns, labelColumn: labelColumn, recordingFileColumn: recordingFileColumn)
            return DataFrame(columns: table.ordered.map { $1.dataFrameColumn(named: $0) })
        }

        /// The recordings as a table that is divided into parts. The column `partition` has the number of each row's part. Each label is
        /// distributed over the parts in proportion. All rows of a recording are in one part.
        ///
        /// - Throws: `MLCreateError` if the data cannot be read, a proportion is negative, or all proportions are 0.
        public func stratifiedSplit(
            proportions: [Double], seed: Int = timestampSeed(), featureColumns: [String], labelColumn: String, recordingFileColumn: String
        ) throws -> MLDataTable {
            try labeledSensorData(featureColumns: featureColumns, labelColumn: labelColumn, recordingFileColumn: recordingFileColumn)
                .stratifiedSplitBySequence(proportions: proportions, by: recordingFileColumn, on: labelColumn, seed: seed)
        }
    }
}

/// The recordings of a folder, with an annotation file that gives labels to spans of time.
private struct AnnotatedRecordings {
    let folder: URL
    /// The column of times in the files.
    let time: String
    /// The column of start times in the annotation file.
    let start: String
    let end: String

    private struct Span {
        var label: String
        var start: Double
        var end: Double
    }

    func read(_ annotationFile: String, _ columns: ActivityColumns) throws -> ActivityRecordings {
        let label = columns.label ?? ActivityColumns.label
        let spans = try spans(folder.file(annotationFile), label, columns.recording ?? ActivityColumns.recording)
        var all = ActivityRecordings()
        for (name, spans) in spans {
            do {
                var table = try MLDataTable(file: folder.file(name))
                let labels = try times(table, time).map { time -> MLDataValue in
                    spans.last { $0.start <= time && time <= $0.end }.map { .string($0.label) } ?? .invalid
                }
                table[label] = MLUntypedColumn(values: labels, type: .string)
                let own = ActivityColumns(features: columns.features, label: label, recording: nil)
                all.append(try ActivityRecordings(table, own, name: folder.file(name).path))
            } catch let error as MLCreateError {
                all.skip(folder.file(name).path, spans.map(\.label), error)
            }
        }
        return all
    }

    private func spans(_ file: URL, _ label: String, _ recording: String) throws -> [(name: String, spans: [Span])] {
        let table = try MLDataTable(file: file)
        let (labels, names) = (try table.column(label), try table.column(recording))
        let (starts, ends) = (try times(table, start), try times(table, end))
        var (places, files): ([String: Int], [(name: String, spans: [Span])]) = ([:], [])
        for row in 0..<table.rowCount {
            guard labels[row].isValid, names[row].isValid, starts[row] <= ends[row] else {
                throw MLCreateError.generic(
                    reason: "\(TableRow.name(row)) of \(file.path) needs a file, a label, and a start that is not after its end")
            }
            let name = names[row].description
            let place = places[name] ?? files.count
            if place == files.count {
                places[name] = place
                files.append((name, []))
            }
            files[place].spans.append(Span(label: labels[row].description, start: starts[row], end: ends[row]))
        }
        return files
    }

    /// The times in a column. A missing time is NaN.
    private func times(_ table: MLDataTable, _ name: String) throws -> [Double] {
        let column = try table.column(name)
        guard [.int, .double, .invalid].contains(column.type) else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(column.type); times are numbers")
        }
        return column.values.map { $0.number ?? .nan }
    }
}
