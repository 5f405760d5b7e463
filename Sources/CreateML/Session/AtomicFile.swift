import Foundation

/// Writes files that are there whole or not at all, whatever happens: the old content stays until the new one is on the disk.
package enum AtomicFile {
    private static let mark = ".osprey-part"

    /// - Throws: `MLCreateError.io` that names the file and the reason; the file is then what it was.
    package static func write(_ data: Data, to url: URL) throws {
        let folder = url.deletingLastPathComponent()
        let part = folder.appendingPathComponent(".\(url.lastPathComponent.prefix(100)).\(UUID().uuidString)\(mark)")
        func fail() -> MLCreateError { .io(reason: "\(url.path) cannot be written: \(reason())") }

        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw fail() }
        let isWritten = writeAll(data, to: descriptor) && fsync(descriptor) == 0
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
        let place = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place >= 0 {
            fsync(place)
            close(place)
        }
    }

    /// The last error of the system in words.
    static func reason() -> String { String(cString: strerror(errno)) }

    /// Removes what processes that were killed while writing left in a folder that no one else writes to.
    static func removeRemains(in folder: URL) {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for file in files where file.lastPathComponent.hasSuffix(mark) { unlink(file.path) }
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
