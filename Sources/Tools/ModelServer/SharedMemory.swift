import CDescriptors
import Foundation
import InputChecks

/// A file that both a client of `model serve` and this process have mapped. It holds arrays and images as bytes. Without it, they would be sent as
/// text in JSON.
final class SharedMemory: RequestMemory {
    struct MemoryError: Error, CustomStringConvertible {
        let description: String
    }

    private let mapping: FileMapping
    private var bytes: UnsafeMutableRawBufferPointer { mapping.bytes }

    /// Opens and maps a file at its current length. It is opened with the rights of this process, so the path must come from the user who started the
    /// process.
    ///
    /// - Throws: ``MemoryError`` that names the file and the reason.
    convenience init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        try self.init(descriptor, name: path)
    }

    /// Maps memory that another process has opened and passed on, at its current length.
    ///
    /// - Throws: ``MemoryError`` if the memory is not sealed, or is not opened for reading and writing.
    convenience init(_ received: ReceivedDescriptor) throws {
        guard cdescriptors_is_sealed(received.number) != 0 else {
            throw MemoryError(
                description: "what came cannot be shared: only memory that is sealed against shortening can (memfd, F_SEAL_SHRINK)")
        }
        try self.init(received.number, name: "the memory that came")
    }

    private init(_ descriptor: Int32, name: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(name) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw MemoryError(description: "\(name) is no file that can be shared")
        }
        guard let mapping = FileMapping(descriptor, count: Int(status.st_size), isShared: true) else { throw Self.failure(name) }
        self.mapping = mapping
    }

    /// Whether the client has shortened the file. The missing part then reads as zeros, and writing to it has no effect.
    var isDamaged: Bool { mapping.isDamaged }

    var count: Int { bytes.count }

    /// - Throws: ``MemoryError`` if the memory ends earlier.
    func address(at offset: Int, count: Int) throws -> UnsafeMutableRawPointer {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset, let base = bytes.baseAddress else {
            throw MemoryError(description: "\(count) bytes at \(offset) are not within the \(bytes.count) that are shared")
        }
        return base + offset
    }

    /// Copies `data` to `offset`; `false` if it does not fit.
    func write(_ data: Data, at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count, data.count <= bytes.count - offset else { return false }
        UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + data.count]).copyBytes(from: data)
        return true
    }

    private static func failure(_ path: String) -> MemoryError {
        MemoryError(description: "\(path) cannot be shared: \(String(cString: strerror(errno)))")
    }
}

/// The part of shared memory, from an offset on, that an answer may fill.
final class SharedSpace: AnswerSpace {
    private let memory: SharedMemory
    private var next: Int

    init(memory: SharedMemory, offset: Int) {
        self.memory = memory
        next = offset
    }

    func place(_ data: Data) -> Int? {
        let (padded, overflow) = next.addingReportingOverflow(ServedAlignment.bytes - 1)
        guard next >= 0, !overflow else { return nil }
        let offset = padded / ServedAlignment.bytes * ServedAlignment.bytes
        guard memory.write(data, at: offset) else { return nil }
        next = offset + data.count
        return offset
    }
}
