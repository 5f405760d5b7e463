import CoreGraphics
import Foundation

/// A barcode in a plane.
package struct BarcodeFinding: Sendable {
    package let kind: BarcodeKind
    /// The code's own top left, top right, bottom right and bottom left: in pixels of the plane from its top left where a plane was read;
    /// normalised, with the origin at the lower left, where an image was.
    package var corners: [CGPoint]
    /// `nil` where the bytes are no text.
    package let payload: String?
    /// The message's bytes as they are encoded, before any character set.
    package let data: Data
    package let isGS1: Bool
    /// Light on dark.
    package let isInverted: Bool
    /// 0…1; 1 where the code has check characters and they are right.
    package let confidence: Float
    package let descriptor: BarcodeDescriptor?
    /// Where the message is spread over several codes.
    package let part: BarcodePart?
}

/// Which part of a message a code holds.
package struct BarcodePart: Hashable, Sendable {
    /// From 0.
    package let index: Int
    /// `nil` where the code does not say.
    package let count: Int?
}

/// The codewords of a code and how they are laid out.
package enum BarcodeDescriptor: Hashable, Codable, Sendable {
    /// 8-bit data codewords of ISO/IEC 18004, section 6.4.10. `level` is "L", "M", "Q" or "H".
    case qr(codewords: Data, version: Int, mask: UInt8, level: String)
    /// Data codewords of 6, 8, 10 or 12 bits with the bits that were stuffed, one after another from the highest bit, the last byte filled with 0.
    case aztec(codewords: Data, isCompact: Bool, layerCount: Int, codewordCount: Int)
    /// 8-bit data codewords of ECC 200.
    case dataMatrix(codewords: Data, rowCount: Int, columnCount: Int)
    /// Data codewords of 0…928 as 16-bit numbers, the high byte first; the first counts them.
    case pdf417(codewords: Data, isCompact: Bool, rowCount: Int, columnCount: Int)
}
