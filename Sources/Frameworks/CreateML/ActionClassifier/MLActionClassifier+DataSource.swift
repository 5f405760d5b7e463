import Foundation

extension MLActionClassifier {
    /// The forms of training data.
    ///
    /// For videos, Vision's body-pose request first finds the most prominent pose of each frame. This needs Vision's pose model.
    public enum DataSource: Sendable {
        /// A folder of videos and an annotation file, CSV or JSON.
        case directoryWithVideosAndAnnotation(
            at: URL, annotationFile: URL, videoColumn: String, labelColumn: String, startTimeColumn: String? = nil,
            endTimeColumn: String? = nil)
        /// A folder with a folder of videos for each label.
        case labeledDirectories(at: URL)
        /// A folder of videos named `label.1.mov`, `label.2.mov`, ….
        case labeledFiles(at: URL)
        /// A table with a row for each frame: the keypoints, the label, and the sequence of the frame. Keypoints are a multi-array, or nested
        /// sequences, of the shape [3, joints] or [1, 3, joints]. The rows of a sequence are in the order of time, at the target frame rate.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// A table with a row for each video. The row has the path or address of the video, and the label. It may have the start and end of the
        /// action, in seconds.
        case labeledVideoData(
            table: MLDataTable, videoColumn: String = __Defaults.videoColumnName, labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// Osprey's addition: a folder with a subfolder for each label. A subfolder has a file of keypoints for each sequence.
        ///
        /// - A JSON file is an object with `frames` and, if the rate is not the target's, `frameRate`. It may also be the list of frames alone. A
        ///   frame is a list of three lists: x, y and confidence of every joint.
        /// - A CSV file has a row for each frame. Its columns are `nose_x`, `nose_y`, `nose_confidence` and so on and, if the rate is not the
        ///   target's, `time` in seconds. Without a header, a row has the numbers of a frame in the order of Vision's multi-array.
        case keypointDirectories(at: URL)

        var poses: PoseSource {
            switch self {
            case .labeledKeypointsData(let table, let session, let label, let feature):
                .table(table, session: session, label: label, feature: feature)
            case .keypointDirectories(let url): .keypointDirectories(url)
            case .directoryWithVideosAndAnnotation, .labeledDirectories, .labeledFiles, .labeledVideoData: .media(media)
            }
        }

        private var media: MediaSource {
            switch self {
            case .directoryWithVideosAndAnnotation(let url, let file, let video, let label, let start, let end):
                .annotated(url, file: file, MediaColumns(media: video, label: label, startTime: start, endTime: end))
            case .labeledDirectories(let url): .directories(url)
            case .labeledFiles(let url): .files(url)
            case .labeledVideoData(let table, let video, let label, let start, let end):
                .table(table, MediaColumns(media: video, label: label, startTime: start, endTime: end))
            case .labeledKeypointsData, .keypointDirectories: .none
            }
        }

        /// A table of the videos with their labels and times. It has no rows if the source has keypoints instead of videos.
        ///
        /// - Throws: `MLCreateError` if the files cannot be listed.
        public func videosWithAnnotations() throws -> MLDataTable { try media.table(PoseColumns.video) }

        /// A row for each frame: session, label and keypoints, in the columns that `labeledKeypointsData` takes by default.
        ///
        /// - Throws: `MLCreateError` if the data cannot be read, or the model that finds poses is missing.
        public func keypointsWithAnnotations(targetFrameRate: Double = MLActionClassifier.__Defaults.targetFrameRate) throws -> MLDataTable
        {
            try PoseSource.table(poses.sequences(frameRate: targetFrameRate, .body).sequences, .body)
        }

        /// The data as a table that is divided into parts. The column `partition` has the number of each row's part. Each label is distributed over
        /// the parts in proportion. All rows of a sequence are in one part.
        ///
        /// - Parameter labelColumn: the column of labels in the returned table.
        /// - Throws: `MLCreateError` if the data cannot be read, a proportion is negative, or all proportions are 0.
        public func stratifiedSplit(proportions: [Double], seed: Int = timestampSeed(), labelColumn: String) throws -> MLDataTable {
            switch self {
            case .labeledKeypointsData(let table, let session, _, _):
                return try table.stratifiedSplitBySequence(proportions: proportions, by: session, on: labelColumn, seed: seed)
            case .keypointDirectories:
                return try keypointsWithAnnotations().stratifiedSplitBySequence(
                    proportions: proportions, by: PoseColumns.session, on: labelColumn, seed: seed)
            default: return try videosWithAnnotations().stratifiedSplit(proportions: proportions, on: labelColumn, seed: seed)
            }
        }
    }
}
