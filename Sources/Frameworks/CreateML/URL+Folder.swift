import CoreMLSpecification
import Foundation

extension URL {
    /// The contents of a folder, or of a folder that the URL links to, sorted by path. Hidden files are left out.
    ///
    /// - Throws: `MLCreateError.io` if the folder cannot be read.
    package func folderContents() throws -> [URL] {
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

    /// Whether the URL is a folder, or a link to a folder.
    package var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The path relative to a folder; the whole path if the URL is not in the folder.
    package func path(below folder: URL) -> String {
        let start = folder.path + "/"
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }

    /// Whether the URL is a symbolic link. The target of the link need not exist.
    var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether the file exists and is below a folder, after symbolic links and `..` are resolved.
    package func isInside(_ root: URL) -> Bool {
        guard let own = realPath, let top = root.realPath else { return false }
        return own.utf8.starts(with: (top == "/" ? top : top + "/").utf8)
    }

    /// The path after symbolic links and `..` are resolved; `nil` if nothing exists at the path.
    private var realPath: String? {
        guard let resolved = realpath(self.path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Creates a folder and all missing folders above it.
    ///
    /// - Throws: `MLCreateError.io` if the folder cannot be created.
    func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
        } catch {
            throw MLCreateError.io(reason: "the folder \(path) cannot be made: \(FileReason.text(of: error))")
        }
    }

    /// The file at a path that an annotation in this folder gives. The path is absolute, or relative to the folder.
    func file(_ path: String) -> URL { path.hasPrefix("/") ? URL(fileURLWithPath: path) : appendingPathComponent(path) }

    /// The file to write a model to. If this URL is a folder, it is the file `name` in the folder.
    func modelFile(named name: String) -> URL { isFolder ? appendingPathComponent(name) : self }
}
