import CEXIF
import CoreGraphics
import Foundation

/// Finds how an image must be turned.
enum Orientation {
    /// The orientation of the EXIF block, else that of the XMP packet, else 1. Values other than 1 to 8 count as missing.
    static func find(exif: Data?, xmp: Data?) -> Int {
        if let exif, let value = inEXIF(exif) { return value }
        if let xmp, let value = inXMP(xmp) { return value }
        return 1
    }

    private static func inEXIF(_ data: Data) -> Int? {
        guard let block = EXIFBlock(data) else { return nil }
        let value = block.entries.first { $0.directory == CEXIFDirectoryImage && $0.tag == 0x0112 }
        guard let value, let number = block.integers(value).first, (1...8).contains(number) else { return nil }
        return number
    }

    /// The property tiff:Orientation, as an attribute or as an element.
    private static func inXMP(_ data: Data) -> Int? {
        guard data.count < 1 << 24, let range = data.range(of: Data("tiff:Orientation".utf8)) else { return nil }
        for byte in data[range.upperBound...].prefix(8) {
            if (0x31...0x38).contains(byte) { return Int(byte) - 0x30 }
            // Between the name and the number are only =, quotes, > and space.
            guard [0x3D, 0x22, 0x27, 0x3E, 0x20].contains(byte) else { return nil }
        }
        return nil
    }
}
