import Foundation

/// Writes `segments`, one after the other, to a new file beside `url`. Renames the file into place when all segments are written.
///
/// Processes that have the replaced file mapped keep its old content. If `url` is a symbolic link, its target is written.
package func writeFile(_ segments: [Bytes], to url: URL) throws {
    let url = url.resolvingSymlinksInPath()
    let temporary = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)").path
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw writeError(url) }
    do {
        defer { close(descriptor) }
        for segment in segments {
            try segment.withUnsafeBytes { try writeAll($0, to: descriptor, url) }
        }
    } catch {
        unlink(temporary)
        throw error
    }
    guard rename(temporary, url.path) == 0 else {
        let error = writeError(url)
        unlink(temporary)
        throw error
    }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ url: URL) throws {
    var rest = bytes
    while !rest.isEmpty {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { throw writeError(url) }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
}

private func writeError(_ url: URL) -> SpecificationError {
    SpecificationError("cannot be written: \(String(cString: strerror(errno)))", path: url.path)
}
