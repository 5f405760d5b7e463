import Foundation

/// Bytes of a file or of memory that stay where they are for as long as the buffer lives.
package final class ByteBuffer: @unchecked Sendable {
    package let base: UnsafeRawPointer
    package let count: Int
    private let release: () -> Void
    private let owner: Any?

    package init(base: UnsafeRawPointer, count: Int, owner: Any?, release: @escaping () -> Void = {}) {
        self.base = base
        self.count = count
        self.owner = owner
        self.release = release
    }

    deinit { release() }

    package convenience init(_ data: Data) {
        // A Data of more than a few bytes keeps them in storage of its own, which neither moves nor changes while this copy of it lives.
        if data.count > 64 {
            let address = data.withUnsafeBytes { $0.baseAddress }
            if let address {
                self.init(base: address, count: data.count, owner: data)
                return
            }
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(data.count, 1), alignment: 16)
        data.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
        }
        self.init(base: UnsafeRawPointer(memory), count: data.count, owner: nil) { memory.deallocate() }
    }

    /// Files above this size are mapped, smaller ones read, so that a file that shrinks meanwhile cannot hurt.
    private static let mappingThreshold = 64 << 20

    package convenience init(contentsOf url: URL) throws {
        guard url.isFileURL || url.scheme == nil else {
            throw ImageError(.unreadable, "\(url.absoluteString) is not a file")
        }
        let path = url.isFileURL ? url.path : url.relativePath
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImageError(.unreadable, "\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ImageError(.unreadable, "\(path): \(String(cString: strerror(errno)))") }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw ImageError(.unreadable, "\(path) is a folder") }
        let size = Int(status.st_size)
        if status.st_mode & S_IFMT == S_IFREG, size > Self.mappingThreshold {
            guard let mapping = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapping != MAP_FAILED else {
                throw ImageError(.unreadable, "\(path): \(String(cString: strerror(errno)))")
            }
            self.init(base: UnsafeRawPointer(mapping), count: size, owner: nil) { munmap(mapping, size) }
            return
        }
        // Pipes and /proc files report no size, so the buffer grows where it must.
        var capacity = max(size + 1, 4096)
        var length = 0
        guard var memory = malloc(capacity) else { throw ImageError(.outOfMemory, "no memory to read \(path)") }
        while true {
            if length == capacity {
                capacity *= 2
                guard capacity <= ImageLimits.maximumByteCount, let larger = realloc(memory, capacity) else {
                    free(memory)
                    throw ImageError(.tooLarge, "\(path) is too large to be read")
                }
                memory = larger
            }
            let got = read(descriptor, memory + length, capacity - length)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else {
                let reason = String(cString: strerror(errno))
                free(memory)
                throw ImageError(.unreadable, "\(path): \(reason)")
            }
            if got == 0 { break }
            length += got
        }
        let block = memory
        self.init(base: UnsafeRawPointer(block), count: length, owner: nil) { free(block) }
    }

    /// The bytes; valid while the buffer lives.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// The bytes as data that shares this memory.
    package var data: Data {
        Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: count, deallocator: .custom { _, _ in _ = self })
    }
}
