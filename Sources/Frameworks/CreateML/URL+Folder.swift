import CoreMLSpecification
import Foundation

extension URL {
    /// The contents of a folder, or of a link to a folder, in the order of the paths. Hidden files are left out.
    ///
    /// - Throws: `MLCreateError.io` if it cannot be read.
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

    /// Whether it is a folder, or a link that leads to one.
    package var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The path relative to a folder; the whole path if the file is not in the folder.
    package func path(below folder: URL) -> String {
        let start = folder.path + "/"
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }

    /// Whether the URL is a symbolic link. The target of the link need not exist.
    var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether the file exists and lies below a folder. Symbolic links and `..` are resolved first.
    package func isInside(_ root: URL) -> Bool {
        guard let own = realPath, let top = root.realPath else { return false }
        return own.utf8.starts(with: (top == "/" ? top : top + "/").utf8)
    }

    /// The path with symbolic links and `..` resolved; `nil` if nothing exists there.
    private var realPath: String? {
        guard let resolved = realpath(self.path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Makes a folder, and the folders above it if they are missing.
    ///
    /// - Throws: `MLCreateError.io` if it cannot be made.
    func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
        } catch {
            throw MLCreateError.io(reason: "the folder \(path) cannot be made: \(FileReason.text(of: error))")
        }
    }

    /// The file that an annotation in this folder names, by a path relative to the folder or an absolute path.
    func file(_ path: String) -> URL { path.hasPrefix("/") ? URL(fileURLWithPath: path) : appendingPathComponent(path) }

    /// The file to write a model to: this URL or, if it is a folder, the file `name` in it.
    func modelFile(named name: String) -> URL { isFolder ? appendingPathComponent(name) : self }
}
