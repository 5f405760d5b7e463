import Foundation

/// A run of read-only memory. An object keeps the memory alive: a mapped file, or a separate buffer.
///
/// Slices share the memory, so reading a model never copies its weights.
package struct Bytes: @unchecked Sendable {
    // Unchecked: the memory is never written while an owner exists.
    private let base: UnsafeRawPointer?
    package let count: Int
    private let owner: AnyObject?

    /// The file to which the bytes belong; `nil` for bytes in other memory.
    var file: MappedFile? { owner as? MappedFile }

    /// Whether the bytes belong to a file that is mapped into memory.
    package var isMapped: Bool { owner is MappedFile }

    /// No bytes.
    package init() {
        base = nil
        count = 0
        owner = nil
    }

    /// `count` bytes at `base`, valid and unchanged for as long as `owner` lives.
    package init(base: UnsafeRawPointer, count: Int, owner: AnyObject) {
        precondition(count >= 0)
        self.base = base
        self.count = count
        self.owner = owner
    }

    /// A copy of `bytes`.
    package init<Source: Collection<UInt8>>(copying bytes: Source) {
        guard !bytes.isEmpty else {
            self.init()
            return
        }
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// `count` bytes in memory of its own. `write` must write all of them.
    ///
    /// - Parameter spare: the number of additional bytes that `write` may write, for words that extend beyond the end.
    package init(count: Int, spare: Int = 0, writing write: (UnsafeMutableRawBufferPointer) -> Void) {
        let memory = OwnedMemory(byteCount: count + spare)
        write(memory.buffer)
        self.init(base: UnsafeRawPointer(memory.base), count: count, owner: memory)
    }

    /// The contents of the file at `url`, memory-mapped.
    ///
    /// - Throws: ``SpecificationError`` if there is no readable, regular file.
    package init(contentsOf url: URL) throws {
        self = try MappedFile(path: url.path).bytes
    }

    /// A slice of `length` bytes from `offset` on, which shares this run's memory.
    ///
    /// - Throws: ``SpecificationError`` if the range is not inside this run.
    package func slice(at offset: Int, count length: Int) throws -> Bytes {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            throw SpecificationError("\(length) bytes at \(offset) lie outside of \(count) bytes")
        }
        guard length > 0, let base, let owner else { return Bytes() }
        return Bytes(base: base + offset, count: length, owner: owner)
    }

    /// Calls `body` with the memory, which need not be aligned.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(owner) { try body(UnsafeRawBufferPointer(start: base, count: count)) }
    }

    /// The little-endian integer at `offset`.
    ///
    /// - Throws: ``SpecificationError`` if it is not inside this run.
    package func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type = Integer.self) throws -> Integer {
        let bytes = try slice(at: offset, count: MemoryLayout<Integer>.size)
        return bytes.withUnsafeBytes { Integer(littleEndian: $0.loadUnaligned(as: Integer.self)) }
    }

    /// Whether `other` begins where this run ends, in the same memory.
    func isFollowed(by other: Bytes) -> Bool {
        guard let base, let next = other.base else { return false }
        return owner === other.owner && base + count == next
    }

    /// Joins this run and the run that follows it.
    func joined(with next: Bytes) -> Bytes {
        guard let base, let owner, isFollowed(by: next) else { return self }
        return Bytes(base: base, count: count + next.count, owner: owner)
    }
}

extension Bytes: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return withUnsafeBytes { $0[index] }
    }

    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try withUnsafeBytes { try body($0.assumingMemoryBound(to: UInt8.self)) }
    }
}

extension Bytes: Equatable {
    package static func == (left: Bytes, right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { a in right.withUnsafeBytes { b in a.elementsEqual(b) } }
    }
}

extension Bytes: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: UInt8...) {
        self.init(copying: elements)
    }
}

/// Memory that belongs to an object and is freed with it.
private final class OwnedMemory {
    let base: UnsafeMutableRawPointer
    let buffer: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        base = .allocate(byteCount: byteCount, alignment: 64)
        buffer = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    }

    deinit {
        base.deallocate()
    }
}
