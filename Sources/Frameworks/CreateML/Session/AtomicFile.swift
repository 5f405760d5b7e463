import Foundation

/// Writes files completely or not at all. The old content stays until the new content is on the disk.
package enum AtomicFile {
    private static let mark = ".osprey-part"

    /// Writes a file. If `url` is a symbolic link, the link's target is written. If `url` is neither a file nor a link, such as a pipe, the data is
    /// written to it directly.
    ///
    /// - Parameters:
    ///   - waits: whether to wait until the content is on the disk. Without waiting, a power failure may leave wrong content. Readers of the file
    ///     must detect it.
    ///   - replaces: whether to replace a link or a pipe by the file. Use it in folders whose content may come from unknown users.
    /// - Throws: `MLCreateError.io` that names the file and the reason. After an error, an existing file is unchanged.
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
        // Some file systems report a full disk only when a file is closed.
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

    /// Appends to a file, and creates the file if it does not exist. Does nothing if `url` is not a regular file, such as a link. If the process
    /// ends during the call, only a part of the data may be written.
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

    /// The description of the last system error (`errno`).
    static func reason() -> String { String(cString: strerror(errno)) }

    /// Removes temporary files from a folder. Processes that were killed while writing leave such files.
    static func removeRemains(in folder: URL, where isRemains: (String) -> Bool = { _ in true }) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(mark) && isRemains(name) { unlink(folder.appendingPathComponent(name).path) }
    }

    /// Whether the process that made a temporary file is running. Its number is at the beginning of `name`.
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
