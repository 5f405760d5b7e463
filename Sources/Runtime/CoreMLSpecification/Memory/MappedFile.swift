import Foundation

/// A regular file, mapped into memory for reading for as long as this object lives.
///
/// If a file is shortened while a model is being read from it, the process ends. To replace a model, write the new file beside it and rename it
/// into place, as ``Message/write(to:)`` does.
final class MappedFile {
    private let base: UnsafeMutableRawPointer?
    private let count: Int

    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SpecificationError("cannot be opened: \(Self.lastError)", path: path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw SpecificationError("cannot be read: \(Self.lastError)", path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SpecificationError("is not a regular file", path: path)
        }
        count = Int(status.st_size)
        guard count > 0 else {
            base = nil
            return
        }
        guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED else {
            throw SpecificationError("cannot be mapped into memory: \(Self.lastError)", path: path)
        }
        base = mapped
    }

    deinit {
        if let base {
            munmap(base, count)
        }
    }

    /// The whole file. The bytes keep the mapping alive.
    var bytes: Bytes {
        guard let base else { return Bytes() }
        return Bytes(base: UnsafeRawPointer(base), count: count, owner: self)
    }

    private static var lastError: String {
        String(cString: strerror(errno))
    }
}
