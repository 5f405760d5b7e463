import CoreGraphics
import Foundation

/// The types of image files that can be read.
package enum ImageType: Hashable, Sendable, CaseIterable {
    case jpeg, png, webP, heic, heif, avif, tiff, gif, bmp, pnm

    /// The uniform type identifier.
    package var identifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .webP: "org.webmproject.webp"
        case .heic: "public.heic"
        case .heif: "public.heif"
        case .avif: "public.avif"
        case .tiff: "public.tiff"
        case .gif: "com.compuserve.gif"
        case .bmp: "com.microsoft.bmp"
        case .pnm: "public.pbm"
        }
    }

    package init?(identifier: String) {
        guard let type = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = type
    }

    /// The type of a file from its first bytes; `nil` if they match no type.
    package init?(signature bytes: UnsafeRawBufferPointer) {
        func begins(_ text: StaticString, at offset: Int = 0) -> Bool {
            let count = text.utf8CodeUnitCount
            guard bytes.count >= offset + count else { return false }
            return (0..<count).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
        }
        if bytes.count >= 3, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF {
            self = .jpeg
        } else if bytes.count >= 8, bytes[0] == 0x89, begins("PNG\r\n", at: 1) {
            self = .png
        } else if begins("GIF87a") || begins("GIF89a") {
            self = .gif
        } else if begins("RIFF"), begins("WEBP", at: 8) {
            self = .webP
        } else if begins("BM"), bytes.count >= 26 {
            self = .bmp
        } else if bytes.count >= 8, begins("II*\0") || begins("MM\0*") || begins("II+\0") || begins("MM\0+") {
            self = .tiff
        } else if begins("ftyp", at: 4) {
            guard let type = Self.isoBrand(bytes) else { return nil }
            self = type
        } else if bytes.count >= 3, bytes[0] == 0x50, (0x31...0x36).contains(bytes[1]), [9, 10, 13, 32, 35].contains(bytes[2]) {
            self = .pnm
        } else {
            return nil
        }
    }

    /// The type of an ISO media file, given by its brands.
    private static func isoBrand(_ bytes: UnsafeRawBufferPointer) -> ImageType? {
        let size = Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
        var result: ImageType?
        var position = 8
        while position + 4 <= min(size, bytes.count, 256) {
            let brand = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
            switch brand {
            case "avif", "avis": return .avif
            case "heic", "heix", "hevc", "hevx", "heim", "heis": return .heic
            case "mif1", "msf1", "mif2", "miaf": result = result ?? .heif
            default: break
            }
            // The minor version lies between the major brand and the compatible brands.
            position += position == 8 ? 8 : 4
        }
        return result
    }
}
