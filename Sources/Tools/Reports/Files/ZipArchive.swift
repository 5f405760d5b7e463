import CZlib
import Foundation
import InputChecks

/// Reads a zip archive from an untrusted source. Every value in the archive is checked before use.
package struct ZipArchive {
    /// The limits of the content of an archive.
    package struct Limits: Sendable {
        package var files: Int
        /// The maximum size of all files together, in bytes.
        package var size: Int

        package init(files: Int = 20_000, size: Int = 2 << 30) { (self.files, self.size) = (files, size) }
    }

    /// A file of the archive.
    package struct Entry {
        package let name: String
        let method: Int
        let flags: Int
        let crc: UInt32
        let packedSize: Int
        package let size: Int
        let headerOffset: Int
        let isLink: Bool

        var isFolder: Bool { name.hasSuffix("/") }
        /// Whether the entry is a hidden file. Operating systems add such files.
        var isHidden: Bool { name.split(separator: "/").contains { $0.hasPrefix(".") && $0 != ".." || $0 == "__MACOSX" } }
    }

    package let entries: [Entry]
    private let bytes: Data
    private let limits: Limits

    /// - Throws: `ArchiveFailure` that names the fault of the archive.
    package init(contentsOf url: URL, limits: Limits = Limits()) throws {
        let bytes: Data
        do { bytes = try Data(mappedFile: url) } catch {
            throw Self.failure("it cannot be read (\(ErrorText.systemReason(error)))")
        }
        self.bytes = bytes
        self.limits = limits
        let (count, start) = try Self.directory(bytes)
        guard count <= limits.files else {
            throw ArchiveFailure(.tooLarge, "the zip has \(count) files, and at most \(limits.files) are taken")
        }
        var entries: [Entry] = []
        var place = start
        for _ in 0..<count { entries.append(try Self.entry(bytes, at: &place)) }
        let size = entries.reduce(0) { $0 + $1.size }
        guard size <= limits.size else {
            throw ArchiveFailure(.tooLarge, "the zip unpacks to \(size >> 20) MB, and at most \(limits.size >> 20) MB are taken")
        }
        self.entries = entries
    }

    private static func failure(_ reason: String) -> ArchiveFailure {
        ArchiveFailure(.damaged, "the zip cannot be unpacked: \(reason)")
    }

    private static func number(_ bytes: Data, _ offset: Int, _ size: Int) throws -> Int {
        guard offset >= 0, offset <= bytes.count - size else { throw failure("it is damaged, or ends too early") }
        return (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[bytes.startIndex + offset + $1]) }
    }

    /// The number of entries, and the position of the central directory.
    private static func directory(_ bytes: Data) throws -> (count: Int, start: Int) {
        // After the end record there may be a comment of at most 65,535 bytes.
        var place = bytes.count - 22
        while place >= max(0, bytes.count - 22 - 65535) {
            if try number(bytes, place, 4) == 0x0605_4B50 {
                let (count, start) = (try number(bytes, place + 10, 2), try number(bytes, place + 16, 4))
                guard count != 0xFFFF, start != 0xFFFF_FFFF else { throw failure("it is of the form for huge archives (Zip64)") }
                guard try number(bytes, place + 4, 2) == 0 else { throw failure("it is a part of several") }
                return (count, start)
            }
            place -= 1
        }
        throw failure("it is no zip archive")
    }

    private static func entry(_ bytes: Data, at place: inout Int) throws -> Entry {
        guard try number(bytes, place, 4) == 0x0201_4B50 else { throw failure("its list of files is damaged") }
        let (nameSize, extraSize) = (try number(bytes, place + 28, 2), try number(bytes, place + 30, 2))
        let commentSize = try number(bytes, place + 32, 2)
        guard place + 46 + nameSize <= bytes.count else { throw failure("its list of files is damaged") }
        let start = bytes.startIndex + place + 46
        let nameBytes = bytes[start..<start + nameSize]
        // UTF-8 is tried first, whether or not the flag for UTF-8 is set, because many programs write UTF-8 without the flag.
        let name = String(bytes: nameBytes, encoding: .utf8) ?? CodePage437.text(nameBytes)
        let mode = try number(bytes, place + 38, 4) >> 16
        defer { place += 46 + nameSize + extraSize + commentSize }
        return Entry(
            name: name, method: try number(bytes, place + 10, 2), flags: try number(bytes, place + 8, 2),
            crc: UInt32(try number(bytes, place + 16, 4)), packedSize: try number(bytes, place + 20, 4),
            size: try number(bytes, place + 24, 4), headerOffset: try number(bytes, place + 42, 4),
            isLink: mode & 0xF000 == 0xA000)
    }

    /// Unpacks all files into a folder, except hidden files of operating systems.
    ///
    /// - Parameter room: the maximum number of bytes that are written; `nil` for all free bytes on the folder's volume.
    /// - Throws: `ArchiveFailure`. Files that were already unpacked are removed.
    package func unpack(into folder: SafeFolder, room: Int? = nil) throws {
        let files = entries.filter { !$0.isFolder && !$0.isHidden }
        try requireSeparate(files)
        let size = files.reduce(0) { $0 + $1.size }
        if let room = room ?? Self.freeSize(at: folder.url), size > room {
            throw ArchiveFailure(.noRoom, "the zip unpacks to \(size >> 20) MB, and there is room for \(room >> 20) MB")
        }
        var written: [String] = []
        do {
            for entry in files {
                guard !entry.isLink else { throw Self.failure("'\(entry.name)' is a link") }
                guard entry.flags & 1 == 0 else { throw Self.failure("'\(entry.name)' is encrypted") }
                let handle = try folder.create(entry.name)
                defer { try? handle.close() }
                written.append(entry.name)
                try unpack(entry, to: handle)
            }
        } catch {
            for name in written { folder.remove(name) }
            throw error
        }
    }

    /// Throws if two files of the archive share bytes. A small archive of this kind could unpack to a huge size.
    private func requireSeparate(_ files: [Entry]) throws {
        let ranges = try files.map { $0.headerOffset..<(try content(of: $0).upperBound) }.sorted { $0.lowerBound < $1.lowerBound }
        for (range, next) in zip(ranges, ranges.dropFirst()) where range.upperBound > next.lowerBound {
            throw Self.failure("files in it share their bytes")
        }
    }

    /// The number of free bytes on a folder's volume; `nil` if the system does not report it.
    private static func freeSize(at folder: URL) -> Int? {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0, status.f_blocks > 0 else { return nil }
        let (size, isTooLarge) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
        return isTooLarge ? nil : size
    }

    /// The positions of an entry's packed bytes.
    private func content(of entry: Entry) throws -> Range<Int> {
        let place = entry.headerOffset
        guard try Self.number(bytes, place, 4) == 0x0403_4B50 else { throw Self.failure("'\(entry.name)' is damaged") }
        let start = place + 30 + (try Self.number(bytes, place + 26, 2)) + (try Self.number(bytes, place + 28, 2))
        guard start <= bytes.count - entry.packedSize else { throw Self.failure("'\(entry.name)' ends too early") }
        return start..<start + entry.packedSize
    }

    private func unpack(_ entry: Entry, to handle: FileHandle) throws {
        let content = try content(of: entry)
        let packed = bytes[bytes.startIndex + content.lowerBound..<bytes.startIndex + content.upperBound]
        switch entry.method {
        case 0:
            let crc = packed.withUnsafeBytes { czlib_crc(0, $0.baseAddress, $0.count) }
            guard packed.count == entry.size, crc == entry.crc else { throw Self.failure("'\(entry.name)' is damaged") }
            guard Self.write(packed, to: handle) else { throw Self.noRoom }
        case 8: try inflate(packed, entry, to: handle)
        default: throw Self.failure("'\(entry.name)' is packed in a way that is not known here (\(entry.method))")
        }
    }

    private func inflate(_ packed: Data, _ entry: Entry, to handle: FileHandle) throws {
        var (written, crc): (UInt64, UInt32) = (0, 0)
        let descriptor = handle.fileDescriptor
        let result = packed.withUnsafeBytes { bytes in
            withUnsafePointer(to: descriptor) { context in
                czlib_inflate(
                    bytes.baseAddress, bytes.count, UInt64(entry.size),
                    { context, bytes, count in
                        guard let context, let bytes else { return 1 }
                        let descriptor = context.assumingMemoryBound(to: Int32.self).pointee
                        return ZipArchive.write(UnsafeRawBufferPointer(start: bytes, count: count), to: descriptor) ? 0 : 1
                    }, UnsafeMutableRawPointer(mutating: context), &written, &crc)
            }
        }
        switch result {
        case CZlibSuccess where written == UInt64(entry.size) && crc == entry.crc: return
        case CZlibTooLarge: throw ArchiveFailure(.tooLarge, "the zip cannot be unpacked: '\(entry.name)' is larger than it says")
        case CZlibStopped: throw Self.noRoom
        case CZlibNoMemory: throw ArchiveFailure(.noRoom, "there is no memory to unpack '\(entry.name)'")
        default: throw Self.failure("'\(entry.name)' is damaged")
        }
    }

    private static var noRoom: ArchiveFailure {
        ArchiveFailure(.noRoom, "the zip cannot be unpacked: \(String(cString: strerror(errno)))")
    }

    private static func write(_ data: Data, to handle: FileHandle) -> Bool {
        data.withUnsafeBytes { write($0, to: handle.fileDescriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
