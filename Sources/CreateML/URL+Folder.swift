import CoreMLSpecification
import Foundation

extension URL {
    /// What a folder, or one that a link leads to, holds but for hidden files, in the order of the paths.
    ///
    /// - Throws: `MLCreateError.io` where it cannot be read.
    func folderContents() throws -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { !$0.hasPrefix(".") }
                .sorted()
                .map { appendingPathComponent($0) }
        } catch {
            guard isFolder || !FileManager.default.fileExists(atPath: path) else {
                throw MLCreateError.io(reason: "\(path) is a file and not a folder")
            }
            throw MLCreateError.io(reason: "the folder \(path) cannot be read: \(FileReason.text(of: error))")
        }
    }

    /// Whether it is a folder, or a link that leads to one.
    package var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The file that an annotation in this folder names: by its path from here, or by a whole one.
    func file(_ path: String) -> URL { path.hasPrefix("/") ? URL(fileURLWithPath: path) : appendingPathComponent(path) }

    /// The file to write a model to: this one, or the file `name` in it where it is a folder.
    func modelFile(named name: String) -> URL { isFolder ? appendingPathComponent(name) : self }
}
