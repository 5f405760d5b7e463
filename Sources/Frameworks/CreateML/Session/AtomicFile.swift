import Foundation

/// Writes files completely or not at all. The old content stays until the new content is on the disk.
package enum AtomicFile {
    private static let mark = ".osprey-part"

    /// Writes a file. At a symbolic link, its target is written. If `url` is neither a file nor a link but, for example, a pipe, the data is written
    /// to it directly.
    ///
    /// - Parameters:
    ///   - waits: whether to wait until the content is on the disk. Otherwise, if the machine stops, the file may have wrong content, which its
    ///     reader has to detect.
    ///   - replaces: whether a link or a pipe is replaced by the file. This is used in folders whose content may come from strangers.
    /// - Throws: `MLCreateError.io` that names the file and the reason. The file is then unchanged.
    package static func write(_ data: Data, to url: URL, waits: Bool = true, replaces: Bool = false) throws {
        let url = replaces ? url : url.resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
        if !replaces, let type, type != .typeRegular, type != .typeDirectory { return try writeDirectly(data, to: url) }
        let folder = url.deletingLastPathComponent()
        let name = ".\(url.lastPathComponent.prefix(100))."
        if waits { removeRemains(in: folder) { $0.hasPrefix(name) && !isAtWork($0.dropFirst(name.count)) } }
        let part = folder.appendingPathComponent("\(name)\(getpid())-\(UUID().uuidString)\(mark)")
        func fail() -> MLCreateError { .io(reason: "\(url.path) cannot be written: \(reason())") }

        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw fail() }
        let isWritten = writeAll(data, to: descriptor) && (!waits || fsync(descriptor) == 0)
        guard isWritten else {
            let error = fail()
            close(descriptor)
            unlink(part.path)
            throw error
        }
        // Some file systems say only here that there was no room.
        guard close(descriptor) == 0, rename(part.path, url.path) == 0 else {
            let error = fail()
            unlink(part.path)
            throw error
        }
        guard waits else { return }
        let place = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place >= 0 {
            fsync(place)
            close(place)
        }
    }

    /// Appends to a file, and creates the file if there is none. Does nothing if `url` is a link or anything else than a file. If the process ends
    /// during an append, only a part of the data may be written.
    static func append(_ data: Data, to url: URL) {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        _ = writeAll(data, to: descriptor)
    }

    private static func writeDirectly(_ data: Data, to url: URL) throws {
        let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
        let isWritten = descriptor >= 0 && writeAll(data, to: descriptor)
        let error = MLCreateError.io(reason: "\(url.path) cannot be written: \(reason())")
        if descriptor >= 0 { close(descriptor) }
        if !isWritten { throw error }
    }

    /// The description of the system's last error.
    static func reason() -> String { String(cString: strerror(errno)) }

    /// Removes the temporary files that killed processes left in a folder.
    static func removeRemains(in folder: URL, where isRemains: (String) -> Bool = { _ in true }) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(mark) && isRemains(name) { unlink(folder.appendingPathComponent(name).path) }
    }

    /// Whether the process with the number at the beginning of a name is running.
    package static func isAtWork(_ name: Substring) -> Bool {
        guard let process = Int32(name.prefix { $0.isNumber }), process > 0 else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }

    private static func writeAll(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            var offset = 0
            while offset < bytes.count {
                let count = Glibc.write(descriptor, base + offset, bytes.count - offset)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }
}
