import Foundation

/// The training, validation and test parts of a data set, in folders such as `train`, `valid` and `test`. Published data sets have this form.
///
/// In a YOLO data set, these folders may also be inside the folders `images` and `labels`, or `data.yaml` may name them.
package struct DataParts {
    package let training: URL
    package let validation: URL?
    package let test: URL?

    private static let names = (
        training: ["train", "training"], validation: ["valid", "val", "validation"], test: ["test", "testing"]
    )

    /// Finds the parts in a folder; `nil` for a folder that is not divided into parts.
    ///
    /// If `data.yaml` names the parts, these parts are taken. Without such names, the folder must have a subfolder `train`. It must also have a
    /// subfolder `valid` or `test`. If `train` is the only subfolder, it must have annotations instead. Outside of YOLO data sets, a folder `train`
    /// that has only pictures is a label, not a part.
    package init?(of folder: URL) {
        if let named = YOLODataFile(in: folder), let training = named.part("train"), training.path != folder.path {
            // Compares paths, because URLs of one folder may differ by a slash at the end.
            let taken = [training.path, folder.path]
            self.training = training
            validation = ["val", "valid"].compactMap { named.part($0) }.first { !taken.contains($0.path) }
            test = named.part("test").flatMap { taken.contains($0.path) ? nil : $0 }
            return
        }
        let images = folder.appendingPathComponent("images")
        let isYOLO = images.isFolder && folder.appendingPathComponent("labels").isFolder
        guard let folders = try? (isYOLO ? images : folder).folderContents().filter(\.isFolder) else { return nil }
        func part(_ names: [String]) -> URL? { folders.first { names.contains($0.lastPathComponent.lowercased()) } }
        guard let training = part(Self.names.training), isYOLO || Self.hasMoreThanPictures(training) else { return nil }
        self.training = training
        validation = part(Self.names.validation)
        test = part(Self.names.test)
        guard validation != nil || test != nil || folders.count == 1 && Self.isAnnotated(training) else { return nil }
    }

    /// Whether a folder has annotations of boxes or of labels. An annotated folder counts as a part even if the data set has no other parts.
    private static func isAnnotated(_ folder: URL) -> Bool {
        let contents = (try? folder.folderContents()) ?? []
        let isYOLO = Set(contents.filter(\.isFolder).map(\.lastPathComponent)).isSuperset(of: ["images", "labels"])
        return isYOLO || contents.contains { ["json", "xml", "csv"].contains($0.pathExtension.lowercased()) }
    }

    /// Whether a folder has more than pictures: subfolders or annotation files.
    private static func hasMoreThanPictures(_ folder: URL) -> Bool {
        let contents = (try? folder.folderContents()) ?? []
        return contents.contains { ["json", "xml", "txt", "csv"].contains($0.pathExtension.lowercased()) || $0.isFolder }
    }

    /// The training part of a folder; the folder itself if it is not divided into parts.
    package static func trainingFolder(of folder: URL) -> URL { DataParts(of: folder)?.training ?? folder }

    /// The folder with the labels for a folder of pictures: `labels/train` for `images/train`. `nil` if there is no such folder.
    package static func labels(ofImages folder: URL) -> URL? {
        let images = folder.deletingLastPathComponent()
        let labels = images.deletingLastPathComponent().appendingPathComponent("labels").appendingPathComponent(folder.lastPathComponent)
        return images.lastPathComponent == "images" && labels.isFolder ? labels : nil
    }
}
