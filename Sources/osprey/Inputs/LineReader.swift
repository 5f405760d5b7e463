import Foundation

/// Reads lines of any length, each into the same memory.
final class LineReader {
    /// Memory beyond this is given back after the line that needed it.
    private static let keptCapacity = 1 << 24

    private let file: UnsafeMutablePointer<FILE>?
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(descriptor: Int32) {
        file = fdopen(descriptor, "r")
    }

    deinit {
        free(buffer)
        if let file { fclose(file) }
    }

    /// Calls `body` with the next line, without its end; nil where there is none.
    func next<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
        guard let file else { return nil }
        var count = getline(&buffer, &capacity, file)
        guard count >= 0, let buffer else { return nil }
        defer { shrink() }
        if count > 0, buffer[count - 1] == CChar(UInt8(ascii: "\n")) { count -= 1 }
        return try UnsafeRawBufferPointer(start: buffer, count: count).withMemoryRebound(to: UInt8.self, body)
    }

    private func shrink() {
        guard capacity > Self.keptCapacity else { return }
        free(buffer)
        buffer = nil
        capacity = 0
    }
}
