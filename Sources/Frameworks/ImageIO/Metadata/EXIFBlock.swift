import CEXIF
import Foundation

/// The entries of an EXIF block and their values.
final class EXIFBlock {
    private let handle: OpaquePointer
    private let isBigEndian: Bool
    let entries: [CEXIFEntry]

    /// Reads the entries of a block; `nil` if the block cannot be read.
    init?(_ data: Data) {
        let handle = data.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { cexif_open($0, bytes.count) } }
        guard let handle else { return nil }
        self.handle = handle
        isBigEndian = cexif_is_big_endian(handle) != 0
        entries = (0..<cexif_entry_count(handle)).map { cexif_entry(handle, $0) }
    }

    deinit { cexif_close(handle) }

    /// The embedded thumbnail, a JPEG file.
    var thumbnail: Data? {
        var count = 0
        return cexif_thumbnail(handle, &count).map { Data(bytes: $0, count: count) }
    }

    private func unsigned(_ entry: CEXIFEntry, _ offset: Int, _ size: Int) -> UInt32 {
        guard let bytes = entry.bytes, offset + size <= Int(entry.count) else { return 0 }
        var value: UInt32 = 0
        for i in 0..<size {
            value = value << 8 | UInt32(bytes[offset + (isBigEndian ? i : size - 1 - i)])
        }
        return value
    }

    private func size(_ entry: CEXIFEntry) -> Int {
        switch entry.format {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11: 4
        case 5, 10, 12: 8
        default: 1
        }
    }

    private func count(_ entry: CEXIFEntry) -> Int {
        min(Int(entry.components), Int(entry.count) / size(entry))
    }

    /// The integers of an entry; empty if it has another type.
    func integers(_ entry: CEXIFEntry) -> [Int] {
        let size = size(entry)
        return (0..<count(entry)).compactMap { index in
            let value = unsigned(entry, index * size, min(size, 4))
            switch entry.format {
            case 1, 3, 4, 7: return Int(value)
            case 6: return Int(Int8(truncatingIfNeeded: value))
            case 8: return Int(Int16(truncatingIfNeeded: value))
            case 9: return Int(Int32(bitPattern: value))
            default: return nil
            }
        }
    }

    /// The numbers of an entry. A rational with a denominator of 0 is 0.
    func numbers(_ entry: CEXIFEntry) -> [Double] {
        switch entry.format {
        case 5, 10:
            return (0..<count(entry)).map { index in
                let numerator = unsigned(entry, index * 8, 4)
                let denominator = unsigned(entry, index * 8 + 4, 4)
                guard denominator != 0 else { return 0 }
                return entry.format == 5
                    ? Double(numerator) / Double(denominator)
                    : Double(Int32(bitPattern: numerator)) / Double(Int32(bitPattern: denominator))
            }
        case 11:
            return (0..<count(entry)).map { Double(Float(bitPattern: unsigned(entry, $0 * 4, 4))) }.map { $0.isFinite ? $0 : 0 }
        default:
            return integers(entry).map(Double.init)
        }
    }

    /// The text of an entry up to its first null byte, without leading and trailing spaces.
    func text(_ entry: CEXIFEntry) -> String? {
        guard let bytes = entry.bytes, entry.format == 2 || entry.format == 7 || entry.format == 1 else { return nil }
        let content = UnsafeBufferPointer(start: bytes, count: Int(entry.count)).prefix { $0 != 0 }
        let text = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    func data(_ entry: CEXIFEntry) -> Data {
        entry.bytes.map { Data(bytes: $0, count: Int(entry.count)) } ?? Data()
    }
}
