import Foundation
import InputChecks
import Locks

/// The bytes of a file or of memory. Their address does not change while the buffer exists.
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
        // A `Data` of more than a few bytes has its own storage. The storage neither moves nor changes while this copy of it exists.
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

    /// The size in bytes from which files are mapped. Files below this size are read instead, which is as fast as mapping. If another program
    /// shortens a mapped file, the missing bytes are read as zeros.
    private static let mappingThreshold = 64 << 20

    package convenience init(contentsOf url: URL) throws {
        guard url.isFileURL || url.scheme == nil else {
            throw ImageError(.unreadable, "\(url.absoluteString) is not a file")
        }
        let path = url.isFileURL ? url.path : url.relativePath
        let file: InputFile
        do {
            file = try InputFile(path)
        } catch let error as InputFileError {
            throw ImageError(.unreadable, error.isOfSystem ? error.description : "\(path) \(error.reason)")
        }
        let size = file.size
        if size > Self.mappingThreshold {
            guard let mapping = FileMapping(file), let base = mapping.bytes.baseAddress else {
                throw ImageError(.unreadable, "\(path): \(String(cString: strerror(errno)))")
            }
            self.init(base: UnsafeRawPointer(base), count: size, owner: mapping)
            return
        }
        // System files report a size of 0, so the block grows as needed.
        var block = BlockPool.take(max(size + 1, 4096))
        var length = 0
        while true {
            guard let memory = block.base else { throw ImageError(.outOfMemory, "no memory to read \(path)") }
            if length == block.count {
                guard block.count <= ImageLimits.maximumByteCount / 2 else {
                    BlockPool.give(block)
                    throw ImageError(.tooLarge, "\(path) is too large to be read")
                }
                let larger = BlockPool.take(2 * block.count)
                larger.base?.copyMemory(from: memory, byteCount: length)
                BlockPool.give(block)
                block = larger
                continue
            }
            let got: Int
            do {
                got = try file.read(into: UnsafeMutableRawBufferPointer(start: memory + length, count: block.count - length))
            } catch {
                BlockPool.give(block)
                throw ImageError(.unreadable, "\(error)")
            }
            if got == 0 { break }
            length += got
        }
        guard let memory = block.base else { throw ImageError(.outOfMemory, "no memory to read \(path)") }
        let filled = block
        self.init(base: UnsafeRawPointer(memory), count: length, owner: nil) { BlockPool.give(filled) }
    }

    /// The bytes. They are valid as long as the buffer exists.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// The bytes as data that shares this memory.
    package var data: Data {
        Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: count, deallocator: .custom { _, _ in _ = self })
    }
}

/// A pool of memory blocks for file contents. Blocks are reused, because allocating new memory takes longer than reading a photo into it.
private enum BlockPool {
    struct Block: @unchecked Sendable {
        let base: UnsafeMutableRawPointer?
        let count: Int
    }

    private static let lock = Lock()
    nonisolated(unsafe) private static var free: [Block] = []
    /// The maximum number of blocks in the pool: the number of photos that a small machine reads at a time.
    private static let maximumBlockCount = 4
    /// The size in bytes of the largest block in the pool. It holds a large photo.
    private static let largestKept = 8 << 20

    static func take(_ count: Int) -> Block {
        lock.lock()
        defer { lock.unlock() }
        if let index = free.firstIndex(where: { $0.count >= count && $0.count <= 4 * count + (1 << 20) }) {
            return free.remove(at: index)
        }
        // MAP_POPULATE allocates all pages of a large block together, which avoids a page fault for each page.
        let size = (count + 0xFFFF) & ~0xFFFF
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
        return Block(base: memory == MAP_FAILED ? nil : memory, count: size)
    }

    static func give(_ block: Block) {
        guard let base = block.base else { return }
        lock.lock()
        defer { lock.unlock() }
        if block.count <= largestKept, free.count < maximumBlockCount {
            free.append(block)
        } else {
            munmap(base, block.count)
        }
    }
}
