import Foundation
import InputChecks

/// A source of bytes that can be read several times from the beginning.
package protocol CSVSource: AnyObject {
    /// Returns to the beginning.
    ///
    /// - Throws: the system's error.
    func rewind() throws
    /// Reads the next bytes, at most as many as the buffer can hold.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    /// - Throws: the system's error.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A source that reads data in memory.
package final class DataSource: CSVSource {
    private let data: Data
    private var place = 0

    package init(_ data: Data) { self.data = data }

    package func rewind() { place = 0 }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, data.count - place)
        data.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<place + count])) }
        place += count
        return count
    }
}

/// A source that reads a file.
package final class FileSource: CSVSource {
    private let file: InputFile

    /// - Throws: the system's error if the file cannot be opened, and an error if the path is not a file.
    package init(_ url: URL) throws { file = try InputFile(url.path) }

    /// Whether the file reports a size of 0. System files, such as those in `/proc`, do so although they have content.
    package var isEmpty: Bool { file.size == 0 }

    package func rewind() throws { try file.rewind() }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try file.read(into: buffer) }
}

/// A source that converts text with an unusual syntax to ordinary comma-separated text.
final class RewrittenSource: CSVSource {
    private let data: Data
    private let format: CSVFormat
    private let skipped: Int
    private var reader: CSVReader
    private var pending: [UInt8] = []
    private var place = 0

    /// - Parameter skipped: the number of lines to skip at the beginning.
    /// - Throws: ``TableReadingError`` if the text is not UTF-8, or the options are invalid.
    init(_ source: CSVSource, _ format: CSVFormat, skipped: Int) throws {
        var bytes = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        try source.rewind()
        while case let count = try piece.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            bytes.append(contentsOf: piece[..<count])
        }
        (data, self.format, self.skipped) = (bytes, format, skipped)
        reader = try CSVReader(bytes, format)
        try rewind()
    }

    func rewind() throws {
        reader = try CSVReader(data, format)
        for _ in 0..<skipped { reader.skipLine() }
        (pending, place) = ([], 0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while place == pending.count {
            guard let row = try reader.next() else { return 0 }
            pending.removeAll(keepingCapacity: true)
            place = 0
            for (index, field) in row.fields.enumerated() {
                if index > 0 { pending.append(UInt8(ascii: ",")) }
                pending.append(UInt8(ascii: "\""))
                for byte in field.utf8 {
                    if byte == UInt8(ascii: "\"") { pending.append(byte) }
                    pending.append(byte)
                }
                pending.append(UInt8(ascii: "\""))
            }
            pending.append(UInt8(ascii: "\n"))
        }
        let count = min(buffer.count, pending.count - place)
        pending.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<place + count])) }
        place += count
        return count
    }

    /// The number of the line at which a row begins, from 1.
    func line(of row: Int) throws -> Int {
        try rewind()
        for _ in 0..<row { _ = try reader.next() }
        return try reader.next()?.line ?? 0
    }
}
