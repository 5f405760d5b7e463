import CoreGraphics
import Foundation

/// Writes property dictionaries as an EXIF block: text, integers and other numbers of the TIFF, EXIF and GPS dictionaries.
enum EXIFWriter {
    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let bytes: Data
    }

    /// The EXIF block, big-endian, from its TIFF header on; `nil` if there are no entries.
    static func block(properties: [String: Any], orientation: Int, includesOrientation: Bool) -> Data? {
        var image = entries(EXIFTags.tiff, properties[kCGImagePropertyTIFFDictionary]).filter { $0.tag != 0x0112 }
        if includesOrientation { image.append(Entry(tag: 0x0112, type: 3, count: 1, bytes: big16(orientation))) }
        if let date = properties[kCGImageDestinationDateTime] as? String {
            image.removeAll { $0.tag == 0x0132 }
            image.append(text(0x0132, date))
        }
        let exif = entries(EXIFTags.exif, properties[kCGImagePropertyExifDictionary])
        let excludesGPS = flag(properties[kCGImageMetadataShouldExcludeGPS])
        let gps = excludesGPS ? [] : places(properties[kCGImagePropertyGPSDictionary])
        guard !image.isEmpty || !exif.isEmpty || !gps.isEmpty else { return nil }
        // The pointers to the other directories depend on the size of this directory, so placeholders are added first. They have the final size.
        if !exif.isEmpty { image.append(Entry(tag: 0x8769, type: 4, count: 1, bytes: Data(count: 4))) }
        if !gps.isEmpty { image.append(Entry(tag: 0x8825, type: 4, count: 1, bytes: Data(count: 4))) }
        let exifStart = 8 + directory(image, at: 8).count
        let exifBytes = exif.isEmpty ? Data() : directory(exif, at: exifStart)
        let gpsStart = exifStart + exifBytes.count
        image = image.map { entry in
            switch entry.tag {
            case 0x8769: Entry(tag: entry.tag, type: 4, count: 1, bytes: big32(exifStart))
            case 0x8825: Entry(tag: entry.tag, type: 4, count: 1, bytes: big32(gpsStart))
            default: entry
            }
        }
        var block = Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8])
        block.append(directory(image, at: 8))
        block.append(exifBytes)
        if !gps.isEmpty { block.append(directory(gps, at: gpsStart)) }
        // A JPEG segment cannot hold more bytes.
        return block.count < 65000 ? block : nil
    }

    private static func directory(_ entries: [Entry], at start: Int) -> Data {
        let sorted = entries.sorted { $0.tag < $1.tag }
        var table = big16(sorted.count)
        var values = Data()
        let valueStart = start + 2 + 12 * sorted.count + 4
        for entry in sorted {
            table.append(big16(Int(entry.tag)))
            table.append(big16(Int(entry.type)))
            table.append(big32(entry.count))
            if entry.bytes.count <= 4 {
                table.append(entry.bytes)
                table.append(Data(count: 4 - entry.bytes.count))
            } else {
                table.append(big32(valueStart + values.count))
                values.append(entry.bytes)
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        table.append(Data(count: 4))
        return table + values
    }

    private static func entries(_ tags: [UInt16: String], _ dictionary: Any?) -> [Entry] {
        guard let dictionary = dictionary as? [String: Any] else { return [] }
        return tags.compactMap { tag, key in dictionary[key].flatMap { entry(tag, $0) } }
    }

    private static func entry(_ tag: UInt16, _ value: Any) -> Entry? {
        switch tag {
        case 0x9000, 0xA000:
            // A version is written as four digits.
            guard let parts = value as? [Int], parts.count >= 2, parts.allSatisfy({ (0...9).contains($0) }) else { return nil }
            let digits = [0, parts[0], parts[1], parts.count > 2 ? parts[2] : 0].map { UInt8(48 + $0) }
            return Entry(tag: tag, type: 7, count: 4, bytes: Data(digits))
        case 0x9101:
            guard let parts = value as? [Int] else { return nil }
            return Entry(tag: tag, type: 7, count: parts.count, bytes: Data(parts.map { UInt8(truncatingIfNeeded: $0) }))
        case 0x9286:
            guard let comment = value as? String else { return nil }
            let bytes = Data("ASCII\0\0\0".utf8) + Data(comment.utf8)
            return Entry(tag: tag, type: 7, count: bytes.count, bytes: bytes)
        default: break
        }
        if let string = value as? String { return text(tag, string) }
        if let data = value as? Data { return Entry(tag: tag, type: 7, count: data.count, bytes: data) }
        let values = (value as? [Any]) ?? [value]
        guard !values.isEmpty, values.count < 1000 else { return nil }
        let integers = values.compactMap { item in (item as? any BinaryInteger).flatMap { Int(exactly: $0) } }
        if integers.count == values.count, let low = integers.min(), let high = integers.max() {
            if low >= 0, high < 65536 {
                return Entry(tag: tag, type: 3, count: integers.count, bytes: integers.reduce(into: Data()) { $0 += big16($1) })
            }
            guard low >= Int(Int32.min), high <= Int(UInt32.max) else { return nil }
            return Entry(
                tag: tag, type: low < 0 ? 9 : 4, count: integers.count, bytes: integers.reduce(into: Data()) { $0 += big32($1) })
        }
        let numbers = values.compactMap { number($0) }
        guard numbers.count == values.count else { return nil }
        return rationals(tag, numbers)
    }

    /// The entries of the GPS dictionary. Coordinates are written as degrees, minutes and seconds.
    private static func places(_ dictionary: Any?) -> [Entry] {
        guard let dictionary = dictionary as? [String: Any] else { return [] }
        return EXIFTags.gps.compactMap { tag, key in
            guard let value = dictionary[key] else { return nil }
            switch tag {
            case 0x02, 0x04, 0x14, 0x16:
                guard let degrees = number(value), degrees.isFinite, abs(degrees) <= 360 else { return nil }
                let total = abs(degrees)
                let minutes = (total - total.rounded(.down)) * 60
                return rationals(tag, [total.rounded(.down), minutes.rounded(.down), (minutes - minutes.rounded(.down)) * 60])
            case 0x07:
                guard let parts = (value as? String)?.split(separator: ":").compactMap({ Double($0) }), parts.count == 3 else { return nil }
                return rationals(tag, parts)
            case 0x00, 0x05:
                let parts = (value as? [Int]) ?? integer(value).map { [$0] } ?? []
                return Entry(tag: tag, type: 1, count: parts.count, bytes: Data(parts.map { UInt8(truncatingIfNeeded: $0) }))
            case 0x1B, 0x1C:
                guard let string = value as? String else { return nil }
                let bytes = Data("ASCII\0\0\0".utf8) + Data(string.utf8)
                return Entry(tag: tag, type: 7, count: bytes.count, bytes: bytes)
            default: return entry(tag, value)
            }
        }
    }

    private static func text(_ tag: UInt16, _ string: String) -> Entry {
        let bytes = Data(string.utf8.prefix(60000)) + Data([0])
        return Entry(tag: tag, type: 2, count: bytes.count, bytes: bytes)
    }

    /// An entry of rationals. They have six decimals if the number is small enough for the denominator 1,000,000.
    private static func rationals(_ tag: UInt16, _ values: [Double]) -> Entry? {
        guard values.allSatisfy({ $0.isFinite && abs($0) < 2_000_000_000 }) else { return nil }
        let signed = values.contains { $0 < 0 }
        var bytes = Data()
        for value in values {
            // The reciprocal of a whole number, which is typical of exposure times, stays exact.
            let reciprocal = value > 0 && value < 1 ? (1 / value).rounded() : 0
            if reciprocal >= 1, reciprocal < 1e9, abs(1 / reciprocal - value) < 1e-12 {
                bytes += big32(1) + big32(Int(reciprocal))
                continue
            }
            var denominator = 1_000_000
            while denominator > 1, abs(value) * Double(denominator) > 2_000_000_000 { denominator /= 10 }
            bytes += big32(Int((value * Double(denominator)).rounded())) + big32(denominator)
        }
        return Entry(tag: tag, type: signed ? 10 : 5, count: values.count, bytes: bytes)
    }
}

/// Two bytes, high byte first.
func big16(_ value: Int) -> Data { Data([UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]) }

/// Four bytes, high byte first.
func big32(_ value: Int) -> Data { big16(value >> 16) + big16(value) }
