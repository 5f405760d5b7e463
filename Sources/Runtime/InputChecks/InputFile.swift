import Foundation

/// A regular file that is open for reading. Opening it never waits: a pipe, a socket or a device under the name is refused.
///
/// All files that the user or a model names are opened with this type.
package struct InputFile: ~Copyable {
    package let descriptor: Int32
    /// The size in bytes when it was opened.
    package let size: Int
    private let path: String

    /// - Throws: ``InputFileError`` if there is no regular file that can be read.
    package init(_ path: String) throws {
        // Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw InputFileError(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = errno
            close(descriptor)
            throw InputFileError(path, reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
            close(descriptor)
            throw InputFileError(path, reason: status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file")
        }
        self.descriptor = descriptor
        self.path = path
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads the next bytes, at most as many as the buffer holds.
    ///
    /// - Returns: the number of bytes that were read; 0 at the end.
    /// - Throws: ``InputFileError``.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw InputFileError(path, errno) }
        }
    }

    /// Reads the file to its end. The content is a copy, which no other process can change.
    ///
    /// - Throws: ``InputFileError``.
    package func content() throws -> Data {
        var data = Data(count: size)
        var count = 0
        while count < size {
            let got = try data.withUnsafeMutableBytes { try read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...])) }
            guard got > 0 else { return data.prefix(count) }
            count += got
        }
        guard size == 0 else { return data }
        // Files of the system, such as those in `/proc`, have the size 0.
        var piece = [UInt8](repeating: 0, count: 1 << 12)
        while case let got = try piece.withUnsafeMutableBytes({ try read(into: $0) }), got > 0 { data.append(contentsOf: piece[..<got]) }
        return data
    }

    /// Goes back to the beginning.
    ///
    /// - Throws: ``InputFileError``.
    package func rewind() throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw InputFileError(path, errno) }
    }

    /// Reads `limit` bytes; fewer if the file ends earlier.
    ///
    /// - Throws: ``InputFileError``.
    package func read(upTo limit: Int) throws -> Data {
        var data = Data(count: limit)
        var count = 0
        while count < limit {
            let got = try data.withUnsafeMutableBytes { try read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...])) }
            if got == 0 { break }
            count += got
        }
        return data.prefix(count)
    }

    /// Checks that a path is that of a regular file or a folder. It is for libraries that open files themselves.
    ///
    /// - Throws: ``InputFileError``.
    package static func check(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw InputFileError(path, errno) }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw InputFileError(path, reason: "is not a regular file") }
    }
}

/// The reason why a file cannot be read.
package struct InputFileError: Error, CustomStringConvertible {
    package let path: String
    /// The system's reason, such as `No such file or directory`.
    package let reason: String
    /// Whether the reason comes from the system. False means that the path is not that of a file.
    package let isOfSystem: Bool

    init(_ path: String, reason: String) { (self.path, self.reason, isOfSystem) = (path, reason, false) }

    init(_ path: String, _ number: Int32) {
        // Foundation lists a name that is not UTF-8 with U+FFFD for the bytes that are wrong, and there is no file of that name.
        let isRepaired = number == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
        let reason = isRepaired ? "the file's name is not UTF-8; rename it first" : String(cString: strerror(number))
        (self.path, self.reason, isOfSystem) = (path, reason, true)
    }

    package var description: String { "\(path): \(reason)" }
}

extension Data {
    /// The content of a regular file.
    ///
    /// - Throws: ``InputFileError`` if there is none, or if it cannot be read.
    package init(contentsOfFile url: URL) throws { self = try InputFile(url.path).content() }

    /// The first bytes of a regular file.
    ///
    /// - Throws: ``InputFileError`` if there is none, or if it cannot be read.
    package init(startOfFile url: URL, count: Int) throws { self = try InputFile(url.path).read(upTo: count) }

    /// The content of a regular file, which is read when it is used. If the file is shortened in the meantime, the missing part reads as zeros.
    ///
    /// - Throws: ``InputFileError`` if there is none, or if it cannot be read.
    package init(mappedFile url: URL) throws {
        let file = try InputFile(url.path)
        guard file.size > 0 else {
            self.init()
            return
        }
        guard let mapping = FileMapping(file), let base = mapping.bytes.baseAddress else { throw InputFileError(url.path, errno) }
        self.init(bytesNoCopy: base, count: mapping.bytes.count, deallocator: .custom { _, _ in withExtendedLifetime(mapping) {} })
    }
}
