import CEXIF
import CoreGraphics
import Foundation

/// Converts an EXIF block to property dictionaries.
enum EXIFProperties {
    /// The TIFF, EXIF and GPS dictionaries of a block, if they have entries. Damaged entries are skipped.
    static func dictionaries(of data: Data) -> [String: [String: any Sendable]] {
        guard let block = EXIFBlock(data) else { return [:] }
        var tiff: [String: any Sendable] = [:]
        var exif: [String: any Sendable] = [:]
        var gps: [String: any Sendable] = [:]
        for entry in block.entries {
            switch entry.directory {
            case CEXIFDirectoryImage:
                if let key = EXIFTags.tiff[entry.tag] { tiff[key] = plain(block, entry) }
            case CEXIFDirectoryExif, CEXIFDirectoryInteroperability:
                if let key = EXIFTags.exif[entry.tag] { exif[key] = value(block, entry, key: key) }
            case CEXIFDirectoryGPS:
                if let key = EXIFTags.gps[entry.tag] { gps[key] = place(block, entry, key: key) }
            default: break
            }
        }
        var result: [String: [String: any Sendable]] = [:]
        if !tiff.isEmpty { result[kCGImagePropertyTIFFDictionary] = tiff }
        if !exif.isEmpty { result[kCGImagePropertyExifDictionary] = exif }
        if !gps.isEmpty { result[kCGImagePropertyGPSDictionary] = gps }
        return result
    }

    /// An entry's value by its type: text, an integer, another number, or an array of numbers.
    private static func plain(_ block: EXIFBlock, _ entry: CEXIFEntry) -> (any Sendable)? {
        switch entry.format {
        case 2: return block.text(entry)
        case 5, 10, 11:
            let numbers = block.numbers(entry)
            return numbers.count == 1 ? numbers[0] : numbers.isEmpty ? nil : numbers
        default:
            let integers = block.integers(entry)
            return integers.count == 1 ? integers[0] : integers.isEmpty ? nil : integers
        }
    }

    private static func value(_ block: EXIFBlock, _ entry: CEXIFEntry, key: String) -> (any Sendable)? {
        switch key {
        case kCGImagePropertyExifVersion, kCGImagePropertyExifFlashPixVersion:
            // "0231" is version 2.3.1.
            let digits = block.data(entry).compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
            guard digits.count == 4 else { return nil }
            let version = [digits[0] * 10 + digits[1], digits[2], digits[3]]
            return version.last == 0 ? Array(version.dropLast()) : version
        case kCGImagePropertyExifISOSpeedRatings, kCGImagePropertyExifSubjectArea, kCGImagePropertyExifSubjectLocation,
            kCGImagePropertyExifComponentsConfiguration:
            let integers = block.integers(entry)
            return integers.isEmpty ? nil : integers
        case kCGImagePropertyExifUserComment:
            // The first eight bytes name the character set.
            let data = block.data(entry)
            guard data.count > 8 else { return nil }
            let text = String(decoding: data.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
            return text.isEmpty ? nil : text
        case kCGImagePropertyExifMakerNote, kCGImagePropertyExifOECF, kCGImagePropertyExifCFAPattern,
            kCGImagePropertyExifSpatialFrequencyResponse, kCGImagePropertyExifDeviceSettingDescription:
            let data = block.data(entry)
            return data.isEmpty ? nil : data
        default:
            return plain(block, entry)
        }
    }

    private static func place(_ block: EXIFBlock, _ entry: CEXIFEntry, key: String) -> (any Sendable)? {
        switch key {
        case kCGImagePropertyGPSLatitude, kCGImagePropertyGPSLongitude, kCGImagePropertyGPSDestLatitude,
            kCGImagePropertyGPSDestLongitude:
            // Degrees, minutes, seconds.
            let parts = block.numbers(entry)
            guard !parts.isEmpty, parts.count <= 3 else { return nil }
            return zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        case kCGImagePropertyGPSTimeStamp:
            let parts = block.numbers(entry)
            guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 100 }) else { return nil }
            let whole = parts.map { Int($0) }
            return whole.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        case kCGImagePropertyGPSVersion:
            let integers = block.integers(entry)
            return integers.isEmpty ? nil : integers
        case kCGImagePropertyGPSProcessingMethod, kCGImagePropertyGPSAreaInformation:
            let data = block.data(entry)
            guard data.count > 8 else { return nil }
            return String(decoding: data.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
        default:
            return plain(block, entry)
        }
    }
}

extension ImageFile {
    /// The properties of a picture, as `CGImageSourceCopyPropertiesAtIndex` gives them.
    package func properties(frame index: Int = 0) throws -> [String: Any] {
        let frame = try frame(index)
        var result: [String: Any] = [
            kCGImagePropertyPixelWidth: frame.width, kCGImagePropertyPixelHeight: frame.height,
            kCGImagePropertyDepth: frame.bitsPerComponent,
        ]
        result[kCGImagePropertyColorModel] =
            frame.layout.isGray
            ? kCGImagePropertyColorModelGray : frame.layout.isCMYK ? kCGImagePropertyColorModelCMYK : kCGImagePropertyColorModelRGB
        if frame.alpha != .none { result[kCGImagePropertyHasAlpha] = true }
        if let name = frame.colorSpace?.profileName { result[kCGImagePropertyProfileName] = name }
        if index == 0 { result[kCGImagePropertyPrimaryImage] = 0 }
        if let resolution = frame.resolution {
            result[kCGImagePropertyDPIWidth] = resolution.x
            result[kCGImagePropertyDPIHeight] = resolution.y
        }
        var dictionaries = frame.formatProperties
        let stated = frame.exif.map(EXIFProperties.dictionaries(of:)) ?? [:]
        for (key, values) in stated {
            dictionaries[key, default: [:]].merge(values) { own, _ in own }
        }
        var orientation = frame.orientation
        if [.heic, .heif, .avif].contains(type) {
            // Decoding has already applied the orientation.
            dictionaries[kCGImagePropertyTIFFDictionary]?[kCGImagePropertyTIFFOrientation] = 1
            orientation = 1
        }
        let isStated = orientation != 1 || dictionaries[kCGImagePropertyTIFFDictionary]?[kCGImagePropertyTIFFOrientation] != nil
        if isStated { result[kCGImagePropertyOrientation] = UInt32(orientation) }
        for (key, values) in dictionaries where !values.isEmpty { result[key] = values as [String: Any] }
        return result
    }

    /// The JPEG thumbnail in a picture's EXIF block; `nil` if there is none.
    func embeddedThumbnail(frame index: Int) -> ImageFile? {
        guard let exif = (try? frame(index))?.exif, let data = EXIFBlock(exif)?.thumbnail else { return nil }
        return try? ImageFile(data: data)
    }
}
