import Foundation

/// Reads lines of any length, each into the same memory.
final class LineReader {
    /// The size of the line buffer, in bytes, above which the buffer is made smaller again if the next lines are much shorter.
    private static let keptCapacity = 1 << 24
    private static let chunk = 1 << 20

    private let descriptor: Int32
    private var buffer: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The index of the first byte in the buffer that belongs to no returned line yet.
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        free(buffer)
    }

    /// Calls `body` with the next line, without its line ending. Returns `nil` at the end of the input.
    func next<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
        guard let length = nextLength(), let buffer else { return nil }
        defer {
            start += min(length + 1, end - start)
            shrink(after: length)
        }
        return try UnsafeRawBufferPointer(start: buffer + start, count: length).withMemoryRebound(to: UInt8.self, body)
    }

    /// Reads until the buffer contains the whole next line, and returns the line's length in bytes; `nil` at the end of the input.
    private func nextLength() -> Int? {
        var searched = 0
        while true {
            if let buffer, let found = memchr(buffer + start + searched, 0x0A, end - start - searched) {
                return found - (buffer + start)
            }
            searched = end - start
            if isAtEnd { return searched > 0 ? searched : nil }
            guard makeRoom() else { return nil }
            read()
        }
    }

    /// Makes room in the buffer; `false` if there is no memory. A line that does not fit into memory ends the input.
    private func makeRoom() -> Bool {
        if start > 0, let buffer {
            memmove(buffer, buffer + start, end - start)
            (start, end) = (0, end - start)
        }
        guard capacity - end < Self.chunk else { return true }
        let wanted = max(2 * capacity, 2 * Self.chunk)
        guard let grown = realloc(buffer, wanted) else {
            StandardError.write(line: "osprey: no memory for a line of \(wanted) bytes")
            return false
        }
        (buffer, capacity) = (grown, wanted)
        return true
    }

    private func read() {
        guard let buffer else { return }
        let count = Foundation.read(descriptor, buffer + end, capacity - end)
        if count < 0 && errno == EINTR { return }
        if count <= 0 { isAtEnd = true } else { end += count }
    }

    private func shrink(after length: Int) {
        guard capacity > Self.keptCapacity, length < capacity / 8, end - start <= Self.chunk, let buffer else { return }
        memmove(buffer, buffer + start, end - start)
        (start, end) = (0, end - start)
        guard let smaller = realloc(buffer, 2 * Self.chunk) else { return }
        (self.buffer, capacity) = (smaller, 2 * Self.chunk)
    }
}
