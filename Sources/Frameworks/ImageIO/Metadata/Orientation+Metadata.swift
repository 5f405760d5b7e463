import CEXIF
import CoreGraphics
import Foundation

extension Orientation {
    /// Reads the orientation from the EXIF block or, if it is missing there, from the XMP packet. If it is missing in both, the orientation is
    /// upright. Values other than 1 to 8 are treated as missing.
    init(exif: Data?, xmp: Data?) {
        self = exif.flatMap(Self.inEXIF) ?? xmp.flatMap(Self.inXMP) ?? Orientation(1)
    }

    private static func inEXIF(_ data: Data) -> Orientation? {
        guard let block = EXIFBlock(data) else { return nil }
        let value = block.entries.first { $0.directory == CEXIFDirectoryImage && $0.tag == 0x0112 }
        return value.flatMap { block.integers($0).first }.flatMap(Orientation.init(exactly:))
    }

    /// The XMP property tiff:Orientation, which may be an attribute or an element.
    private static func inXMP(_ data: Data) -> Orientation? {
        guard data.count < 1 << 24, let range = data.range(of: Data("tiff:Orientation".utf8)) else { return nil }
        for byte in data[range.upperBound...].prefix(8) {
            if let digit = Orientation(exactly: Int(byte) - 0x30) { return digit }
            // Only =, quotes, > and spaces may be between the name and the number.
            guard [0x3D, 0x22, 0x27, 0x3E, 0x20].contains(byte) else { return nil }
        }
        return nil
    }
}
