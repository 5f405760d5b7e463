import Foundation

extension MLHandPoseClassifier {
    /// The forms of training data.
    ///
    /// For images, Vision's hand-pose request first finds the most prominent hand pose. This needs Vision's pose model.
    public enum DataSource: Sendable {
        /// A folder of images and an annotation file, CSV or JSON.
        case directoryWithImagesAndAnnotation(at: URL, annotationFile: URL, imageColumn: String, labelColumn: String)
        /// A folder with a folder of images for each label.
        case labeledDirectories(at: URL)
        /// A folder of images named `label.1.jpg`, `label.2.jpg`, ….
        case labeledFiles(at: URL)
        /// A table with a row for each frame: the keypoints, the label, and the picture of the frame. Keypoints are a multi-array, or nested
        /// sequences, of the shape [3, joints] or [1, 3, joints]. The frames of a picture are in order.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// A table with a row for each picture: the path or address, and the label.
        case labeledImageData(
            table: MLDataTable, imageColumn: String = __Defaults.imageColumnName, labelColumn: String = __Defaults.labelColumnName)
        /// Osprey's addition: a folder with a subfolder for each label. A subfolder has a file of keypoints for each picture.
        ///
        /// - A JSON file is an object with `frames`, or the list of frames alone. A frame is a list of three lists: x, y and confidence of every
        ///   joint.
        /// - A CSV file has a row for each frame. Its columns are `wrist_x`, `wrist_y`, `wrist_confidence` and so on. Without a header, a row has the
        ///   numbers of a frame in the order of Vision's multi-array.
        case keypointDirectories(at: URL)

        var poses: PoseSource {
            switch self {
            case .labeledKeypointsData(let table, let session, let label, let feature):
                .table(table, session: session, label: label, feature: feature)
            case .keypointDirectories(let url): .keypointDirectories(url)
            case .directoryWithImagesAndAnnotation, .labeledDirectories, .labeledFiles, .labeledImageData: .media(media)
            }
        }

        private var media: MediaSource {
            switch self {
            case .directoryWithImagesAndAnnotation(let url, let file, let image, let label):
                .annotated(url, file: file, MediaColumns(media: image, label: label))
            case .labeledDirectories(let url): .directories(url)
            case .labeledFiles(let url): .files(url)
            case .labeledImageData(let table, let image, let label):
                .table(table, MediaColumns(media: image, label: label))
            case .labeledKeypointsData, .keypointDirectories: .none
            }
        }

        /// A table of the images with their labels. It has no rows if the source has keypoints instead of images.
        ///
        /// - Throws: `MLCreateError` if the files cannot be listed.
        public func imagesWithAnnotations() throws -> MLDataTable { try media.table(PoseColumns.image) }

        /// A row for each frame: session, label and keypoints, in the columns that `labeledKeypointsData` takes by default.
        ///
        /// - Throws: `MLCreateError` if the data cannot be read, or the model that finds poses is missing.
        public func keypointsWithAnnotations() throws -> MLDataTable {
            try PoseSource.table(poses.sequences(frameRate: 30, .hand).sequences, .hand)
        }

        /// The data as a table that is divided into parts. The column `partition` has the number of each row's part. Each label is distributed over
        /// the parts in proportion. All rows of a picture are in one part.
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
            default: return try imagesWithAnnotations().stratifiedSplit(proportions: proportions, on: labelColumn, seed: seed)
            }
        }

        /// The files of each label.
        ///
        /// - Throws: `MLCreateError` if the files cannot be listed.
        public func labeledMedia() throws -> [String: [URL]] { try media.filesByLabel(PoseColumns.image) }
    }
}
