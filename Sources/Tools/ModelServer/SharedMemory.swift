import Foundation
import InputChecks

/// A file that both a client of `model serve` and this process have mapped. It holds arrays and images as bytes, which JSON would need as text.
final class SharedMemory: RequestMemory {
    struct MemoryError: Error, CustomStringConvertible {
        let description: String
    }

    private let mapping: FileMapping
    private var bytes: UnsafeMutableRawBufferPointer { mapping.bytes }

    /// Maps a file at its current length.
    ///
    /// - Throws: ``MemoryError`` that names the file and the reason.
    init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw MemoryError(description: "\(path) is no file that can be shared")
        }
        guard let mapping = FileMapping(descriptor, count: Int(status.st_size), isShared: true) else { throw Self.failure(path) }
        self.mapping = mapping
    }

    /// Whether the client has shortened the file. What it has taken away reads as zeros, and nothing that is written there arrives.
    var isDamaged: Bool { mapping.isDamaged }

    var count: Int { bytes.count }

    /// - Throws: ``MemoryError`` where the memory ends earlier.
    func address(at offset: Int, count: Int) throws -> UnsafeMutableRawPointer {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset, let base = bytes.baseAddress else {
            throw MemoryError(description: "\(count) bytes at \(offset) are not within the \(bytes.count) that are shared")
        }
        return base + offset
    }

    /// Copies `data` to `offset`; false where it does not fit.
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
