import Foundation

/// The source of labelled poses. The data sources of all pose classifiers are converted to this type.
package enum PoseSource: Sendable {
    /// A table with a row for each frame.
    case table(
        MLDataTable, session: String = PoseColumns.session, label: String = PoseColumns.label, feature: String = PoseColumns.feature)
    /// A folder with a subfolder for each label. A subfolder has files of keypoints.
    case keypointDirectories(URL)
    /// Pictures or videos. Their poses are found first.
    case media(MediaSource)

    /// The sequences that can be read. A file, or a session of a table, is skipped if it cannot be read.
    ///
    /// - Throws: `MLCreateError` if the whole source cannot be read, or a label has no files.
    func sequences(frameRate: Double, _ skeleton: PoseSkeleton) throws -> PoseSequences {
        guard frameRate.isFinite, frameRate > 0, frameRate <= 1000 else {
            throw MLCreateError.generic(reason: "the target frame rate must be above 0 and at most 1000 frames a second, not \(frameRate)")
        }
        switch self {
        case .table(let table, let session, let label, let feature):
            return try Self.sequences(table, session, label, feature, skeleton)
        case .keypointDirectories(let url): return try Self.sequences(below: url, frameRate, skeleton)
        case .media(let media): return try Self.sequences(media, frameRate, skeleton)
        }
    }

    // MARK: Tables

    private static func sequences(
        _ table: MLDataTable, _ session: String, _ label: String, _ feature: String, _ skeleton: PoseSkeleton
    ) throws -> PoseSequences {
        let (sessions, labels, features) = (try table.column(session), try table.column(label), try table.column(feature))
        var (places, sequences): ([MLDataValue: Int], [PoseSequence]) = ([:], [])
        var faults: [Int: String] = [:]
        var result = PoseSequences()
        for row in 0..<table.size.rows {
            guard sessions[row].isValid else {
                result.skipped.append(.init(name: TableRow.name(row), label: nil, reason: "it has no '\(session)'"))
                continue
            }
            let text = labels[row].description
            let place = places[sessions[row]] ?? sequences.count
            if place == sequences.count {
                places[sessions[row]] = place
                sequences.append(PoseSequence(name: sessions[row].description, label: text, frames: []))
            }
            guard faults[place] == nil else { continue }
            do {
                guard labels[row].isValid else { throw MLCreateError.generic(reason: "it has no '\(label)'") }
                guard sequences[place].label == text else {
                    throw MLCreateError.generic(reason: "the session is labelled '\(sequences[place].label)' and '\(text)'")
                }
                sequences[place].frames += try frames(features[row], skeleton)
            } catch {
                faults[place] = "\(TableRow.name(row)): \((error as? MLCreateError)?.failureReason ?? error.localizedDescription)"
            }
        }
        for (place, sequence) in sequences.enumerated() {
            guard let reason = faults[place] ?? (sequence.frames.isEmpty ? "it has no frames" : nil) else {
                result.sequences.append(sequence)
                continue
            }
            result.skipped.append(.init(name: "session \(sequence.name) of the table", label: sequence.label, reason: reason))
        }
        return result
    }

    /// The frames in a cell: a multi-array, or nested sequences, of the shape [3, joints] or [frames, 3, joints].
    private static func frames(_ value: MLDataValue, _ skeleton: PoseSkeleton) throws -> [[Float]] {
        guard case .multiArray(let array) = value.converted(to: .multiArray), array.values.count % skeleton.frameSize == 0,
            array.shape.suffix(2) == [3, skeleton.count] || array.shape == [skeleton.frameSize]
        else {
            throw MLCreateError.type(
                reason: "the keypoints must be numbers in the shape 3 × \(skeleton.count), not \(value.debugDescription.prefix(80))")
        }
        return try stride(from: 0, to: array.values.count, by: skeleton.frameSize).map {
            try PoseSequence.frame(Array(array.values[$0..<$0 + skeleton.frameSize]), skeleton)
        }
    }

    // MARK: Folders

    private static func sequences(below folder: URL, _ frameRate: Double, _ skeleton: PoseSkeleton) throws -> PoseSequences {
        let labels = try folder.folderContents().filter(\.isFolder)
        guard !labels.isEmpty else {
            throw MLCreateError.generic(reason: "\(folder.path) has no folders: one for each label is wanted")
        }
        let contents = try labels.flatMap { try $0.folderContents() }.map { $0.pathExtension.lowercased() }
        if !contents.contains(where: PoseSequence.fileExtensions.contains), contents.contains(where: mediaExtensions.contains) {
            return try sequences(.directories(folder), frameRate, skeleton)
        }
        var result = PoseSequences()
        for label in labels {
            let files = try label.folderContents()
            let known = files.filter { PoseSequence.fileExtensions.contains($0.pathExtension.lowercased()) }
            guard !known.isEmpty else {
                throw MLCreateError.generic(reason: "the folder \(label.path) has no files of keypoints (.json or .csv)")
            }
            for file in known { result.add(file, label: label.lastPathComponent, frameRate, skeleton) }
        }
        return result
    }

    private static let mediaExtensions = PoseFinder.pictureExtensions.union(PoseFinder.videoExtensions)

    // MARK: Conversion to a table

    /// The sequences as a table with a row for each frame.
    static func table(_ sequences: [PoseSequence], _ skeleton: PoseSkeleton) throws -> MLDataTable {
        let rows = sequences.flatMap { sequence in sequence.frames.map { (sequence, $0) } }
        let keypoints = rows.map { row -> MLDataValue in
            MLDataValue.MultiArrayType(shape: [1, 3, skeleton.count], values: row.1.map(Double.init)).map { .multiArray($0) } ?? .invalid
        }
        return try MLDataTable(
            ordered: [
                (PoseColumns.session, MLUntypedColumn(rows.map { $0.0.name })),
                (PoseColumns.label, MLUntypedColumn(rows.map { $0.0.label })),
                (PoseColumns.feature, MLUntypedColumn(values: keypoints, type: .multiArray)),
            ])
    }
}

/// Labelled sequences, and the sequences that could not be read.
struct PoseSequences: Sendable {
    var sequences: [PoseSequence] = []
    var skipped: [SkippedSequence] = []

    /// Adds the sequence of a file, or the reason why the file cannot be read.
    fileprivate mutating func add(_ file: URL, label: String, _ frameRate: Double, _ skeleton: PoseSkeleton) {
        do {
            sequences.append(try PoseSequence(reading: file, label: label, frameRate: frameRate, skeleton))
        } catch {
            let reason = (error as? MLCreateError)?.failureReason ?? error.localizedDescription
            skipped.append(SkippedSequence(name: file.path, label: label, reason: reason))
        }
    }

    /// - Throws: `MLCreateError.generic` if all sequences of a label are unreadable.
    func requireEveryLabel() throws {
        let readable = Set(sequences.map(\.label))
        for item in skipped {
            guard let label = item.label, !readable.contains(label) else { continue }
            throw MLCreateError.generic(reason: "the label '\(label)' has no readable sequence: \(item.name): \(item.reason)")
        }
    }
}

/// A sequence of poses that could not be read.
package struct SkippedSequence: Sendable {
    /// The path of the file, or the place in a table.
    package var name: String
    package var label: String?
    package var reason: String

    package var warning: String { "\(name) was skipped: \(reason)" }
}

/// The default names of columns.
package enum PoseColumns {
    package static let session = "session_id"
    package static let label = "label"
    package static let feature = "keypoints"
    static let video = "video"
    static let image = "image"
    static let startTime = "start_time"
    static let endTime = "end_time"
}
