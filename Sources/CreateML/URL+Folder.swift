import Foundation

extension URL {
    /// What a folder holds but for hidden files, in the order of the paths.
    ///
    /// - Throws: `MLCreateError.io` where it cannot be read.
    func folderContents() throws -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(at: self, includingPropertiesForKeys: [.isDirectoryKey])
                .filter { !$0.lastPathComponent.hasPrefix(".") }
                .sorted { $0.path < $1.path }
        } catch {
            throw MLCreateError.io(reason: "the folder \(path) cannot be read: \(error.localizedDescription)")
        }
    }

    var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false }

    /// The file to write a model to: this one, or the file `name` in it where it is a folder.
    func modelFile(named name: String) -> URL {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue ? appendingPathComponent(name) : self
    }
}
