import Foundation

extension MLHandActionClassifier {
    /// Where training data comes from.
    ///
    /// In videos the most prominent pose of each frame is found first, with Vision's request, whose model must be there.
    public enum DataSource: Sendable {
        /// A folder of videos and a file, CSV or JSON, of what they show.
        case directoryWithVideosAndAnnotation(
            at: URL, annotationFile: URL, videoColumn: String, labelColumn: String, startTimeColumn: String? = nil,
            endTimeColumn: String? = nil)
        /// A folder with a folder of videos for each label.
        case labeledDirectories(at: URL)
        /// A folder of videos named `label.1.mov`, `label.2.mov`, ….
        case labeledFiles(at: URL)
        /// A row a frame: keypoints, as an array or nested sequences of the shape [3, joints] or [1, 3, joints], their label, and the sequence
        /// that they belong to. Frames are in order, at the target frame rate.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// A row a video: its path or address, its label and, where columns are named for them, the seconds at which the action begins and
        /// ends.
        case labeledVideoData(
            table: MLDataTable, videoColumn: String = __Defaults.videoColumnName, labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// Osprey's: a folder with a folder for each label, with a file of keypoints for each sequence.
        ///
        /// A JSON file is an object with `frames` and, where that is not the target's, `frameRate`; or the list of frames alone. A frame is a list of
        /// three lists: x, y and confidence of every joint. A CSV file has a row a frame with columns `wrist_x`, `wrist_y`,
        /// `wrist_confidence` and so on and, where the rate is not the target's, `time` in seconds; or, without a header, the numbers of a frame
        /// in the order of Vision's multi-array.
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

        /// The videos with their labels and times; a table without rows where the source has keypoints.
        ///
        /// - Throws: `MLCreateError` where they cannot be listed.
        public func videosWithAnnotations() throws -> MLDataTable { try media.table(PoseColumns.video) }

        /// A row a frame: session, label and keypoints, as `labeledKeypointsData` takes them by default.
        ///
        /// - Throws: `MLCreateError` where the data cannot be read, or the model that finds poses is missing.
        public func keypointsWithAnnotations(targetFrameRate: Double = MLHandActionClassifier.__Defaults.targetFrameRate) throws
            -> MLDataTable
        {
            try PoseSource.table(poses.sequences(frameRate: targetFrameRate, .hand).sequences, .hand)
        }

        /// The table of the data with a column `partition`: the number of the part that a row belongs to. Every label is shared among the
        /// parts in proportion; the rows of a sequence stay together.
        ///
        /// - Parameter labelColumn: the column of the labels in that table.
        /// - Throws: `MLCreateError` where the data cannot be read, or the proportions are not parts of a whole.
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

        /// The files of each label.
        ///
        /// - Throws: `MLCreateError` where they cannot be listed.
        public func labeledMedia() throws -> [String: [URL]] { try media.filesByLabel(PoseColumns.video) }
    }
}
