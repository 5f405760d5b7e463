import Foundation

/// Where labelled poses come from: what the data sources of all pose classifiers come down to.
enum PoseSource: Sendable {
    /// A row a frame.
    case table(MLDataTable, session: String, label: String, feature: String)
    /// A folder of files of keypoints for each label.
    case keypointDirectories(URL)
    /// Pictures or videos, in which poses must be found first.
    case media

    /// - Throws: `MLCreateError` that names what cannot be read and why.
    func sequences(frameRate: Double, _ skeleton: PoseSkeleton) throws -> [PoseSequence] {
        guard frameRate.isFinite, frameRate > 0, frameRate <= 1000 else {
            throw MLCreateError.generic(reason: "the target frame rate must be above 0 and at most 1000 frames a second, not \(frameRate)")
        }
        switch self {
        case .table(let table, let session, let label, let feature):
            return try Self.sequences(table, session, label, feature, skeleton)
        case .keypointDirectories(let url): return try Self.sequences(below: url, frameRate, skeleton)
        case .media: throw Self.needsRequest(skeleton)
        }
    }

    static func needsRequest(_ skeleton: PoseSkeleton) -> MLCreateError {
        .generic(
            reason: "finding poses in pictures and videos needs the \(skeleton.name)-pose request, which Osprey does not have yet; "
                + "give the keypoints as a table or as files")
    }

    // MARK: Tables

    private static func sequences(
        _ table: MLDataTable, _ session: String, _ label: String, _ feature: String, _ skeleton: PoseSkeleton
    ) throws -> [PoseSequence] {
        let (sessions, labels, features) = (try table.column(session), try table.column(label), try table.column(feature))
        var (places, sequences): ([MLDataValue: Int], [PoseSequence]) = ([:], [])
        for row in 0..<table.size.rows {
            guard sessions[row].isValid, labels[row].isValid else {
                throw MLCreateError.generic(reason: "row \(row) of the table has no '\(session)' or no '\(label)'")
            }
            let text = labels[row].description
            if places[sessions[row]] == nil {
                places[sessions[row]] = sequences.count
                sequences.append(PoseSequence(name: sessions[row].description, label: text, frames: []))
            }
            guard let place = places[sessions[row]] else { continue }
            guard sequences[place].label == text else {
                throw MLCreateError.generic(
                    reason: "row \(row) of the table: session \(sessions[row]) is labelled '\(sequences[place].label)' and '\(text)'")
            }
            do {
                sequences[place].frames += try frames(features[row], skeleton)
            } catch {
                throw MLCreateError.generic(
                    reason: "row \(row) of the table: \((error as? MLCreateError)?.failureReason ?? error.localizedDescription)")
            }
        }
        return sequences
    }

    /// The frames of a cell: an array, or nested sequences, of the shape [3, joints] or [frames, 3, joints].
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

    private static func sequences(below folder: URL, _ frameRate: Double, _ skeleton: PoseSkeleton) throws -> [PoseSequence] {
        let labels = try folder.folderContents().filter(\.isFolder)
        guard !labels.isEmpty else {
            throw MLCreateError.generic(reason: "\(folder.path) has no folders: one for each label is wanted")
        }
        return try labels.flatMap { label -> [PoseSequence] in
            let files = try label.folderContents()
            let known = files.filter { PoseSequence.fileExtensions.contains($0.pathExtension.lowercased()) }
            if known.isEmpty, files.contains(where: { mediaExtensions.contains($0.pathExtension.lowercased()) }) {
                throw needsRequest(skeleton)
            }
            guard !known.isEmpty else {
                throw MLCreateError.generic(reason: "the folder \(label.path) has no files of keypoints (.json or .csv)")
            }
            return try known.map {
                try PoseSequence(contentsOf: $0, label: label.lastPathComponent, frameRate: frameRate, skeleton)
            }
        }
    }

    private static let mediaExtensions: Set<String> = ["mp4", "mov", "m4v", "avi", "mkv", "jpg", "jpeg", "png", "heic"]

    // MARK: Back to a table

    /// A row a frame.
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

/// The columns' names where a data source does not say others.
enum PoseColumns {
    static let session = "session_id"
    static let label = "label"
    static let feature = "keypoints"
    static let video = "video"
    static let image = "image"
    static let startTime = "start_time"
    static let endTime = "end_time"
}
