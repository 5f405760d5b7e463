import Foundation

/// A window on the coded data of a scan, without the zero bytes that follow each 0xFF. It ends at the next restart marker.
///
/// The window is small enough to stay in the processor's cache while the data pass through it.
final class JPEGScan {
    /// The bytes of the window, followed by `margin` bytes that may be read without harm. At the end of a restart interval, the margin is filled with
    /// zeros.
    let memory: UnsafeMutablePointer<UInt8>
    /// The end of the window's data, as a position in bits. A reader that has passed it has found damaged or incomplete data.
    private(set) var endPosition = 0
    /// The position in bits from which on a unit might not be completely in the window. A reader that has reached it calls `refill(_:)` first.
    private(set) var refillPosition = 0

    private static let capacity = 1 << 15
    /// The number of bytes after the window's data that may be read without harm. A unit of six blocks, with the bytes that are read ahead, is never
    /// longer.
    private static let margin = 4096

    private let source: UnsafePointer<UInt8>
    private let sourceCount: Int
    private var next: Int
    /// The number of bytes in the window.
    private var count = 0
    private var isIntervalEnd = false

    /// Creates an empty window before the data at the offset `start`.
    ///
    /// - Parameter bytes: the file, which must outlive the window.
    init(_ bytes: UnsafeRawBufferPointer, start: Int) {
        memory = .allocate(capacity: Self.capacity + Self.margin)
        memory.initialize(repeating: 0, count: Self.capacity + Self.margin)
        // An empty file has no base address, and nothing is read from it.
        source = bytes.baseAddress.map { $0.assumingMemoryBound(to: UInt8.self) } ?? UnsafePointer(memory)
        sourceCount = bytes.count
        next = start
        fill()
    }

    deinit { memory.deallocate() }

    /// Moves the window forward to a position. Returns the same position in the moved window.
    func refill(_ position: Int) -> Int {
        let used = min(position >> 3, count)
        memmove(memory, memory + used, count - used)
        count -= used
        fill()
        return position - used * 8
    }

    /// Begins the next restart interval; `false` at the end of the data.
    func restart() -> Bool {
        while !isIntervalEnd {
            count = 0
            fill()
        }
        guard next + 1 < sourceCount, source[next] == 0xFF, (0xD0...0xD7).contains(source[next + 1]) else { return false }
        next += 2
        count = 0
        isIntervalEnd = false
        fill()
        return true
    }

    private func fill() {
        while !isIntervalEnd, count < Self.capacity {
            guard next < sourceCount else {
                isIntervalEnd = true
                break
            }
            let limit = min(sourceCount - next, Self.capacity - count)
            let found = memchr(source + next, 0xFF, limit)
            let run = found.map { source.distance(to: $0.assumingMemoryBound(to: UInt8.self)) - next } ?? limit
            memcpy(memory + count, source + next, run)
            count += run
            next += run
            guard found != nil else { continue }
            let code = next + 1 < sourceCount ? source[next + 1] : 0xD9
            if code == 0 {
                memory[count] = 0xFF
                count += 1
                next += 2
            } else if code == 0xFF {
                next += 1
            } else {
                // A restart marker, or the end of the scan.
                isIntervalEnd = true
            }
        }
        if isIntervalEnd { (memory + count).update(repeating: 0, count: Self.margin) }
        endPosition = 8 * count
        refillPosition = isIntervalEnd ? Int.max : 8 * max(0, count - Self.margin)
    }
}
