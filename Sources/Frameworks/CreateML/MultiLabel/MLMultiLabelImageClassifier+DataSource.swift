import Foundation
import InputChecks

extension MLMultiLabelImageClassifier {
    /// The images for a multi-label classifier. Each image has any number of labels.
    public enum DataSource: Sendable {
        /// A folder of images with exactly one JSON file: `[{"filename": "a.jpg", "annotations": ["dog", "grass"]}, …]`.
        ///
        /// The key of the file name may also be `image` or `imagefilename`. An annotation may also be an object with a `label`, as for object
        /// detectors. Osprey also reads Roboflow's `_classes.csv` and Label Studio's JSON with choices. If a folder has the parts `train` and
        /// `test` or `valid`, only `train` is read.
        case directoryWithImagesAndJsonAnnotation(at: URL)
        /// A folder of images, and a JSON file in any folder.
        case directoryWithImages(at: URL, annotationFile: URL)
        /// The labels of each image.
        case labelsByFile([URL: Set<String>])

        /// An image and its labels.
        public struct AnnotatedImage: Sendable, Equatable, Codable {
            /// The image's file.
            public var url: URL
            /// The labels of the image. An image may have no labels.
            public var labels: Set<String>

            /// An image with its labels.
            public init(url: URL, labels: Set<String>) {
                self.url = url
                self.labels = labels
            }
        }

        /// The images, sorted by path. An image that is annotated twice has the labels of both annotations.
        ///
        /// - Throws: `MLCreateError.io` if the folder or the file cannot be read, or `MLCreateError.generic` if there is no image.
        public func annotatedImages() throws -> [AnnotatedImage] {
            var labels: [URL: Set<String>] = [:]
            switch self {
            case .labelsByFile(let files): labels = files
            case .directoryWithImages(let folder, let file): labels = try Self.read(file, folder)
            case .directoryWithImagesAndJsonAnnotation(let whole):
                let folder = DataParts.trainingFolder(of: whole)
                if let list = ListedLabels.file(in: folder) {
                    labels = try Self.listed(list, folder)
                    break
                }
                let files = try folder.folderContents().filter { $0.pathExtension.lowercased() == "json" }
                guard files.count == 1 else {
                    throw MLCreateError.generic(
                        reason:
                            "\(folder.path) has \(files.count) JSON files; the annotations are in exactly one, or in \(ListedLabels.forms)")
                }
                labels = try Self.read(files[0], folder)
            }
            guard !labels.isEmpty else { throw MLCreateError.generic(reason: "there are no annotated images") }
            return labels.map { AnnotatedImage(url: $0.key, labels: $0.value) }.sorted { $0.url.path < $1.url.path }
        }

        private static func listed(_ file: URL, _ folder: URL) throws -> [URL: Set<String>] {
            Dictionary(try ListedLabels.read(file, picturesAt: folder).map { ($0.picture, $0.labels) }) { $0.union($1) }
        }

        private static func read(_ file: URL, _ folder: URL) throws -> [URL: Set<String>] {
            switch AnnotationFileKind(file) {
            case .labelStudioChoices, .labelTable: return try listed(file, folder)
            default: break
            }
            var labels: [URL: Set<String>] = [:]
            do {
                for entry in try JSONDecoder().decode([Entry].self, from: Data(contentsOfFile: file)) {
                    labels[folder.file(entry.name), default: []].formUnion(entry.labels)
                }
            } catch {
                throw MLCreateError.io(reason: "\(file.path) is no list of annotated images: \(reason(error))")
            }
            return labels
        }

        private static func reason(_ error: any Error) -> String {
            switch error as? DecodingError {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
                return place.isEmpty ? context.debugDescription : "at \(place): \(context.debugDescription)"
            default: return error.localizedDescription
            }
        }

        /// An entry of the JSON file: an image and its labels.
        private struct Entry: Decodable {
            var name: String
            var labels: [String]

            private struct Label: Decodable {
                var label: String
            }

            private struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }

                init(_ name: String) { stringValue = name }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                func key(_ names: [String]) -> Key { names.map { Key($0) }.first { values.contains($0) } ?? Key(names[0]) }
                name = try values.decode(String.self, forKey: key(["filename", "image", "imagefilename"]))
                let annotations = key(["annotations", "annotation", "labels"])
                if let words = try? values.decode([String].self, forKey: annotations) {
                    labels = words
                } else {
                    labels = try values.decode([Label].self, forKey: annotations).map(\.label)
                }
            }
        }
    }
}
