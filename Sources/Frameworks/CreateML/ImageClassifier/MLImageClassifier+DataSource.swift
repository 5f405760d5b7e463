import CoreMLRuntime
import Foundation

extension MLImageClassifier {
    /// The images for a classifier. Each image has one label.
    public enum DataSource: Sendable {
        /// A folder with a subfolder for each label: `cats/1.jpg`, `dogs/1.jpg`. Images in deeper folders of a subfolder have its label, too.
        ///
        /// Published data sets often divide their images into `train` and `test` or `valid`. Then the subfolders of `train` are read. Osprey also
        /// reads Roboflow's `_classes.csv` and Label Studio's JSON with choices in place of subfolders.
        case labeledDirectories(at: URL)
        /// A folder of files. The name of a file begins with its label, up to the first full stop: `cat.1.jpg`, `dog.2.jpg`.
        case labeledFiles(at: URL)
        /// The images of each label.
        case filesByLabel([String: [URL]])

        /// The image files of each label, sorted by name.
        ///
        /// - Throws: `MLCreateError.io` if the folder cannot be read, or `MLCreateError.generic` if there is no labelled image, or a label
        ///   has no images.
        public func labeledImages() throws -> [String: [URL]] {
            let images: [String: [URL]]
            switch self {
            case .filesByLabel(let files): images = files
            case .labeledDirectories(let whole):
                let part = DataParts.trainingFolder(of: whole)
                if let list = ListedLabels.file(in: part) {
                    images = try ListedLabels.byLabel(list, picturesAt: part)
                    break
                }
                let folder = try part.folderContents().contains(where: \.isFolder) ? part : whole
                var found: [String: [URL]] = [:]
                for label in try folder.folderContents() where label.isFolder && label.lastPathComponent != "__MACOSX" {
                    found[label.lastPathComponent] = try Self.images(below: label)
                }
                images = found
                if found.isEmpty { throw MLCreateError.generic(reason: Self.noLabels(in: folder)) }
            case .labeledFiles(let folder):
                var found: [String: [URL]] = [:]
                for file in try folder.folderContents() where Self.isImage(file) {
                    let name = file.lastPathComponent
                    guard let label = name.split(separator: ".", maxSplits: 1).first, !name.hasPrefix(".") else { continue }
                    found[String(label), default: []].append(file)
                }
                images = found
                if found.isEmpty { throw MLCreateError.generic(reason: "\(folder.path) has no images") }
            }
            if let empty = images.filter({ $0.value.isEmpty }).keys.min() {
                throw MLCreateError.generic(reason: "the label '\(empty)' has no images")
            }
            guard !images.isEmpty else { throw MLCreateError.generic(reason: "there are no labels") }
            return images
        }

        /// Divides each label's images at random in the given proportions. The proportions are scaled to a sum of 1. Every image is in one part.
        public func stratifiedSplit(proportions: [Double], seed: Int = timestampSeed()) throws -> [[String: [URL]]] {
            var generator = SplitMix64(seed: seed)
            return try stratifiedSplit(proportions: proportions, generator: &generator)
        }

        /// Divides each label's images at random in the given proportions. The proportions are scaled to a sum of 1. Every image is in one part.
        ///
        /// - Throws: `MLCreateError.generic` if a proportion is negative or not finite, or if all proportions are zero.
        public func stratifiedSplit<RNG: RandomNumberGenerator>(proportions: [Double], generator: inout RNG) throws -> [[String: [URL]]] {
            try ProportionalParts.divide(labeledImages(), proportions, &generator)
        }

        /// A message that a folder has no labels. It names the accepted forms of folders.
        private static func noLabels(in folder: URL) -> String {
            "\(folder.path) has no folders of labels: it holds \(FolderFindings.text(folder)). Photos lie in "
                + "a folder for each label, or in such folders in "
                + "'train' and 'test', or a file beside them lists their labels: \(ListedLabels.forms)"
        }

        /// The images in a folder and in its subfolders. If several links lead to a folder, it is read only once.
        static func images(below folder: URL) throws -> [URL] {
            var seen: Set<String> = []
            func images(_ folder: URL) throws -> [URL] {
                guard seen.insert(folder.resolvingSymlinksInPath().path).inserted else { return [] }
                return try folder.folderContents().flatMap { $0.isFolder ? try images($0) : isImage($0) ? [$0] : [] }
            }
            return try images(folder)
        }

        static func isImage(_ url: URL) -> Bool { imageExtensions.contains(url.pathExtension.lowercased()) }

        /// The suffixes of files that are read as images.
        package static let imageExtensions: Set<String> = [
            "jpg", "jpeg", "jpe", "mpo", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif", "bmp", "pnm", "ppm", "pgm",
            "pbm",
        ]
    }
}
